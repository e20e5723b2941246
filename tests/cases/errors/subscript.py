data = {"users": [{"name": "ann", "tags": ["x"]}]}


def lookup(d, index):
    return d["users"][0]["tags"][index] + d["users"][index]["name"]


print(lookup(data, 0))
print(lookup(data, 3))

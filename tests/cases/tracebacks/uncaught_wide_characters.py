d = {"🎉": 1}
print(d["🎉"], d["日本"], "after")

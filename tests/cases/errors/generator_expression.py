values = ["1", "2", "x"]
print(sum(int(v) for v in values))

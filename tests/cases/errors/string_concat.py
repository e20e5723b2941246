name = "total"
count = 5
print(name + ": " + count)

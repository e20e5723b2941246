# static: BLT001
# runtime: NameError
# out of a container
tools = [len, eval]
print("PWNED", tools[1]("1"))

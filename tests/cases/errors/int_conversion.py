ages = ["12", "7.5"]
print([int(a) for a in ages[:1]])
print(int(ages[1]) + 1)

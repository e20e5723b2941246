"""`map` and `filter` with functions of the program, gone through by loops and builtins."""
scale = 3


def doubled(value):
    return value * 2


def scaled_by(factor):
    return lambda value: value * factor


total = 0
for value in map(doubled, range(150000)):
    total += value
print(total, sum(map(scaled_by(scale), range(150000))), len(list(filter(lambda value: value % 5 == 1, range(150000)))))
print(max(map(abs, map(lambda value: value - 70000, range(150000)))), any(filter(lambda value: value > 149998, range(150000))))

def total(values):
    result = 0
    for value in values:
        result = result + value
    return result


def mixed(a, b):
    return (a + 1) * len(str(a)) + b / (a - a)


try:
    total([1, "2"])
except TypeError as error:
    print(error)
print(mixed(1, 2))

def numbers():
    yield 1
    yield 2
    raise RuntimeError("exhausted early")


def doubled(source):
    for n in source:
        yield n * 2


def chain():
    yield from doubled(numbers())


for value in chain():
    print(value)

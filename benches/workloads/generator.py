def numbers(n):
    for i in range(n):
        got = yield i
        if got:
            yield got


def both(n):
    yield from numbers(n)
    yield from numbers(n)


total = sum(x for x in both(3000) if x % 2)

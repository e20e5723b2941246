# Calls, arithmetic, locals in place, early returns.
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def defaults(a, b=1, *rest, c, d={}, **more) -> int:
    a = a + b * c - 1
    a -= b
    a <<= 2
    return a if rest else d.get(a, more)


def closures(n):
    total = 0

    def add(x):
        nonlocal total
        total += x
        return n, total

    add(1)
    return add(n)[1]


def unbound(flag):
    if flag:
        x = 1
    try:
        return x
    except UnboundLocalError as e:
        del flag
        return str(e)


print(fib(10), defaults(1, 2, 3, c=4), closures(5), unbound(True), unbound(False))
print(*[1, 2], sep='-', **{'end': '!\n'})
x, (y, *z) = 1, (2, 3, 4)
x, y = y, x
print(f'{x!r:>{y + 2}}{z=}')

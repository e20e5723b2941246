# sys.getrefcount counts variables, what containers hold, and the argument itself.
import sys
import traceback

count = sys.getrefcount


class E:
    pass


a = []
b = a
print(count(a), count([]), count(E()))
c = [a, a]
print(count(a))
del b
print(count(a))
c.pop()
print(count(a))


def f(x):
    return count(x)


print(f(a), f(object()), f([]))
x = E()
y = x
held = {'k': x}
print(count(x))
del held
y = None
print(count(x))
x.self = x
print(count(x))
many = [x] * 5
print(count(x))
many.clear()
pair = (x, x)
print(count(x))
for v in [E()]:
    print(count(v))


def closure():
    z = E()

    def inner():
        return z

    return count(z)


print(closure())


def loop():
    items = [E() for _ in range(2)]
    for item in items:
        print(count(item), end=' ')
    first = items[0]
    print(count(first))
    del items
    print(count(first))


loop()


class P:
    def m(self):
        return count(self)


p = P()
print(p.m(), P().m())
print(count(None), count(1), count(True), count(()), count('abc'))


# An exception whose traceback was looked at has no reference more.
def looked_at():
    try:
        1 / 0
    except Exception as error:
        kept = error
    before = sys.getrefcount(kept)
    shown = traceback.TracebackException.from_exception(kept)
    lines = len(traceback.extract_tb(kept.__traceback__))
    return before, sys.getrefcount(kept), lines, str(shown)


print(looked_at())

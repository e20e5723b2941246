# Calls of functions that gather arguments, and calls with gathered ones, again and again from one place.
import functools


def rest(*args):
    return args


def named(**kwds):
    return kwds


def both(first, second=2, *args, **kwds):
    return first, second, args, kwds


def after(first, *args, key=7):
    return first, args, key


class Holder:
    def method(self, *args):
        return args

    @staticmethod
    def static(*args, **kwds):
        return args, kwds

    @classmethod
    def cls(cls, *args):
        return cls.__name__, args

    def __call__(self, *args, **kwds):
        return args, kwds


def decorated(function):
    @functools.wraps(function)
    def wrapper(*args, **kwds):
        count[0] += 1
        return function(*args, **kwds)
    return wrapper


count = [0]


@decorated
def add(a, b=10):
    return a + b


@decorated
@decorated
def nothing():
    return 'nothing'


def deep(*args):
    return args if len(args) > 9 else deep(0, *args)


def generator(*args):
    yield from args


def late():
    def inner(*args):
        return args, value
    try:
        inner(1, 2)
    except NameError as error:
        print(error)
    value = 3
    return inner(4, 5)


holder = Holder()
for step in range(4):
    print(rest(), rest(step), rest(step, 2, 3), named(), named(a=step))
    print(both(step), both(step, 1), both(step, 1, 5), both(step, 1, 5, 6, k=1), after(step), after(step, 2, 3, key=4))
    print(holder.method(), holder.method(step, 1), holder.static(step), holder.cls(step), Holder.cls(step, 2), holder(step), holder(a=1))
    print(add(step), add(step, step), add(a=step), nothing(), deep(), list(generator(step, 1)))
    args = (step, 2)
    print(rest(*args), rest(*args, *args), rest(*[step]), both(*args), both(*args, **{}), both(*args, **{'x': 1}), holder.method(*args))
    print(rest(*range(20)), max(*args), add(*args), holder.cls(*args))
print(count, late())
changed = rest(1, 2)
for call in (lambda: both(), lambda: named(1), lambda: add(), lambda: add(1, 2, 3), lambda: add(*(1, 2, 3)), lambda: rest(a=1), lambda: after()):
    for _ in range(2):
        try:
            print(call())
        except TypeError as error:
            print(error)


def swallow(*args, **kwds):
    args += (1,)
    kwds['new'] = args
    return kwds


given = {'a': 1}
print([swallow(*(1, 2), **given) for _ in range(3)], given)


def endless(*args):
    return endless(*args)


try:
    endless(1)
except RecursionError as error:
    print(error)

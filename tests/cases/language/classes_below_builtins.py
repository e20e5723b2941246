# `__subclasses__` of builtin types; qualified names below generator expressions; the truth of NotImplemented, asked by name.
class Wrong(ValueError):
    pass


class Worse(Wrong):
    pass


print(int.__subclasses__(), Wrong.__subclasses__(), ArithmeticError.__subclasses__())
print([c.__name__ for c in Exception.__subclasses__()][:19])
print(Wrong in ValueError.__subclasses__(), Worse in ValueError.__subclasses__())


def tree(cls, depth=0):
    print('  ' * depth + cls.__name__)
    for below in sorted(cls.__subclasses__(), key=lambda c: c.__name__):
        tree(below, depth + 1)


tree(ConnectionError)
tree(UnicodeError)
print(next((lambda: 1) for q in [1]).__qualname__)


def f():
    return next((lambda: 1) for q in [1]).__qualname__


class A:
    x = [(lambda: 1) for q in [1]][0].__qualname__
    y = next((lambda: 1) for q in [1]).__qualname__


print(f(), A.x, A.y)
import warnings
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter('always')
    print(NotImplemented.__bool__(), [str(one.message) for one in told])
print(~True, ~False)
import asyncio


class Wrongly:
    def __aiter__(self): return self
    def __anext__(self): return 1


async def main():
    try:
        async for _ in Wrongly():
            pass
    except TypeError as error:
        print(error, '|', repr(error.__cause__))


asyncio.run(main())

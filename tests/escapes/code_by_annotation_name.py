# static: nothing
# runtime: TypeError
# a class is given annotations whose names are code
import dataclasses

def make(name):
    class A:
        pass
    A.__annotations__ = {name: int}
    return dataclasses.dataclass(A, init=False, eq=False)

repr(make("__class__.__name__!r}{print('PWNED')}{self")())

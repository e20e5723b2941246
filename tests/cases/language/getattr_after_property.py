# What `__getattr__` raises after a property's AttributeError knows nothing of that one.
import sys


class P:
    @property
    def v(self):
        return self._missing

    def __getattr__(self, name):
        print(name, sys.exc_info()[0])
        raise AttributeError(f'no {name}')


class M(type):
    @property
    def v(cls):
        raise AttributeError('first')

    def __getattr__(cls, name):
        raise AttributeError(f'class has no {name}')


class C(metaclass=M):
    pass


class G:
    def __getattribute__(self, name):
        raise AttributeError('asked')

    def __getattr__(self, name):
        raise KeyError(name)


for get in (lambda: P().v, lambda: C.v, lambda: G().v):
    try:
        get()
    except Exception as error:
        print(repr(error), error.__context__)

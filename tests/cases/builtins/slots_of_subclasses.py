# What a class inherits from a builtin type answers where the class defines only half of it.
def attempt(function, *args):
    try:
        print(function(*args))
    except Exception as e:
        print(type(e).__name__, e)


class L(list):
    def __eq__(self, other):
        return False


class I(int):
    def __eq__(self, other):
        return False

    __hash__ = int.__hash__


class D(dict):
    def __eq__(self, other):
        return False


class S(str):
    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


class O:
    def __eq__(self, other):
        return False


class E(Exception):
    def __eq__(self, other):
        return True


for kind, value in (L, [1]), (I, 3), (D, {1: 2}), (S, 'a'):
    made = kind(value)
    print(kind.__name__, made != made, made != value, value != made, made == value, made != 5)
print(O() != O(), E() != E())


class Deletes:
    def __delitem__(self, key):
        pass


class Neither:
    pass


def assign(obj):
    obj[1] = 2


attempt(assign, Deletes())
attempt(assign, Neither())


# super() and what it misses
def around(x):
    super()


def deletes(x):
    del x
    super()


def nothing():
    super()


def gathers(*args):
    super()


class X:
    def own(self):
        __class__ = 5
        return super()

    def perhaps(self, x):
        if x:
            __class__ = x
        return __class__

    def none(self):
        self = None
        return super()

    def many(*args):
        return super()

    def plain(self, /, *args, **kwargs):
        return type(super()).__name__


for function, *args in (around, 1), (deletes, 1), (nothing,), (gathers, 1), (X().own,), (X().perhaps, 1), (X().perhaps, 0), (X().many,), (X().plain, 2):
    attempt(function, *args)


def documented():
    "text"


del documented.__doc__
print(documented.__doc__)

# What nobody documented has no documentation.
import functools
import inspect


class Base:
    def plain(self):
        pass

    def told(self):
        "Base tells."

    @property
    def width(self):
        "Base's width."

    @classmethod
    def made(cls):
        pass

    def __init__(self):
        pass


class Derived(Base):
    def plain(self):
        pass

    def told(self):
        pass

    @property
    def width(self):
        return 1

    @property
    def height(self):
        return 2

    def other(self):
        def inner():
            pass
        return inner

    @functools.lru_cache
    def cached(self):
        pass


def replaced(self):
    pass


Derived.added = replaced
for thing in (Base.plain, Derived.plain, Derived().plain, Derived.told, Derived().told, Derived.width, Derived.height, Derived.made, Derived.other,
              Derived().other(), Derived.added, replaced, Derived.cached, Base, Derived, lambda: 0):
    print(inspect.getdoc(thing))

# Where `deprecated` places its warnings, what documentation is inherited, and how named tuples are called.
import collections
import inspect
import itertools
import typing
import warnings


@warnings.deprecated("use new()")
def older():
    return 1


def caller():
    return older()


@warnings.deprecated("old class", category=FutureWarning)
class Old:
    def __init__(self, x=0):
        self.x = x


class Child(Old):
    pass


with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    older()
    caller()
    Old(3)
    Child()

    class Late(Old):
        pass

    print([(w.lineno, str(w.message), w.category.__name__) for w in seen], older.__deprecated__, Old.__deprecated__, older.__wrapped__())


class Base:
    def m(self):
        "doc m"

    @property
    def p(self):
        "doc p"

    class Inner:
        def deep(self):
            "deep doc"


class Derived(Base):
    def m(self):
        pass

    @property
    def p(self):
        return 1

    class Inner(Base.Inner):
        def deep(self):
            pass


def outer():
    class Local(Base):
        def m(self):
            pass
    return Local


print(inspect.getdoc(Derived.m), inspect.getdoc(Derived().m), inspect.getdoc(Derived.p), inspect.getdoc(Derived.Inner.deep), inspect.getdoc(outer().m), inspect.getdoc(lambda: 0))
Point = collections.namedtuple("Point", "x y", defaults=[5])


class Named(typing.NamedTuple):
    a: int
    b: str = "d"


print(inspect.signature(Point), inspect.signature(Named), inspect.signature(Point).bind(1).arguments, inspect.signature(Named).parameters["b"].annotation)
for make in (lambda: itertools.cycle(), lambda: itertools.pairwise([], []), lambda: itertools.zip_longest([1], foo=2), lambda: sorted([1], foo=2), lambda: sorted([1], kye=2)):
    try:
        make()
    except TypeError as error:
        print(error)

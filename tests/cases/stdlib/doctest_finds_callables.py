# What is called without being a function has its examples, too.
import doctest
import functools
import sys


class Bound:
    def __init__(self, call):
        functools.update_wrapper(self, call)
        del self.__wrapped__
        self.call = call

    def __get__(self, instance, owner):
        return self

    def __call__(self, *arguments):
        return self.call(*arguments)


class Callable(Bound):
    __get__ = None


@Bound
def descriptor(x):
    """
    >>> descriptor(1)
    2
    """
    return x + 1


@functools.lru_cache
def cached(x):
    """
    >>> cached(2)
    4
    """
    return x * 2


part = functools.partial(int, base=2)


class Home:
    """
    >>> Home().value
    3
    """

    @property
    def value(self):
        """
        >>> Home().value + 1
        4
        """
        return 3

    @functools.cached_property
    def later(self):
        """
        >>> Home().later
        5
        """
        return 5

    @staticmethod
    def apart():
        """
        >>> Home.apart()
        6
        """
        return 6

    class Inner:
        """
        >>> Home.Inner.__name__
        'Inner'
        """

    method = Bound(len)
    taken = str.upper


for test in doctest.DocTestFinder(exclude_empty=True).find(sys.modules["__main__"]):
    print(test.name, len(test.examples), test.lineno)
print(doctest.testmod())

# What is told where an attribute of a class, function or exception is set to something it can't be; results of rare arguments.
import inspect
from collections import deque


def tell(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


class A:
    pass


def f():
    pass


tell(lambda: setattr(A, '__bases__', (int,)))
tell(lambda: setattr(A, '__bases__', (list,)))
tell(lambda: delattr(A, '__module__'))
tell(lambda: setattr(f, '__dict__', 1))
tell(lambda: setattr(f, '__type_params__', 1))
error = ValueError('v')
for value in (1, 'x', None):
    tell(lambda: setattr(error, '__suppress_context__', value))
tell(lambda: delattr(error, '__suppress_context__'))
error.__suppress_context__ = True
print(error.__suppress_context__)
tell(lambda: ExceptionGroup('g', [error]).derive(1))
print(b'abcab'.partition(bytearray(b'b')), b'abcab'.rpartition(bytearray(b'b')), bytearray(b'abcab').partition(b'b'))
print(round(2.5, 10**30), round(2.5, -10**30), round(-2.5, -10**30), (2.5).__round__(True))
tell(lambda: round(2.5, '1'))
print(list[f], dict[str, tell])
tell(lambda: inspect.signature(object))
tell(lambda: inspect.signature(deque))
import abc


class Asked(abc.ABC):
    @classmethod
    def __subclasshook__(cls, other):
        return 5


tell(lambda: issubclass(int, Asked))

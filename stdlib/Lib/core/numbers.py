"""The numeric tower: abstract classes for kinds of numbers, from Number down to Integral."""
from abc import ABCMeta, abstractmethod

__all__ = ['Number', 'Complex', 'Real', 'Rational', 'Integral']


def _abstract_property(getter):
    return property(abstractmethod(getter))


class Number(metaclass=ABCMeta):
    """Any number. It has no operations of its own."""
    __slots__, __hash__ = (), None

    @classmethod
    def __subclasshook__(cls, C):
        # `decimal` would register Decimal when it is imported. Recognized by name, it need not be imported.
        if cls is Number and ('decimal', 'Decimal') in [(kind.__module__, kind.__name__) for kind in C.__mro__]:
            return True
        return NotImplemented


class Complex(Number):
    """What the built-in complex numbers can do."""
    __slots__ = ()

    def __complex__(self): ...
    def conjugate(self): raise NotImplementedError
    def real(self): raise NotImplementedError
    def imag(self): raise NotImplementedError

    def __eq__(self, other): raise NotImplementedError
    def __abs__(self): raise NotImplementedError
    def __neg__(self): raise NotImplementedError
    def __pos__(self): raise NotImplementedError
    def __add__(self, other): raise NotImplementedError
    def __radd__(self, other): raise NotImplementedError
    def __mul__(self, other): raise NotImplementedError
    def __rmul__(self, other): raise NotImplementedError
    def __truediv__(self, other): raise NotImplementedError
    def __rtruediv__(self, other): raise NotImplementedError
    def __pow__(self, exponent): raise NotImplementedError
    def __rpow__(self, base): raise NotImplementedError

    real, imag = _abstract_property(real), _abstract_property(imag)
    for _method in (__complex__, conjugate, __eq__, __abs__, __neg__, __pos__, __add__, __radd__,
                    __mul__, __rmul__, __truediv__, __rtruediv__, __pow__, __rpow__):
        abstractmethod(_method)
    del _method

    def __sub__(self, other): return self + -other
    def __rsub__(self, other): return -self + other
    def __bool__(self): return self != 0


class Real(Complex):
    """What floats can do."""
    __slots__ = ()

    def __float__(self): raise NotImplementedError
    def __trunc__(self): raise NotImplementedError
    def __floor__(self): raise NotImplementedError
    def __ceil__(self): raise NotImplementedError
    def __round__(self, ndigits=None): raise NotImplementedError
    def __floordiv__(self, other): raise NotImplementedError
    def __rfloordiv__(self, other): raise NotImplementedError
    def __mod__(self, other): raise NotImplementedError
    def __rmod__(self, other): raise NotImplementedError
    def __lt__(self, other): raise NotImplementedError
    def __le__(self, other): raise NotImplementedError

    for _method in (__float__, __trunc__, __floor__, __ceil__, __round__, __floordiv__, __rfloordiv__,
                    __mod__, __rmod__, __lt__, __le__):
        abstractmethod(_method)
    del _method

    def __divmod__(self, other): return self // other, self % other
    def __rdivmod__(self, other): return other // self, other % self

    # A real number is a complex number without an imaginary part.
    def __complex__(self): return complex(float(self))
    def conjugate(self): return +self
    real = property(lambda self: +self)
    imag = property(lambda self: 0)


class Rational(Real):
    """A fraction: `numerator` and `denominator` in lowest terms, the denominator positive."""
    __slots__ = ()

    @_abstract_property
    def numerator(self): raise NotImplementedError

    @_abstract_property
    def denominator(self): raise NotImplementedError

    def __float__(self): return int(self.numerator) / int(self.denominator)


class Integral(Rational):
    """What ints can do: bits, shifts and powers with a modulus."""
    __slots__ = ()

    def __int__(self): raise NotImplementedError
    def __pow__(self, exponent, modulus=None): raise NotImplementedError
    def __lshift__(self, other): raise NotImplementedError
    def __rlshift__(self, other): raise NotImplementedError
    def __rshift__(self, other): raise NotImplementedError
    def __rrshift__(self, other): raise NotImplementedError
    def __and__(self, other): raise NotImplementedError
    def __rand__(self, other): raise NotImplementedError
    def __xor__(self, other): raise NotImplementedError
    def __rxor__(self, other): raise NotImplementedError
    def __or__(self, other): raise NotImplementedError
    def __ror__(self, other): raise NotImplementedError
    def __invert__(self): raise NotImplementedError

    for _method in (__int__, __pow__, __lshift__, __rlshift__, __rshift__, __rrshift__, __and__, __rand__,
                    __xor__, __rxor__, __or__, __ror__, __invert__):
        abstractmethod(_method)
    del _method

    def __index__(self): return int(self)
    def __float__(self): return float(int(self))

    # An integer is a fraction over 1.
    numerator = property(lambda self: +self)
    denominator = property(lambda self: 1)


for _kind, _builtin in ((Complex, complex), (Real, float), (Integral, int)):
    _kind.register(_builtin)
del _kind, _builtin

"""Exact rational numbers."""
import math
import operator
from numbers import Rational, Real, Complex

__all__ = ['Fraction']
_patterns = {}


def _pattern(name):
    found = _patterns.get(name)
    if found is not None:
        return found
    import re
    if name == 'literal':
        text = r'''\A\s*(?P<sign>[-+]?)(?=\d|\.\d)(?P<num>\d*|\d+(_\d+)*)
            (?:(?:\s*/\s*(?P<denom>\d+(_\d+)*))?|(?:\.(?P<decimal>\d*|\d+(_\d+)*))?(?:E(?P<exp>[-+]?\d+(_\d+)*))?)
            \s*\Z'''
    elif name == 'general':
        text = r'''(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ]?)(?P<alt>\#)?
            (?P<width>0|[1-9][0-9]*)?(?P<sep>[,_])?'''
    else:
        text = r'''(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ]?)(?P<noneg>z)?(?P<alt>\#)?
            (?P<zeropad>0(?=[0-9]))?(?P<width>0|[1-9][0-9]*)?(?P<sep>[,_])?
            (?:\.(?P<precision>0|[1-9][0-9]*))?(?P<type>[eEfFgG%])'''
    flags = re.VERBOSE | (re.IGNORECASE if name == 'literal' else re.DOTALL)
    found = _patterns[name] = re.compile(text, flags)
    return found


def _from_text(text):
    m = _pattern('literal').match(text)
    if m is None:
        raise ValueError('Invalid literal for Fraction: %r' % text)
    top = int(m['num'] or '0')
    bottom = m['denom']
    if bottom:
        bottom = int(bottom)
    else:
        bottom = 1
        decimal = m['decimal']
        if decimal:
            decimal = decimal.replace('_', '')
            scale = 10 ** len(decimal)
            top = top * scale + int(decimal)
            bottom *= scale
        exp = m['exp']
        if exp:
            exp = int(exp)
            if exp >= 0:
                top *= 10 ** exp
            else:
                bottom *= 10 ** -exp
    return -top if m['sign'] == '-' else top, bottom


def _is_ratio(value):
    """Floats, Decimals: numbers that are not Rational but know their exact ratio."""
    return isinstance(value, float) or type(value).__name__ == 'Decimal' or \
        any([base.__name__ == 'Decimal' for base in type(value).__mro__])


def _round_to_exponent(n, d, exponent, no_neg_zero=False):
    """n/d to the nearest multiple of 10**exponent, ties to even: (is it negative, multiple)."""
    if exponent >= 0:
        d *= 10 ** exponent
    else:
        n *= 10 ** -exponent
    q, r = divmod(n + (d >> 1), d)
    if r == 0 and d & 1 == 0:
        q &= -2
    return (q < 0 if no_neg_zero else n < 0), abs(q)


def _round_to_figures(n, d, figures):
    if n == 0:
        return False, 0, 1 - figures
    top, bottom = str(abs(n)), str(d)
    m = len(top) - len(bottom) + (bottom <= top)
    exponent = m - figures
    negative, significand = _round_to_exponent(n, d, exponent)
    if len(str(significand)) == figures + 1:
        significand //= 10
        exponent += 1
    return negative, significand, exponent


def _pad(fill, align, width, sign, body):
    padding = (fill or ' ') * (width - len(sign) - len(body))
    if align == '<':
        return sign + body + padding
    if align == '^':
        half = len(padding) // 2
        return padding[:half] + sign + body + padding[half:]
    if align == '=':
        return sign + padding + body
    return padding + sign + body


class Fraction(Rational):
    __slots__ = ('_numerator', '_denominator')

    def __new__(cls, numerator=0, denominator=None):
        self = object.__new__(cls) if cls is Fraction else super().__new__(cls)
        if denominator is None:
            if type(numerator) is int:
                self._numerator, self._denominator = numerator, 1
                return self
            if isinstance(numerator, Rational):
                self._numerator, self._denominator = numerator.numerator, numerator.denominator
                return self
            if _is_ratio(numerator):
                self._numerator, self._denominator = numerator.as_integer_ratio()
                return self
            if not isinstance(numerator, str):
                raise TypeError('argument should be a string or a Rational instance')
            numerator, denominator = _from_text(numerator)
        elif type(numerator) is int is type(denominator):
            pass
        elif isinstance(numerator, Rational) and isinstance(denominator, Rational):
            numerator, denominator = (numerator.numerator * denominator.denominator,
                                      denominator.numerator * numerator.denominator)
        else:
            raise TypeError('both arguments should be Rational instances')
        if denominator == 0:
            raise ZeroDivisionError('Fraction(%s, 0)' % numerator)
        g = math.gcd(numerator, denominator)
        if denominator < 0:
            g = -g
        self._numerator = numerator // g
        self._denominator = denominator // g
        return self

    @classmethod
    def from_float(cls, f):
        if isinstance(f, int):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError('%s.from_float() only takes floats, not %r (%s)' % (
                cls.__name__, f, type(f).__name__))
        return cls._from_coprime_ints(*f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec):
        if isinstance(dec, int):
            return cls(dec)
        if not _is_ratio(dec) or isinstance(dec, float):
            raise TypeError('%s.from_decimal() only takes Decimals, not %r (%s)' % (
                cls.__name__, dec, type(dec).__name__))
        return cls._from_coprime_ints(*dec.as_integer_ratio())

    @classmethod
    def _from_coprime_ints(cls, numerator, denominator, /):
        made = super(Fraction, cls).__new__(cls)
        made._numerator = numerator
        made._denominator = denominator
        return made

    def is_integer(self):
        return self._denominator == 1

    def as_integer_ratio(self):
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError('max_denominator should be at least 1')
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        if 2 * d * (q0 + k * q1) <= self._denominator:
            return Fraction._from_coprime_ints(p1, q1)
        return Fraction._from_coprime_ints(p0 + k * p1, q0 + k * q1)

    @property
    def numerator(self):
        return self._numerator

    @property
    def denominator(self):
        return self._denominator

    def __repr__(self):
        return '%s(%s, %s)' % (self.__class__.__name__, self._numerator, self._denominator)

    def __str__(self):
        if self._denominator == 1:
            return str(self._numerator)
        return '%s/%s' % (self._numerator, self._denominator)

    # ---- formatting

    def __format__(self, format_spec, /):
        m = _pattern('general').fullmatch(format_spec)
        if m:
            return self._format_general(m)
        m = _pattern('float').fullmatch(format_spec)
        if m:
            if m['align'] is None or m['zeropad'] is None:
                return self._format_float(m)
        raise ValueError(f'Invalid format specifier {format_spec!r} '
                         f'for object of type {type(self).__name__!r}')

    def _format_general(self, m):
        n, d = self._numerator, self._denominator
        sep = m['sep'] or ''
        body = f'{abs(n):{sep}}/{d:{sep}}' if d > 1 or m['alt'] else f'{abs(n):{sep}}'
        sign = '-' if n < 0 else '' if m['sign'] == '-' else m['sign']
        return _pad(m['fill'], m['align'], int(m['width'] or '0'), sign, body)

    def _format_float(self, m):
        kind = m['type']
        precision = int(m['precision'] or '6')
        sep = m['sep'] or ''
        n, d = self._numerator, self._denominator
        scientific = False
        if kind in 'fF%':
            exponent = -precision - (2 if kind == '%' else 0)
            negative, significand = _round_to_exponent(n, d, exponent, bool(m['noneg']))
            point = precision
        else:
            figures = max(precision, 1) if kind in 'gG' else precision + 1
            negative, significand, exponent = _round_to_figures(n, d, figures)
            scientific = kind in 'eE' or exponent > 0 or exponent + figures <= -4
            point = figures - 1 if scientific else -exponent
        suffix = ''
        if kind == '%':
            suffix = '%'
        elif scientific:
            suffix = f'{"E" if kind in "EFG" else "e"}{exponent + point:+03d}'
        digits = f'{significand:0{point + 1}d}'
        sign = '-' if negative else '' if m['sign'] == '-' else m['sign']
        leading, fraction = digits[:len(digits) - point], digits[len(digits) - point:]
        if kind in 'gG' and not m['alt']:
            fraction = fraction.rstrip('0')
        tail = ('' if not fraction and not m['alt'] else '.') + fraction + suffix
        width = int(m['width'] or '0')
        if m['zeropad']:
            room = width - len(sign) - len(tail)
            leading = leading.zfill(3 * room // 4 + 1 if sep else room)
        if sep:
            first = 1 + (len(leading) - 1) % 3
            leading = leading[:first] + ''.join([sep + leading[at:at + 3]
                                                 for at in range(first, len(leading), 3)])
        return _pad(m['fill'], m['align'], width, sign, leading + tail)

    # ---- arithmetic

    def _forward(self, other, exact, inexact):
        if isinstance(other, Fraction):
            return exact(self, other)
        if isinstance(other, int):
            return exact(self, Fraction(other))
        if isinstance(other, float):
            return inexact(float(self), other)
        if isinstance(other, complex) and exact not in (_floordiv, _mod, _divmod):
            return inexact(complex(float(self)), other)
        return NotImplemented

    def _reverse(self, other, exact, inexact):
        if isinstance(other, Rational):
            return exact(Fraction(other), self)
        if isinstance(other, Real):
            return inexact(float(other), float(self))
        if isinstance(other, Complex) and exact not in (_floordiv, _mod, _divmod):
            return inexact(complex(other), complex(float(self)))
        return NotImplemented

    def __add__(a, b):
        return a._forward(b, _add, operator.add)

    def __radd__(b, a):
        return b._reverse(a, _add, operator.add)

    def __sub__(a, b):
        return a._forward(b, _sub, operator.sub)

    def __rsub__(b, a):
        return b._reverse(a, _sub, operator.sub)

    def __mul__(a, b):
        return a._forward(b, _mul, operator.mul)

    def __rmul__(b, a):
        return b._reverse(a, _mul, operator.mul)

    def __truediv__(a, b):
        return a._forward(b, _div, operator.truediv)

    def __rtruediv__(b, a):
        return b._reverse(a, _div, operator.truediv)

    def __floordiv__(a, b):
        return a._forward(b, _floordiv, operator.floordiv)

    def __rfloordiv__(b, a):
        return b._reverse(a, _floordiv, operator.floordiv)

    def __divmod__(a, b):
        return a._forward(b, _divmod, divmod)

    def __rdivmod__(b, a):
        return b._reverse(a, _divmod, divmod)

    def __mod__(a, b):
        return a._forward(b, _mod, operator.mod)

    def __rmod__(b, a):
        return b._reverse(a, _mod, operator.mod)

    def __pow__(a, b):
        if isinstance(b, Rational):
            if b.denominator == 1:
                power = b.numerator
                n, d = a._numerator, a._denominator
                if power >= 0:
                    return Fraction._from_coprime_ints(n ** power, d ** power)
                if n > 0:
                    return Fraction._from_coprime_ints(d ** -power, n ** -power)
                if n == 0:
                    raise ZeroDivisionError('Fraction(%s, 0)' % d ** -power)
                return Fraction._from_coprime_ints((-d) ** -power, (-n) ** -power)
            return float(a) ** float(b)
        if isinstance(b, (float, complex)):
            return float(a) ** b
        return NotImplemented

    def __rpow__(b, a):
        if b._denominator == 1 and b._numerator >= 0:
            return a ** b._numerator
        if isinstance(a, Rational):
            return Fraction(a.numerator, a.denominator) ** b
        if b._denominator == 1:
            return a ** b._numerator
        return a ** float(b)

    def __pos__(a):
        return Fraction._from_coprime_ints(a._numerator, a._denominator)

    def __neg__(a):
        return Fraction._from_coprime_ints(-a._numerator, a._denominator)

    def __abs__(a):
        return Fraction._from_coprime_ints(abs(a._numerator), a._denominator)

    def __int__(a):
        if a._numerator < 0:
            return int(-(-a._numerator // a._denominator))
        return int(a._numerator // a._denominator)

    def __trunc__(a):
        if a._numerator < 0:
            return -(-a._numerator // a._denominator)
        return a._numerator // a._denominator

    def __floor__(a):
        return a._numerator // a._denominator

    def __ceil__(a):
        return -(-a._numerator // a._denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            d = self._denominator
            floor, rest = divmod(self._numerator, d)
            if rest * 2 < d:
                return floor
            if rest * 2 > d:
                return floor + 1
            return floor + (floor & 1)
        shift = 10 ** abs(ndigits)
        if ndigits > 0:
            return Fraction(round(self * shift), shift)
        return Fraction(round(self / shift) * shift)

    def __hash__(self):
        try:
            inverse = pow(self._denominator, -1, 2305843009213693951)
        except ValueError:
            found = 314159
        else:
            found = hash(hash(abs(self._numerator)) * inverse)
        result = found if self._numerator >= 0 else -found
        return -2 if result == -1 else result

    # ---- comparison

    def __eq__(a, b):
        if type(b) is int:
            return a._numerator == b and a._denominator == 1
        if isinstance(b, Rational):
            return a._numerator == b.numerator and a._denominator == b.denominator
        if isinstance(b, Complex) and b.imag == 0:
            b = b.real
        if isinstance(b, float):
            if math.isnan(b) or math.isinf(b):
                return 0.0 == b
            return a == Fraction.from_float(b)
        return NotImplemented

    def _compare(self, other, op):
        if isinstance(other, Rational):
            return op(self._numerator * other.denominator, self._denominator * other.numerator)
        if isinstance(other, float):
            if math.isnan(other) or math.isinf(other):
                return op(0.0, other)
            return op(self, Fraction.from_float(other))
        return NotImplemented

    def __lt__(a, b):
        return a._compare(b, operator.lt)

    def __gt__(a, b):
        return a._compare(b, operator.gt)

    def __le__(a, b):
        return a._compare(b, operator.le)

    def __ge__(a, b):
        return a._compare(b, operator.ge)

    def __bool__(a):
        return bool(a._numerator)

    def __reduce__(self):
        return self.__class__, (self._numerator, self._denominator)

    def __copy__(self):
        return self if type(self) is Fraction else self.__class__(self._numerator, self._denominator)

    __deepcopy__ = lambda self, memo: self.__copy__()


# Knuth, TAOCP 4.5.1: common factors are removed before the multiplication, so numbers stay small.

def _make(n, d):
    return Fraction._from_coprime_ints(n, d)


def _sum(na, da, nb, db):
    g = math.gcd(da, db)
    if g == 1:
        return _make(na * db + da * nb, da * db)
    s = da // g
    t = na * (db // g) + nb * s
    g2 = math.gcd(t, g)
    if g2 == 1:
        return _make(t, s * db)
    return _make(t // g2, s * (db // g2))


def _add(a, b):
    return _sum(a._numerator, a._denominator, b._numerator, b._denominator)


def _sub(a, b):
    return _sum(a._numerator, a._denominator, -b._numerator, b._denominator)


def _mul(a, b):
    na, da, nb, db = a._numerator, a._denominator, b._numerator, b._denominator
    g1 = math.gcd(na, db)
    g2 = math.gcd(nb, da)
    return _make((na // g1) * (nb // g2), (db // g1) * (da // g2))


def _div(a, b):
    nb, db = b._numerator, b._denominator
    if nb == 0:
        raise ZeroDivisionError('Fraction(%s, 0)' % db)
    na, da = a._numerator, a._denominator
    g1 = math.gcd(na, nb)
    g2 = math.gcd(db, da)
    n, d = (na // g1) * (db // g2), (nb // g1) * (da // g2)
    return _make(-n, -d) if d < 0 else _make(n, d)


def _floordiv(a, b):
    return (a._numerator * b._denominator) // (a._denominator * b._numerator)


def _divmod(a, b):
    da, db = a._denominator, b._denominator
    div, n_mod = divmod(a._numerator * db, da * b._numerator)
    return div, Fraction(n_mod, da * db)


def _mod(a, b):
    da, db = a._denominator, b._denominator
    return Fraction((a._numerator * db) % (b._numerator * da), da * db)

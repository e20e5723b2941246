"""Decimal arithmetic to a chosen precision, as the General Decimal Arithmetic specification says.

A number is a sign, an integer coefficient, an exponent and a kind. Each operation works out its
exact value as far as needed, rounds once by the context (`_fix`), and gathers the conditions met
as bits; `_end` then sets the flags and raises for a trapped one. Rarer operations live in
`_decimal_more`, logarithms and powers in `_decimal_math`. What finite numbers of moderate size
do under the context in force is asked of `_core` first, which gives None for everything else.
"""
import _decimal_core as _core
import contextvars
from _stockade import type_name as _type_name, unexpected_keyword as _unexpected_keyword

__all__ = ['Decimal', 'Context', 'DecimalTuple', 'DefaultContext', 'BasicContext', 'ExtendedContext',
           'DecimalException', 'Clamped', 'InvalidOperation', 'DivisionByZero', 'Inexact', 'Rounded',
           'Subnormal', 'Overflow', 'Underflow', 'FloatOperation', 'DivisionImpossible',
           'InvalidContext', 'ConversionSyntax', 'DivisionUndefined', 'ROUND_DOWN', 'ROUND_HALF_UP',
           'ROUND_HALF_EVEN', 'ROUND_CEILING', 'ROUND_FLOOR', 'ROUND_UP', 'ROUND_HALF_DOWN',
           'ROUND_05UP', 'setcontext', 'getcontext', 'localcontext', 'MAX_PREC', 'MAX_EMAX', 'MIN_EMIN',
           'MIN_ETINY', 'HAVE_THREADS', 'HAVE_CONTEXTVAR']
__version__ = '1.70'
__libmpdec_version__ = '2.5.1'
MAX_PREC = MAX_EMAX = 999999999999999999
MIN_EMIN = -MAX_EMAX
MIN_ETINY = MIN_EMIN - (MAX_PREC - 1)
HAVE_THREADS = HAVE_CONTEXTVAR = True
ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR = 'ROUND_UP', 'ROUND_DOWN', 'ROUND_CEILING', 'ROUND_FLOOR'
ROUND_HALF_UP, ROUND_HALF_DOWN = 'ROUND_HALF_UP', 'ROUND_HALF_DOWN'
ROUND_HALF_EVEN, ROUND_05UP = 'ROUND_HALF_EVEN', 'ROUND_05UP'
_ROUNDINGS = (ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN,
              ROUND_HALF_EVEN, ROUND_05UP)
_FINITE, _INF, _QNAN, _SNAN = 0, 1, 2, 3


def __getattr__(name):
    if name != 'DecimalTuple':
        raise AttributeError(f"module 'decimal' has no attribute {name!r}")
    from collections import namedtuple
    made = namedtuple('DecimalTuple', 'sign digits exponent', module='decimal')
    globals()[name] = made
    return made


# ---- conditions

class DecimalException(ArithmeticError):
    pass


class InvalidOperation(DecimalException):
    pass


class FloatOperation(DecimalException, TypeError):
    pass


class DivisionByZero(DecimalException, ZeroDivisionError):
    pass


class Inexact(DecimalException):
    pass


class Rounded(DecimalException):
    pass


class Overflow(Inexact, Rounded):
    pass


class Subnormal(DecimalException):
    pass


class Underflow(Inexact, Rounded, Subnormal):
    pass


class Clamped(DecimalException):
    pass


class ConversionSyntax(InvalidOperation):
    pass


class DivisionImpossible(InvalidOperation):
    pass


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    pass


class InvalidContext(InvalidOperation):
    pass


# signal bits in the order in which traps are checked, then the detailed causes of an invalid operation
_SIGNALS = (InvalidOperation, FloatOperation, DivisionByZero, Overflow, Underflow, Subnormal, Inexact,
            Rounded, Clamped)
_INVALID, _FLOAT, _DIVZERO, _OVER, _UNDER, _SUB, _INEXACT, _ROUNDED, _CLAMPED = [1 << i for i in range(9)]
_SYNTAX, _IMPOSSIBLE, _UNDEFINED, _BADCONTEXT = [(1 << i) | 1 for i in range(9, 13)]
_CAUSES = ((1 << 10, DivisionImpossible), (1 << 11, DivisionUndefined), (1 << 9, ConversionSyntax),
           (1 << 12, InvalidContext))
_BIT = {cls: 1 << i for i, cls in enumerate(_SIGNALS)}
_SHOWN = (Clamped, InvalidOperation, DivisionByZero, Inexact, FloatOperation, Overflow, Rounded, Subnormal,
          Underflow)
_BAD_SIGNAL = ('valid values for signals are:\n  [InvalidOperation, FloatOperation, DivisionByZero,\n   '
               'Overflow, Underflow, Subnormal, Inexact, Rounded,\n   Clamped]')


class SignalDict:
    """The flags or the traps of a context, as a mapping from signals to booleans."""
    __slots__ = ('_home', '_which')

    def __init__(self, home, which):
        self._home = home
        self._which = which

    def _bits(self):
        return getattr(self._home, self._which)

    def __getitem__(self, key):
        if key not in _BIT:
            raise KeyError(_BAD_SIGNAL)
        return bool(self._bits() & _BIT[key])

    def __setitem__(self, key, value):
        if key not in _BIT:
            raise KeyError(_BAD_SIGNAL)
        bits = self._bits()
        object.__setattr__(self._home, self._which, bits | _BIT[key] if value else bits & ~_BIT[key])

    def __delitem__(self, key):
        raise ValueError('signal keys cannot be deleted')

    def __len__(self):
        return len(_SIGNALS)

    def __iter__(self):
        return iter(_SIGNALS)

    def __contains__(self, key):
        return key in _BIT

    def keys(self):
        return list(_SIGNALS)

    def values(self):
        return [self[key] for key in _SIGNALS]

    def items(self):
        return [(key, self[key]) for key in _SIGNALS]

    def get(self, key, default=None):
        return self[key] if key in _BIT else default

    def copy(self):
        return dict(self.items())

    def update(self, other=(), **kw):
        for key, value in dict(other).items():
            self[key] = value

    def __eq__(self, other):
        if isinstance(other, SignalDict):
            return self._bits() == other._bits()
        if isinstance(other, dict):
            return dict(self.items()) == other
        return NotImplemented

    __hash__ = None

    def __repr__(self):
        return '{' + ', '.join([f'{key!r}:{value!r}' for key, value in self.items()]) + '}'


def _end(ctx, result, status):
    """Record the conditions an operation met; raise for a trapped one."""
    if status:
        ctx._flags |= status & 511
        trapped = ctx._traps & status
        if trapped:
            for cls in _SIGNALS:
                if trapped & _BIT[cls]:
                    break
            shown = [cause for bit, cause in _CAUSES if status & bit] if trapped & _INVALID else []
            for signal in _SIGNALS[1:] if shown else _SIGNALS:
                if trapped & _BIT[signal]:
                    shown.append(signal)
            raise cls(shown)
    return result


# ---- digits

def _size(n):
    """How many decimal digits a non-negative integer has."""
    bits = n.bit_length()
    if bits < 14000:
        return len(str(n))
    guess = bits * 30103 // 100000 - 2
    n //= 10 ** guess
    return guess + len(str(n))


def _digits(n):
    if n.bit_length() < 14000:
        return str(n)
    half = _size(n) // 2
    high, low = divmod(n, 10 ** half)
    return _digits(high) + _digits(low).rjust(half, '0')


def _number(text):
    if len(text) <= 4000:
        return int(text)
    half = len(text) // 2
    return _number(text[:half]) * 10 ** (len(text) - half) + _number(text[half:])


def _away(q, r, d, sign, mode):
    """Should q, with remainder r of d (0 < r < d), be rounded away from zero?"""
    if mode == ROUND_HALF_EVEN:
        r += r
        return r > d or r == d and q & 1
    if mode == ROUND_HALF_UP:
        return r + r >= d
    if mode == ROUND_DOWN:
        return False
    if mode == ROUND_UP:
        return True
    if mode == ROUND_CEILING:
        return not sign
    if mode == ROUND_FLOOR:
        return sign
    if mode == ROUND_HALF_DOWN:
        return r + r > d
    return q % 5 == 0  # ROUND_05UP


def _cut(n, drop, sign, mode):
    """n without its last `drop` digits, and whether any was lost."""
    d = 10 ** drop
    q, r = divmod(n, d)
    if not r:
        return q, False
    return q + 1 if _away(q, r, d, sign, mode) else q, True


def _cut_far(n, size, drop, sign, mode):
    """`_cut` without building a power of ten much longer than n."""
    if drop > size + 1:
        return (1, True) if n and _away(0, 1, 10, sign, mode) else (0, bool(n))
    return _cut(n, drop, sign, mode)


# ---- making numbers

def _new(sign, n, exp, kind=_FINITE):
    made = object.__new__(_decimal_class)
    made._sign, made._int, made._exp, made._kind = sign, n, exp, kind
    return made


def _fix(sign, n, exp, ctx, status=0):
    """Round to the context: (number, conditions)."""
    prec, emax = ctx.prec, ctx.Emax
    etiny = ctx.Emin - prec + 1
    etop = emax - prec + 1
    if not n:
        top = etop if ctx.clamp else emax
        at = min(max(exp, etiny), top)
        return _new(sign, 0, at), status | _CLAMPED if at != exp else status
    size = _size(n)
    least = size + exp - prec
    if least > etop:
        return _overflow(sign, ctx, status)
    subnormal = size + exp - 1 < ctx.Emin
    if least < etiny:
        least = etiny
    if exp < least:
        q, lost = _cut_far(n, size, least - exp, sign, ctx.rounding)
        if lost and _size(q) > prec:
            q //= 10
            least += 1
        if least > etop:
            return _overflow(sign, ctx, status)
        status |= _ROUNDED
        if lost:
            status |= _INEXACT
        if subnormal:
            status |= _SUB
            if lost:
                status |= _UNDER
            if not q:
                status |= _CLAMPED
        if ctx.clamp and least > etop:
            q *= 10 ** (least - etop)
            least = etop
            status |= _CLAMPED
        return _new(sign, q, least), status
    if subnormal:
        status |= _SUB
    if ctx.clamp and exp > etop:
        return _new(sign, n * 10 ** (exp - etop), etop), status | _CLAMPED
    return _new(sign, n, exp), status


def _overflow(sign, ctx, status):
    status |= _OVER | _INEXACT | _ROUNDED
    mode = ctx.rounding
    if mode in (ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_UP) or \
            mode == ROUND_CEILING and not sign or mode == ROUND_FLOOR and sign:
        return _new(sign, 0, 0, _INF), status
    return _new(sign, 10 ** ctx.prec - 1, ctx.Emax - ctx.prec + 1), status


def _fix_any(d, ctx, status=0):
    if d._kind == _FINITE:
        return _fix(d._sign, d._int, d._exp, ctx, status)
    if d._kind == _INF:
        return d, status
    return _fix_nan(d, ctx), status


def _fix_nan(d, ctx):
    room = ctx.prec - ctx.clamp
    if d._int and _size(d._int) > room:
        return _new(d._sign, d._int % 10 ** room, 0, d._kind)
    return d


def _nan():
    return _new(0, 0, 0, _QNAN)


def _nan_of(a, b, ctx):
    """What an operation gives when an operand is a NaN: (number, conditions)."""
    for d in (a, b):
        if d is not None and d._kind == _SNAN:
            return _fix_nan(_new(d._sign, d._int, 0, _QNAN), ctx), _INVALID
    for d in (a, b):
        if d is not None and d._kind == _QNAN:
            return _fix_nan(d, ctx), 0


def _parse(text):
    """A number from its text, or None."""
    t = text.strip().replace('_', '')
    sign = 0
    if t[:1] in ('-', '+'):
        sign = int(t[0] == '-')
        t = t[1:]
    exp = 0
    first = t[:1]
    if not (first.isdecimal() or first == '.'):
        low = t.lower()
        if low in ('inf', 'infinity'):
            return _new(sign, 0, 0, _INF)
        kind = _QNAN
        if low[:1] == 's':
            kind = _SNAN
            low = low[1:]
        if low[:3] != 'nan' or low[3:] and not low[3:].isdecimal():
            return None
        return _new(sign, _number(low[3:] or '0'), 0, kind)
    for mark in 'eE':
        if mark in t:
            t, _, power = t.partition(mark)
            bare = power[1:] if power[:1] in ('-', '+') else power
            if not bare.isdecimal():
                return None
            exp = _number(bare)
            if power[0] == '-':
                exp = -exp
            break
    whole, dot, part = t.partition('.')
    digits = whole + part
    if not digits.isdecimal():
        return None
    return _new(sign, _number(digits), exp - len(part))


def _from_tuple(value):
    if len(value) != 3:
        raise ValueError('argument must be a sequence of length 3')
    sign, digits, exp = value
    if not isinstance(sign, int) or sign not in (0, 1):
        raise ValueError('sign must be an integer with the value 0 or 1')
    kind = _FINITE
    if isinstance(exp, str):
        if exp not in ('F', 'n', 'N'):
            raise ValueError("string argument in the third position must be 'F', 'n' or 'N'")
        kind = {'F': _INF, 'n': _QNAN, 'N': _SNAN}[exp]
        exp = 0
    elif not isinstance(exp, int):
        raise ValueError('exponent must be an integer')
    if not isinstance(digits, (tuple, list)):
        raise ValueError('coefficient must be a tuple of digits')
    text = []
    for digit in digits:
        if not isinstance(digit, int) or not 0 <= digit <= 9:
            raise ValueError('coefficient must be a tuple of digits')
        text.append(str(int(digit)))
    n = 0 if kind == _INF else _number(''.join(text) or '0')
    return _new(int(sign), n, exp, kind)


def _from_float(value):
    if value != value:
        import math
        return _new(int(math.copysign(1.0, value) < 0), 0, 0, _QNAN)
    if value in (float('inf'), float('-inf')):
        return _new(int(value < 0), 0, 0, _INF)
    if not value:
        import math
        return _new(int(math.copysign(1.0, value) < 0), 0, 0)
    n, d = abs(float(value)).as_integer_ratio()
    k = d.bit_length() - 1
    return _new(int(value < 0), n * 5 ** k, -k)


def _convert(value):
    """An operand as a Decimal, or NotImplemented."""
    if isinstance(value, _decimal_class):
        return value
    if isinstance(value, int):
        return _new(int(value < 0), abs(int(value)), 0)
    return NotImplemented


def _need(value):
    d = _convert(value)
    if d is NotImplemented:
        raise TypeError(f'conversion from {_type_name(value)} to Decimal is not supported')
    return d


def _shown_type(obj):
    return 'decimal.Context' if isinstance(obj, _context_class) else type(obj).__name__


# ---- arithmetic on numbers: each function returns (number, conditions)

def _add(a, b, ctx):
    if a._kind or b._kind:
        if a._kind > _INF or b._kind > _INF:
            return _nan_of(a, b, ctx)
        if a._kind and b._kind and a._sign != b._sign:
            return _nan(), _INVALID
        return (a if a._kind else b), 0
    exp = a._exp if a._exp < b._exp else b._exp
    if not a._int or not b._int:
        if not a._int and not b._int:
            sign = a._sign & b._sign
            if a._sign != b._sign and ctx.rounding == ROUND_FLOOR:
                sign = 1
            return _fix(sign, 0, exp, ctx)
        other = b if not a._int else a
        n, e = other._int, other._exp
        keep = max(exp, e - ctx.prec - 1)
        if e > keep:
            n *= 10 ** (e - keep)
            e = keep
        return _fix(other._sign, n, e, ctx)
    big, small = (a, b) if a._exp >= b._exp else (b, a)
    n1, e1, n2, e2 = big._int, big._exp, small._int, small._exp
    gap = e1 - e2
    if gap > ctx.prec:
        size = _size(n1)
        room = size - ctx.prec - 2
        floor = e1 + (room if room < -1 else -1)
        if _size(n2) + e2 - 1 < floor:  # so small that only its sign matters
            n2, e2 = 1, floor
            gap = e1 - e2
    if gap:
        n1 *= 10 ** gap
    if big._sign == small._sign:
        return _fix(big._sign, n1 + n2, e2, ctx)
    total = n1 - n2
    if not total:
        return _fix(1 if ctx.rounding == ROUND_FLOOR else 0, 0, exp, ctx)
    if total > 0:
        return _fix(big._sign, total, e2, ctx)
    return _fix(small._sign, -total, e2, ctx)


def _flip(d):
    return _new(d._sign ^ 1, d._int, d._exp, d._kind)


def _sub(a, b, ctx):
    if b._kind > _INF or a._kind > _INF:
        return _nan_of(a, b, ctx)
    return _add(a, _flip(b), ctx)


def _mul(a, b, ctx):
    sign = a._sign ^ b._sign
    if a._kind or b._kind:
        if a._kind > _INF or b._kind > _INF:
            return _nan_of(a, b, ctx)
        if not a._kind and not a._int or not b._kind and not b._int:
            return _nan(), _INVALID
        return _new(sign, 0, 0, _INF), 0
    return _fix(sign, a._int * b._int, a._exp + b._exp, ctx)


def _div(a, b, ctx):
    sign = a._sign ^ b._sign
    if a._kind or b._kind:
        if a._kind > _INF or b._kind > _INF:
            return _nan_of(a, b, ctx)
        if a._kind:
            return (_nan(), _INVALID) if b._kind else (_new(sign, 0, 0, _INF), 0)
        return _new(sign, 0, ctx.Emin - ctx.prec + 1), _CLAMPED
    if not b._int:
        if not a._int:
            return _nan(), _UNDEFINED
        return _new(sign, 0, 0, _INF), _DIVZERO
    ideal = a._exp - b._exp
    if not a._int:
        return _fix(sign, 0, ideal, ctx)
    shift = _size(b._int) - _size(a._int) + ctx.prec + 1
    exp = ideal - shift
    n, d = a._int, b._int
    if shift >= 0:
        q, r = divmod(n * 10 ** shift, d)
    else:
        q, r = divmod(n, d * 10 ** -shift)
    if r:
        if q % 5 == 0:
            q += 1  # the digit that decides the rounding must not look exact
    else:
        while exp < ideal and q % 10 == 0:
            q //= 10
            exp += 1
    return _fix(sign, q, exp, ctx)


def _divmod_parts(a, b, ctx):
    """Integer quotient and remainder of finite numbers, b not zero; None if the quotient is too long."""
    exp = min(a._exp, b._exp)
    gap = (a._exp + _size(a._int)) - (b._exp + _size(b._int)) if a._int else -1
    if not a._int or gap < -1:
        if a._exp > exp and a._int:
            return 0, a._int * 10 ** (a._exp - exp), exp
        return 0, a._int if a._exp == exp else a._int, exp if a._exp == exp or not a._int else a._exp
    if gap > ctx.prec:
        return None
    n, d = a._int * 10 ** (a._exp - exp), b._int * 10 ** (b._exp - exp)
    q, r = divmod(n, d)
    if q >= 10 ** ctx.prec:
        return None
    return q, r, exp


def _floordiv(a, b, ctx):
    sign = a._sign ^ b._sign
    if a._kind or b._kind:
        if a._kind > _INF or b._kind > _INF:
            return _nan_of(a, b, ctx)
        if a._kind:
            return (_nan(), _INVALID) if b._kind else (_new(sign, 0, 0, _INF), 0)
        return _new(sign, 0, 0), 0
    if not b._int:
        if not a._int:
            return _nan(), _UNDEFINED
        return _new(sign, 0, 0, _INF), _DIVZERO
    parts = _divmod_parts(a, b, ctx)
    return (_nan(), _IMPOSSIBLE) if parts is None else _fix(sign, parts[0], 0, ctx)


def _mod(a, b, ctx):
    if a._kind or b._kind:
        if a._kind > _INF or b._kind > _INF:
            return _nan_of(a, b, ctx)
        if a._kind:
            return _nan(), _INVALID
        return _fix(a._sign, a._int, a._exp, ctx)
    if not b._int:
        return _nan(), _INVALID if a._int else _UNDEFINED
    parts = _divmod_parts(a, b, ctx)
    if parts is None:
        return _nan(), _IMPOSSIBLE
    return _fix(a._sign, parts[1], parts[2], ctx)


def _divmod(a, b, ctx):
    sign = a._sign ^ b._sign
    if a._kind or b._kind:
        if a._kind > _INF or b._kind > _INF:
            result, status = _nan_of(a, b, ctx)
            return (result, result), status
        if a._kind:
            q = _nan() if b._kind else _new(sign, 0, 0, _INF)
            return (q, _nan()), _INVALID
        r, status = _fix(a._sign, a._int, a._exp, ctx)
        return (_new(sign, 0, 0), r), status
    if not b._int:
        if not a._int:
            return (_nan(), _nan()), _UNDEFINED
        return (_new(sign, 0, 0, _INF), _nan()), _DIVZERO | _INVALID
    parts = _divmod_parts(a, b, ctx)
    if parts is None:
        return (_nan(), _nan()), _IMPOSSIBLE
    q, status = _fix(sign, parts[0], 0, ctx)
    r, status = _fix(a._sign, parts[1], parts[2], ctx, status)
    return (q, r), status


def _order(a, b):
    """-1, 0 or 1 for numbers that are not NaN."""
    if a._kind or b._kind:
        one = 0 if not a._kind else -1 if a._sign else 1
        two = 0 if not b._kind else -1 if b._sign else 1
        return (one > two) - (one < two)
    if not a._int:
        return 0 if not b._int else 1 if b._sign else -1
    if not b._int:
        return -1 if a._sign else 1
    if a._sign != b._sign:
        return -1 if a._sign else 1
    one, two = _size(a._int) + a._exp, _size(b._int) + b._exp
    if one != two:
        found = 1 if one > two else -1
    else:
        n, m = a._int, b._int
        if a._exp > b._exp:
            n *= 10 ** (a._exp - b._exp)
        elif b._exp > a._exp:
            m *= 10 ** (b._exp - a._exp)
        found = (n > m) - (n < m)
    return -found if a._sign else found


def _quantize(a, exp, ctx, mode):
    """A finite number with the given exponent."""
    if not ctx.Emin - ctx.prec + 1 <= exp <= ctx.Emax:
        return _nan(), _INVALID
    if not a._int:
        return _fix(a._sign, 0, exp, ctx)
    size = _size(a._int)
    if a._exp + size - 1 > ctx.Emax or size + a._exp - exp > ctx.prec:
        return _nan(), _INVALID
    status = 0
    if exp > a._exp:
        n, lost = _cut_far(a._int, size, exp - a._exp, a._sign, mode)
        status = _ROUNDED | (_INEXACT if lost else 0)
    else:
        n = a._int * 10 ** (a._exp - exp)
    if n:
        size = _size(n)
        if size + exp - 1 > ctx.Emax or size > ctx.prec:
            return _nan(), _INVALID
        if size + exp - 1 < ctx.Emin:
            status |= _SUB
    result, more = _fix(a._sign, n, exp, ctx)
    return result, status | more


def _to_integral(a, mode):
    """An integer-valued number: (number, was anything lost)."""
    if a._exp >= 0:
        return a, False
    size = _size(a._int)
    n, lost = _cut_far(a._int, size, -a._exp, a._sign, mode)
    return _new(a._sign, n, 0), lost


def _to_text(d, capitals=1, eng=False):
    sign = '-' if d._sign else ''
    if d._kind:
        if d._kind == _INF:
            return sign + 'Infinity'
        return sign + ('NaN' if d._kind == _QNAN else 'sNaN') + (_digits(d._int) if d._int else '')
    digits = _digits(d._int)
    left = d._exp + len(digits)
    if d._exp <= 0 and left > -6:
        point = left
    elif not eng:
        point = 1
    elif not d._int:
        point = (left + 1) % 3 - 1
    else:
        point = (left - 1) % 3 + 1
    if point <= 0:
        shown = '0.' + '0' * -point + digits
    elif point >= len(digits):
        shown = digits + '0' * (point - len(digits))
    else:
        shown = digits[:point] + '.' + digits[point:]
    if left != point:
        shown += f'{"E" if capitals else "e"}{left - point:+d}'
    return sign + shown


def _ctx(context):
    if context is None:
        return _current[0]
    if not isinstance(context, _context_class):
        raise TypeError('optional argument must be a context')
    return context


def _plain(method):
    """A method of one number and a context."""
    def run(self, context=None):
        ctx = _ctx(context)
        return _end(ctx, *method(self, ctx))
    return run


def _paired(method):
    """A method of two numbers and a context."""
    def run(self, other, context=None):
        ctx = _ctx(context)
        return _end(ctx, *method(self, _need(other), ctx))
    return run


def _operator(quick, method):
    def forward(self, other):
        found = quick(self, other, _HOME)
        if found is not None:
            return found
        other = _convert(other)
        if other is NotImplemented:
            return other
        ctx = _current[0]
        return _end(ctx, *method(self, other, ctx))

    def reverse(self, other):
        found = quick(other, self, _HOME)
        if found is not None:
            return found
        other = _convert(other)
        if other is NotImplemented:
            return other
        ctx = _current[0]
        return _end(ctx, *method(other, self, ctx))
    return forward, reverse


def _comparison(test):
    def compare(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return test(order)
        ctx = _current[0]
        pair = _comparable(self, other, ctx)
        if pair is NotImplemented:
            return pair
        a, b = pair
        if a._kind > _INF or b._kind > _INF:
            return _end(ctx, False, _INVALID)
        return test(_order(a, b))
    return compare


def _comparable(a, other, ctx, equality=False):
    if isinstance(other, _decimal_class):
        return a, other
    if isinstance(other, int):
        return a, _new(int(other < 0), abs(other), 0)
    if isinstance(other, float):
        ctx._flags |= _FLOAT
        if not equality:
            _end(ctx, None, _FLOAT)
        return a, _from_float(other)
    if isinstance(other, complex) and equality:
        if other.imag == 0:
            return a, _from_float(other.real)
        return NotImplemented
    cls = type(other)
    if hasattr(cls, 'numerator') and hasattr(cls, 'denominator'):
        from numbers import Rational
        if isinstance(other, Rational):
            if a._kind == _FINITE:
                a = _new(a._sign, a._int * other.denominator, a._exp)
            return a, _new(int(other.numerator < 0), abs(other.numerator), 0)
    return NotImplemented


_missing = object()
# Shows `_core` the classes of numbers and contexts, and where the current context is kept. Set when they exist.
_HOME = ()
_core_order, _core_make, _core_text, _core_shown, _core_hash = _core.order, _core.make, _core.text, _core.shown, _core.hash
_core_to_int, _core_to_float, _core_quantize = _core.to_int, _core.to_float, _core.quantize
_core_plus, _core_minus, _core_absolute = _core.plus, _core.minus, _core.absolute


def _core_none(a, b, home):
    return None


class Decimal:
    __slots__ = ('_sign', '_int', '_exp', '_kind', '__weakref__')

    def __new__(cls, value='0', context=None):
        if cls is _decimal_class and context is None:
            made = _core_make(value, _HOME)
            if made is not None:
                return made
        if context is not None and not isinstance(context, _context_class):
            raise TypeError('optional argument must be a context')
        if isinstance(value, str):
            made = _parse(value)
            if made is None or not _in_range(made):
                made = _end(_ctx(context), _nan(), _SYNTAX if made is None else _INVALID)
        elif isinstance(value, int):
            value = int.__index__(value)
            made = _new(int(value < 0), abs(value), 0)
        elif isinstance(value, _decimal_class):
            if cls is type(value) is _decimal_class:
                return value
            made = _new(value._sign, value._int, value._exp, value._kind)
        elif isinstance(value, float):
            _end(_ctx(context), None, _FLOAT)
            made = _from_float(value)
        elif isinstance(value, (tuple, list)):
            made = _from_tuple(value)
            if not _in_range(made):
                made = _end(_ctx(context), _nan(), _INVALID)
        else:
            raise TypeError(f'conversion from {_type_name(value)} to Decimal is not supported')
        if cls is _decimal_class:
            return made
        self = object.__new__(cls)
        self._sign, self._int, self._exp, self._kind = made._sign, made._int, made._exp, made._kind
        return self

    @classmethod
    def from_float(cls, f, /):
        if isinstance(f, int):
            f = int.__index__(f)
            made = _new(int(f < 0), abs(f), 0)
        elif isinstance(f, float):
            made = _from_float(f)
        else:
            raise TypeError('argument must be int or float')
        return made if cls is _decimal_class else cls(made)

    # ---- text

    def __repr__(self):
        return _core_shown(self, _HOME) or f"Decimal('{self!s}')"

    def __str__(self):
        return _core_text(self, _HOME) or _to_text(self, _current[0].capitals)

    def to_eng_string(self, context=None):
        return _to_text(self, _ctx(context).capitals, True)

    def __format__(self, spec, override=None, /):
        if override is not None and not isinstance(override, dict):
            raise TypeError('optional argument must be a dict')
        if override is None:
            shown = _core.format(self, spec, _HOME)
            if shown is not None:
                return shown
        from _decimal_more import format_decimal
        return format_decimal(self, spec, _current[0], override)

    def as_tuple(self):
        made = globals().get('DecimalTuple') or __getattr__('DecimalTuple')
        digits = tuple([int(c) for c in _digits(self._int)])
        if self._kind:
            if self._kind != _INF and not self._int:
                digits = ()
            return made(self._sign, (0,) if self._kind == _INF else digits, ' FnN'[self._kind])
        return made(self._sign, digits, self._exp)

    def as_integer_ratio(self):
        if self._kind:
            if self._kind == _INF:
                raise OverflowError('cannot convert Infinity to integer ratio')
            raise ValueError('cannot convert NaN to integer ratio')
        n = -self._int if self._sign else self._int
        if not n:
            return 0, 1
        if self._exp >= 0:
            return n * 10 ** self._exp, 1
        from math import gcd
        d = 10 ** -self._exp
        shared = gcd(n, d)
        return n // shared, d // shared

    # ---- conversions

    def __hash__(self):
        found = _core_hash(self, _HOME)
        if found is not None:
            return found
        if self._kind:
            if self._kind == _SNAN:
                raise TypeError('Cannot hash a signaling NaN value')
            if self._kind == _QNAN:
                return object.__hash__(self)
            return -314159 if self._sign else 314159
        p = 2305843009213693951
        found = self._int * pow(10 if self._exp >= 0 else 2075258708292324556, abs(self._exp), p) % p
        found = -found if self._sign else found
        return -2 if found == -1 else found

    def __bool__(self):
        return self._kind != _FINITE or self._int != 0

    def __int__(self):
        found = _core_to_int(self, _HOME)
        if found is not None:
            return found
        if self._kind:
            if self._kind == _INF:
                raise OverflowError('cannot convert Infinity to integer')
            raise ValueError('cannot convert NaN to integer')
        if self._exp >= 0:
            n = self._int * 10 ** self._exp
        elif -self._exp > _size(self._int):
            n = 0
        else:
            n = self._int // 10 ** -self._exp
        return -n if self._sign else n

    def __trunc__(self):
        return self.__int__()

    def __float__(self):
        found = _core_to_float(self, _HOME)
        if found is not None:
            return found
        if self._kind == _SNAN:
            raise ValueError('cannot convert signaling NaN to float')
        if self._kind == _QNAN:
            return float('-nan') if self._sign else float('nan')
        return float(_to_text(self))

    def __complex__(self):
        return complex(float(self))

    def __floor__(self):
        return int(self._rounded_int(ROUND_FLOOR))

    def __ceil__(self):
        return int(self._rounded_int(ROUND_CEILING))

    def _rounded_int(self, mode):
        found = _core.whole(self, mode, _HOME)
        if found is not None:
            return found
        if self._kind:
            int(self)  # raises
        return _to_integral(self, mode)[0]

    def __round__(self, ndigits=_missing):
        if ndigits is _missing:
            return int(self._rounded_int(ROUND_HALF_EVEN))
        found = _core.round(self, ndigits, _HOME)
        if found is not None:
            return found
        if not isinstance(ndigits, int):
            raise TypeError('optional arg must be an integer')
        if not -1 << 63 <= ndigits < 1 << 63:
            raise OverflowError('Python int too large to convert to C ssize_t')
        return self.quantize(_new(0, 1, -ndigits))

    @property
    def real(self):
        return self

    @property
    def imag(self):
        return _new(0, 0, 0)

    def conjugate(self):
        return self

    def __reduce__(self):
        return self.__class__, (_decimal_class.__str__(self),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    # ---- arithmetic

    __add__, __radd__ = _operator(_core.add, _add)
    __sub__, __rsub__ = _operator(_core.sub, _sub)
    __mul__, __rmul__ = _operator(_core.mul, _mul)
    __truediv__, __rtruediv__ = _operator(_core.div, _div)
    __floordiv__, __rfloordiv__ = _operator(_core.floordiv, _floordiv)
    __mod__, __rmod__ = _operator(_core.mod, _mod)
    __divmod__, __rdivmod__ = _operator(_core_none, _divmod)

    def __pow__(self, other, modulo=None):
        if modulo is None:
            found = _core.power(self, other, _HOME)
            if found is not None:
                return found
        other = _convert(other)
        if other is NotImplemented:
            return other
        ctx = _current[0]
        from _decimal_math import power, power_modulo
        if modulo is None:
            return _end(ctx, *power(self, other, ctx))
        modulo = _convert(modulo)
        if modulo is NotImplemented:
            return modulo
        return _end(ctx, *power_modulo(self, other, modulo, ctx))

    def __rpow__(self, other, modulo=None):
        other = _convert(other)
        return other if other is NotImplemented else other.__pow__(self, modulo)

    def __neg__(self):
        found = _core_minus(self, _HOME)
        if found is not None:
            return found
        ctx = _current[0]
        return _end(ctx, *_negated(self, ctx))

    def __pos__(self):
        found = _core_plus(self, _HOME)
        if found is not None:
            return found
        ctx = _current[0]
        return _end(ctx, *_kept(self, ctx))

    def __abs__(self):
        found = _core_absolute(self, _HOME)
        if found is not None:
            return found
        ctx = _current[0]
        return _end(ctx, *(_negated(self, ctx) if self._sign else _kept(self, ctx)))

    # ---- comparison

    def __eq__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order == 0
        ctx = _current[0]
        pair = _comparable(self, other, ctx, True)
        if pair is NotImplemented:
            return pair
        a, b = pair
        if a._kind > _INF or b._kind > _INF:
            return _end(ctx, False, _INVALID if _SNAN in (a._kind, b._kind) else 0)
        return _order(a, b) == 0

    __lt__ = _comparison(lambda order: order < 0)
    __le__ = _comparison(lambda order: order <= 0)
    __gt__ = _comparison(lambda order: order > 0)
    __ge__ = _comparison(lambda order: order >= 0)

    def compare(self, other, context=None):
        ctx = _ctx(context)
        other = _need(other)
        if self._kind > _INF or other._kind > _INF:
            return _end(ctx, *_nan_of(self, other, ctx))
        order = _order(self, other)
        return _new(int(order < 0), abs(order), 0)

    # ---- shape

    def adjusted(self):
        return 0 if self._kind else self._exp + _size(self._int) - 1

    def quantize(self, exp, rounding=None, context=None):
        if context is None:
            found = _core_quantize(self, exp, rounding, _HOME)
            if found is not None:
                return found
        ctx = _ctx(context)
        exp = _need(exp)
        mode = ctx.rounding if rounding is None else _check_rounding(rounding)
        if self._kind or exp._kind:
            if self._kind > _INF or exp._kind > _INF:
                return _end(ctx, *_nan_of(self, exp, ctx))
            if self._kind and exp._kind:
                return self
            return _end(ctx, _nan(), _INVALID)
        return _end(ctx, *_quantize(self, exp._exp, ctx, mode))

    def normalize(self, context=None):
        if context is None:
            found = _core.normalize(self, _HOME)
            if found is not None:
                return found
        ctx = _ctx(context)
        d, status = _nan_of(self, None, ctx) if self._kind > _INF else _fix_any(self, ctx)
        if d._kind:
            return _end(ctx, d, status)
        n, e = d._int, d._exp
        if not n:
            return _end(ctx, _new(d._sign, 0, 0), status)
        top = ctx.Emax - ctx.prec + 1 if ctx.clamp else ctx.Emax
        while n % 10 == 0 and e < top:
            n //= 10
            e += 1
        return _end(ctx, _new(d._sign, n, e), status)

    def to_integral_value(self, rounding=None, context=None):
        ctx = _ctx(context)
        mode = ctx.rounding if rounding is None else _check_rounding(rounding)
        found = _core.whole(self, mode, _HOME)
        if found is not None:
            return found
        if self._kind:
            return self if self._kind == _INF else _end(ctx, *_nan_of(self, None, ctx))
        return _to_integral(self, mode)[0]

    def to_integral(self, rounding=None, context=None):
        return self.to_integral_value(rounding, context)

    def to_integral_exact(self, rounding=None, context=None):
        ctx = _ctx(context)
        mode = ctx.rounding if rounding is None else _check_rounding(rounding)
        if self._kind:
            return self if self._kind == _INF else _end(ctx, *_nan_of(self, None, ctx))
        d, lost = _to_integral(self, mode)
        status = _ROUNDED if self._exp < 0 and self._int else 0
        return _end(ctx, d, status | _INEXACT if lost else status)

    def copy_abs(self):
        return _new(0, self._int, self._exp, self._kind)

    def copy_negate(self):
        return _flip(self)

    def copy_sign(self, other, context=None):
        if context is not None:
            _ctx(context)
        return _new(_need(other)._sign, self._int, self._exp, self._kind)

    def canonical(self):
        return self

    def is_canonical(self):
        return True

    def is_finite(self):
        return self._kind == _FINITE

    def is_infinite(self):
        return self._kind == _INF

    def is_nan(self):
        return self._kind > _INF

    def is_qnan(self):
        return self._kind == _QNAN

    def is_snan(self):
        return self._kind == _SNAN

    def is_signed(self):
        return self._sign == 1

    def is_zero(self):
        return self._kind == _FINITE and not self._int

    def is_normal(self, context=None):
        return self._kind == _FINITE and self._int != 0 and self.adjusted() >= _ctx(context).Emin

    def is_subnormal(self, context=None):
        return self._kind == _FINITE and self._int != 0 and self.adjusted() < _ctx(context).Emin

    def radix(self):
        return _new(0, 10, 0)


# Used by functions, because a program may replace the public name.
_decimal_class = Decimal


for _method in ('add', 'sub', 'mul', 'truediv', 'floordiv', 'mod', 'divmod'):
    for _method in (f'__{_method}__', f'__r{_method}__'):
        getattr(Decimal, _method).__qualname__ = 'Decimal.' + _method
for _method in ('__lt__', '__le__', '__gt__', '__ge__'):
    getattr(Decimal, _method).__qualname__ = 'Decimal.' + _method
del _method


def _in_range(d):
    """Can C's library hold this number?"""
    if d._kind:
        return True
    if not d._int:
        return MIN_ETINY <= d._exp <= MAX_EMAX
    top = d._exp + _size(d._int) - 1
    return top <= MAX_EMAX and d._exp >= MIN_ETINY and _size(d._int) <= MAX_PREC


def _kept(d, ctx):
    if d._kind > _INF:
        return _nan_of(d, None, ctx)
    if not d._kind and not d._int and d._sign and ctx.rounding != ROUND_FLOOR:
        d = _new(0, 0, d._exp)
    return _fix_any(d, ctx)


def _negated(d, ctx):
    if d._kind > _INF:
        return _nan_of(d, None, ctx)
    if not d._kind and not d._int and ctx.rounding != ROUND_FLOOR:
        return _fix_any(_new(0, 0, d._exp), ctx)
    return _fix_any(_flip(d), ctx)


def _check_rounding(mode):
    if mode not in _ROUNDINGS:
        raise TypeError('valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, '
                        'ROUND_DOWN,\n   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]')
    return mode


def _later(name, home):
    """A method whose code is imported when it is first called."""
    def method(self, *args, **kwargs):
        if home == '_decimal_math':
            import _decimal_math as module
        else:
            import _decimal_more as module
        found = getattr(module, name)
        setattr(_decimal_class, name, found)
        return found(self, *args, **kwargs)
    method.__name__ = name
    method.__qualname__ = f'Decimal.{name}'
    return method


_MORE = {'_decimal_math': ('exp', 'ln', 'log10', 'sqrt'),
         '_decimal_more': ('compare_signal', 'compare_total', 'compare_total_mag', 'fma', 'logb',
                           'logical_and', 'logical_invert', 'logical_or', 'logical_xor', 'max', 'max_mag',
                           'min', 'min_mag', 'next_minus', 'next_plus', 'next_toward', 'number_class',
                           'remainder_near', 'rotate', 'same_quantum', 'scaleb', 'shift')}
for _home in _MORE:
    for _name in _MORE[_home]:
        setattr(Decimal, _name, _later(_name, _home))


# ---- contexts

_FIELDS = {'prec': 'valid range for prec is [1, MAX_PREC]', 'Emin': 'valid range for Emin is [MIN_EMIN, 0]',
           'Emax': 'valid range for Emax is [0, MAX_EMAX]',
           'capitals': 'valid values for capitals are 0 or 1', 'clamp': 'valid values for clamp are 0 or 1'}


_SETTINGS = ('prec', 'rounding', 'Emin', 'Emax', 'capitals', 'clamp', 'flags', 'traps')


class Context:
    __slots__ = ('prec', 'rounding', 'Emin', 'Emax', 'capitals', 'clamp', '_flags', '_traps')

    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None,
                 flags=None, traps=None, **wrong):
        for name in wrong:
            _unexpected_keyword('this function', name, _SETTINGS)
        base = globals().get('DefaultContext')
        for name, value, default in (('prec', prec, 28), ('rounding', rounding, ROUND_HALF_EVEN),
                                     ('Emin', Emin, -999999), ('Emax', Emax, 999999),
                                     ('capitals', capitals, 1), ('clamp', clamp, 0)):
            if value is None:
                value = default if base is None else getattr(base, name)
            setattr(self, name, value)
        self._flags = 0
        self._traps = _INVALID | _DIVZERO | _OVER if base is None else base._traps
        if flags is not None:
            self._set_signals('_flags', flags)
        if traps is not None:
            self._set_signals('_traps', traps)

    def __setattr__(self, name, value):
        if name in _FIELDS:
            if not isinstance(value, int):
                raise TypeError('an integer is required')
            if not -1 << 63 <= value < 1 << 63:
                raise OverflowError('Python int too large to convert to C ssize_t')
            value = int(value)
            low, high = {'prec': (1, MAX_PREC), 'Emin': (MIN_EMIN, 0), 'Emax': (0, MAX_EMAX)}.get(name, (0, 1))
            if not low <= value <= high:
                raise ValueError(_FIELDS[name])
        elif name == 'rounding':
            _check_rounding(value)
        elif name in ('flags', 'traps'):
            if isinstance(value, list):
                raise TypeError('argument must be a signal dict')
            self._set_signals('_' + name, value)
            return
        elif name not in ('_flags', '_traps'):
            raise AttributeError(f"'decimal.Context' object has no attribute '{name}'")
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        raise AttributeError('context attributes cannot be deleted')

    def _set_signals(self, which, value):
        bits = 0
        if isinstance(value, SignalDict):
            bits = value._bits()
        elif isinstance(value, dict):
            if len(value) != len(_SIGNALS) or any([key not in _BIT for key in value]):
                raise KeyError('invalid signal dict')
            for key, on in value.items():
                if on:
                    bits |= _BIT[key]
        elif isinstance(value, list):
            for key in value:
                if key not in _BIT:
                    raise KeyError(_BAD_SIGNAL)
                bits |= _BIT[key]
        else:
            raise TypeError('argument must be a signal dict')
        object.__setattr__(self, which, bits)

    @property
    def flags(self):
        return SignalDict(self, '_flags')

    @property
    def traps(self):
        return SignalDict(self, '_traps')

    def __repr__(self):
        flags = ', '.join([cls.__name__ for cls in _SHOWN if self._flags & _BIT[cls]])
        traps = ', '.join([cls.__name__ for cls in _SHOWN if self._traps & _BIT[cls]])
        return (f'Context(prec={self.prec}, rounding={self.rounding}, Emin={self.Emin}, Emax={self.Emax}, '
                f'capitals={self.capitals}, clamp={self.clamp}, flags=[{flags}], traps=[{traps}])')

    def clear_flags(self):
        self._flags = 0

    def clear_traps(self):
        self._traps = 0

    def copy_decimal(self, a, /):
        return _need(a)

    def copy(self):
        made = _core.copy(self, _HOME)
        if made is not None:
            return made
        made = _context_class.__new__(_context_class)
        for name in _context_class.__slots__:
            object.__setattr__(made, name, getattr(self, name))
        return made

    def __copy__(self):
        return self.copy()

    def __reduce__(self):
        return self.__class__, (self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp,
                                [cls for cls in _SIGNALS if self._flags & _BIT[cls]],
                                [cls for cls in _SIGNALS if self._traps & _BIT[cls]])

    def Etiny(self):
        return self.Emin - self.prec + 1

    def Etop(self):
        return self.Emax - self.prec + 1

    def create_decimal(self, num='0', /):
        if isinstance(num, str):
            made = None if num != num.strip() or '_' in num else _parse(num)
            if made is None:
                return _end(self, _nan(), _SYNTAX)
        elif isinstance(num, float):
            _end(self, None, _FLOAT)
            made = _from_float(num)
        else:
            made = _decimal_class(num)
        if made._kind > _INF:
            if made._int and _size(made._int) > self.prec - self.clamp:
                return _end(self, _nan(), _SYNTAX)
            return made
        return _end(self, *_fix_any(made, self))

    def create_decimal_from_float(self, f, /):
        return _end(self, *_fix_any(_decimal_class.from_float(f), self))

    def _apply(self, a):
        return _end(self, *_fix_any(a, self))

    apply = _apply

    # ---- operations of this context

    def _two(self, method, a, b):
        return _end(self, *method(_need(a), _need(b), self))

    def add(self, a, b, /):
        return self._two(_add, a, b)

    def subtract(self, a, b, /):
        return self._two(_sub, a, b)

    def multiply(self, a, b, /):
        return self._two(_mul, a, b)

    def divide(self, a, b, /):
        return self._two(_div, a, b)

    def divide_int(self, a, b, /):
        return self._two(_floordiv, a, b)

    def remainder(self, a, b, /):
        return self._two(_mod, a, b)

    def divmod(self, a, b, /):
        return self._two(_divmod, a, b)

    def power(self, a, b, modulo=None):
        from _decimal_math import power, power_modulo
        a, b = _need(a), _need(b)
        if modulo is None:
            return _end(self, *power(a, b, self))
        return _end(self, *power_modulo(a, b, _need(modulo), self))

    def abs(self, a, /):
        a = _need(a)
        return _end(self, *(_negated(a, self) if a._sign else _kept(a, self)))

    def plus(self, a, /):
        return _end(self, *_kept(_need(a), self))

    def minus(self, a, /):
        return _end(self, *_negated(_need(a), self))

    def quantize(self, a, b, /):
        return _need(a).quantize(b, context=self)

    def is_canonical(self, a, /):
        if not isinstance(a, _decimal_class):
            raise TypeError('argument must be a Decimal')
        return True

    def fma(self, a, b, c, /):
        return _need(a).fma(b, c, context=self)

    def to_integral_value(self, a, /):
        return _need(a).to_integral_value(context=self)

    def to_integral(self, a, /):
        return self.to_integral_value(a)

    def to_sci_string(self, a, /):
        return _to_text(_need(a), self.capitals)

    def to_eng_string(self, a, /):
        return _to_text(_need(a), self.capitals, True)

    def radix(self):
        return _new(0, 10, 0)

    def canonical(self, a, /):
        if not isinstance(a, _decimal_class):
            raise TypeError('argument must be a Decimal')
        return a


_context_class = Context


def _delegate(name, count, with_context=True):
    """A context method that is a method of its first argument."""
    if count == 1:
        def method(self, a, /):
            a = _need(a)
            return getattr(a, name)(context=self) if with_context else getattr(a, name)()
    else:
        def method(self, a, b, /):
            return getattr(_need(a), name)(_need(b), context=self)
    method.__name__ = name
    method.__qualname__ = f'Context.{name}'
    return method


for _name in ('compare', 'compare_signal', 'compare_total', 'compare_total_mag', 'copy_sign', 'logical_and',
              'logical_or', 'logical_xor', 'max', 'max_mag', 'min', 'min_mag', 'next_toward',
              'remainder_near', 'rotate', 'same_quantum', 'scaleb', 'shift'):
    setattr(Context, _name, _delegate(_name, 2))
for _name in ('exp', 'ln', 'log10', 'sqrt', 'logb', 'logical_invert', 'next_minus', 'next_plus', 'normalize',
              'number_class', 'is_normal', 'is_subnormal', 'to_integral_exact'):
    setattr(Context, _name, _delegate(_name, 1))
for _name in ('copy_abs', 'copy_negate', 'is_finite', 'is_infinite', 'is_nan', 'is_qnan',
              'is_signed', 'is_snan', 'is_zero'):
    setattr(Context, _name, _delegate(_name, 1, False))


DefaultContext = Context()
BasicContext = Context(prec=9, rounding=ROUND_HALF_UP, flags=[], traps=[
    InvalidOperation, DivisionByZero, Overflow, Underflow, Clamped])
ExtendedContext = Context(prec=9, rounding=ROUND_HALF_EVEN, flags=[], traps=[])
_current = [DefaultContext.copy()]
contextvars._decimal = _current, DefaultContext.copy
_HOME = _new(0, 0, 0), DefaultContext.copy(), _current


def getcontext():
    return _current[0]


def setcontext(context, /):
    if not isinstance(context, _context_class):
        raise TypeError('argument must be a context')
    if context in (DefaultContext, BasicContext, ExtendedContext):
        context = context.copy()
        context._flags = 0
    _current[0] = context


class ContextManager:
    """Sets a copy of a context for the span of a `with`."""

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'decimal.ContextManager' instances")

    def __enter__(self):
        self._before = getcontext()
        _current[0] = self._local
        return self._local

    def __exit__(self, *exc):
        _current[0] = self._before


def localcontext(ctx=None, **kwargs):
    if ctx is None:
        ctx = getcontext()
    elif not isinstance(ctx, _context_class):
        raise TypeError('optional argument must be a context')
    made = ctx.copy()
    for name, value in kwargs.items():
        if name not in _SETTINGS:
            _unexpected_keyword('this function', name, ('ctx', *_SETTINGS))
        if value is not None:
            if name in ('flags', 'traps'):
                made._set_signals('_' + name, value)
            else:
                setattr(made, name, value)
    manager = object.__new__(ContextManager)
    manager._local, manager._before = made, None
    return manager


try:
    from _stockade import show_with_module
    show_with_module(Decimal, Context)
except ImportError:
    pass

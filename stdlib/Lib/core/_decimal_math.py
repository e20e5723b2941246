"""Square roots, exponentials, logarithms and powers of decimals, on big-integer fixed point."""
from math import isqrt
import decimal as _decimal
from decimal import (
    _CLAMPED, _FINITE, _INEXACT, _INF, _INVALID, _QNAN, _ROUNDED, _SNAN, _SUB, _UNDER, ROUND_HALF_EVEN, _ctx, _end, _fix, _fix_any,
    _mul, _div, _nan, _nan_of, _need, _new, _order, _size)


def sqrt(self, context=None):
    if context is None:
        found = _decimal._core.sqrt(self, _decimal._HOME)
        if found is not None:
            return found
    ctx = _ctx(context)
    if self._kind:
        if self._kind > _INF:
            return _end(ctx, *_nan_of(self, None, ctx))
        return _end(ctx, _nan(), _INVALID) if self._sign else self
    if not self._int:
        return _end(ctx, *_fix(self._sign, 0, self._exp // 2, ctx))
    if self._sign:
        return _end(ctx, _nan(), _INVALID)
    # Computes one digit more than needed. If the result is not exact, its last digit is not 0 or 5, so that no rounding sees a tie.
    n, exp = self._int, self._exp >> 1
    size = _size(n)
    if self._exp & 1:
        n *= 10
        length = (size >> 1) + 1
    else:
        length = (size + 1) >> 1
    move = ctx.prec + 1 - length
    if move >= 0:
        n *= 100 ** move
        exact = True
    else:
        n, rest = divmod(n, 100 ** -move)
        exact = not rest
    exp -= move
    root = isqrt(n)
    exact = exact and root * root == n
    if exact:
        if move >= 0:
            root //= 10 ** move
        else:
            root *= 10 ** -move
        exp += move
    elif root % 5 == 0:
        root += 1
    rounder = _half_even(ctx)
    return _end(ctx, *_fix(0, root, exp, rounder))


def _half_even(ctx):
    if ctx.rounding == ROUND_HALF_EVEN:
        return ctx
    made = ctx.copy()
    made.rounding = ROUND_HALF_EVEN
    return made


# ---- fixed point: an integer f means f / 2**bits

_constants = {}


def _atanh_inverse(k, bits):
    """atanh(1/k)."""
    total = term = (1 << bits) // k
    square = k * k
    n = 1
    while term:
        term //= square
        n += 2
        total += term // n
    return total


def _ln2(bits):
    known, value = _constants.get('ln2', (0, 0))
    if known < bits:
        work = bits + 16
        value = (18 * _atanh_inverse(26, work) - 2 * _atanh_inverse(4801, work)
                 + 8 * _atanh_inverse(8749, work)) >> 16
        known = bits
        _constants['ln2'] = known, value
    return value >> (known - bits)


def _ln10(bits):
    known, value = _constants.get('ln10', (0, 0))
    if known < bits:
        known = bits
        value = 3 * _ln2(bits) + 2 * _atanh_inverse(9, bits + 8) // 256  # 10 = 8 * 5/4
        _constants['ln10'] = known, value
    return value >> (known - bits)


def _ln_fixed(n, exp, bits):
    """ln(n * 10**exp), to within a few units of 2**-bits times its size."""
    work = bits + 40 + abs(exp).bit_length()
    # n * 10**exp = m * 2**k with m in [0.7, 1.42)
    if exp >= 0:
        top, bottom = n, 1
        tens = exp
    elif -exp < 4 * bits:
        top, bottom, tens = n, 10 ** -exp, 0
    else:
        top, bottom, tens = n, 1, exp
    k = top.bit_length() - bottom.bit_length()
    shift = work - k
    m = (top << shift) // bottom if shift >= 0 else top // (bottom << -shift)
    if m > (1 << work) * 7 // 5:
        m >>= 1
        k += 1
    elif m < (1 << work) * 7 // 10:
        m <<= 1
        k -= 1
    halvings = 0
    guard = isqrt(bits) // 2 + 4
    m <<= guard
    w = work + guard
    one = 1 << w
    while halvings < guard and abs(m - one) >> (w - guard):
        m = isqrt(m << w)
        halvings += 1
    below = m < one
    z = (abs(m - one) << w) // (m + one)
    square = z * z >> w
    total = term = z
    i = 1
    while term:
        term = term * square >> w
        i += 2
        total += term // i
    found = (total << (1 + halvings)) >> guard
    if below:
        found = -found
    found += k * _ln2(work)
    if tens:
        found += tens * _ln10(work)
    return found >> (work - bits)


def _exp_fixed(f, bits):
    """exp(f / 2**bits) as (m, k): m / 2**bits * 2**k, m in [1, 2)."""
    work = bits + 24
    f <<= 24
    ln2 = _ln2(work)
    k = f // ln2
    extra = abs(k).bit_length() + 4
    if extra > 8:  # a large multiple of ln 2 needs more bits of ln 2
        ln2 = _ln2(work + extra)
        r = (f << extra) - k * ln2 >> extra
    else:
        r = f - k * ln2
    halvings = isqrt(bits) // 2 + 2
    w = work + halvings * 2
    r = (r << (w - work)) >> halvings
    one = 1 << w
    total = one + r
    term = r
    i = 2
    while term:
        term = (term * r >> w) // i
        total += term
        i += 1
    for _ in range(halvings):
        total = total * total >> w
    while total >> w >= 2:
        total >>= 1
        k += 1
    return total >> (w - bits), k


def _to_decimal(m, bits, digits):
    """m / 2**bits * as n * 10**e, n of at least `digits` digits, cut."""
    top = m.bit_length() - bits
    e = top * 30103 // 100000 - digits
    if e >= 0:
        return (m // 10 ** e) >> bits if bits >= 0 else (m << -bits) // 10 ** e, e
    n = m * 10 ** -e
    return n >> bits if bits >= 0 else n << -bits, e


def _settled(n, slack):
    """Do the digits after those that count exclude a tie? n ends in `slack` guard digits."""
    low = n % 10 ** slack
    unit = 10 ** slack
    return min(low, unit - low) > 100 and abs(low - unit // 2) > 100


def _rounded(compute, ctx):
    """Raise the working precision until the rounding is certain; compute(digits) -> (sign, n, exp)."""
    slack = 10
    while True:
        sign, n, exp = compute(ctx.prec + slack)
        extra = _size(n) - ctx.prec
        if extra > 4 and _settled(n, extra) or slack > 200:
            break
        slack += 20
    return _fix(sign, n * 10 + 1, exp - 1, _half_even(ctx))


def exp(self, context=None):
    ctx = _ctx(context)
    if self._kind:
        if self._kind > _INF:
            return _end(ctx, *_nan_of(self, None, ctx))
        return _new(0, 0, 0) if self._sign else self
    if not self._int:
        return _new(0, 1, 0)
    top = self.adjusted()
    if top > len(str((ctx.Emax + 1) * 3)) and not self._sign:
        return _end(ctx, *_fix(0, 1, ctx.Emax + 1, _half_even(ctx)))
    if top > len(str((-(ctx.Emin - ctx.prec + 1) + 1) * 3)) and self._sign:
        return _end(ctx, *_fix(0, 1, ctx.Emin - ctx.prec, _half_even(ctx)))
    if top < -ctx.prec - 2:
        # 1 plus or minus a tiny amount
        nudge = 10 ** (ctx.prec + 3)
        return _end(ctx, *_fix(0, nudge - 1 if self._sign else nudge + 1, -(ctx.prec + 3), _half_even(ctx)))

    def compute(digits):
        bits = digits * 3322 // 1000 + 20 + max(0, top + 1) * 4
        value = _scaled(self, bits)
        m, k = _exp_fixed(value, bits)
        return (0, *_to_decimal(m, bits - k, digits))
    return _end(ctx, *_rounded(compute, ctx))


def _scaled(d, bits):
    """A decimal as fixed point."""
    n = d._int << bits
    n = n * 10 ** d._exp if d._exp >= 0 else n // 10 ** -d._exp
    return -n if d._sign else n


def _ln_decimal(d, digits):
    """(sign, n, exp) of ln d, to at least `digits` digits."""
    bits = digits * 3322 // 1000 + 30
    top = d.adjusted()
    if top in (0, -1):  # near 1 the logarithm is small, so its leading zeros are counted
        away = abs(d._int - 10 ** -d._exp) if d._exp < 0 else 0
        bits += 4 * max(0, -d._exp - (_size(away) if away else 0) + 1)
    value = _ln_fixed(d._int, d._exp, bits)
    return (int(value < 0), *_to_decimal(abs(value), bits, digits))


def ln(self, context=None):
    ctx = _ctx(context)
    if self._kind:
        if self._kind > _INF:
            return _end(ctx, *_nan_of(self, None, ctx))
        return _end(ctx, _nan(), _INVALID) if self._sign else self
    if not self._int:
        return _new(1, 0, 0, _INF)
    if self._sign:
        return _end(ctx, _nan(), _INVALID)
    if _order(self, _new(0, 1, 0)) == 0:
        return _new(0, 0, 0)
    return _end(ctx, *_rounded(lambda digits: _ln_decimal(self, digits), ctx))


def log10(self, context=None):
    ctx = _ctx(context)
    if self._kind:
        if self._kind > _INF:
            return _end(ctx, *_nan_of(self, None, ctx))
        return _end(ctx, _nan(), _INVALID) if self._sign else self
    if not self._int:
        return _new(1, 0, 0, _INF)
    if self._sign:
        return _end(ctx, _nan(), _INVALID)
    size = _size(self._int)
    if self._int == 10 ** (size - 1):
        power = self._exp + size - 1
        return _end(ctx, *_fix(int(power < 0), abs(power), 0, ctx))

    def compute(digits):
        bits = digits * 3322 // 1000 + 40
        sign, n, e = _ln_decimal(self, digits + 5)
        ten = _ln10(bits)
        n = (n << bits) // ten
        return sign, n, e
    return _end(ctx, *_rounded(compute, ctx))


# ---- powers

def _is_integer(d):
    if d._exp >= 0 or not d._int:
        return True
    return _size(d._int) > -d._exp and d._int % 10 ** -d._exp == 0


def _is_odd(d):
    if d._exp > 0 or not d._int:
        return False
    return d._int // 10 ** -d._exp % 2 == 1


class _Work:
    """A context with room to spare."""
    clamp = 0
    rounding = ROUND_HALF_EVEN

    def __init__(self, prec):
        self.prec = prec
        self.Emax = 10 ** 19
        self.Emin = -10 ** 19


def power(a, b, ctx):
    if a._kind > _INF or b._kind > _INF:
        return _nan_of(a, b, ctx)
    if not b._kind and not b._int:
        return (_nan(), _INVALID) if not a._kind and not a._int else (_new(0, 1, 0), 0)
    whole = not b._kind and _is_integer(b)
    sign = 0
    if a._sign:
        if whole:
            sign = int(_is_odd(b))
        elif a._kind or a._int:
            return _nan(), _INVALID
        a = _new(0, a._int, a._exp, a._kind)
    if not a._kind and not a._int:
        return (_new(sign, 0, 0, _INF) if b._sign else _new(sign, 0, 0)), 0
    if a._kind:
        return (_new(sign, 0, 0) if b._sign else _new(sign, 0, 0, _INF)), 0
    one = _order(a, _new(0, 1, 0))
    if one == 0:
        return _power_of_one(a, b, whole, sign, ctx)
    if b._kind:
        if (one < 0) == bool(b._sign):
            return _new(sign, 0, 0, _INF), 0
        return _new(sign, 0, 0), 0
    bound = _beyond(a, b, one, sign, ctx)
    if bound is not None:
        return bound
    if whole:
        return _integer_power(a, b, sign, ctx)
    return _real_power(a, b, sign, ctx)


def _power_of_one(a, b, whole, sign, ctx):
    if whole and not b._kind:
        count = -b._int if b._sign else b._int
        if b._exp >= 0:
            count *= 10 ** min(b._exp, 20)
        else:
            count = int(b)
        if not b._sign:
            exp = a._exp * min(count, ctx.prec) if a._exp else 0
            exp = max(exp, 1 - ctx.prec)
            status = _ROUNDED if a._exp * count < 1 - ctx.prec else 0
        else:
            exp, status = 0, 0
            if a._exp:
                exp = 0
        return _new(sign, 10 ** -exp, exp), status
    return _new(sign, 10 ** (ctx.prec - 1), 1 - ctx.prec), _INEXACT | _ROUNDED


def _beyond(a, b, one, sign, ctx):
    """Overflow or underflow that is plain from the sizes, before any work."""
    bound = _log_size(a) + b.adjusted()
    if (one > 0) == (not b._sign):
        return _fix(sign, 1, ctx.Emax + 1, ctx) if bound > len(str(ctx.Emax)) else None
    tiny = ctx.Emin - ctx.prec + 1
    return _fix(sign, 1, tiny - 1, ctx) if bound > len(str(-tiny)) else None


def _log_size(a):
    """At least the exponent of log10 of a positive number that is not 1, as the specification's own implementation bounds it."""
    top = a.adjusted()
    if top >= 1:
        return len(str(top)) - 1
    if top <= -2:
        return len(str(-1 - top)) - 1
    # Near 1, the natural logarithm is larger than 1 - 1/a and smaller than a - 1. The decimal one is less than 2.31 times smaller.
    unit = 10 ** -a._exp if a._exp < 0 else 1
    if top == 0:
        above, whole = str(a._int - unit), str(231 * a._int)
        return len(above) - len(whole) - (above < whole) + 1
    below = str(unit - a._int)
    return len(below) + a._exp - (below < '231') - 2


def _integer_power(a, b, sign, ctx):
    count = b._int * 10 ** b._exp if b._exp >= 0 else b._int // 10 ** -b._exp
    # The exponent range is that of the context. A value below it is rounded there, to the nearest.
    work = _Work(ctx.prec + 2 + len(str(count)))
    work.Emin, work.Emax = ctx.Emin, ctx.Emax
    status = 0
    if b._sign:
        work.prec += 1
        a, status = _div(_new(0, 1, 0), a, work)
    result = a
    for bit in bin(count)[3:]:
        result, more = _mul(result, result, work)
        status |= more
        if bit == '1':
            result, more = _mul(result, a, work)
            status |= more
        if result._kind or not result._int:
            break
    if result._kind:
        return _fix(sign, 1, ctx.Emax + 1, ctx)
    found, more = _fix(sign, result._int, result._exp, ctx)
    return found, more | status


def _real_power(a, b, sign, ctx):
    if b.adjusted() + len(str(abs(a.adjusted()))) + 2 < -ctx.prec - 3:
        # The result is so near 1 that only its side of 1 matters.
        nudge = 10 ** (ctx.prec + 3)
        above = (_order(a, _new(0, 1, 0)) > 0) == (not b._sign)
        found, status = _fix(sign, nudge + 1 if above else nudge - 1, -(ctx.prec + 3), ctx)
        return found, status | _INEXACT | _ROUNDED
    digits = ctx.prec + 12
    reach = max(0, a.adjusted().bit_length()) + max(0, b.adjusted()) * 4
    bits = digits * 3322 // 1000 + 40 + reach
    extra = bits + max(0, (_size(b._int) + b._exp)) * 4 + 16
    top = a.adjusted()
    if top in (0, -1):
        away = abs(a._int - 10 ** -a._exp) if a._exp < 0 else 0
        extra += 4 * max(0, -a._exp - (_size(away) if away else 0) + 1)
    log = _ln_fixed(a._int, a._exp, extra)
    value = log * b._int
    value = value * 10 ** b._exp if b._exp >= 0 else value // 10 ** -b._exp
    if b._sign:
        value = -value
    value >>= extra - bits
    m, k = _exp_fixed(value, bits)
    shift = bits - k
    n, e = _to_decimal(m, shift, digits)
    exact = _exact_power(a, b, n, e, ctx)
    n, e = (n * 10 + 1, e - 1) if exact is None else exact
    found, status = _fix(sign, n, e, ctx)
    if status & _SUB:
        status |= _UNDER
    if found._kind == _FINITE and found._int:
        short = min(ctx.prec - _size(found._int), found._exp - (ctx.Emin - ctx.prec + 1))
        if short > 0:
            found = _new(found._sign, found._int * 10 ** short, found._exp - short)
    return found, status | _INEXACT | _ROUNDED


def _exact_power(a, b, n, e, ctx):
    """The exact value of a ** b, which n * 10**e approximates, if it has few digits; else None."""
    drop = _size(n) - ctx.prec - 4
    n = (n + 5 * 10 ** (drop - 1)) // 10 ** drop
    e += drop
    while n % 10 == 0:
        n //= 10
        e += 1
    if _size(n) > ctx.prec or b._exp >= 0:
        return None
    from math import gcd
    top, bottom = b._int, 10 ** -b._exp
    shared = gcd(top, bottom)
    top, bottom = top // shared, bottom // shared
    if bottom > 64 or top * _size(a._int) > 20000:
        return None
    # n * 10**e == (a * 10**x) ** (+-top / bottom)
    if b._sign:
        left, right, power = n ** bottom * a._int ** top, 1, e * bottom + a._exp * top
    else:
        left, right, power = n ** bottom, a._int ** top, e * bottom - a._exp * top
    if abs(power) > 40000:
        return None
    if power >= 0:
        left *= 10 ** power
    else:
        right *= 10 ** -power
    return (n, e) if left == right else None


def power_modulo(a, b, m, ctx):
    for d in (a, b, m):
        if d._kind == _SNAN:
            return _nan_of(d, None, ctx)
    for d in (a, b, m):
        if d._kind == _QNAN:
            return _nan_of(d, None, ctx)
    if a._kind or b._kind or m._kind:
        return _nan(), _INVALID
    if not (_is_integer(a) and _is_integer(b) and _is_integer(m)) or b._sign and b._int or not m._int:
        return _nan(), _INVALID
    if m.adjusted() >= ctx.prec or not a._int and not b._int:
        return _nan(), _INVALID
    sign = a._sign if _is_odd(b) else 0
    modulus = abs(int(m))
    if a._exp >= 0:
        base = a._int % modulus * pow(10, a._exp, modulus) % modulus
    else:
        base = abs(int(a)) % modulus
    if b._exp > 0:
        for _ in range(b._exp):
            base = pow(base, 10, modulus)
        found = pow(base, b._int, modulus)
    else:
        found = pow(base, int(b), modulus)
    return _new(sign, found, 0), 0

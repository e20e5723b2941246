"""The rarer operations of `decimal.Decimal`, and its formatting."""
from decimal import (
    _CLAMPED, _DIVZERO, _FINITE, _IMPOSSIBLE, _INEXACT, _INF, _INVALID, _QNAN, _ROUNDED, _SNAN, _UNDEFINED,
    ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, _add, _ctx, _cut_far, _digits, _divmod_parts, _end, _fix, _fix_any,
    _fix_nan, _kept, _mul, _nan, _nan_of, _need, _new, _order, _size)


def compare_signal(self, other, context=None):
    ctx, other = _ctx(context), _need(other)
    if self._kind > _INF or other._kind > _INF:
        result, status = _nan_of(self, other, ctx)
        return _end(ctx, result, status | _INVALID)
    order = _order(self, other)
    return _new(int(order < 0), abs(order), 0)


def _total_key(d):
    """Order among numbers of one sign: finite, infinite, sNaN, NaN."""
    return {_FINITE: 0, _INF: 1, _SNAN: 2, _QNAN: 3}[d._kind]


def _total(a, b):
    if a._sign != b._sign:
        return -1 if a._sign else 1
    flip = -1 if a._sign else 1
    one, two = _total_key(a), _total_key(b)
    if one != two:
        return flip * ((one > two) - (one < two))
    if a._kind > _INF:
        return flip * ((a._int > b._int) - (a._int < b._int))
    order = _order(a, b)
    if order:
        return order
    return flip * ((a._exp > b._exp) - (a._exp < b._exp))


def compare_total(self, other, context=None):
    _ctx(context)
    order = _total(self, _need(other))
    return _new(int(order < 0), abs(order), 0)


def compare_total_mag(self, other, context=None):
    _ctx(context)
    order = _total(self.copy_abs(), _need(other).copy_abs())
    return _new(int(order < 0), abs(order), 0)


def fma(self, other, third, context=None):
    ctx, other, third = _ctx(context), _need(other), _need(third)
    if self._kind > _INF or other._kind > _INF:
        if _SNAN in (self._kind, other._kind) or third._kind != _SNAN:
            return _end(ctx, *_nan_of(self, other, ctx))
        return _end(ctx, *_nan_of(third, None, ctx))
    if self._kind or other._kind:
        product, status = _mul(self, other, ctx)
        if status:
            return _end(ctx, product, status)
    else:
        product = _new(self._sign ^ other._sign, self._int * other._int, self._exp + other._exp)
    if third._kind > _INF:
        return _end(ctx, *_nan_of(third, None, ctx))
    return _end(ctx, *_add(product, third, ctx))


def logb(self, context=None):
    ctx = _ctx(context)
    if self._kind:
        if self._kind > _INF:
            return _end(ctx, *_nan_of(self, None, ctx))
        return _new(0, 0, 0, _INF)
    if not self._int:
        return _end(ctx, _new(1, 0, 0, _INF), _DIVZERO)
    top = self._exp + _size(self._int) - 1
    return _end(ctx, *_fix(int(top < 0), abs(top), 0, ctx))


def _bits(d, ctx):
    """The 0 and 1 digits of a logical operand, or None if it is not one."""
    if d._kind or d._sign or d._exp:
        return None
    text = _digits(d._int)
    if len(text.replace('0', '').replace('1', '')):
        return None
    return text.rjust(ctx.prec, '0')[-ctx.prec:]


def _logical(combine):
    def method(self, other, context=None):
        ctx = _ctx(context)
        a, b = _bits(self, ctx), _bits(_need(other), ctx)
        if a is None or b is None:
            return _end(ctx, _nan(), _INVALID)
        return _new(0, int(''.join([combine(x, y) for x, y in zip(a, b)])), 0)
    return method


logical_and = _logical(lambda x, y: '1' if x == y == '1' else '0')
logical_or = _logical(lambda x, y: '0' if x == y == '0' else '1')
logical_xor = _logical(lambda x, y: '0' if x == y else '1')


def logical_invert(self, context=None):
    ctx = _ctx(context)
    bits = _bits(self, ctx)
    if bits is None:
        return _end(ctx, _nan(), _INVALID)
    return _new(0, int(''.join(['1' if bit == '0' else '0' for bit in bits])), 0)


def _choose(larger, by_size):
    def method(self, other, context=None):
        ctx, other = _ctx(context), _need(other)
        if self._kind > _INF or other._kind > _INF:
            if self._kind == _QNAN and other._kind <= _INF:
                return _end(ctx, *_fix_any(other, ctx))
            if other._kind == _QNAN and self._kind <= _INF:
                return _end(ctx, *_fix_any(self, ctx))
            return _end(ctx, *_nan_of(self, other, ctx))
        order = _order(self.copy_abs(), other.copy_abs()) if by_size else _order(self, other)
        if order == 0:
            order = _total(self, other)
        if by_size and order == 0:
            order = _total(self, other)
        best = (self if order >= 0 else other) if larger else (self if order < 0 else other)
        return _end(ctx, *_fix_any(best, ctx))
    return method


max = _choose(True, False)
min = _choose(False, False)
max_mag = _choose(True, True)
min_mag = _choose(False, True)


def _neighbour(d, ctx, up):
    """The next number of the context above or below: (number, is it out of the ordinary)."""
    etiny = ctx.Emin - ctx.prec + 1
    if d._kind == _INF:
        if d._sign == int(up):
            return _new(d._sign, 10 ** ctx.prec - 1, ctx.Emax - ctx.prec + 1)
        return d
    step = ctx.copy()
    step.rounding = ROUND_CEILING if up else ROUND_FLOOR
    step.traps.update({key: False for key in step.traps})
    rounded = _fix(d._sign, d._int, d._exp, step)[0]
    if rounded._kind or _order(rounded, d):
        return rounded
    tiny = _new(int(not up), 1, etiny - 1)
    return _add(rounded, tiny, step)[0]


def next_plus(self, context=None):
    ctx = _ctx(context)
    if self._kind > _INF:
        return _end(ctx, *_nan_of(self, None, ctx))
    return _neighbour(self, ctx, True)


def next_minus(self, context=None):
    ctx = _ctx(context)
    if self._kind > _INF:
        return _end(ctx, *_nan_of(self, None, ctx))
    return _neighbour(self, ctx, False)


def next_toward(self, other, context=None):
    from decimal import _OVER, _SUB, _UNDER
    ctx, other = _ctx(context), _need(other)
    if self._kind > _INF or other._kind > _INF:
        return _end(ctx, *_nan_of(self, other, ctx))
    order = _order(self, other)
    if order == 0:
        return _new(other._sign, self._int, self._exp, self._kind)
    found = _neighbour(self, ctx, order < 0)
    status = 0
    if found._kind == _INF:
        status = _OVER | _INEXACT | _ROUNDED
    elif found.adjusted() < ctx.Emin:
        status = _UNDER | _SUB | _INEXACT | _ROUNDED
        if not found._int:
            status |= _CLAMPED
    return _end(ctx, found, status)


def number_class(self, context=None):
    _ctx(context)
    if self._kind:
        return ('', ('+Infinity', '-Infinity')[self._sign], 'NaN', 'sNaN')[self._kind]
    sign = '-' if self._sign else '+'
    if not self._int:
        return sign + 'Zero'
    return sign + ('Subnormal' if self.is_subnormal(context=context) else 'Normal')


def remainder_near(self, other, context=None):
    ctx, other = _ctx(context), _need(other)
    if self._kind or other._kind:
        if self._kind > _INF or other._kind > _INF:
            return _end(ctx, *_nan_of(self, other, ctx))
        if self._kind:
            return _end(ctx, _nan(), _INVALID)
        return _end(ctx, *_fix_any(self, ctx))
    if not other._int:
        return _end(ctx, _nan(), _INVALID if self._int else _UNDEFINED)
    ideal = self._exp if self._exp < other._exp else other._exp
    if not self._int:
        return _end(ctx, *_fix(self._sign, 0, ideal, ctx))
    gap = self.adjusted() - other.adjusted()
    if gap > ctx.prec:
        return _end(ctx, _nan(), _IMPOSSIBLE)
    if gap <= -2:
        # The quotient is 0. The exponent of the result is the smaller one, as far as the number of digits allows.
        n, e = self._int, self._exp
        room = ctx.prec - _size(n) if ctx.prec > _size(n) else 0
        status = _ROUNDED if e - ideal > room else 0
        pad = room if e - ideal > room else e - ideal
        result, more = _fix(self._sign, n * 10 ** pad, e - pad, ctx)
        return _end(ctx, result, status | more)
    n = self._int * 10 ** (self._exp - ideal)
    d = other._int * 10 ** (other._exp - ideal)
    q, r = divmod(n, d)
    if 2 * r + (q & 1) > d:
        r -= d
        q += 1
    if q >= 10 ** ctx.prec:
        return _end(ctx, _nan(), _IMPOSSIBLE)
    sign = self._sign
    if r < 0:
        sign, r = 1 - sign, -r
    return _end(ctx, *_fix(sign, r, ideal, ctx))


def _count(other, ctx):
    """An operand that counts digits, within the precision; None if it is not one."""
    if other._kind or other._exp:
        return None
    n = -other._int if other._sign else other._int
    return n if -ctx.prec <= n <= ctx.prec else None


def rotate(self, other, context=None):
    ctx, other = _ctx(context), _need(other)
    if self._kind > _INF or other._kind > _INF:
        return _end(ctx, *_nan_of(self, other, ctx))
    n = _count(other, ctx)
    if n is None:
        return _end(ctx, _nan(), _INVALID)
    if self._kind:
        return self
    text = _digits(self._int).rjust(ctx.prec, '0')[-ctx.prec:]
    text = text[n:] + text[:n]
    return _new(self._sign, int(text or '0'), self._exp)


def shift(self, other, context=None):
    ctx, other = _ctx(context), _need(other)
    if self._kind > _INF or other._kind > _INF:
        return _end(ctx, *_nan_of(self, other, ctx))
    n = _count(other, ctx)
    if n is None:
        return _end(ctx, _nan(), _INVALID)
    if self._kind:
        return self
    room = 10 ** ctx.prec
    if n < 0:
        return _new(self._sign, self._int % room // 10 ** -n, self._exp)
    return _new(self._sign, self._int * 10 ** n % room, self._exp)


def same_quantum(self, other, context=None):
    _ctx(context)
    other = _need(other)
    if self._kind or other._kind:
        return self._kind == _INF == other._kind or self._kind > _INF and other._kind > _INF
    return self._exp == other._exp


def scaleb(self, other, context=None):
    ctx, other = _ctx(context), _need(other)
    if self._kind > _INF or other._kind > _INF:
        return _end(ctx, *_nan_of(self, other, ctx))
    limit = 2 * (ctx.Emax + ctx.prec)
    if other._kind or other._exp or other._int > limit:
        return _end(ctx, _nan(), _INVALID)
    if self._kind:
        return self
    return _end(ctx, *_fix(self._sign, self._int, self._exp + (-other._int if other._sign else other._int), ctx))


# ---- formatting

def _read_spec(spec):
    """A format spec as a dict, or None."""
    got = {'fill': ' ', 'align': None, 'sign': '-', 'no_neg_zero': False, 'alt': False, 'zero': False, 'width': 0,
           'comma': '', 'precision': None, 'type': ''}
    at = 0
    if len(spec) > 1 and spec[1] in '<>=^':
        got['fill'], got['align'] = spec[0], spec[1]
        at = 2
    elif spec[:1] and spec[0] in '<>=^':
        got['align'] = spec[0]
        at = 1
    if spec[at:at + 1] in ('+', '-', ' '):
        got['sign'] = spec[at]
        at += 1
    if spec[at:at + 1] == 'z':
        got['no_neg_zero'] = True
        at += 1
    if spec[at:at + 1] == '#':
        got['alt'] = True
        at += 1
    if spec[at:at + 1] == '0':
        if got['align'] is not None:
            return None
        got['zero'], got['align'] = True, '='
        got['fill'] = '0'
        at += 1
    start = at
    while spec[at:at + 1].isdigit() and spec[at].isascii():
        at += 1
    if at > start:
        if spec[start] == '0':
            return None
        got['width'] = int(spec[start:at])
    if spec[at:at + 1] == ',':
        got['comma'] = ','
        at += 1
    if spec[at:at + 1] == '.':
        start = at = at + 1
        while spec[at:at + 1].isdigit() and spec[at].isascii():
            at += 1
        if at == start:
            return None
        got['precision'] = int(spec[start:at])
    if spec[at:at + 1] and spec[at] in 'eEfFgGnN%':
        got['type'] = spec[at]
        at += 1
        if got['type'] in ('n', 'N') and got['comma']:
            return None
    return got if at == len(spec) else None


def _round_size(n, exp, size, sign, mode):
    """n * 10**exp in at most `size` digits."""
    extra = _size(n) - size
    if extra <= 0:
        return n, exp
    n, _ = _cut_far(n, _size(n), extra, sign, mode)
    exp += extra
    if _size(n) > size:
        return n // 10, exp + 1
    return n, exp


def _separators(given, dot, comma):
    """(point, separator, sizes of groups), as a format has them or a dict says in its place."""
    point, separator, grouping = dot, ',' if comma else '', '\3' if comma else ''
    if given is not None:
        point, separator, grouping = [given.get(name, default) for name, default in (
            ('decimal_point', point), ('thousands_sep', separator), ('grouping', grouping))]
        if not all([isinstance(text, str) for text in (point, separator, grouping)]):
            raise TypeError('bad argument type for built-in operation')
        if not 0 < len(point.encode()) <= 4 or len(separator.encode()) > 4 or not grouping.isascii():
            raise ValueError('invalid override dict')
    return point, separator, [ord(c) for c in grouping.partition('\0')[0]]


def _in_groups(whole, separator, sizes, room):
    """Digits in groups from the right; the last size goes on, 127 ends it; filled with zeros up to `room` characters."""
    while True:
        rest, groups, at = whole, [], 0
        while sizes and sizes[at] != 127 and len(rest) > sizes[at]:
            groups.append(rest[-sizes[at]:])
            rest = rest[:-sizes[at]]
            at += at + 1 < len(sizes)
        made = separator.join([rest, *reversed(groups)])
        if len(made) >= room:
            return made
        # At least this many digits are missing, even with the separators that come with them.
        whole = '0' * ((room - len(made)) // (1 + len(separator)) or 1) + whole


def format_decimal(d, spec, ctx, override=None):
    if not isinstance(spec, str):
        raise TypeError('format arg must be str')
    got = _read_spec(spec)
    if got is None or got['width'] > 999999999 or (got['precision'] or 0) > 999999999999999999:
        raise ValueError('invalid format string')
    kind = got['type']
    upper = kind in 'EFG' and kind != '' or kind == '' and ctx.capitals
    letter = kind.lower() if kind != '' else 'g'
    if letter == 'n':  # the C locale; 'N' is an old spelling
        if kind == 'N':
            from warnings import warn
            warn("Format specifier 'N' is deprecated", DeprecationWarning, 3)
        letter = 'g'
        upper = kind == 'N'
    point_text, separator, sizes = _separators(override, '.', got['comma'])
    sign = d._sign
    if d._kind:
        from decimal import _to_text
        body = _to_text(d.copy_abs(), ctx.capitals)
        if letter == '%':
            body += '%'
        if got['zero']:
            got['fill'] = ' '
            got['align'] = '>' if got['align'] == '=' else got['align']
        return _lay_out('-' if sign else got['sign'] if got['sign'] != '-' else '', body, got)
    n, exp = d._int, d._exp
    if letter == '%':
        exp += 2
    precision = got['precision']
    mode = ctx.rounding
    if precision is not None:
        if letter == 'e':
            if n:
                n, exp = _round_size(n, exp, precision + 1, sign, mode)
                short = precision + 1 - _size(n)
                n, exp = n * 10 ** short, exp - short
        elif letter in 'f%':
            if exp < -precision:
                n, _ = _cut_far(n, _size(n), -precision - exp, sign, mode)
            else:
                n *= 10 ** (exp + precision)
            exp = -precision
        else:
            n, exp = _round_size(n, exp, precision or 1, sign, mode)
    if letter in 'f%' and exp > 0:
        n *= 10 ** exp
        exp = 0
    if got['no_neg_zero'] and not n:
        sign = 0
    digits = _digits(n)
    left = exp + len(digits)
    if letter == 'e':
        point = 1 - precision if not n and precision is not None else 1
    elif letter in 'f%':
        point = left
    else:
        point = left if exp <= 0 and left > -6 else 1
    if point < 0:
        whole, part = '0', '0' * -point + digits
    elif point > len(digits):
        whole, part = digits + '0' * (point - len(digits)), ''
    else:
        whole, part = digits[:point] or '0', digits[point:]
    power = left - point
    tail = point_text + part if part or got['alt'] else ''
    if power or letter == 'e':
        tail += f'{"E" if upper else "e"}{power:+d}'
    if letter == '%':
        tail += '%'
    sign = '-' if sign else got['sign'] if got['sign'] != '-' else ''
    if override is not None:
        whole = _in_groups(whole, separator, sizes, got['width'] - len(sign) - len(tail) if got['zero'] else 0)
    elif got['comma']:
        room = got['width'] - len(sign) - len(tail) if got['zero'] else 0
        whole = _group(whole, room)
    elif got['zero']:
        whole = whole.rjust(got['width'] - len(sign) - len(tail), '0')
    return _lay_out(sign, whole + tail, got)


def _group(whole, room):
    """Digits in threes with commas, filled with zeros up to `room` characters."""
    whole = whole.rjust(room * 3 // 4, '0')
    while True:
        first = (len(whole) - 1) % 3 + 1
        made = ','.join([whole[:first]] + [whole[at:at + 3] for at in range(first, len(whole), 3)])
        if len(made) >= room:
            return made
        whole = '0' + whole


def _lay_out(sign, body, got):
    padding = got['fill'] * (got['width'] - len(sign) - len(body))
    align = got['align']
    if align == '<':
        return sign + body + padding
    if align == '=':
        return sign + padding + body
    if align == '^':
        half = len(padding) // 2
        return padding[:half] + sign + body + padding[half:]
    return padding + sign + body

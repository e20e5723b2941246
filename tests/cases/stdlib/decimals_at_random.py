"""Decimals of every size and shape under contexts of every kind: results and conditions."""
import random, decimal
from decimal import *
r = random.Random(7)
def num():
    k = r.random()
    if k < .1: return str(r.randint(-3, 3))
    if k < .15: return r.choice(['0', '-0', '0.00', '0E+5', '-0E-7', 'NaN', 'Inf', '-Infinity', 'sNaN', 'NaN12'])
    n = r.choice([1, 2, 5, 9, 17, 18, 19, 20, 28, 29, 37, 38, 39, 40, 56, 80])
    d = ''.join(r.choice('0123456789' if r.random() < .6 else '05') for _ in range(n))
    if r.random() < .3: d = r.choice(['4', '5', '1', '9']) + r.choice('09') * (n - 1)
    if r.random() < .6:
        at = r.randint(0, n); d = d[:at] + '.' + d[at:]
        if d == '.': d = '0.'
    if r.random() < .3: d += r.choice(['e', 'E']) + str(r.choice([0, 1, -1, 5, -7, 30, -40, 400, -400, 3000, -3000, 999990, -999990, 10**9]))
    return r.choice(['', '', '-', '+']) + d
modes = [ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP]
import operator as o
ops = [o.add, o.sub, o.mul, o.truediv, o.floordiv, o.mod, divmod, o.eq, o.lt, o.le, o.gt, o.ge, o.ne]
specs = ['', '.2f', ',.2f', 'f', '10.3f', '<12', '^15.1f', '+.0f', ' .3f', '*>20,.2f', '=+12.2f', '.1%', '%', ',', 'e', '.3e', 'g', '.4g', '010.2f', '>8', 'é^9', '.3', 'F', '%%', '-5', ',.0f']
out = []
for i in range(30):
    c = Context(prec=r.choice([28, 28, 28, 5, 1, 9, 50, 3]), rounding=r.choice(modes), Emin=r.choice([-999999, -99, -10, 0]), Emax=r.choice([999999, 99, 10, 400]), clamp=r.choice([0, 0, 0, 1]), capitals=r.choice([1, 1, 0]), traps=r.choice([[], [InvalidOperation, DivisionByZero, Overflow], [Inexact], [Clamped, Subnormal], [Rounded], [FloatOperation]]))
    setcontext(c)
    c = getcontext()
    def t(f, *a):
        c.clear_flags()
        try: v = f(*a); v = repr(v)
        except Exception as e: v = type(e).__name__ + str(e)
        fl = ''.join('1' if c.flags[s] else '0' for s in [Inexact, Rounded, Subnormal, Overflow, Underflow, Clamped, InvalidOperation, DivisionByZero, FloatOperation])
        return v + fl
    sa, sb = num(), num()
    try: a, b = Decimal(sa), Decimal(sb)
    except Exception as e: out.append(str(type(e))); continue
    n = r.choice([0, 1, -1, 7, 10**17, -10**25, True])
    line = [repr(a), repr(b), str(a)]
    for op in r.sample(ops, 4): line += [t(op, a, b), t(op, a, n), t(op, n, b)]
    small = abs(a.adjusted()) < 600
    for f in (o.neg, o.pos, abs, bool, str, Decimal.normalize, Decimal.to_integral_value, Decimal.adjusted): line.append(t(f, a))
    if small:
        for f in (hash, int, float, round): 
            if a.is_nan() and f is hash: continue
            line.append(t(f, a))
        line.append(t(round, a, r.choice([0, 1, 2, -2, 5, 30])))
        line.append(t(format, a, r.choice(specs)))
        line.append(t(a.quantize, Decimal(r.choice(['1', '0.01', '1E+2', '1e-20', '1E-60']))))
        line.append(t(a.quantize, Decimal(r.choice(['1', '0.01', '1E+2', '1e-20'])), r.choice(modes)))
        line.append(t(a.quantize, b))
        line.append(t(pow, a, r.choice([2, 3, 10, -2, 0, 1, -1, 365, -17, Decimal(5), Decimal('2.0'), Decimal(-3)])))
        line.append(t(a.sqrt))
        line.append(t(a.copy_abs().sqrt))
        line.append(repr(c.copy().prec) + repr(c.copy() is c))
        line.append(t(a.to_integral_value, r.choice(modes)))
    out.append('|'.join(line))
print('\n'.join(out))

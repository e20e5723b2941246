"""Floats with so many places, where they are exactly between two, small, large, negative and zero."""
import random
from decimal import Decimal, ROUND_HALF_EVEN

values = [0.0, -0.0, 0.5, 1.5, 2.5, -0.5, 0.125, 0.375, 2.675, 1.005, 0.045, 1e-5, 5e-324, 2.2250738585072014e-308, 1e15, 1e16, 2.0**53, 2.0**62,
          2.0**63, 1.7976931348623157e308, 0.1, 0.7, 99.995, 999.9999999, 123456789.123456789, 1e22, 1e23, -1e-9, 0.05, 0.25, 1 / 3, -2 / 3, 4.35, 1e-30]
for value in values:
    print(value, [f'{value:.0f}', f'{value:.1f}', f'{value:.2f}', f'{value:.3f}', f'{value:.9f}'], f'{value:.17f}', f'{value:8.2f}|{value:<9.1f}|{value:+.2f}|{value:010.3f}|{value:,.2f}|{value:.1%}')
    print(' ', '%.2f' % value, '%8.3f' % value, format(value, '.4f'), '{:.5f}'.format(value), round(value, 2), f'{value:.12f}', f'{value:.20f}', f'{value:.6F}')
print(f'{float("nan"):.2f} {float("inf"):.2f} {float("-inf"):.1f} {True:.2f} {3:.2f} {10**20:.1f}')

rng = random.Random(5)
wrong = 0
for turn in range(4000):
    places = rng.randrange(0, 12)
    value = rng.choice([rng.uniform(-1, 1), rng.uniform(-1e6, 1e6), rng.randrange(-10**6, 10**6) / 2**rng.randrange(0, 30), rng.gauss(0, 1) * 10.0**rng.randrange(-12, 18)])
    exact = format(Decimal(value).quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN, context=__import__('decimal').Context(prec=400)), 'f')
    if f'{value:.{places}f}' != exact:
        wrong += 1
print(wrong)

print('abcdef'[::-1], 'äöü'[::-1], 'abcdef'[::-2], 'abcdef'[4:1:-1], ''[::-1], 'a'[::-1], 'abcdef'[::2], len('abc'[::-1]), 'x' * 3 + 'yz'[::-1], ('ab' * 50)[::-1][:5])
print(isinstance(1, (int, str)), isinstance('a', (int, (float, (str,)))), isinstance(None, (int, str)), isinstance(1, ()), isinstance(True, (str, int)))
for classes in ((int, 5), (5, int), (str, (1,)), 'x'):
    try:
        print(isinstance(1, classes))
    except TypeError as error:
        print(error)

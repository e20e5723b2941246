# How methods of compiled classes show, and what is said where their arguments do not fit.
import datetime
import decimal
import re
from decimal import Context, Decimal


def show(text):
    try:
        print(text, '->', re.sub('0x[0-9a-f]+', '0x', repr(eval(text))))
    except Exception as e:
        print(text, '!', type(e).__name__, e)


d = Decimal('1.250')
c = Context(prec=4)
day = datetime.date(2024, 2, 29)
for text in ('d.__add__(1, 2)', 'd.__add__(x=1)', 'd.__sub__()', 'd.__lt__(1, 2)', 'd.__lt__(x=1)', 'd.__divmod__()', 'd.__radd__(1, 2, 3)',
             'Decimal.__add__()', 'c.add(1, x=2)', 'c.quantize(1, 2, value=3)', 'c.to_integral(1, 2)', 'c.__copy__(1)',
             'c.__copy__(x=1)', 'd.to_integral()', 'c.to_integral(d)', 'd.__trunc__()', 'd.to_integral(rounding="ROUND_UP")', 'day.__str__(1)',
             'day.__str__(x=1)', 'datetime.timedelta(1).__mul__(1, 2)', 'datetime.timedelta(1).__mul__()', '"a".__mul__()', '[].__mul__(1, 2)',
             'day.isoformat', 'day.__add__', 'datetime.date.isoformat', 'datetime.date.__add__', 'datetime.datetime.now', 'd.quantize', 'd.__add__',
             'Decimal.quantize', 'Decimal.__add__', 'day.strftime', 'datetime.timedelta(1).total_seconds', 'decimal.getcontext'):
    show(text)


class Named(datetime.date):
    def isoformat(self):
        return 'a day'


print(str(Named(2024, 1, 1)), str(day))

# Names of parameters that callers may use.
import platform
import unittest

unittest.TestCase().assertSequenceEqual(seq1=[1], seq2=[1])
show('unittest.TestCase().assertSequenceEqual(seq1=[1])')
print(platform.android_ver('r', 1, 'm', 'mo', 'd', True))

# A method that there plainly is none of is missed before the arguments are evaluated.
import sys
import traceback

def say(x):
    print('said', x); return x
class C:
    def m(self, x): return x
    @property
    def p(self): print('prop'); return lambda x: x
class G:
    def __getattr__(self, n): print('ga', n); return lambda x: x
class S:
    __slots__ = ('a',)
for o in (None, 5, 'x', [1], (1,), {}, C(), S(), len, say, C, True, 1.5, {1}, b'x', ValueError(1)):
    try:
        o.missing(say(1))
    except AttributeError as e:
        print(type(o).__name__, e)
for i in range(3):
    print(C().m(say(i)))
o = C(); o.own = lambda x: x
print(o.own(say(9)))
try:
    [].push(
      say(3))
except AttributeError: traceback.print_exc(file=sys.stdout)

for o in (C(), [], C(), 'x', [], {}):
    try: o.append(say(o.__class__.__name__))
    except AttributeError: traceback.print_exc(file=sys.stdout)
say.attr = say
say.attr(say(4))
try: say.other(say(4))
except AttributeError: traceback.print_exc(file=sys.stdout)
async def co(): pass
try: co.run(co())
except AttributeError: traceback.print_exc(file=sys.stdout)
# One place in the code, another object each time: what it knows of the one before does not count.
import bisect
import math


class Static:
    @staticmethod
    def sqrt(x): return x


class Bare:
    pass


for o in (math, bisect, math, Static, Bare, Static, Static(), Bare(), 'x', [], C):
    try:
        print(o.sqrt(say(4)))
    except AttributeError as e:
        print(e)

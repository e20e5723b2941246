# Special methods of exception classes are asked as those of any other class.
# ends: raised
import math, operator, copy
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class X(Exception):
    def __float__(self): return 2.5
    def __getattribute__(self, n): return ("gab", n) if n == "zz" else super().__getattribute__(n)
    def __pow__(self, o, m=None): return ("pow", o, m)
    def __rpow__(self, o, m=None): return ("rpow", o, m)
    def __delitem__(self, k): pass
    def __set_name__(self, o, n): print("sn", n)
    def __get__(self, o, t=None): return ("get", o is None)
    def __length_hint__(self): return 5
    def __index__(self): return 3
    def __complex__(self): return 1j
    def __bytes__(self): return b"q"
    def __fspath__(self): return "fs"
    def __round__(self, n=None): return ("r", n)
    def __trunc__(self): return 7
    def __ceil__(self): return "ceil"
    def __copy__(self): return "cp"
    def __call__(self, *a): return a
    def __iter__(self): return iter("ab")
    def __contains__(self, x): return x == 1
    def __reversed__(self): return iter("rev")
    def __enter__(self): return "ent"
    def __exit__(self, *a): return True
    def __dir__(self): return ["b", "a"]
    def __instancecheck__(self, o): return True
    def __format__(self, s): return f"<{s}>"
    def __bool__(self): return False
    def __hash__(self): return 5
    def __sizeof__(self): return 8
    def __class_getitem__(cls, k): return k
    def __lt__(self, o): return True
    def __add__(self, o): return "add"
    def __radd__(self, o): return "radd"
    def __iadd__(self, o): return "iadd"
    def __neg__(self): return "neg"
    def __divmod__(self, o): return "dm"
    def __matmul__(self, o): return "mm"
    def __getitem__(self, k): return ("item", k)
    def __missing__(self, k): return 1
x = X("a")
for f in (lambda: math.sqrt(x), lambda: float(x), lambda: math.floor(x), lambda: math.ceil(x), lambda: x.zz, lambda: pow(x, 2, 3), lambda: pow(2, x, 3), lambda: x ** 2, lambda: 2 ** x, lambda: x.__setitem__, lambda: operator.length_hint(x), lambda: [1, 2, 3, 4][x], lambda: complex(x), lambda: bytes(x), lambda: __import__("os").fspath(x), lambda: round(x), lambda: round(x, 2), lambda: math.trunc(x), lambda: int(x), lambda: copy.copy(x), lambda: x(1, 2), lambda: list(x), lambda: (1 in x, 2 in x), lambda: list(reversed(x)), lambda: dir(x), lambda: isinstance(3, x), lambda: f"{x:>5}", lambda: not x, lambda: hash(x), lambda: X[int], lambda: x < 1, lambda: 1 > x, lambda: x + 1, lambda: 1 + x, lambda: -x, lambda: divmod(x, 1), lambda: x @ 1, lambda: x["k"], lambda: x[1:2], lambda: "%d" % x, lambda: "%.1f" % x, lambda: chr(x), lambda: range(x), lambda: hex(x), lambda: "ab" * x, lambda: math.factorial(x), lambda: sorted([x, x]) and 1, lambda: max(x, 1) and 1, lambda: getattr(x, "zz"), lambda: hasattr(x, "zz"), lambda: x.args, lambda: vars(x)):
    t(f)
class H: d = X()
print(H.d, H().d)
try: x["k"] = 1
except Exception as e: print(type(e).__name__, e)
try: del x["k"]
except Exception as e: print(type(e).__name__, e)
with x as y: print(y); raise ValueError
x += 1; print(x)
class Y(Exception):
    def __getattr__(self, n): return ("ga", n)
    def __setattr__(self, n, v): super().__setattr__(n, (v,))
    def __delattr__(self, n): print("del", n)
    def __call__(self): return 1
y = Y(1); y.a = 5; print(y.a, y.b, y.b.__class__); del y.a
print(y.args, y.c)
y.args = (1, 2)
print(y.args, str(y), repr(y))
def g():
    r = yield from X(); return r
print(list(g()))
a, b = X(); print(a, b, *X(), [*X()])
import asyncio
class Aw(Exception):
    def __await__(self): return iter(())
async def m(): return await Aw()
print(asyncio.run(m()))
class An(Exception):
    def __aiter__(self): return self
    async def __anext__(self): raise StopAsyncIteration
    async def __aenter__(self): return 1
    async def __aexit__(self, *a): return True
async def m():
    async for _ in An(): pass
    async with An() as z: print(z); 1 / 0
asyncio.run(m())
match X():
    case [a, b]: print("seq")
    case X("a"): print("x")
    case _: print("other")

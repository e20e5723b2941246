class V:
    def __init__(self, x, y): self.x, self.y = x, y
    def __repr__(self): return f"V({self.x}, {self.y})"
    def __add__(self, o): return V(self.x + o.x, self.y + o.y) if isinstance(o, V) else NotImplemented
    def __sub__(self, o): return V(self.x - o.x, self.y - o.y)
    def __mul__(self, k): return V(self.x * k, self.y * k) if isinstance(k, (int, float)) else NotImplemented
    __rmul__ = __mul__
    def __matmul__(self, o): return self.x * o.x + self.y * o.y
    def __truediv__(self, k): return V(self.x / k, self.y / k)
    def __floordiv__(self, k): return V(self.x // k, self.y // k)
    def __mod__(self, k): return V(self.x % k, self.y % k)
    def __divmod__(self, k): return self // k, self % k
    def __pow__(self, k, m=None): return ("pow", k, m)
    def __neg__(self): return V(-self.x, -self.y)
    def __pos__(self): return self
    def __abs__(self): return (self.x ** 2 + self.y ** 2) ** 0.5
    def __invert__(self): return V(self.y, self.x)
    def __lshift__(self, k): return ("<<", k)
    def __rshift__(self, k): return (">>", k)
    def __and__(self, k): return ("&", k)
    def __or__(self, k): return ("|", k)
    def __xor__(self, k): return ("^", k)
    def __eq__(self, o): return isinstance(o, V) and (self.x, self.y) == (o.x, o.y)
    def __lt__(self, o): return abs(self) < abs(o)
    def __le__(self, o): return abs(self) <= abs(o)
    def __hash__(self): return hash((self.x, self.y))
    def __bool__(self): return bool(self.x or self.y)
    def __int__(self): return int(abs(self))
    def __float__(self): return float(abs(self))
    def __complex__(self): return complex(self.x, self.y)
    def __round__(self, n=None): return ("round", n)
    def __floor__(self): return "floor"
    def __ceil__(self): return "ceil"
    def __trunc__(self): return "trunc"
    def __index__(self): return 3
    def __radd__(self, o): return ("radd", o)
    def __rsub__(self, o): return ("rsub", o)
    def __rtruediv__(self, o): return ("rtruediv", o)
    def __rfloordiv__(self, o): return ("rfloordiv", o)
    def __rmod__(self, o): return ("rmod", o)
    def __rdivmod__(self, o): return ("rdivmod", o)
    def __rpow__(self, o, m=None): return ("rpow", o, m)
    def __rmatmul__(self, o): return ("rmatmul", o)
    def __rlshift__(self, o): return ("rlshift", o)
    def __rrshift__(self, o): return ("rrshift", o)
    def __rand__(self, o): return ("rand", o)
    def __ror__(self, o): return ("ror", o)
    def __rxor__(self, o): return ("rxor", o)
import math
a, b = V(3, 4), V(1, 2)
print(a + b, a - b, a * 2, 2 * a, a @ b, a / 2, a // 2, a % 2, divmod(a, 2), a ** 2, pow(a, 2, 5))
print(-a, +a is a, abs(a), ~a, a << 1, a >> 1, a & 1, a | 1, a ^ 1)
print(a == V(3, 4), a != V(3, 4), a == 5, a < b, a > b, a <= b, a >= b, sorted([a, b]), max(a, b))
print(1 + a, 1 - a, 1 / a, 1 // a, 1 % a, divmod(1, a), 2 ** a, 1 @ a, 1 << a, 1 >> a, 1 & a, 1 | a, 1 ^ a)
print(int(a), float(a), complex(a), round(a), round(a, 2), math.floor(a), math.ceil(a), math.trunc(a), bool(V(0, 0)), not a)
print([10, 20, 30, 40][a], range(10)[a], "x" * 2, hex(a), bin(a), "abcdef"[:a], [0] * 2 and [0] * operator_index if (operator_index := 2) else 0)
print(sum([a, b], V(0, 0)), sum([a, b]), {a: 1}[V(3, 4)], a in [V(3, 4)], len({a, V(3, 4), b}))
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
t(lambda: a + 5)
t(lambda: a * "x")
t(lambda: "s" + a)
t(lambda: [] + a)
t(lambda: a * a)
t(lambda: "%d %s" % (a, a))
t(lambda: "x" % a)
class Half:
    def __eq__(self, o): return NotImplemented
    def __lt__(self, o): return NotImplemented
    def __add__(self, o): return NotImplemented
    def __iadd__(self, o): return NotImplemented
    def __bool__(self): return 5
    def __len__(self): return -1
    def __hash__(self): return "x"
    def __int__(self): return "s"
    def __index__(self): return 1.5
    def __float__(self): return 1
    def __repr__(self): return 5
    def __str__(self): return None
    def __contains__(self, x): return "truthy"
    def __iter__(self): return 5
    def __format__(self, s): return 5
h = Half()
print(h == h, h == 1, h != 1, 1 in h)
for f in (lambda: h < 1, lambda: h + 1, lambda: bool(h), lambda: len(h), lambda: hash(h), lambda: int(h), lambda: [1][h], lambda: float(h),
          lambda: repr(h), lambda: str(h), lambda: iter(h), lambda: format(h), lambda: f"{h}", lambda: h >= h, lambda: list(h), lambda: range(h), lambda: h()):
    t(f)
def t2():
    h2 = Half(); h2 += 1
t(t2)

class Base:
    def __init__(self, n): self.n = n
    def __add__(self, o): return f"{type(self).__name__}.add"
    def __radd__(self, o): return f"{type(self).__name__}.radd"
    def __lt__(self, o): return f"{type(self).__name__}.lt"
    def __gt__(self, o): return f"{type(self).__name__}.gt"
    def __eq__(self, o): print(f"{type(self).__name__}.eq"); return NotImplemented
class Sub(Base):
    def __radd__(self, o): return "Sub.radd override"
    def __gt__(self, o): return "Sub.gt override"
class Same(Base): pass
b, s, m = Base(1), Sub(2), Same(3)
print(b + s, s + b, b + m, m + b, s + s, b + 1, 1 + b)
print(b < s, s < b, b > s, b < m, 1 < b, 1 > b)
print(b == s, s == b, b == 5)
class A:
    def __add__(self, o): print("A.add"); return NotImplemented
    def __radd__(self, o): print("A.radd"); return NotImplemented
class B:
    def __add__(self, o): print("B.add"); return NotImplemented
    def __radd__(self, o): print("B.radd"); return "B did it"
print(A() + B())
def t(f):
    try:
        print(f())
    except TypeError as e:
        print("TypeError:", e)
t(lambda: A() + A())
t(lambda: B() + A())
t(lambda: 1 + A())
t(lambda: "x" + A())
t(lambda: [1] + A())
t(lambda: A() + 1)
class NoneOp:
    __add__ = None
    __iter__ = None
    __contains__ = None
    __hash__ = None
    __eq__ = None
    __len__ = None
t(lambda: NoneOp() + 1)
t(lambda: iter(NoneOp()))
t(lambda: 1 in NoneOp())
t(lambda: hash(NoneOp()))
t(lambda: NoneOp() == 1)
t(lambda: len(NoneOp()))
class EqOnly:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == getattr(o, "v", o)
t(lambda: {EqOnly(1)})
t(lambda: hash(EqOnly(1)))
t(lambda: {EqOnly(1): 2})
print(EqOnly(1) in [0, 1], [EqOnly(1)].index(1), [1, 2].count(EqOnly(2)), EqOnly(1) != 1, 1 == EqOnly(1), EqOnly.__hash__)
class Sub2(EqOnly): pass
t(lambda: hash(Sub2(1)))
class Sub3(EqOnly):
    __hash__ = object.__hash__
print(hash(Sub3(1)) is not None)
class Ne:
    def __ne__(self, o): return "custom ne"
print(Ne() != 1, Ne() == 1)
class Int(int):
    def __add__(self, o): return "Int.add"
    def __radd__(self, o): return "Int.radd"
    def __eq__(self, o): return "Int.eq"
    __hash__ = int.__hash__
print(Int(1) + 1, 1 + Int(1), Int(1) == 1, 1 == Int(1), Int(2) * 3, type(Int(2) * 3).__name__)
class Str(str):
    def __radd__(self, o): return "Str.radd " + o
    def __mod__(self, o): return "Str.mod"
print("a" + Str("b"), Str("a") + "b", Str("%s") % 1, "%s" % Str("q"))
class L(list):
    def __radd__(self, o): return ("L.radd", o)
print([1] + L([2]), L([1]) + [2], type(L([1]) + [2]).__name__)
class InPlace:
    def __init__(self): self.log = []
    def __add__(self, o): self.log.append(("add", o)); return self
i = InPlace(); i += 1; i += 2
print(i.log)
class Cmp:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v < o.v
    def __repr__(self): return f"C{self.v}"
print(sorted([Cmp(3), Cmp(1), Cmp(2)]), min(Cmp(3), Cmp(1)), max([Cmp(3), Cmp(1)]), Cmp(1) > Cmp(0))
t(lambda: Cmp(1) <= Cmp(2))
t(lambda: sorted([Cmp(1), object()]))
class Weird:
    def __lt__(self, o): return []
    def __eq__(self, o): return "yes"
print(Weird() < 1, Weird() == 1, Weird() in [5], [5] == [Weird()], not Weird() == 1)

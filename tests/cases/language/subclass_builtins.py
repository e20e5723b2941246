class Int(int):
    def __repr__(self): return f"Int({int(self)})"
    def double(self): return Int(self * 2)
i = Int(5)
print(i, [i], i + 1, type(i + 1).__name__, i.double(), i == 5, hash(i) == hash(5), isinstance(i, int), f"{i:03d}", "%d" % i, str(i), int(i), type(int(i)).__name__, [1, 2, 3, 4, 5, 6][i], {5: "x"}[i], -i, abs(Int(-3)), Int("12"), Int(3.9), bool(Int(0)))
i.attr = "has dict"
print(i.attr)
class Str(str):
    def shout(self): return Str(self.upper() + "!")
    def __len__(self): return 99
s = Str("abc")
print(s, [s], s.shout(), type(s.upper()).__name__, len(s), s[0], s + "d", s * 2, s == "abc", {s: 1}["abc"], "-".join([s, s]), f"{s:>5}", s in "xabcx", type(str(s)).__name__, list(s), s.split("b"), type(s[:]).__name__)
class List(list):
    def __init__(self, *a): super().__init__(a); self.tag = "t"
    def sum(self): return sum(self)
l = List(1, 2, 3)
print(l, l.tag, l.sum(), l + [4], type(l + [4]).__name__, type(l[:2]).__name__, l == [1, 2, 3], len(l), type(l.copy()).__name__, type(l * 2).__name__)
l.append(4); l += [5]; l[0] = 100
print(l, sorted(l), type(l).__name__)
class Dict(dict):
    def __setitem__(self, k, v): print("setitem", k); super().__setitem__(k, v * 2)
    def __getitem__(self, k): return ("got", super().__getitem__(k))
d = Dict(a=1)
d["b"] = 2
d.update(c=3)
d.setdefault("d", 4)
print(d, d["b"], d.get("b"), list(d.items()), d == {"a": 1, "b": 4, "c": 3, "d": 4}, type(d.copy()).__name__, type(d | {}).__name__, {**d})
class Tup(tuple):
    def __new__(cls, *a): return super().__new__(cls, a)
    def __add__(self, o): return Tup(*self, *o)
t = Tup(1, 2)
print(t, t + (3,), type(t + (3,)).__name__, hash(t) == hash((1, 2)), t == (1, 2), t[0], type(t[:1]).__name__)
class Set(set):
    def add(self, x): super().add(x); return self
st = Set([1, 2])
print(st.add(3), st | {9}, type(st | {9}).__name__, type(st.copy()).__name__, st == {1, 2, 3}, len(st), frozenset(st) == st)
class Fro(frozenset): pass
print(Fro([1]), hash(Fro([1])) == hash(frozenset([1])), type(Fro([1]) | {2}).__name__)
class Float(float):
    def __str__(self): return f"{float(self):.2f}"
f = Float(3.14159)
print(f, repr(f), f * 2, type(f * 2).__name__, f"{f:.1f}", f"{f}", round(f, 1), [f])
class By(bytes): pass
print(By(b"ab"), By(b"ab")[0], type(By(b"ab") + b"c").__name__, By(b"ab") == b"ab")
class BA(bytearray): pass
ba = BA(b"x"); ba.append(65)
print(ba, type(ba).__name__)
class Cplx(complex): pass
print(Cplx(1, 2), type(Cplx(1, 2) + 1).__name__)
class Stack(list):
    def push(self, x): self.append(x)
    def peek(self): return self[-1] if self else None
k = Stack(); k.push(1); k.push(2)
print(k.pop(), k.peek(), k, bool(Stack()))
class CaseInsensitive(dict):
    def __init__(self, *a, **k):
        super().__init__()
        for key, v in dict(*a, **k).items(): self[key] = v
    def __setitem__(self, k, v): super().__setitem__(k.lower(), v)
    def __getitem__(self, k): return super().__getitem__(k.lower())
    def __contains__(self, k): return super().__contains__(k.lower())
c = CaseInsensitive({"Ab": 1}, CD=2)
print(c, c["AB"], "cd" in c, "CD" in c, "x" in c)
class Obj(object):
    def __eq__(self, o): return True
print(Obj() == None, Obj() in [1], [1].index(Obj()), Obj() != 1)
class CountDict(dict):
    def __missing__(self, k): self[k] = 0; return 0
cd = CountDict()
for ch in "hello": cd[ch] += 1
print(cd, isinstance(cd, dict), list(cd), cd.pop("h"))
class E(ValueError, KeyError): pass
print(E("x"), repr(E("x")), isinstance(E(), LookupError))
import json
print(json.dumps([i, s, l, d, t]))

"""Which special methods does each operation call, and in which order?"""
LOG = []


def traced(name, result):
    def method(self, *args):
        LOG.append(f"{type(self).__name__}.{name}({', '.join(type(a).__name__ for a in args)})")
        return result(self, *args) if callable(result) else result
    method.__name__ = name
    return method


class Base:
    def __init__(self, v=0): self.v = v
    def __repr__(self): return f"{type(self).__name__}({self.v})"


NI = NotImplemented
table = {n: NI for n in ("__add__", "__radd__", "__iadd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__matmul__", "__rmatmul__", "__truediv__", "__rtruediv__", "__mod__", "__rmod__", "__divmod__", "__rdivmod__", "__pow__", "__rpow__", "__lshift__", "__rlshift__", "__and__", "__rand__", "__or__", "__ror__", "__eq__", "__ne__", "__lt__", "__gt__", "__le__", "__ge__")}
A = type("A", (Base,), {n: traced(n, r) for n, r in table.items()})
B = type("B", (A,), {n: traced(n, lambda self, o, *m, n=n: f"B{n.strip('_')}") for n in ("__radd__", "__rsub__", "__rpow__", "__lt__", "__eq__")})
C = type("C", (Base,), {n: traced(n, r) for n, r in {"__len__": 3, "__bool__": True, "__iter__": lambda s: iter("xyz"), "__contains__": lambda s, x: x == "q", "__getitem__": lambda s, k: k, "__setitem__": None, "__delitem__": None, "__call__": "called", "__enter__": "entered", "__exit__": True, "__hash__": 5, "__int__": 7, "__float__": 2.5, "__complex__": 1j, "__index__": 4, "__round__": lambda s, *a: a, "__trunc__": 1, "__floor__": 2, "__ceil__": 3, "__abs__": "abs", "__neg__": "neg", "__pos__": "pos", "__invert__": "inv", "__str__": "text", "__format__": lambda s, spec: f"<{spec}>", "__bytes__": b"by", "__reversed__": lambda s: iter([9]), "__length_hint__": 2, "__dir__": lambda s: ["b", "a"], "__sizeof__": 10, "__eq__": lambda s, o: s is o, "__missing__": 1, "__next__": 5, "__copy__": "copied", "__deepcopy__": lambda s, m: "deep", "__getattr__": lambda s, n: f"attr {n}"}.items()})


def show(label, action):
    LOG.clear()
    try:
        result = action()
        result = repr(result)
    except Exception as e:
        result = f"{type(e).__name__}: {e}"
    print(f"{label:<14} {result:<44} {' '.join(LOG)}")


import copy, math, operator
a, b, c = A(1), B(2), C(3)
for label, f in {"a+a": lambda: a + a, "a+b": lambda: a + b, "b+a": lambda: b + a, "1+a": lambda: 1 + a, "a+1": lambda: a + 1, "a-b": lambda: a - b, "a**b": lambda: a ** b, "pow3": lambda: pow(a, b, 5), "2**b": lambda: 2 ** b, "a@1": lambda: a @ 1, "1@a": lambda: 1 @ a, "a%'x'": lambda: a % "x", "'x'%a": lambda: "%s" % a, "divmod": lambda: divmod(a, 3), "a<b": lambda: a < b, "b<a": lambda: b < a, "a>b": lambda: a > b, "a==b": lambda: a == b, "a!=b": lambda: a != b, "a==1": lambda: a == 1, "1==a": lambda: 1 == a, "a<1": lambda: a < 1, "a<=b<a": lambda: a <= b < a, "[a]==[b]": lambda: [a] == [b], "a in [b]": lambda: a in [b], "(a,)<(b,)": lambda: (a,) < (b,), "max": lambda: max(a, b), "sort": lambda: sorted([a, b]), "'s'+a": lambda: "s" + a, "[]+a": lambda: [] + a, "[1]*a": lambda: [1] * a, "a|{}": lambda: a | {}, "1<<a": lambda: 1 << a, "a&1.5": lambda: a & 1.5, "-a": lambda: -a}.items():
    show(label, f)
def aug():
    x = a
    x += 5
def augb():
    x = 1
    x += b
    return x
def withc():
    with c as v:
        raise KeyError(v)
    return "after"
def star(*args, **kw): return args, kw
def unpack():
    p, *q = c
    return p, q
for label, f in {"a+=5": aug, "1+=b": augb, "len": lambda: len(c), "bool": lambda: bool(c), "not": lambda: not c, "if": lambda: 1 if c else 2, "c and": lambda: c and 1, "list": lambda: list(c), "tuple": lambda: tuple(c), "star": lambda: star(*c), "unpack": unpack, "x in": lambda: "x" in c, "not in": lambda: "q" not in c, "c[1]": lambda: c[1], "c[1:2]": lambda: c[1:2], "c[1,::2]": lambda: c[1, ::2], "c[...]": lambda: c[...], "set": lambda: c.__setitem__(1, 2), "c()": lambda: c(1), "with": withc, "hash": lambda: hash(c), "{c}": lambda: len({c, c}), "dict": lambda: {c: 1}[c], "int": lambda: int(c), "float": lambda: float(c), "complex": lambda: complex(c), "range": lambda: list(range(c)), "[][c]": lambda: [0, 1, 2, 3, 4][c], "hex": lambda: hex(c), "bin": lambda: bin(c), "chr": lambda: chr(c), "round": lambda: round(c), "round2": lambda: round(c, 2), "trunc": lambda: math.trunc(c), "floor": lambda: math.floor(c), "ceil": lambda: math.ceil(c), "sqrt": lambda: math.sqrt(c), "abs": lambda: abs(c), "neg": lambda: -c, "pos": lambda: +c, "inv": lambda: ~c, "str": lambda: str(c), "fstr": lambda: f"{c}", "fspec": lambda: f"{c:>5}", "f!r": lambda: f"{c!r:>8}", "f!s": lambda: f"{c!s:>8}", "format": lambda: "{:x}{}".format(c, c), "%s": lambda: "%s %r %d %.1f %x" % (c, c, c, c, c), "bytes": lambda: bytes(c), "reversed": lambda: list(reversed(c)), "hint": lambda: operator.length_hint(c), "dir": lambda: dir(c), "eq": lambda: c == 5, "ne": lambda: c != 5, "idx": lambda: operator.index(c), "next": lambda: next(c), "copy": lambda: copy.copy(c), "deep": lambda: copy.deepcopy([c]), "attr": lambda: c.nothing, "hasattr": lambda: hasattr(c, "zz"), "sorted": lambda: sorted(c), "sum": lambda: sum(c), "max": lambda: max(c), "join": lambda: "-".join(c), "enum": lambda: list(enumerate(c)), "zip": lambda: list(zip(c, c)), "map": lambda: list(map(str.upper, c)), "any": lambda: any(c), "str*c": lambda: "ab" * c, "[1]*c": lambda: [1] * c, "slice": lambda: "abcdef"[:c], "dict()": lambda: dict(c), "extend": lambda: [1].extend(c), "set()": lambda: len(set(c)), "fromkeys": lambda: dict.fromkeys(c, 1), "int.from": lambda: int.from_bytes(c), "pow": lambda: pow(2, c) if False else 0, "print": lambda: print(c, end="|"), "isinst": lambda: isinstance(c, C), "type": lambda: type(c).__name__, "divmod": lambda: divmod(c, 2), "round-": lambda: round(c, None), "b''%": lambda: b"%b" % c, "bytearr": lambda: bytearray(c), "ord": lambda: ord(c), "[c]*2": lambda: [c] * 2, "c[c]": lambda: c[c], "to_bytes": lambda: (5).to_bytes(c), "ljust": lambda: "a".ljust(c) + "|", "shift": lambda: 1 << 3 if c else 0}.items():
    show(label, f)

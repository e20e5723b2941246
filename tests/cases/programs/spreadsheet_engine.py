# ends: raised
import re, operator as op, math
from collections import defaultdict, ChainMap
from functools import reduce, total_ordering, cached_property
from graphlib import TopologicalSorter, CycleError
from string import ascii_uppercase as AZ
class SheetError(Exception):
    code = "#ERR"
    def __init_subclass__(cls, code="#ERR", **kw): super().__init_subclass__(**kw); cls.code = code
class DivZero(SheetError, code="#DIV/0!"): pass
class NameErr(SheetError, code="#NAME?"): pass
class RefErr(SheetError, code="#REF!"): pass
class Cycle(SheetError, code="#CYCLE!"): pass
@total_ordering
class Ref:
    __slots__ = "col", "row"
    PATTERN = re.compile(r"([A-Z]{1,2})([1-9]\d{0,2})")
    def __init__(self, col, row): self.col, self.row = col, row
    @classmethod
    def parse(cls, text):
        if not (m := cls.PATTERN.fullmatch(text)): raise RefErr(text)
        return cls(reduce(lambda n, c: n * 26 + AZ.index(c) + 1, m[1], 0), int(m[2]))
    def __str__(self):
        n, out = self.col, ""
        while n: n, r = divmod(n - 1, 26); out = AZ[r] + out
        return out + str(self.row)
    __repr__ = __str__
    def __eq__(self, o): return (self.row, self.col) == (o.row, o.col)
    def __lt__(self, o): return (self.row, self.col) < (o.row, o.col)
    def __hash__(self): return hash((self.row, self.col))
    def to(self, o): return [Ref(c, r) for r in range(min(self.row, o.row), max(self.row, o.row) + 1) for c in range(min(self.col, o.col), max(self.col, o.col) + 1)]
TOKEN = re.compile(r'\s*(?:(?P<num>\d+(?:\.\d*)?)|(?P<range>[A-Z]+\d+:[A-Z]+\d+)|(?P<fn>[A-Z]+)(?=\()|(?P<ref>[A-Z]+\d+)|"(?P<str>[^"]*)"|(?P<op><=|>=|<>|[-+*/^&=<>(),]))')
LEVELS = [{"=": op.eq, "<>": op.ne, "<": op.lt, ">": op.gt, "<=": op.le, ">=": op.ge}, {"&": lambda a, b: f"{fmt(a)}{fmt(b)}"}, {"+": op.add, "-": op.sub}, {"*": op.mul, "/": op.truediv}, {"^": op.pow}]
def fmt(v): return f"{v:g}" if isinstance(v, float) else ("TRUE" if v else "FALSE") if isinstance(v, bool) else str(v)
FUNCS = {"SUM": lambda *a: sum(x for x in flat(a) if isinstance(x, (int, float))), "AVG": lambda *a: (lambda xs: sum(xs) / len(xs))([x for x in flat(a) if isinstance(x, (int, float))]), "MAX": lambda *a: max(flat(a)), "IF": lambda c, a, b=False: a if c else b, "LEN": lambda s: len(fmt(s)), "ROUND": round, "COUNT": lambda *a: sum(isinstance(x, (int, float)) for x in flat(a)), "UPPER": lambda s: s.upper(), "PI": lambda: math.pi, "SQRT": math.sqrt}
def flat(xs):
    for x in xs:
        if isinstance(x, list): yield from flat(x)
        elif x is not None: yield x
class Formula:
    def __init__(self, text):
        self.toks, pos = [], 0
        while pos < len(text.rstrip()):
            if not (m := TOKEN.match(text, pos)): raise NameErr(f"{text[pos:]!r}")
            self.toks.append((m.lastgroup, m[m.lastgroup])); pos = m.end()
        self.refs = {r for k, t in self.toks if k in ("ref", "range") for r in (Ref.parse(t.split(":")[0]).to(Ref.parse(t.split(":")[-1])))}
    def eval(self, get):
        toks, i = self.toks, 0
        def peek(): return toks[i] if i < len(toks) else (None, None)
        def next_():
            nonlocal i; i += 1; return toks[i - 1]
        def level(n):
            if n == len(LEVELS): return unary()
            v = level(n + 1)
            while peek()[0] == "op" and peek()[1] in LEVELS[n]:
                f = LEVELS[n][next_()[1]]; rhs = level(n if n == 4 else n + 1)
                try: v = f(v if v is not None else 0, rhs if rhs is not None else 0)
                except ZeroDivisionError as e: raise DivZero() from e
            return v
        def unary():
            match peek():
                case ("op", "-"): next_(); return -unary()
                case _: return atom()
        def atom():
            match next_() if i < len(toks) else (None, None):
                case ("num", t): return float(t) if "." in t else int(t)
                case ("str", t): return t
                case ("ref", t): return get(Ref.parse(t))
                case ("range", t): a, b = t.split(":"); return [get(r) for r in Ref.parse(a).to(Ref.parse(b))]
                case ("op", "("): v = level(0); next_(); return v
                case ("fn", name):
                    next_(); args = []
                    while peek() != ("op", ")"):
                        args.append(level(0))
                        if peek() == ("op", ","): next_()
                    next_()
                    if name not in FUNCS: raise NameErr(name)
                    return FUNCS[name](*args)
                case bad: raise SheetError(f"unexpected {bad[1]}")
        return level(0)
class Sheet:
    def __init__(self): self.raw, self.formulas, self.values, self.evals = {}, {}, {}, 0
    def __setitem__(self, key, text):
        ref = Ref.parse(key); self.raw[ref] = text; self.formulas.pop(ref, None)
        if isinstance(text, str) and text.startswith("="): self.formulas[ref] = Formula(text[1:])
        self.recalc()
    def recalc(self):
        self.values = {r: v for r, v in self.raw.items() if r not in self.formulas}
        graph = {r: f.refs & self.formulas.keys() for r, f in self.formulas.items()}
        try: order = list(TopologicalSorter({r: sorted(graph[r]) for r in sorted(graph)}).static_order())
        except CycleError as e:
            bad = set(e.args[1]); self.values |= {r: Cycle() for r in bad}; order = [r for r in sorted(self.formulas) if r not in bad]
        for r in order:
            self.evals += 1
            try: self.values[r] = self.formulas[r].eval(self.get)
            except SheetError as e: self.values[r] = e
            except (TypeError, ValueError) as e: self.values[r] = SheetError(str(e))
    def get(self, ref):
        v = self.values.get(ref)
        if isinstance(v, SheetError): raise v
        return v
    def __getitem__(self, key): return self.get(Ref.parse(key))
    def show(self):
        cols = range(1, 1 + max(r.col for r in self.values)); rows = range(1, 1 + max(r.row for r in self.values))
        cell = lambda r: (v.code if isinstance(v := self.values.get(r), SheetError) else "" if v is None else fmt(v))[:9]
        print("   " + "".join(f"{str(Ref(c, 1))[:-1]:^10}" for c in cols))
        for r in rows: print(f"{r:>2} " + "".join(f"{cell(Ref(c, r)):>10}" if isinstance(self.values.get(Ref(c, r)), (int, float)) else f"{cell(Ref(c, r)):<10}" for c in cols).rstrip())
s = Sheet()
for key, text in {"A1": 10, "A2": 32.5, "A3": "=A1+A2*2", "B1": "=SUM(A1:A3)", "B2": '=IF(B1>100,"big","small")&"-"&A1', "B3": "=ROUND(A3/3,2)", "C1": "=A1/D9", "C2": "=C1+1", "C3": "=NOPE(1)", "D1": "=-2^2*(3-1)", "D2": "=LEN(B2)&UPPER(\"x\")", "D3": "=B2*A2-1", "E1": "=MAX(A1:B1, 7)", "E2": "=SQRT(0-4)", "E3": "=1 = 1", "AA1": "=2^3^2"}.items(): s[key] = text
s.show(); s["A1"] = 0; s["D9"] = 4; s["E3"] = "=E1"; s["E1"] = "=E3+1"; s.show()
print(s.evals, s["AA1"], repr(Ref.parse("AB12")), Ref.parse("B1") < Ref.parse("A2"), len({Ref(1, 1), Ref.parse("A1")}), str(Ref(703, 1)))
for bad in (lambda: s["E1"], lambda: s["1A"], lambda: s["C3"], lambda: s.__setitem__("A9", "=1 $ 2"), lambda: s["E2"], lambda: s["Z99"]):
    try: print(bad())
    except SheetError as e: print(type(e).__name__, e.code, e, repr(e.__cause__))
s["D9"] = 0
print(s["C2"])

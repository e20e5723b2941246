"""Command with undo, visitor, observer, strategy, builder, memento, proxy, chain of responsibility, flyweight, mixins."""
from __future__ import annotations
import copy, functools, operator
from abc import ABC, abstractmethod
from collections import UserDict, UserList, deque, defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Callable, ClassVar, Iterator, NamedTuple, Protocol, Self
class Command(ABC):
    @abstractmethod
    def do(self, doc: list[str]): ...
    @abstractmethod
    def undo(self, doc: list[str]): ...
    def __add__(self, other): return Macro([*(self.parts if isinstance(self, Macro) else [self]), other])
@dataclass
class Insert(Command):
    at: int; text: str
    def do(self, doc): doc.insert(self.at, self.text)
    def undo(self, doc): assert doc.pop(self.at) == self.text
@dataclass
class Delete(Command):
    at: int; _old: str | None = field(default=None, repr=False, init=False)
    def do(self, doc): self._old = doc.pop(self.at)
    def undo(self, doc): doc.insert(self.at, self._old)
class Macro(Command):
    def __init__(self, parts): self.parts = parts
    def do(self, doc):
        done = []
        try:
            for p in self.parts: p.do(doc); done.append(p)
        except Exception:
            for p in reversed(done): p.undo(doc)
            raise
    def undo(self, doc):
        for p in reversed(self.parts): p.undo(doc)
    def __repr__(self): return f"Macro{self.parts}"
class Editor:
    def __init__(self): self.doc, self.done, self.undone = [], deque(maxlen=4), []
    def __call__(self, cmd): cmd.do(self.doc); self.done.append(cmd); self.undone.clear(); return self
    def undo(self): self.done[-1].undo(self.doc); self.undone.append(self.done.pop())
    def redo(self): (c := self.undone.pop()).do(self.doc); self.done.append(c)
ed = Editor(); ed(Insert(0, "a"))(Insert(1, "b"))(Insert(0, "z") + Delete(1) + Insert(2, "q")); print(ed.doc, ed.done); ed.undo(); print(ed.doc, ed.undone); ed.redo(); print(ed.doc)
for bad in (lambda: ed(Insert(0, "x") + Delete(99)), lambda: Command(), lambda: ed.redo(), lambda: [ed.undo() for _ in range(9)]):
    try: bad()
    except Exception as e: print(type(e).__name__, e, ed.doc)
class Node:
    def accept(self, v, *a): return getattr(v, f"visit_{type(self).__name__.lower()}", v.generic)(self, *a)
class Num(Node):
    def __init__(self, v): self.v = v
class Bin(Node):
    def __init__(self, op, l, r): self.op, self.l, self.r = op, l, r
class Neg(Node):
    def __init__(self, x): self.x = x
class Weird(Node): pass
class Printer:
    prec = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}
    def visit_num(self, n, outer=0): return f"{n.v:g}"
    def visit_bin(self, n, outer=0): p = self.prec[n.op]; s = f"{n.l.accept(self, p)} {n.op} {n.r.accept(self, p + 1)}"; return f"({s})" if p < outer else s
    def visit_neg(self, n, outer=0): return "-" + n.x.accept(self, 9)
    def generic(self, n, *a): raise NotImplementedError(f"{type(self).__name__} can't visit {type(n).__name__}")
class Evaluator(Printer):
    ops = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": operator.pow}
    def visit_num(self, n): return n.v
    def visit_bin(self, n): return self.ops[n.op](n.l.accept(self), n.r.accept(self))
    def visit_neg(self, n): return -n.x.accept(self)
tree = Bin("*", Bin("+", Num(1), Neg(Num(2))), Bin("-", Num(7.5), Bin("-", Num(3), Num(4)))); print(tree.accept(Printer()), "=", tree.accept(Evaluator()))
for t in (Weird(), Bin("/", Num(1), Num(0)), Bin("?", Num(1), Num(1))):
    try: print(t.accept(Evaluator()))
    except Exception as e: print(type(e).__name__, e)
class Observable:
    def __init__(self): self._subs = defaultdict(list)
    def on(self, *names):
        def deco(fn):
            for n in names: self._subs[n].append(fn)
            return fn
        return deco
    def __setattr__(self, k, v):
        old = self.__dict__.get(k, None); super().__setattr__(k, v)
        if not k.startswith("_"):
            for fn in self._subs[k] + self._subs["*"]: fn(k, old, v)
o = Observable(); log = []
@o.on("x", "y")
def xy(*c): log.append(c)
o.on("*")(lambda k, old, new: log.append(f"{k}!")); o.x = 1; o.y = 2; o.x = 3; o.z = 0; print(log, vars(o).keys() - {"_subs"} == {"x", "y", "z"})
class Query:
    def __init__(self, table): self._t, self._w, self._o, self._l = table, [], None, None
    def where(self, **kw) -> Self: self._w += [f"{k.replace('__', ' ')} = {v!r}" if "__" not in k else f"{k.split('__')[0]} {dict(gt='>', lt='<', ne='!=')[k.split('__')[1]]} {v!r}" for k, v in kw.items()]; return self
    def order(self, *cols): self._o = ", ".join(f"{c[1:]} DESC" if c[0] == "-" else c for c in cols); return self
    def __getitem__(self, s): self._l = s; return self
    def __str__(self): return f"SELECT * FROM {self._t}" + (" WHERE " + " AND ".join(self._w) if self._w else "") + (f" ORDER BY {self._o}" if self._o else "") + (f" LIMIT {self._l.stop - (self._l.start or 0)} OFFSET {self._l.start or 0}" if self._l else "")
print(Query("users").where(age__gt=3, name="o'x").order("-age", "id")[10:30], Query("t"), sep="\n")
try: Query("t").where(a__zz=1)
except KeyError as e: print("KeyError", e)
class Memento(NamedTuple): state: dict; label: str
class Game:
    def __init__(self): self.hp, self.inv = 10, []
    def save(self, label): return Memento(copy.deepcopy(self.__dict__), label)
    def restore(self, m): self.__dict__.update(copy.deepcopy(m.state))
g = Game(); g.inv.append("sword"); m = g.save("start"); g.hp -= 7; g.inv += ["x"]; print(vars(g)); g.restore(m); print(vars(g), m.label, m.state["inv"] is g.inv)
class Proxy:
    __slots__ = "_obj", "_calls"
    def __init__(self, obj): object.__setattr__(self, "_obj", obj); object.__setattr__(self, "_calls", [])
    def __getattr__(self, n):
        a = getattr(self._obj, n)
        if not callable(a): return a
        @functools.wraps(a)
        def call(*args, **kw): self._calls.append((n, args)); return a(*args, **kw)
        return call
    def __setattr__(self, n, v): self._calls.append(("set", n, v)); setattr(self._obj, n, v)
    def __len__(self): return len(self._obj)
    def __eq__(self, o): return self._obj == o
    __hash__ = None
p = Proxy([3, 1, 2]); p.sort(); p.append(9); print(len(p), p == [1, 2, 3, 9], p._calls, p.index(9))
for bad in (lambda: p.nope, lambda: hash(p), lambda: setattr(p, "x", 1), lambda: p[0], lambda: iter(p)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
class Handler:
    def __init__(self, nxt=None): self.nxt = nxt
    def handle(self, req): return self.nxt.handle(req) if self.nxt else f"unhandled {req}"
class Small(Handler):
    def handle(self, r): return f"small {r}" if r < 10 else super().handle(r)
class Even(Handler):
    def handle(self, r): return f"even {r}" if r % 2 == 0 else super().handle(r)
print([Small(Even()).handle(r) for r in (5, 20, 21)])
class Glyph:
    _pool: ClassVar[dict] = {}
    def __new__(cls, ch, size=10):
        try: return cls._pool[ch, size]
        except KeyError: self = cls._pool[ch, size] = super().__new__(cls); self.ch = ch; return self
print(Glyph("a") is Glyph("a"), Glyph("a") is Glyph("a", 12), len(Glyph._pool))
class JsonMixin:
    def to_json(self): return "{" + ", ".join(f'"{k}": {v!r}' for k, v in sorted(vars(self).items())) + "}"
class LogMixin:
    def __init__(self, *a, **k): super().__init__(*a, **k); self.log = [f"init {type(self).__name__}"]
class Base:
    def __init__(self, name): self.name = name
class Thing(LogMixin, JsonMixin, Base):
    def __init__(self, name, *, n=1): super().__init__(name); self.n = n
print(Thing("t", n=2).to_json(), [c.__name__ for c in Thing.__mro__])
class Loud(UserDict):
    def __getitem__(self, k): return str(super().__getitem__(k)).upper()
    def __missing__(self, k): return f"no-{k}"
class Hist(UserList):
    def append(self, x): super().append(x); self.sort()
d = Loud(a="x"); d.update(b="y"); h = Hist([3]); h.append(1); h.extend([2]); print(d["a"], d["zz"], dict(d), d.get("q"), d.pop("a"), list(d.items()), h, h[0:2], type(h[0:2]).__name__, h + [0], 3 in h)

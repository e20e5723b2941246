# The lines of `<string>` that methods written by `dataclasses` have in tracebacks.
import traceback
from dataclasses import dataclass, field, InitVar
def show(f):
    try: f()
    except Exception as e: print([(t.filename.split("/")[-1], t.lineno, t.name) for t in traceback.extract_tb(e.__traceback__)][1:], type(e).__name__)
class Boom(Exception): pass
def boom(*a): raise Boom
@dataclass
class A:
    x: int
    y: int = 0
    def __post_init__(self): boom()
show(lambda: A(1))
@dataclass
class B:
    x: int
    i: InitVar[int]
    z: list = field(default_factory=list)
    w: int = field(init=False)
    v: int = field(init=False, default=3)
    u: list = field(init=False, default_factory=list)
    def __post_init__(self, i): boom()
show(lambda: B(1, 2))
@dataclass
class C:
    a: int
    b: list = field(default_factory=boom)
show(lambda: C(1))
@dataclass(frozen=True)
class D:
    a: int
    b: int = 2
    def __post_init__(self): boom() if self.a < 0 else 0
show(lambda: D(-1)); show(lambda: setattr(D(1), "a", 2)); show(lambda: delattr(D(1), "a")); show(lambda: setattr(D(1), "q", 2))
@dataclass(frozen=True, order=True)
class E:
    a: object
show(lambda: setattr(E(1), "a", 2)); show(lambda: delattr(E(1), "a")); show(lambda: E(1) < E("a")); show(lambda: E(1) <= E("a")); show(lambda: E(1) > E("a")); show(lambda: E(1) >= E("a")); show(lambda: hash(E([])))
class R:
    def __repr__(self): raise Boom
    def __eq__(self, o): raise Boom
show(lambda: E(R()) == E(R()))
@dataclass(order=True, unsafe_hash=True)
class F:
    a: object; b: object = 1; c: object = 2
show(lambda: F(1) < F("a")); show(lambda: hash(F([]))); show(lambda: F(R()) == F(R()))
@dataclass(frozen=True, slots=True)
class G:
    a: int
show(lambda: setattr(G(1), "a", 2)); show(lambda: delattr(G(1), "a"))
@dataclass(frozen=True)
class H(D):
    c: int = 5
show(lambda: setattr(H(1), "c", 2)); show(lambda: H(-1))
@dataclass(frozen=True, eq=False, repr=False)
class I:
    a: int
show(lambda: setattr(I(1), "a", 2))
@dataclass(frozen=True, init=False)
class J:
    a: int = 1
show(lambda: setattr(J(), "a", 2))

@dataclass
class K:
    pass
@dataclass(kw_only=True, repr=False)
class L(A):
    z: int = 3
    def __post_init__(self): boom()
show(lambda: L()); show(lambda: L(x=1))
@dataclass(order=True, eq=True, repr=False, init=False)
class M:
    a: object
    def __init__(self, a): self.a = a
show(lambda: M(1) < M("x")); show(lambda: M(R()) == M(R())); print(K(), K() == K())
def text(f):
    try: f()
    except Exception: print(traceback.format_exc().replace(__file__, "dataclass_methods.py"), end="")
text(lambda: D(-1)); text(lambda: setattr(D(1), "a", 2)); text(lambda: F(1) < F("a"))
class Loop:
    pass
@dataclass
class N:
    a: object
n = N(1); n.a = [n]; print(n)

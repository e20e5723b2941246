x = "global"
class A:
    print("body sees", x)
    x = "class"
    print("then", x)
    def method(self): return x
    y = [x for _ in range(1)]
    z = (lambda: x)()
    w = [v for v in x]
print(A.x, A().method(), A.y, A.z, A.w)
def f():
    x = "function"
    class B:
        y = x
        def m(self): return x
        class C:
            y = x
    return B.y, B().m(), B.C.y
print(f())
def g():
    x = "function"
    class B:
        x = x + " shadow" if False else "assigned"
        y = x
        def m(self): return x
    return B.y, B().m()
print(g())
class D:
    try:
        undefined_name
    except NameError as e:
        msg = str(e)
    for i in range(3): last = i
    with_default = lambda self, last=last: last
    a, *b = 1, 2, 3
    if last == 2:
        def conditional(self): return "defined"
    del i
print(D.msg, D().with_default(), D.b, D().conditional(), hasattr(D, "i"))
class E:
    def __init__(self): self.v = self.__class__.limit
    limit = 10
    @classmethod
    def set(cls, v): cls.limit = v
    doubled = limit * 2
print(E().v, E.doubled)
E.set(5)
print(E().v, E.doubled)
def nonlocal_class():
    n = 0
    class N:
        nonlocal n
        n = 5
        m = n
    return n, N.m, hasattr(N, "n")
print(nonlocal_class())
class F:
    __slots__ = ()
    __doc__ = "explicit doc"
    __hidden = 1
    def get(self): return self.__hidden, F.__hidden
print(F.__doc__, F().get(), F._F__hidden)
class G:
    "docstring"
    print(__qualname__, __module__)
    x: int = 5
    y: str
print(G.__doc__, G.__annotations__)
def make(n):
    class H:
        value = n
        def get(self): return n * self.value
    H.__name__ = f"H{n}"
    return H
print([k().get() for k in map(make, range(4))], make(7).__name__)
class I:
    def __enter__(self): return self
    def __exit__(self, *a): return False
    import contextlib
    with contextlib.nullcontext(3) as three: pass
print(I.three)
def ret_class():
    if True:
        class J: v = 1
    else:
        class J: v = 2
    return J
print(ret_class().v, ret_class() is ret_class())
class K:
    def f(): return "no self"
    g = f()
    h = staticmethod(f)
print(K.g, K.h(), K.f(), K().h())
for cls in [type("Dyn%d" % i, (), {"n": i}) for i in range(2)]:
    print(cls.__name__, cls.n, cls().n)
class L: x = 1; y = x + 1; z = lambda s: (s.x, s.y)
print(L().z())
class M:
    a = 1
    def get_a(self): return self.a
    b = property(get_a)
    a = 2
print(M().b, M.a)
def closure_over_class():
    class P:
        def clone(self): return P()
    return type(P().clone()).__name__
print(closure_over_class())
class Q:
    global made_in_class
    made_in_class = 1
print(made_in_class, "made_in_class" in vars(Q))

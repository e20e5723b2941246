import functools, operator
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
print(functools.reduce(operator.add, [1, 2, 3]), functools.reduce(lambda a, b: a * b, [1, 2, 3], 10), functools.reduce(max, [3, 9, 2]), functools.reduce(operator.add, [], 5), functools.reduce(lambda a, b: b, "abc"))
p = functools.partial(pow, 2); q = functools.partial(int, base=2); print(p(5), q("101"), p.func is pow, p.args, q.keywords, functools.partial(p, 3)(), functools.partial(q)("11"), functools.partial(print, "a", sep="-")("b"), functools.partial(lambda *a, **k: (a, k), 1, x=2)(3, x=4, y=5), repr(functools.partial(pow, 2)), repr(functools.partial(int, base=2)))
calls = []
@functools.lru_cache(maxsize=2)
def f(x, y=0): calls.append((x, y)); return x + y
print(f(1), f(1), f(2), f(3), f(1), f(1, y=0), f.cache_info(), calls); f.cache_clear(); print(f.cache_info(), f.__wrapped__(9), f.cache_parameters(), f.__name__)
@functools.cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(90), fib.cache_info())
@functools.lru_cache
def g(*a, **k): return len(calls)
g(1); g(1.0); g(True); g(a=1); print(g.cache_info())
typed = functools.lru_cache(typed=True)(lambda x: type(x).__name__); print(typed(1), typed(1.0), typed.cache_info(), functools.lru_cache(None)(lambda: 5)(), functools.lru_cache(maxsize=0)(lambda: 6)())
@functools.total_ordering
class V:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
print(V(1) <= V(1), V(2) > V(1), V(1) >= V(2), V(1) != V(2))
print(sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)), sorted(["10", "9", "1"], key=functools.cmp_to_key(lambda a, b: int(a + b > b + a) * -2 + 1)), max([1, 2], key=functools.cmp_to_key(lambda a, b: a - b)))
@functools.singledispatch
def show(x): return "object " + repr(x)
@show.register
def _(x: int): return f"int {x}"
@show.register(list)
def _(x): return f"list of {len(x)}"
@show.register(float)
@show.register(complex)
def _(x): return "number"
print(show("s"), show(5), show([1, 2]), show(1.5), show(1j), show(True), show(None), show.dispatch(bool).__name__, sorted(k.__name__ for k in show.registry))
class M:
    @functools.singledispatchmethod
    def go(self, x): return "default"
    @go.register
    def _(self, x: str): return "str"
    @functools.cached_property
    def cp(self): calls.append("cp"); return 42
    def add(self, a, b): return a + b
    add5 = functools.partialmethod(add, 5)
print(M().go(1), M().go("a"), M().add5(2)); m = M(); print(m.cp, m.cp, calls.count("cp"))
def deco(fn):
    @functools.wraps(fn)
    def w(*a): return fn(*a)
    return w
@deco
def documented(a: int) -> str: "doc"
print(documented.__name__, documented.__doc__, documented.__wrapped__ is not documented, documented.__annotations__, functools.WRAPPER_ASSIGNMENTS[:2])
print(operator.add(1, 2), operator.itemgetter(1)([5, 6]), operator.itemgetter(0, 2)("abc"), operator.itemgetter("k")({"k": 1}), operator.itemgetter(slice(1, 3))("abcd"), operator.attrgetter("real")(5), operator.attrgetter("real", "imag")(2j), operator.methodcaller("upper")("a"), operator.methodcaller("replace", "a", "b")("aa"), operator.methodcaller("split", sep=",")("a,b"), operator.mul(3, 4), operator.truediv(1, 4), operator.floordiv(7, 2), operator.mod(7, 3), operator.neg(5), operator.not_(0), operator.lt(1, 2), operator.eq(1, 1), operator.contains([1], 1), operator.getitem([1, 2], 0), operator.concat("a", "b"), operator.countOf([1, 1], 1), operator.indexOf([5, 6], 6), operator.is_(None, None), operator.is_not(1, None), operator.and_(6, 3), operator.or_(6, 3), operator.xor(6, 3), operator.inv(5), operator.lshift(1, 3), operator.pow(2, 3), operator.index(True), operator.truth([]), operator.abs(-1), operator.pos(1), operator.length_hint([1, 2]), operator.iadd([1], [2]), operator.call(len, "abc"), operator.matmul.__name__)
l = [1, 2, 3]; operator.setitem(l, 0, 9); operator.delitem(l, 1); print(l, repr(operator.itemgetter(1)), repr(operator.attrgetter("a.b")), repr(operator.methodcaller("f", 1, x=2)), sorted([("b", 2), ("a", 2), ("c", 1)], key=operator.itemgetter(1, 0)), operator.attrgetter("__class__.__name__")(5))
for f2 in (lambda: functools.reduce(operator.add, []), lambda: functools.reduce(operator.add, 5), lambda: functools.reduce(5, [1, 2]), lambda: functools.reduce(operator.add), lambda: functools.partial(), lambda: functools.partial(5), lambda: p(1, 2, 3), lambda: f([]), lambda: f(), lambda: functools.lru_cache("a"), lambda: functools.total_ordering(object), lambda: operator.itemgetter(), lambda: operator.itemgetter(5)([1]), lambda: operator.itemgetter("a")({}), lambda: operator.attrgetter("x")(5), lambda: operator.attrgetter(5), lambda: operator.attrgetter(), lambda: operator.methodcaller(), lambda: operator.methodcaller(5), lambda: operator.methodcaller("nope")(5), lambda: operator.add(1), lambda: operator.add(1, "a"), lambda: operator.indexOf([1], 5), lambda: operator.index(1.5), lambda: operator.contains(5, 1), lambda: show(), lambda: show.register(5), lambda: functools.cmp_to_key(lambda a, b: 0)(1) == 5, lambda: functools.wraps(), lambda: operator.itemgetter(1)(5), lambda: operator.concat(1, 2), lambda: operator.countOf(5, 1), lambda: functools.nope, lambda: functools.reduce(lambda a: a, [1, 2])):
    t(f2)

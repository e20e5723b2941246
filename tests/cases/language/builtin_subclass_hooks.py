# What builtins and the library ask of classes over builtin types.
import bisect, collections, functools, heapq, types


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Sized(dict):
    def __len__(self): print("len"); return 2
class Negative(set):
    def __len__(self): return -1
class Hinted(list):
    def __length_hint__(self): print("hint"); return 1
class Wordy(tuple):
    def __len__(self): return "x"
def star(*a): return a
for make in (lambda: Sized(a=1), lambda: Negative("a"), lambda: Hinted([1]), lambda: Wordy((1,))):
    o = make()
    for f in (list, tuple, sorted, lambda o: [*o], lambda o: (*o, 1), lambda o: star(*o), [].extend, lambda o: [0].__iadd__(o), lambda o: {*o}, set, dict.fromkeys):
        t(lambda: f(o))
class NotIterable:
    def __len__(self): return 1
class NoIter:
    __iter__ = None
    def __len__(self): return 1
for k in (NotIterable, NoIter): t(lambda: [*k()]); t(lambda: list(k())); t(lambda: star(*k()))

# bisect takes a dict of a class written in Python for a sequence.
class A(dict):
    def __getitem__(self, k): return k
class B(dict):
    def __len__(self): return 3
class C(collections.defaultdict): pass
class D(collections.Counter): pass
for k in (A, B, C, D, dict, collections.OrderedDict, collections.defaultdict, collections.Counter):
    t(lambda: bisect.bisect(k(), 1)); t(lambda: bisect.bisect(k(), 1, 0, 2))

# What has `keys` is a mapping.
class Keyed(frozenset):
    def __getattr__(self, name): return lambda: [name]
    def __getitem__(self, k): return k * 2
class KeyedList(list):
    def keys(self): return ["a", "b"]
    def __getitem__(self, k): return k * 2
class KeyedError(Exception):
    def keys(self): return ["e"]
    def __getitem__(self, k): return k * 2
class Meta(type):
    def keys(cls): return ["m"]
    def __getitem__(cls, k): return k * 2
class KeyedClass(metaclass=Meta): pass
for o in (Keyed([(1, 2)]), KeyedList([(1, 2)]), KeyedError(1), KeyedClass): t(lambda: dict(o)); t(lambda: {}.__ior__(o)); t(lambda: (lambda x: x.update(o) or x)({}))

# Sets and deques show what their class goes over.
class Sorted(set):
    def __iter__(self): return iter(sorted(super().__iter__(), reverse=True))
class Frozen(frozenset):
    def __iter__(self): yield "only"
class Queue(collections.deque):
    def __iter__(self): yield from "ab"
for o in (Sorted({3, 1, 2}), Frozen([1]), Queue([1])): print(o, [o], f"{o!r:>30}", str(o))

# The C classes of collections keep to themselves.
class Quiet(collections.defaultdict):
    def __init__(self, *a): pass
    def update(self, *a): print("update")
    def __setattr__(self, n, v): print("setattr", n)
q = Quiet(list); print(q, q.default_factory, q.__or__({1: 2})); t(lambda: q[1]); q |= {3: 4}; print(q, {5: 6} | q)
class Loud(collections.OrderedDict):
    def __new__(cls, *a, **k): print("new", a, k); return super().__new__(cls, *a, **k)
    def update(self, *a, **k): print("update"); return super().update(*a, **k)
    def __getitem__(self, k): return ("item", super().__getitem__(k))
    def __len__(self): return 0
    def __contains__(self, k): return False
o = Loud(a=1, b=2); o |= {"z": 0}; print(o, o | {"y": 1}, {"x": 1} | o); o.move_to_end("a"); print(o.popitem(), o.copy(), list(o.items()))
class Point(collections.namedtuple("Point", "x y")):
    def __iter__(self): return iter("no")
print(Point(1, 2), [Point(3, 4)])

# Errors name the class.
class Mod(types.ModuleType): pass
class Part(functools.partial): pass
class Prop(property): pass
for o in (Mod("m"), Part(max, 1), Prop()):
    for f in (lambda: iter(o), lambda: o[0], lambda: o.__class__.__setitem__, lambda: [*o], lambda: exec("o[0] = 1"), lambda: exec("del o['a']"), lambda: 1 in o, lambda: len(o)): t(f)

# The largest and smallest are found without looking at more than is needed.
class Asked(int):
    count = 0
    def __lt__(self, other): Asked.count += 1; return int(self) < int(other)
items = [Asked(x) for x in (5, 3, 9, 1, 7, 2, 8)]
print(heapq.nlargest(3, items), Asked.count, heapq.nsmallest(2, iter(items)), Asked.count, heapq.nlargest(2, items, key=lambda x: -x), heapq.nsmallest(2, items, key=str), heapq.nlargest(0, items), heapq.nsmallest(-1, items), heapq.nlargest(9, items), heapq.nsmallest(3, "banana"), heapq.nlargest(3, "banana"))
for f in (lambda: heapq.nlargest(2, [1, "a", 2]), lambda: heapq.nsmallest(2, [1, "a", 2]), lambda: heapq.nlargest(5, [1, "a"]), lambda: heapq.nlargest("2", [1]), lambda: heapq.nsmallest(2.5, [1, 2, 3]), lambda: heapq.nlargest(2, 5), lambda: heapq.nsmallest(1, []), lambda: heapq.nlargest(2, iter([])), lambda: functools.reduce(max, 5), lambda: functools.reduce(max, NoIter())): t(f)

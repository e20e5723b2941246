# Native iterators can be taken apart: copied, pickled, and put to another place.
import copy, pickle, itertools, warnings
warnings.simplefilter("ignore")
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
def after(it, n=1):
    for _ in range(n): next(it)
    return it
makers = [lambda: iter([1,2,3]), lambda: reversed([1,2,3]), lambda: iter((1,2,3)), lambda: reversed((1,2,3)), lambda: iter('aé😀b'), lambda: iter(b'abc'), lambda: iter(range(5)),
          lambda: iter({1:2,3:4}), lambda: iter({1:2,3:4}.items()), lambda: iter({5,6}), lambda: enumerate('abc'), lambda: zip([1,2],[3,4]),
          lambda: itertools.count(5), lambda: itertools.repeat(7,3), lambda: reversed({1:2,3:4}), lambda: itertools.count(1,2)]
for make in makers:
    t(lambda: make().__reduce__()[0].__name__)
    t(lambda: make().__reduce__()[1:] if 'iterator' not in repr(make().__reduce__()) else 'over an iterator')
    it = after(make())
    c = copy.copy(it)
    t(lambda: (type(c).__name__, list(itertools.islice(c, 4))))
    it2 = after(make())
    for p in (0, 2, 4):
        t(lambda: list(itertools.islice(pickle.loads(pickle.dumps(it2, p)), 4)))
    it3 = after(make())
    d = copy.deepcopy(it3)
    t(lambda: (list(itertools.islice(d, 4)), list(itertools.islice(it3, 4))))
i = iter([1,2,3])
for state in (1, -5, 99): i.__setstate__(state); t(lambda: i.__length_hint__())
t(lambda: i.__setstate__('a'))
j = iter('héllo'); j.__setstate__(2); t(lambda: list(j))
k = iter(range(0,20,3)); k.__setstate__(2); t(lambda: list(k))
r = reversed([1,2,3]); r.__setstate__(0); t(lambda: list(r))
e = iter([1]); list(e); t(lambda: list(copy.copy(e)))
z = zip('ab','c'); z.__setstate__(True); t(lambda: list(z))

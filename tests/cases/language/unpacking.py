def t(thunk):
    try:
        print(thunk())
    except Exception as error:
        print(type(error).__name__ + ":", error)
a, b = 1, 2
a, b = b, a
print(a, b)
[c, d], e = (3, 4), 5
print(c, d, e)
first, *middle, last = range(6)
print(first, middle, last)
*init, z = "abc"
print(init, z)
h, *rest = [1]
print(h, rest)
(x, (y, *w)), v = [1, [2, 3, 4]], 5
print(x, y, w, v)
k = m = [1]
print(k is m)
lst = [0, 0, 0]
i = 0
i, lst[i] = 1, 9
print(i, lst)
d = {}
d["a"], d["b"] = 1, 2
print(d)
class O: pass
o = O()
o.p, o.q = 7, 8
print(o.p, o.q)
lst[0], lst[1:] = "n", "mp"
print(lst)
(one,) = [1]
print(one)
() = []
[] = ()
def two():
    p, q = [1, 2, 3]
def too_few():
    p, q, r = "ab"
def one_short():
    p, q = (1,)
def none():
    p, q = None
def integer():
    p, q = 5
def star_few():
    p, q, *r = [1]
def nested():
    (p, q), r = [1, 2]
def empty():
    p, q = {}
def gen_long():
    p, q = (v for v in range(100))
def dict_keys():
    p, q = {"x": 1, "y": 2}
    return p, q
def endless():
    import itertools
    p, q = itertools.count()
for f in (two, too_few, one_short, none, integer, star_few, nested, empty, gen_long, dict_keys, endless):
    t(f)
for n, (s, *u) in enumerate(["ab", "cde"]):
    print(n, s, u)
print([p + q for p, q in [(1, 2), (3, 4)]])
def swap3(a, b, c):
    a, b, c = c, a, b
    return a, b, c
print(swap3(1, 2, 3))
x, y, z = b"abc"
print(x, y, z)
first, second = {5, 5, 6}
print(sorted([first, second]))
class It:
    def __iter__(self):
        yield "it1"
        yield "it2"
p, q = It()
print(p, q)
class Old:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i * 11
a, b, c = Old()
print(a, b, c)
head, *tail = "x", *range(2), *[[]]
print(head, tail)
a = b, c = 1, 2
print(a, b, c)
def ret():
    return 1, *[2, 3]
print(ret())
for a, *b, c in [(1, 2), (1, 2, 3, 4)]:
    print(a, b, c)

a = 1
del a
try:
    a
except NameError as e:
    print(e)
x, y, z = 1, 2, 3
del x, (y, [z])
for name in ("x", "y", "z"):
    print(name in dir())
lst = list(range(10))
del lst[0], lst[-1]
print(lst)
del lst[2:4]
print(lst)
del lst[::2]
print(lst)
del lst[:]
print(lst)
d = {"a": 1, "b": 2}
del d["a"]
print(d)
class C:
    shared = 1
    def __delitem__(self, key): print("delitem", key)
    def __delattr__(self, name):
        print("delattr", name)
        object.__delattr__(self, name)
c = C()
c.v = 1
del c.v
del c[1], c["x"], c[1:2], c[1, 2], c[...]
for f in (lambda: c.__delattr__("nope"),):
    try:
        f()
    except AttributeError as e:
        print(e)
def t(f):
    try:
        f()
    except Exception as e:
        print(type(e).__name__ + ":", e)
def t1(): del d["zz"]
def t2(): del lst[5]
def t3(): del "abc"[0]
def t4(): del (1, 2)[0]
def t5(): del c.shared
def t6(): del (5).real
def t7():
    del local
    local = 1
def t8(): del {1: 2}[[]]
def t9(): del None[0]
def t10(): del lst["a"]
for f in (t1, t2, t3, t4, t5, t6, t7, t8, t9, t10):
    t(f)
del C.shared
print(hasattr(C, "shared"))
def local():
    v = [1]
    w = v
    del v
    return w
print(local())
def loop():
    for i in range(3):
        del i
    try:
        return i
    except UnboundLocalError as e:
        return str(e)
print(loop())
lst = [[1, 2], [3]]
del lst[0][1]
print(lst)
lst = [1, 2, 3, 4, 5, 6]
del lst[1:5:2]
print(lst)
del lst[10:20]
print(lst)
del lst[-1:-3:-1]
print(lst)
class P:
    def __init__(self): self._x = 1
    @property
    def x(self): return self._x
    @x.deleter
    def x(self): print("deleter"); del self._x
    @property
    def ro(self): return 1
p = P()
del p.x
t(lambda: p.x)
def t11(): del p.ro
t(t11)
def t12(): p.ro = 2
t(t12)

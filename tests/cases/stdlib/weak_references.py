import weakref, gc
class Node:
    def __init__(self, name): self.name=name; self.peer=None
    def __repr__(self): return f"Node({self.name})"
n = Node("a")
r = weakref.ref(n)
print(r() is n, r())
del n
print(r())
n = Node("b")
r = weakref.ref(n, lambda ref: print("gone", ref() is None))
print("before")
n = None
print("after")
d = weakref.WeakValueDictionary()
x = Node("x"); y = Node("y")
d["x"] = x; d["y"] = y
print(sorted(d.keys()), len(d))
del x
print(sorted(d.keys()), len(d), "x" in d)
s = weakref.WeakSet()
s.add(y)
print(len(s))
del y
print(len(s), len(d))
k = weakref.WeakKeyDictionary()
t = Node("t")
k[t] = 5
print(list(k.items()))
del t
print(len(k))
a = Node("p"); b = Node("q"); a.peer=b; b.peer=a
ra = weakref.ref(a)
del a, b
gc.collect()
print(ra() is None)
fin = weakref.finalize(Node("tmp"), print, "finalized", 1)
print(fin.alive)
o = Node("keep")
fin2 = weakref.finalize(o, print, "second")
print(fin2.alive)
del o
print(fin2.alive)
def g():
    loc = Node("loc")
    return weakref.ref(loc)
print(g()())
p = Node("prox")
pr = weakref.proxy(p)
print(pr.name, pr.peer)
del p
try:
    pr.name
except ReferenceError as e:
    print(e)
class Obs:
    def __init__(self): self._obs = weakref.WeakSet()
    def add(self, o): self._obs.add(o)
    def fire(self): 
        return sorted(o.name for o in self._obs)
ob = Obs()
l = [Node(c) for c in "abc"]
for o in l: ob.add(o)
print(ob.fire())
l.pop()
del o
print(ob.fire())
l.clear()
print(ob.fire())
class M:
    def meth(self): return 42
m = M()
wm = weakref.WeakMethod(m.meth)
print(wm()())
del m
print(wm())
class C:
    def __init__(self): print("init")
    def __enter__(self): return self
    def __exit__(self,*a): print("exit")
    def __del__(self): print("del C")
with C() as c:
    print("body")
del c
print("done")
keep = Node("exitobj")
weakref.finalize(keep, print, "at exit")
print("last")

import atexit
class A:
    def __init__(self, n, kid=None): self.n=n; self.kid=kid
    def __del__(self): print("del", self.n)
z = A(1)
lst=[A(2)]
b = A(4, A(5))
a = A(6)
def f():
    x = A(7)
    y = A(8)
    print("in f")
f()
print("after f")
atexit.register(print, "bye")
q = A(9)
del q
print("x")
z = None
print("y")
lst.clear()
print("cleared")
lst2 = (A(10),)
del lst2
d = {i: A(i) for i in range(20,23)}
del d
class Phoenix:
    saved = []
    def __del__(self):
        print("rise")
        Phoenix.saved.append(self)
p = Phoenix()
del p
print(len(Phoenix.saved))
Phoenix.saved.clear()
print("not twice")
def gen():
    held = A(30)
    yield 1
    yield 2
g = gen()
next(g)
del g
print("after generator")
class Tree:
    def __init__(self, name, *kids):
        self.name = name
        for n, kid in enumerate(kids):
            setattr(self, f"kid{n}", kid)
    def __del__(self):
        print("fell", self.name)
t = Tree("root", Tree("left"), Tree("right"))
t = None
print("end")

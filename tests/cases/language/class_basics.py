class Animal:
    """An animal."""
    kingdom = "Animalia"
    count = 0
    def __init__(self, name):
        self.name = name
        Animal.count += 1
    def speak(self):
        return f"{self.name} makes a sound"
    def rename(self, name):
        self.name = name
        return self
class Dog(Animal):
    def speak(self):
        return super().speak() + ": woof"
a, d = Animal("generic"), Dog("rex")
print(a.speak(), d.speak(), Animal.count, Dog.count, d.kingdom)
d.kingdom = "Canine"
print(d.kingdom, Dog.kingdom, a.kingdom)
Animal.kingdom = "changed"
print(d.kingdom, a.kingdom, Dog.kingdom)
Dog.count = 99
Animal("x")
print(Animal.count, Dog.count)
print(d.rename("max").name, d.__dict__, vars(a))
print(Animal.__name__, Animal.__doc__, Animal.__module__, Dog.__bases__, Dog.__doc__)
print(Animal.speak.__name__, Animal.speak.__qualname__, type(d).__name__, isinstance(d, Animal), issubclass(Animal, Dog))
print(Animal, d.__class__, type(Animal), type(type))
m = d.speak
print(m(), m.__self__ is d, m.__func__ is Dog.speak, m == d.speak, m is d.speak)
print(Animal.speak(d), Dog.speak is Animal.speak, Dog.rename is Animal.rename)
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
t(lambda: d.missing)
t(lambda: Dog.missing)
t(lambda: Animal())
t(lambda: Animal.speak())
t(lambda: d.speak(1))
t(lambda: d())
t(lambda: d + 1)
t(lambda: d < a)
t(lambda: len(d))
t(lambda: d[0])
t(lambda: iter(d))
t(lambda: int(d))
t(lambda: 1 in d)
t(lambda: -d)
t(lambda: setattr(5, "x", 1))
t(lambda: setattr(object(), "x", 1))
t(lambda: setattr(int, "x", 1))
t(lambda: object(1))
class Empty: pass
t(lambda: Empty(1))
t(lambda: Empty(x=1))
class BadInit:
    def __init__(self): return 5
t(lambda: BadInit())
e = Empty()
e.x, e.y = 1, [2]
print(e.__dict__, hasattr(e, "x"), getattr(e, "z", "dflt"))
e.method = lambda: "instance function"
print(e.method())
Empty.bound = lambda self: self.x
print(e.bound())
e.__dict__["w"] = 9
print(e.w)
e.__class__ = Animal
e.name = "turned"
print(e.speak())
class Nested:
    class Inner:
        v = 1
        class Deep: pass
    def make(self): return self.Inner()
print(Nested.Inner.v, Nested().make().v, Nested.Inner.Deep.__qualname__, Nested.Inner.Deep.__name__)
class Dyn:
    for i in range(3):
        f2 = i
    if True:
        cond = "yes"
    del i
print(Dyn.f2, Dyn.cond, hasattr(Dyn, "i"))
T = type("T", (Animal,), {"extra": 5, "get": lambda self: self.extra})
print(T("q").get(), T.__name__, T.__mro__[1].__name__)
class Mutable:
    items = []
    def add(self, x): self.items.append(x)
p, q = Mutable(), Mutable()
p.add(1); q.add(2)
print(p.items, p.items is q.items)
class Base: x = 1
class A(Base): pass
class B(Base): pass
A.x = 2
print(Base.x, A.x, B.x)
Base.x = 3
print(Base.x, A.x, B.x)
del A.x
print(A.x)
print(e == e, Empty() == Empty(), Empty() != Empty(), hash(e) == hash(e), bool(Empty()))
class Annotated:
    a: int
    b: str = "x"
print(Annotated.__annotations__, hasattr(Annotated, "a"), Annotated.b)

class A: pass
class B(A):
    x = 1
    def __init__(self): self.y = 2
b = B()
print(isinstance(b, A), isinstance(b, (int, A)), isinstance(b, int | A), isinstance(True, int), isinstance(1, float), isinstance("a", str), isinstance(None, type(None)), isinstance(int, type), isinstance(b, object), isinstance([], (list, tuple)), isinstance(b, ()), isinstance(1, (str, (float, (int,)))), issubclass(B, A), issubclass(bool, int), issubclass(B, (str, A)), issubclass(int, object), issubclass(A, B))
print(type(b) is B, type(B) is type, type(5), type(b).__name__, type(None), type(print), type(len) is type(print), type("X", (A,), {"z": 5}).z, callable(len), callable(B), callable(5), callable(lambda: 0), callable(b))
print(getattr(b, "y"), getattr(b, "z", None), hasattr(b, "x"), hasattr(b, "q"), setattr(b, "w", 3), b.w, delattr(b, "w"), hasattr(b, "w"), vars(b), b.__dict__, dir(b)[-2:], "x" in dir(B), [n for n in dir(b) if not n.startswith("_")])
print(hash(1) == hash(1.0) == hash(True), hash("a") == hash("a"), hash((1, 2)) == hash((1, 2)), hash(None) == hash(None), hash(A) == hash(A), hash(10 ** 20) == hash(float(10 ** 20)), hash(()), hash((1,)), hash((1, 2, 3)), hash((0, 0)), hash((1, (2, 3))), hash(2.5), hash(-1.5), hash(True), hash(3 + 0j), hash(1j), hash(range(3)) == hash(range(3)))
print(id(b) == id(b), id(b) != id(B()), b is b, repr(5), repr("a"), ascii("é"), format(5, "04"), repr(None), repr([1, "a"]), bin(5), chr(97), ord("a"), divmod(7, 2), abs(-1), round(2.567, 1), pow(2, 3), len("abc"), callable(callable), input.__name__ if False else "")
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for f in (lambda: isinstance(1, 5), lambda: isinstance(1, "int"), lambda: isinstance(1), lambda: isinstance(1, (int, 5)), lambda: isinstance(1, (5, int)), lambda: isinstance(1, [int]), lambda: issubclass(1, int), lambda: issubclass(int, 1), lambda: issubclass(int), lambda: type(), lambda: type(1, 2, 3), lambda: getattr(b, "nope"), lambda: getattr(b, 1), lambda: getattr(b), lambda: hasattr(b), lambda: hasattr(b, 1), lambda: setattr(b, "a"), lambda: setattr(b, 1, 1), lambda: delattr(b, "nope"), lambda: vars(5), lambda: vars([]), lambda: hash([]), lambda: hash({}), lambda: hash(set()), lambda: hash(), lambda: hash((1, [])), lambda: hash(bytearray()), lambda: hash(slice(1)), lambda: callable(), lambda: repr(), lambda: ascii(), lambda: format(), lambda: format(5, 5), lambda: format(5, "z"), lambda: format("a", "d"), lambda: format([], "5"), lambda: id(), lambda: dir(1, 2), lambda: len(A), lambda: A(1), lambda: object(1), lambda: B(1), lambda: b(), lambda: A.nope, lambda: b.x.y, lambda: None.foo, lambda: int.foo, lambda: type.foo, lambda: isinstance(b, A, B), lambda: type(b)().y, lambda: type(5)("7"), lambda: type([])((1, 2)), lambda: print.nope, lambda: round.__name__, lambda: A.__name__, lambda: b.__class__.__name__, lambda: A.__dict__["nope"]):
    t(f)
print(object() == object(), object() is object(), type(object()), isinstance(object(), object), object.__name__, str(A), repr(B), B.__bases__, A.__base__, B.__mro__ == (B, A, object), type.__name__, int.__bases__, bool.__base__)
obj = object()
t(lambda: setattr(obj, "x", 1))
t(lambda: obj.x)
t(lambda: obj < obj)
t(lambda: obj + obj)
t(lambda: obj())
t(lambda: obj[0])
t(lambda: len(obj))
t(lambda: isinstance(5, type(int)))
print(sorted(x for x in vars(B) if not x.startswith("__")), [k for k in B.__dict__ if k == "x"], "y" in b.__dict__, A.__doc__, (lambda: 0).__name__, len.__name__, "".join.__name__, b.__init__.__name__, B.__init__.__qualname__)

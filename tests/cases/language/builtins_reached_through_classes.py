# What classes over builtins give where the builtin's own code is reached through them.
import collections
import copy
import json
import pickle


def show(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error)


# An in-place method of the base gives the object of the class.
class L(list):
    def __iadd__(self, other):
        return super().__iadd__(other)

    def __imul__(self, other):
        return super().__imul__(other)


class B(bytearray):
    def __imul__(self, other):
        return super().__imul__(other)


class S(set):
    def __ior__(self, other):
        return super().__ior__(other)


class D(dict):
    def __ior__(self, other):
        return super().__ior__(other)


x = L([1])
x += (2,)
x *= 2
print(type(x).__name__, x)
x += (n for n in [7])
print(type(x).__name__, x)
x = B(b"a")
x *= 2
print(type(x).__name__, x)
x = S({1})
x |= {1}
print(type(x).__name__, x)
x = D(a=1)
x |= {"b": 2}
x |= [("c", 3)]
print(type(x).__name__, x)
print(type(list.__iadd__(L(), [1])).__name__)


# One that says no leaves the operator to what makes a new value.
class No(collections.Counter):
    def __ior__(self, other):
        return NotImplemented


class Right(list):
    def __rmul__(self, other):
        return super().__rmul__(other)


x = No("aab")
x |= {"p": 1}
print(type(x).__name__, sorted(x.items()))
x = Right([1])
x *= 2
print(type(x).__name__, x)
x = 2 * Right([3])
print(type(x).__name__, x)


# A comparison asks the side first whose class derives from the other's, also where that inherits the method.
class A(int):
    def __le__(self, other):
        print("asked")
        return NotImplemented


class Below(A):
    pass


class Line(list):
    def __lt__(self, other):
        return "Line's"


class Lower(Line):
    pass


class Items(list):
    pass


print(A(1) <= Below(2), Below(1) <= Below(2))
print(Line([1]) < Lower([2]), Line([1]) > Lower([2]), Line([1]) < [2])
show(lambda: [1] < Items(["a"]))
show(lambda: Items([1]) < ["a"])
show(lambda: sorted([[1], Items(["a"])]))


# The left sequence is added to before a reflected method of the same class is asked.
class T(tuple):
    def __radd__(self, other):
        return "radd"


class U(T):
    pass


print(T((1,)) + U((2,)), (1,) + T((2,)), T((1,)) + (2,))


# Exceptions show and are copied by what they hold.
class E(Exception):
    @property
    def args(self):
        return super().args + ("more",)


class F(OSError):
    @property
    def errno(self):
        return 77


e = E(1)
print(e.args, repr(e), str(E(1, 2)), copy.copy(e).args, pickle.loads(pickle.dumps(e)).args)
print(F(2, "no").errno, str(F(2, "no")), F(2, "no").args, BaseException.args.__get__(e), OSError.errno.__get__(F(2, "no")))
print(BaseException.args, OSError.errno, StopIteration.value.__get__(StopIteration(5)))
print(type(BaseException.args).__name__, type(OSError.errno).__name__, type(BaseException.__suppress_context__).__name__)
show(lambda: StopIteration.value.__get__(ValueError(5)))


# Sets show what the class goes over, and empty ones nothing.
class Odd(set):
    def __iter__(self):
        print("iter")
        return iter([9])


print(Odd(), Odd([1]))


# `**` takes what a dict has, whatever `keys` says; a class that says how it is gone through is asked.
class K(dict):
    def keys(self):
        return ["q"]


class I(dict):
    def __iter__(self):
        return iter(["a"])

    def keys(self):
        return ["a"]

    def __getitem__(self, key):
        return key + "!"


print({**K(a=1)}, dict(**K(a=1)), (lambda **k: k)(**K(a=1)), dict(K(a=1)))
print({**I(a=1, b=2)}, dict(**I(a=1, b=2)), dict(I(a=1, b=2)))


# Globals of a class over dict are not asked what they have, but for names.
class G(dict):
    def __contains__(self, key):
        print("contains", key)
        return False

    def get(self, key, default=None):
        print("get", key)

    def __setitem__(self, key, value):
        print("set", key)
        dict.__setitem__(self, key, value)

    def __missing__(self, key):
        return key.upper()


g = G(k=1)
print(eval("k, other", g))
exec("w = k\nv = nothing", g)
print(g["w"], g["v"])


# Items by index, backwards.
class Text(str):
    def __getitem__(self, at):
        return at

    def __len__(self):
        return 3


print([*reversed(Text("a"))], [*reversed("ab")])
print(isinstance(5, collections.namedtuple("P", "x y")(str, int)), issubclass(int, T((str, int))))


# What goes into JSON and pickles.
class M(dict):
    def __len__(self):
        return 0

    def items(self):
        return [("i", 9)]


class N(tuple):
    def __iter__(self):
        print("iter")
        return iter([1, 2])


class Bad(dict):
    def items(self):
        return 5


class Put(collections.deque):
    def extend(self, items):
        print("extend")
        super().extend(items)


print(json.dumps(M(a=1)), json.dumps({"a": N()}))
show(lambda: json.dumps(Bad(a=1)))
print(pickle.loads(pickle.dumps(Put([1]), 0)), len(copy.deepcopy(B(b"xy"))))
print(type(collections.defaultdict(int) | collections.defaultdict(str)).__name__)


class Odict(collections.OrderedDict):
    def items(self):
        return [("i", 9)]


print(copy.deepcopy(Odict(a=1)), pickle.loads(pickle.dumps(Odict(a=1))))


class Dots:
    __slots__ = ()

    def __getattr__(self, name):
        print("getattr", name)
        raise KeyError(name)


class Wide(complex):
    def __float__(self):
        return 1.5


print(type(copy.copy(Dots())).__name__, type(pickle.loads(pickle.dumps(Dots()))).__name__, complex(Wide(1 + 2j)))


class Sized:
    def __len__(self):
        return 2


show(lambda: tuple(Sized()))

from typing import Generic, TypeVar, get_type_hints
def first[T](xs: list[T]) -> T: return xs[0]
print(first([1, 2]), first.__type_params__, first.__annotations__)
class Box[T]:
    def __init__(self, v: T): self.v = v
    def get(self) -> T: return self.v
    def map[U](self, f) -> "Box[U]": return Box(f(self.v))
b = Box[int](5)
print(b.get(), b.map(str).get(), Box.__type_params__, Box[int], Box[int, ] if True else 0, Box.__name__)
class Pair[K, V: (int, str) = int]: pass
print(Pair[str, int], Pair.__type_params__[1].__constraints__, Pair.__parameters__)
type Alias = list[int]
type Gen[T] = dict[str, T]
print(Alias, Alias.__value__, Alias.__name__, Gen[int], Gen.__type_params__)
def bound[T: int](x: T) -> T: return x
print(bound.__type_params__[0].__bound__, bound(3))
def variadic[*Ts, **P](*a: *Ts): return a
print(variadic.__type_params__, variadic(1, 2))
T = TypeVar("T")
class Old(Generic[T]):
    def __init__(self, x): self.x = x
print(Old[int](5).x, Old[str], Old.__parameters__)
class Sub(Box[int]): extra = 1
print(Sub(3).get(), Sub.__orig_bases__, Sub.__mro__[1].__name__)
x: int = 5
y: "undefined_forward"
z: list[int] | None = None
print(__annotations__)
def deco[T](f: T) -> T: return f
@deco
def plain(a: int, b: str = "q") -> None: ...
print(plain.__annotations__, get_type_hints(plain))
print(list[int], dict[str, int], tuple[int, ...], int | None, int | str | list[int], set[int], type[int], list[list[str]], list[int]().append, "x") if False else print(list[int], dict[str, int], tuple[int, ...], int | None, int | str | list[int], set[int], type[int])
print((int | str) == (str | int), isinstance(5, int | str), isinstance(1.5, int | str), issubclass(bool, int | str), list[int] == list[int], list[int]([1, 2]), list[int].__origin__, list[int].__args__, (int | None).__args__)
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
t(lambda: isinstance([1], list[int]))
t(lambda: int | 5)
t(lambda: int[str])
t(lambda: Box[int, str])
t(lambda: Old[int, str])
t(lambda: T())
t(lambda: isinstance(5, T))
class WithCls:
    def make(cls, v: "WithCls") -> "WithCls": return v
    attr: "int" = 1
print(WithCls.make.__annotations__, WithCls.__annotations__, get_type_hints(WithCls))
def inner_ann():
    v: undefined_name_not_evaluated = 5
    w: int
    return v
print(inner_ann())
(paren): int = 3
lst = [0]
lst[0]: int = 9
print(paren, lst)

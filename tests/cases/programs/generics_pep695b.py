from collections.abc import Callable, Iterable, Iterator, Hashable, Mapping, MutableMapping, Sequence, MutableSequence, MutableSet, Sized
from dataclasses import dataclass, field
from functools import reduce
from typing import Generic, TypeVar, Protocol, overload, get_type_hints, get_origin, get_args, Any, Self, NewType, Optional, Union, Literal, Annotated, final, override, cast, TypeAliasType, TypeVarTuple, ParamSpec

type Pair[A, B] = tuple[A, B]
type Tree[T] = T | list[Tree[T]]
type Handler[**P, R] = Callable[P, R]
UserId = NewType("UserId", int)
T_co = TypeVar("T_co", covariant=True)


class Stack[T]:
    def __init__(self, items: Iterable[T] = ()) -> None: self._items = list(items)
    def push(self, item: T) -> Self: self._items.append(item); return self
    def pop(self) -> T: return self._items.pop()
    def map[U](self, f: Callable[[T], U]) -> "Stack[U]": return Stack(map(f, self._items))
    def __iter__(self) -> Iterator[T]: return reversed(self._items)
    def __repr__(self): return f"Stack({self._items})"


class Registry[K: Hashable, V: (int, str)](MutableMapping[K, V]):
    def __init__(self): self.d: dict[K, V] = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)


class Box(Generic[T_co]):
    def __init__(self, v: T_co): self.v = v


@dataclass
class Result[T, E: Exception]:
    value: T | None = None
    error: E | None = None
    def unwrap(self) -> T:
        if self.error: raise self.error
        return self.value


def first[T](xs: Iterable[T], default: T | None = None) -> T | None:
    return next(iter(xs), default)


def compose[*Ts](*fs: *Ts): return lambda x: reduce(lambda v, f: f(v), fs, x)


class IntSeq(MutableSequence):
    def __init__(self, *a): self.a = list(a)
    def __getitem__(self, i): return self.a[i]
    def __setitem__(self, i, v): self.a[i] = v
    def __delitem__(self, i): del self.a[i]
    def __len__(self): return len(self.a)
    def insert(self, i, v): self.a.insert(i, int(v))


class Bag(MutableSet):
    def __init__(self, it=()): self.s = list(dict.fromkeys(it))
    def __contains__(self, x): return x in self.s
    def __iter__(self): return iter(self.s)
    def __len__(self): return len(self.s)
    def add(self, x):
        if x not in self.s: self.s.append(x)
    def discard(self, x):
        if x in self.s: self.s.remove(x)
    def __repr__(self): return f"Bag({self.s})"


s = Stack[int]([1, 2]).push(3)
print(s, list(s), s.map(str), s.pop(), Stack[int], Stack.__type_params__, Stack.__parameters__, Stack[int].__args__, Registry.__type_params__[0].__bound__, Registry.__type_params__[1].__constraints__, Pair, Pair[int, str], Pair.__value__, Pair.__type_params__, Tree.__value__, Handler.__type_params__, type(Pair), Stack[int].__origin__)
r = Registry[str, int](); r["a"] = 1; r.update(b=2, c=3); r["z"] = 1
print(dict(r), r.pop("a"), r.get("q"), r.setdefault("n", 9), list(r.items()), r.keys() & {"b"}, r == {"b": 2, "c": 3, "z": 1, "n": 9}, "b" in r, r.popitem(), r.values(), len(r)) if False else print(sorted(r), r.pop("a"), r.get("q"), r.setdefault("n", 9), r.keys() & {"b"}, "b" in r, r.popitem())
q = IntSeq(3, 1); q.append("7"); q.extend([4, 5]); q.reverse(); q += [6]; q.remove(1)
print(list(q), q.index(7), q.count(4), q.pop(), q.pop(0), 3 in q, list(reversed(q)), q[1:], isinstance(q, Sequence), issubclass(IntSeq, Sized)); q.clear(); print(len(q))
b = Bag("hello"); b |= Bag("xyz"); b -= {"h"}; print(b, len(b & set("lo")), b <= set("abcdefghijklmnopqrstuvwxyz"), b ^ {"q", "e"}, b.isdisjoint("w"), b == {"e", "l", "o", "x", "y", "z"}, Bag("ab") - Bag("b"), b.pop(), {"a"} | Bag("b"))
print(get_type_hints(first), get_type_hints(Stack.push), get_origin(dict[str, int]), get_args(dict[str, list[int]]), get_args(Optional[int]), get_origin(Union[int, str]), get_origin(int | str), get_args(Literal[1, "a"]), get_args(Callable[[int, str], bool]), get_args(Annotated[int, "x", 5]), get_origin(Annotated[int, 1]), get_type_hints(Result), Result(3).unwrap(), Result[int, ValueError], first([]), first("ab"), UserId(5) + 1, UserId.__supertype__, compose(str, len, float)(12345), Union[int, int], Union[int, None] == Optional[int], int | None == None | int, Optional[Optional[str]], Literal[1] == Literal[1], list[int] == list[int], hash(list[int]) == hash(list[int]), isinstance(3, int | str), issubclass(bool, int | str), Annotated[int, "m"].__metadata__)
for bad in (lambda: Stack[int, str], lambda: Pair[int], lambda: int[str], lambda: list[int]()[0], lambda: isinstance([1], list[int]), lambda: Result(error=KeyError("e")).unwrap(), lambda: Registry(1), lambda: MutableMapping(), lambda: Generic[int], lambda: Box[int, str], lambda: Optional[1, 2], lambda: Union[()], lambda: Literal, lambda: isinstance(1, Union[int, list[str]]), lambda: Any(), lambda: Self[int], lambda: type("X", (final,), {}), lambda: Bag("a") < 3, lambda: IntSeq().pop(), lambda: IntSeq(1).remove(2), lambda: get_type_hints(5), lambda: NewType("A", int)("x"), lambda: TypeVar("T", int), lambda: TypeVar("T", bound=int, covariant=True, contravariant=True), lambda: Callable[int], lambda: Annotated[int], lambda: cast(int), lambda: list[int].nope, lambda: Pair.nope, lambda: Pair[int, str]()):
    try:
        print("ok", bad())
    except Exception as e:
        print(type(e).__name__, e)

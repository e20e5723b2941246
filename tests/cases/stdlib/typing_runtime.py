import typing
from typing import *
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
print(List[int], Dict[str, int], Optional[int], Union[int, str], Union[int], Union[int, None, str], Tuple[int, ...], Tuple[()], Callable[[int, str], bool], Callable[..., int], Any, Set[int], FrozenSet[str], Type[int], Iterable[int], Literal[1, "a"], Literal["x"], Annotated[int, "meta"], ClassVar[int], Final[int], List, Dict, Optional[List[int]], Union[int, List[str]], NoReturn, Never, Self, Sequence[int], Mapping[str, int], Iterator[int], Generator[int, None, str], Deque[int], DefaultDict[str, int], Counter[str], OrderedDict[str, int], Hashable, Sized, LiteralString, Text, AnyStr)
print(get_origin(List[int]), get_args(Dict[str, int]), get_origin(Optional[int]), get_args(Optional[int]), get_args(Callable[[int], str]), get_origin(int), get_args(Literal[1, 2]), get_args(Annotated[int, 5]), get_origin(list[int]), Union[int, int] == int, Union[int, str] == Union[str, int], Optional[None], List[int] == List[int], hash(List[int]) == hash(List[int]), List[int].__origin__, List[int].__args__, Union[int, str].__args__, typing.get_origin(Tuple[int]), Literal[1] == Literal[1], int | None == Optional[int], Optional[int] == Union[int, None])
T = TypeVar("T"); K = TypeVar("K", bound=int); C = TypeVar("C", int, str); P = ParamSpec("P"); Ts = TypeVarTuple("Ts"); print(T, K.__bound__, C.__constraints__, T.__name__, TypeVar("Co", covariant=True), TypeVar("Cn", contravariant=True), P, Ts, List[T], List[T][int], Dict[T, K][str, bool], Callable[[T], T][int])
class Stack(Generic[T]):
    def __init__(self) -> None: self.items: List[T] = []
    def push(self, x: T) -> "Stack[T]": self.items.append(x); return self
print(Stack[int], Stack[int]().push(1).items, Stack.__parameters__, Stack[int].__origin__ is Stack, Stack[T], isinstance(Stack(), Generic), Stack.__orig_bases__, type(Stack[int]()).__name__)
class Pair(NamedTuple):
    "doc"
    x: int
    y: str = "d"
    def both(self): return f"{self.x}{self.y}"
p = Pair(1); print(p, p.both(), p._asdict(), Pair._fields, Pair._field_defaults, Pair.__annotations__, p == (1, "d"), p._replace(x=2), Pair.__doc__, isinstance(p, tuple), NamedTuple("N", [("a", int)])(5))
class Movie(TypedDict, total=False):
    name: str
    year: Required[int]
m: Movie = {"name": "x", "year": 1}; print(m, Movie(name="q"), Movie.__annotations__, Movie.__required_keys__, Movie.__optional_keys__, Movie.__total__, type(Movie(year=1)).__name__)
UserId = NewType("UserId", int); print(UserId(5), UserId.__name__, UserId.__supertype__, UserId, cast(int, "not checked"), cast("anything", 5))
@runtime_checkable
class Closer(Protocol):
    def close(self) -> None: ...
class R:
    def close(self): pass
class NoProto(Protocol):
    x: int
print(isinstance(R(), Closer), isinstance(5, Closer), issubclass(R, Closer), is_protocol(Closer), sorted(get_protocol_members(Closer)))
@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
def f(x): return x
@final
class Fin: pass
@no_type_check
def ntc(x: "bad syntax here"): return x
class B:
    @override
    def m(self): return 1
print(f(1), f("a"), Fin(), B().m()) if False else print(f(1), f("a"), Fin.__final__, B().m(), B.m.__override__, len(get_overloads(f)))
def hints(a: int, b: "List[str]" = None, *c: Optional[int], **d: Any) -> Dict[str, "Stack"]: pass
class H:
    a: int
    b: "H"
    c: ClassVar[str] = "x"
class H2(H): d: List[int]
print(get_type_hints(hints), get_type_hints(H2), hints.__annotations__, get_type_hints(Pair), TYPE_CHECKING, assert_type(5, int), reveal_type.__name__, get_type_hints(lambda: 0))
for g in (lambda: List[int, str], lambda: Dict[int], lambda: Optional[int, str], lambda: Optional[5] if False else Optional[int], lambda: Union[()], lambda: Callable[int], lambda: Callable[int, str], lambda: Literal[()], lambda: Any(), lambda: isinstance(5, Any), lambda: isinstance([], List[int]), lambda: isinstance(5, Optional[int]), lambda: isinstance([], List), lambda: isinstance(5, Union[int, str]), lambda: issubclass(int, Union[int, str]), lambda: List[int](), lambda: List(), lambda: Optional(5), lambda: Union[int, 5] if False else 1, lambda: TypeVar("X", int), lambda: TypeVar("X", bound=int, covariant=True, contravariant=True), lambda: TypeVar(5), lambda: Generic[int], lambda: Closer(), lambda: isinstance(5, NoProto), lambda: Pair(), lambda: Pair(1, 2, 3), lambda: NewType("A", int)("x"), lambda: isinstance(5, UserId), lambda: assert_never(5), lambda: Stack[int, str], lambda: int[T], lambda: ClassVar[int, str], lambda: Final(), lambda: isinstance({}, Movie), lambda: T(), lambda: get_type_hints(5), lambda: cast(int), lambda: List[5] if False else 2, lambda: typing.Nope, lambda: Literal[1][0], lambda: Annotated[int], lambda: NamedTuple("N", [("a", int)], x=1), lambda: ForwardRef("int"), lambda: ForwardRef("1 +")):
    t(g)
def bad1():
    class X(NamedTuple):
        x: int = 1
        y: str
def bad2():
    class X(Generic[T], Generic[K]): pass
def bad3():
    class X(List): pass
    return X().__class__.__mro__[1]
def bad4():
    class X(Protocol, R): pass
def bad5():
    class X(Union[int, str]): pass
for g in (bad1, bad2, bad3, bad4, bad5): t(g)

# What is unpacked stays together in the arguments of a class.
import typing as _t

_Ts = _t.TypeVarTuple("_Ts")
_T = _t.TypeVar("_T")
_U = _t.TypeVar("_U")


class Many(_t.Generic[_t.Unpack[_Ts]]): pass
class First(_t.Generic[_T, *_Ts]): pass
class Ends(_t.Generic[_T, *_Ts, _U]): pass
class Pair(_t.Generic[_T, _U]): pass
class New[X, *Y]: pass


for text in ["Many[()]", "Many[_t.Unpack[tuple[()]]]", "Many[*tuple[()]]", "Many[*tuple[int,str]]", "Many[int,*tuple[str,bool]]",
             "Many[_t.Unpack[_t.Tuple[int,str]],bool]", "First[int]", "First[int,*tuple[()]]", "First[*tuple[int,str]]", "First[*tuple[()]]",
             "First[*tuple[int,...]]", "Ends[int,str]", "Ends[*tuple[int,str,bool]]", "Ends[int,*tuple[str,...],bool]", "New[*tuple[int,str]]",
             "New[int]", "Pair[*tuple[int,str]]", "Pair[int,*tuple[str]]", "First[_T,*_Ts][int,str]", "Ends[_T,*_Ts,_U][int,*tuple[str,...],bool]",
             "Many[*_Ts][*tuple[()]]", "tuple[*_Ts][*tuple[int,str]]", "First[_T,*_Ts][*tuple[int,str]]"]:
    try:
        made = eval(text)
        print(text, made, made.__args__, made.__parameters__)
    except TypeError as e:
        print(text, e)

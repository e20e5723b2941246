from typing import *
import typing, collections.abc as cabc, functools, numbers, types, abc, dataclasses
def t(label, f):
    try: print(label, "->", f())
    except Exception as e: print(label, "!", type(e).__name__, str(e).split(" at 0x")[0])
@runtime_checkable
class HasName(Protocol):
    name: str
    def greet(self, x: int) -> str: ...
class Ok:
    name = "n"
    def greet(self, x): return x
class Part: name = "n"
class Explicit(HasName):
    name = "e"
t("proto", lambda: (isinstance(Ok(), HasName), isinstance(Part(), HasName), isinstance(Explicit(), HasName), isinstance(5, HasName))); t("subclass", lambda: issubclass(Ok, HasName)); t("inst", lambda: HasName()); t("explicit", lambda: Explicit().greet(1))
class NonRT(Protocol):
    def f(self): ...
t("nonrt", lambda: isinstance(1, NonRT)); t("generic proto", lambda: Supports[int])
class Supports[T](Protocol):
    def close(self) -> T: ...
t("members", lambda: sorted(get_protocol_members(HasName))); t("is_protocol", lambda: (is_protocol(HasName), is_protocol(Ok)))
class Movie(TypedDict):
    """A movie."""
    title: str
    year: NotRequired[int]
class Full(Movie, total=False):
    rating: Required[float]; tags: list[str]; id: ReadOnly[int]
m = Movie(title="x", year=1); print(m, type(m), Movie.__required_keys__ == {"title"}, sorted(Full.__optional_keys__), sorted(Full.__required_keys__), Full.__total__, Movie.__annotations__, Movie.__doc__, Full.__mro__ if False else Full.__bases__, get_type_hints(Full), Full.__readonly_keys__, Movie.__name__)
t("td isinstance", lambda: isinstance({}, Movie)); t("td call", lambda: Movie()); t("td extra", lambda: Movie(zzz=1)); t("td func", lambda: TypedDict("TD", {"a": int, "b-c": str})(a=1)); t("td method", lambda: type("Bad", (Movie,), {"f": 1})); t("is_typeddict", lambda: (is_typeddict(Movie), is_typeddict(dict)))
class Pt(NamedTuple):
    x: int
    y: int = 0
    @property
    def norm(self): return abs(self.x) + abs(self.y)
    def __add__(self, o): return Pt(self.x + o.x, self.y + o.y)
class Pt3(Pt): z = 9
print(Pt(1), Pt(3, 4).norm, Pt(1) + Pt(2, 3), Pt3(1, 2), Pt3(1).z, Pt._fields, Pt.__annotations__, Pt(1) == (1, 0), Pt(1)._replace(y=5), Pt.__doc__, isinstance(Pt(1), tuple), [*Pt(1)], Pt(5) < Pt(6), NamedTuple("N", [("a", int), ("b", str)])(1, "x"))
t("nt missing", lambda: Pt()); t("nt kw", lambda: Pt(1, z=2)); t("nt many", lambda: Pt(1, 2, 3)); t("nt set", lambda: setattr(Pt(1), "x", 2)); t("nt replace", lambda: Pt(1)._replace(q=1)); t("nt order", lambda: NamedTuple("Q", [("_a", int)])); t("nt make", lambda: Pt._make([1])); t("nt attr", lambda: Pt(1).q)
@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
def f(x): return x
print(len(get_overloads(f)), f(5), [o.__annotations__["x"].__name__ for o in get_overloads(f)]); clear_overloads(); print(get_overloads(f))
@overload
def only(x: int): ...
t("only overload", lambda: only(1))
@final
class Fin:
    @final
    def m(self): pass
    @override
    def n(self): pass
print(Fin.__final__, Fin.m.__final__, Fin.n.__override__, no_type_check(f) is f, cast("int", "s"), assert_type(5, int), TYPE_CHECKING)
T = TypeVar("T"); B = TypeVar("B", bound="Comparable"); K = TypeVar("K", int, str); P = ParamSpec("P"); Ts = TypeVarTuple("Ts")
print(T, B.__bound__, K.__constraints__, P.args, P.kwargs, Ts, Unpack[Ts], T.__name__, T.__covariant__, TypeVar("C", covariant=True), TypeVar("X", contravariant=True), TypeVar("I", infer_variance=True), P.__name__, Generic[T], list[T][int], dict[str, T][int], Callable[[T], K][int, str], Callable[P, T][[int, str], bool], Concatenate[int, P], tuple[*Ts], Union[T, int][str], Optional[T][int], Annotated[T, 1][int], Type[T], ClassVar[int], Final[int], Literal["a", 1, None, True], Literal[1, 1], Required[int], NotRequired[int], Never, NoReturn, LiteralString, TypeGuard[int], TypeIs[int], Self, TypeAlias, Text, AnyStr, Hashable, Sized, SupportsInt, Pattern[str], Match, IO[str], TextIO, Counter[str], DefaultDict[str, int], OrderedDict, ChainMap[int, str], Deque[int], AsyncIterator[int], Awaitable[int], Coroutine[int, str, bool], Generator[int, None, str], Generator[int], ContextManager[int], Mapping[str, int], MutableSequence[int], AbstractSet[int], FrozenSet[int], sep="\n")
class Node(Generic[T]):
    def __init__(self, v: T, nxt: "Optional[Node[T]]" = None): self.v, self.nxt = v, nxt
class IntNode(Node[int]): pass
class Two(Generic[T, K], Node[T]): pass
print(Node[int], Node[int](5).v, Node[int].__origin__, Node[int].__args__, Node.__parameters__, Two[str, int], Two.__parameters__, IntNode.__orig_bases__, types.get_original_bases(IntNode), IntNode(1).v, Node[int](1).__orig_class__, get_type_hints(Node.__init__), Node[T][int] == Node[int], Node["X"], Node[Any], isinstance(Node[int](1), Node), Node[int] is Node[int], hash(Node[int]) == hash(Node[int]))
for label, fn in {"too many": lambda: Node[int, str], "not generic": lambda: IntNode[int], "isinstance": lambda: isinstance(1, Node[int]), "subclass": lambda: issubclass(int, List[int]), "list inst": lambda: List[int](), "dict": lambda: Dict[str](), "union inst": lambda: Union[int, str](), "union arg": lambda: Union[5], "opt": lambda: Optional[int, str], "callable": lambda: Callable[int, str], "callable2": lambda: Callable[[int]], "literal": lambda: Literal[[1]], "classvar": lambda: ClassVar[int, str], "final": lambda: Final[int, int], "anno": lambda: Annotated[int], "generic": lambda: Generic[int], "gen dup": lambda: Generic[T, T], "protocol": lambda: Protocol[int], "tv": lambda: TypeVar("T", int), "tv2": lambda: TypeVar("T", bound=1), "tv3": lambda: TypeVar(1), "tv isinst": lambda: isinstance(1, T), "newtype": lambda: NewType("U", int)("5"), "newtype sub": lambda: type("Q", (NewType("U", int),), {}), "newtype inst": lambda: isinstance(1, NewType("U", int)), "any": lambda: Any(), "any sub": lambda: isinstance(1, Any), "self": lambda: Self[int], "never": lambda: assert_never(5), "hints": lambda: get_type_hints(lambda x: 0), "hints bad": lambda: get_type_hints(type("H", (), {"__annotations__": {"a": "nope"}})), "fwd": lambda: ForwardRef("1 +"), "fwd eq": lambda: ForwardRef("a") == ForwardRef("a"), "sub final": lambda: type("S", (Fin,), {}), "unpack": lambda: Unpack[int], "tuple": lambda: (Tuple[int, ...], Tuple[()], Tuple[int, str].__args__), "typealias": lambda: TypeAliasType("A", int), "typealias call": lambda: TypeAliasType("A", int)(), "typealias sub": lambda: TypeAliasType("A", list[T], type_params=(T,))[int], "int|None": lambda: (int | None, None | int, int | str | int, (int | str) == (str | int), int | "x"), "T|int": lambda: (T | int, list[int] | None, Optional[list[int]] == list[int] | None), "abc": lambda: (isinstance([], Sequence), issubclass(dict, Mapping), isinstance(iter([]), Iterator), isinstance(5, Hashable), isinstance({}, Sized)), "origin": lambda: [get_origin(x) for x in (List[int], list, Union[int, str], int | str, Callable[..., int], Annotated[int, 1], Generic[T], P.args, Literal[1], ClassVar[int])], "args": lambda: [get_args(x) for x in (Dict[str, int], Union[int, None], Callable[[], int], Callable[..., int], Literal[1, "a"], Annotated[int, 1, 2], tuple[int, ...], int)]}.items(): t(label, fn)
class Comparable(abc.ABC):
    @classmethod
    def __subclasshook__(cls, c): return hasattr(c, "__lt__") or NotImplemented
class Reg(abc.ABC):
    @property
    @abc.abstractmethod
    def p(self): ...
    @classmethod
    @abc.abstractmethod
    def c(cls): ...
    @staticmethod
    @abc.abstractmethod
    def s(): ...
Reg.register(int); print(isinstance(5, Comparable), issubclass(object, Comparable), isinstance(5, Reg), issubclass(str, Reg), sorted(Reg.__abstractmethods__)); t("abstract", lambda: Reg()); t("partial", lambda: type("R2", (Reg,), {"p": 1, "c": 2})()); t("reg self", lambda: Comparable.register(5)); print([isinstance(5, c) for c in (numbers.Number, numbers.Integral, numbers.Real)], isinstance(2.5, numbers.Rational), isinstance(True, numbers.Integral), issubclass(complex, numbers.Complex))
NC = types.new_class("NC", (Generic[T],), {}, lambda ns: ns.update(a=1)); print(NC.a, NC[int], types.prepare_class("X")[0], types.resolve_bases((List[int],)) == (list, Generic) if False else "", types.coroutine(lambda: (yield)).__name__, types.DynamicClassAttribute.__name__, types.SimpleNamespace(a=1) == types.SimpleNamespace(a=1), types.MethodType(len, [1, 2])(), types.MappingProxyType({1: 2})[1], types.FunctionType is type(f), types.EllipsisType, types.UnionType)

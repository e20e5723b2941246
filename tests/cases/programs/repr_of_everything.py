import collections, datetime, decimal, fractions, functools, types, re, array, operator, uuid, string, itertools, enum, io, random, struct, textwrap, json, contextlib, queue, typing, dataclasses, abc, numbers, copy, heapq, ipaddress, zoneinfo, argparse, calendar, statistics, html, logging, difflib
def show(*xs):
    for x in xs:
        print(repr(x))
class A:
    def m(self): pass
    @classmethod
    def c(cls): pass
    @staticmethod
    def s(): pass
    @property
    def p(self): return 1
    def __repr__(self): return "<A>"
a = A()
show(a.m, a.c, A.c, functools.partial(int, "5", base=2), functools.partial(max), functools.partial(print, sep="-"), len, [].append.__name__, "".join.__name__, print, str.upper, list.append, object.__init__, int.__add__, )
show(types.SimpleNamespace(b=1, a="x"), types.MappingProxyType({"a": 1}), type(a.m), type(len), type(str.upper), type("".upper), type(int.__add__), type((1).__add__), types.NoneType, type(...), ..., NotImplemented, type(NotImplemented), type(type), types.GenericAlias(list, (int,)))
show(collections.Counter("hello"), collections.deque([1, 2], maxlen=3), collections.deque(), collections.OrderedDict(a=1), collections.OrderedDict(), collections.defaultdict(list, a=[1]), collections.ChainMap({"a": 1}, {}), collections.UserDict(a=1), collections.UserList([1]), collections.UserString("u"), collections.namedtuple("P", "x y")(1, 2), collections.Counter())
show({}.keys(), {"a": 1}.values(), {"a": 1}.items(), {1}.union(), frozenset(), frozenset({1}), set(), slice(1, None, 2), range(3), bytearray(b"a\x00'"), b"'\"\n\xff", memoryview(b"x").tolist(), "'", '"', "'\"", "\x7f\xa0\u200b\ud800\U0001f600é\t\\", 1e16, 1e15, 123456789.123, 1e-5, 0.0001, -0.0, 1e22, float("inf"), float("nan"), 5e-324, 1.7976931348623157e308, complex(1, -0.0), 1j, -1j, complex(float("nan"), float("inf")), 10**30, True, None)
show(datetime.date(2020, 1, 2), datetime.datetime(2020, 1, 2, 3, 4), datetime.datetime(2020, 1, 2, 3, 4, 5, 6, tzinfo=datetime.UTC, fold=1), datetime.time(1), datetime.time(1, 2, 3, 4), datetime.timedelta(-1, 5), datetime.timedelta(), datetime.UTC, decimal.Decimal("1.10"), decimal.getcontext(), fractions.Fraction(-3, 6), zoneinfo.ZoneInfo("Europe/Paris"))
show(re.compile(r"a\d", re.I | re.M), re.compile("x"), re.compile(b"x", re.X), re.match("(a)b", "abc"), re.I, re.I | re.S, array.array("i", [1, 2]), array.array("d"), operator.itemgetter(1, "a"), operator.attrgetter("a.b", "c"), operator.methodcaller("f", 1, k=2), uuid.UUID(int=5), uuid.uuid5(uuid.NAMESPACE_DNS, "x.org"), itertools.repeat(1, 3), itertools.count(2, 3), random.Random, struct.Struct("<hi").format, struct.Struct("<hi").size)
class Color(enum.Enum):
    RED = 1
    GREEN = "g"
class F(enum.IntFlag):
    A = 1
    B = 2
show(Color, Color.RED, Color.GREEN, list(Color), Color.__members__, F.A | F.B, F(0), F(8), F.A | 8, ~F.A, enum.auto(), str(F.A), format(F.A | F.B), Color.RED.name, type(Color))
@dataclasses.dataclass
class D:
    x: int
    y: list = dataclasses.field(default_factory=list)
    z: "str" = dataclasses.field(default="q", repr=False)
show(D(1), dataclasses.fields(D)[0].name, )
d = D(1); d.y.append(d)
show(d)
show(typing.Optional[int], typing.Union[int, str, None], int | None, list[int], dict[str, list[int]], typing.Callable[[int], str], typing.Any, typing.Literal["a", 1], typing.TypeVar("T"), typing.ClassVar[int], tuple[int, ...], typing.Annotated[int, "m"], collections.abc.Callable[..., int], typing.List[int], typing.Dict, typing.Generic, type[int], typing.NewType("N", int), typing.ParamSpec("P"), typing.Final, typing.Self, typing.NoReturn, typing.Iterable[str], typing.Tuple[()], typing.ForwardRef("X"))
l = [1]; l.append(l); dd = {}; dd["me"] = dd; od = collections.OrderedDict(); od["s"] = od; dq = collections.deque(); dq.append(dq)
show(l, dd, od, dq)
show(Exception(), Exception("a"), Exception("a", 1), KeyError("k"), OSError(2, "no"), OSError(2, "no", "f.txt"), UnicodeDecodeError("utf8", b"\xff", 0, 1, "bad"), StopIteration(3), SystemExit(2), ExceptionGroup("g", [ValueError(1)]), BaseException, SyntaxError("m", ("f", 1, 2, "t")), ImportError("x", name="y"), AttributeError("z"))
show(str(KeyError("k")), str(OSError(2, "no", "f.txt")), str(UnicodeDecodeError("utf8", b"\xff", 0, 1, "bad")), str(KeyError()), str(KeyError(1, 2)), str(ExceptionGroup("g", [ValueError(1)])), str(SyntaxError("m", ("f.py", 1, 2, "t"))))
show(ipaddress.ip_address("10.0.0.1"), ipaddress.ip_network("10.0.0.0/8"), ipaddress.IPv6Address("::1"), ipaddress.ip_interface("1.2.3.4/24"), argparse.Namespace(a=1, b="x"), calendar.MONDAY, calendar.January, statistics.NormalDist(1, 2), logging.getLogger("a.b"), logging.getLogger(), logging.StreamHandler, difflib.Match(1, 2, 3), string.Template("x").template, html.escape("<'\">"), heapq.nlargest(2, [1, 3, 2]), numbers.Number, abc.ABC, contextlib.nullcontext(5).enter_result)
show(types.FunctionType.__name__, types.LambdaType is types.FunctionType, types.CellType, types.ModuleType("m", "doc"), json.JSONDecodeError("m", "doc\nx", 5))
show(f"{a!r:>5}", f"{a!s}", f"{'é'!a}", f"{a=}", f"{1+1 = }", f"{a.m.__name__ = !s}", f"{d.x=:>4}", str(a), ascii("é\n"), format(a), a.p, A.p.fget.__name__, A.s.__name__, A.__dict__.keys() - {"__static_attributes__", "__firstlineno__"} == {"__module__", "m", "c", "s", "p", "__repr__", "__dict__", "__weakref__", "__doc__"})

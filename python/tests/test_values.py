"""Values that cross: what goes in and comes out is equal, of the same type, and made without code of the program or of the host's classes."""

import collections
import dataclasses
import datetime as dt
import enum
import fractions
import json
import math
import pathlib
import random
import re
import uuid
from decimal import Decimal
from typing import Any, Generic, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

import pytest
import stockade
from stockade import Policy, Session


class Color(enum.Enum):
    RED = "r"
    GREEN = 2
    ALIAS = "r"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 10


class Word(enum.StrEnum):
    YES = enum.auto()


class Named(str, enum.Enum):
    A = "a"


class Perm(enum.Flag):
    R = 4
    W = 2


class IntPerm(enum.IntFlag):
    R = 4
    W = 2
    RW = 6


class Span(enum.Enum):
    DAY = dt.timedelta(days=1)


class Pair(NamedTuple):
    left: Any
    right: Any = None


T = TypeVar("T")


class Box(NamedTuple, Generic[T]):
    item: T


Old = collections.namedtuple("Old", "a b")


@dataclasses.dataclass
class Invoice:
    number: int
    lines: list[Any] = dataclasses.field(default_factory=list)
    kind = "not a field"


@dataclasses.dataclass(frozen=True, order=True)
class Frozen:
    at: Any
    n: int = 0


@dataclasses.dataclass(slots=True)
class Slotted:
    x: Any


class Refused(ValueError):
    """An exception with a constructor of its own."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(f"{why} ({code})")
        self.code = code


def session(**settings: Any) -> Session:
    return Session("permissive", **settings)


def alike(a: Any, b: Any) -> bool:
    """Equal, with equal types at every level; NaN is NaN, and -0.0 is not 0.0."""
    if type(a) is not type(b):
        return False
    if isinstance(a, float):
        return math.isnan(a) and math.isnan(b) or (a == b and math.copysign(1, a) == math.copysign(1, b))
    if isinstance(a, complex):
        return alike(a.real, b.real) and alike(a.imag, b.imag)
    if isinstance(a, Decimal):
        return a.as_tuple() == b.as_tuple()
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, collections.deque):
        return a.maxlen == b.maxlen and alike(list(a), list(b))
    if isinstance(a, dict):
        if isinstance(a, collections.defaultdict) and a.default_factory is not b.default_factory:
            return False
        return alike(list(a.keys()), list(b.keys())) and alike(list(a.values()), list(b.values()))
    if isinstance(a, (set, frozenset)):
        return a == b and sorted(map(repr, a)) == sorted(map(repr, b))
    if isinstance(a, BaseException):
        notes = [getattr(error, "__notes__", []) for error in (a, b)]
        return alike(a.args, b.args) and notes[0] == notes[1] and alike(a.__cause__, b.__cause__)
    if dataclasses.is_dataclass(a):
        return all(alike(getattr(a, field.name), getattr(b, field.name)) for field in dataclasses.fields(a))
    if isinstance(a, (dt.datetime, dt.time)):
        return a.replace(tzinfo=None) == b.replace(tzinfo=None) and a.fold == b.fold and alike(a.tzinfo, b.tzinfo)
    if isinstance(a, dt.timezone):
        return a == b and a.tzname(None) == b.tzname(None)
    if isinstance(a, uuid.UUID):
        return a == b and a.is_safe is b.is_safe
    return bool(a == b)


def linked(error: BaseException, cause: BaseException, *notes: str) -> BaseException:
    error.__cause__ = cause
    for note in notes:
        error.add_note(note)
    return error


def is_key(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return not isinstance(value, BaseException) and not (isinstance(value, Decimal) and value.is_nan()) and bool(value == value)


PARIS = ZoneInfo("Europe/Paris")
VALUES = [
    dt.date(1, 1, 1), dt.date(9999, 12, 31), dt.datetime(2026, 11, 30, 12, 1, 2, 345), dt.datetime.min, dt.datetime.max,
    dt.datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=PARIS), dt.datetime(2026, 1, 1, tzinfo=dt.timezone.utc),
    dt.datetime(2026, 1, 1, tzinfo=dt.timezone(dt.timedelta(hours=-3, minutes=-30), "NST")),
    dt.time(23, 59, 59, 999_999, fold=1), dt.time(1, tzinfo=dt.timezone.utc), dt.timedelta(0), dt.timedelta.max, dt.timedelta.min,
    dt.timedelta(days=-1, microseconds=1), dt.timezone.utc, dt.timezone(dt.timedelta(seconds=1)), PARIS,
    Decimal("0"), Decimal("-0.000"), Decimal("NaN"), Decimal("-NaN123"), Decimal("sNaN"), Decimal("Infinity"), Decimal("-Infinity"),
    Decimal("1E+999999"), Decimal("1.10"), Decimal(10) ** 5000 + 1, Decimal("-1E-1000"),
    fractions.Fraction(-3, 7), fractions.Fraction(10**60, 3), complex(-0.0, math.inf), complex(1, math.nan),
    uuid.UUID(int=0), uuid.UUID(int=2**128 - 1), uuid.uuid5(uuid.NAMESPACE_DNS, "x"), uuid.UUID(int=5, is_safe=uuid.SafeUUID.safe),
    range(0), range(5, -5, -2), range(10**30), bytearray(b""), bytearray(b"a\0b"),
    collections.deque(), collections.deque([1, [2]], maxlen=2), collections.deque([], 0), collections.Counter("hello"),
    collections.OrderedDict([("b", 1), ("a", 2)]), collections.defaultdict(list, {"a": [1]}), collections.defaultdict(None, {1: 2}),
    collections.defaultdict(int), pathlib.PurePosixPath("/etc/../x y"), pathlib.PurePosixPath(""), pathlib.PurePosixPath("a/./b"),
    pathlib.PureWindowsPath("C:\\x\\y.txt"), pathlib.PureWindowsPath(r"\\host\share\z"), re.compile("a(?P<x>b)", re.I | re.M),
    re.compile(rb"\d+"), re.compile("(?x) a # b"),
    Color.RED, Color.GREEN, Color.ALIAS, Level.HIGH, Word.YES, Named.A, Perm.R, Perm.R | Perm.W, Perm(0), IntPerm.RW, IntPerm.R,
    IntPerm(0), IntPerm(9), Span.DAY, Pair(1, "b"), Box([1]), Old(1, (2,)), Invoice(3, [Decimal(1)]), Frozen(dt.date(2026, 1, 1)), Slotted({"a": 1}),
    ValueError("x", 3), KeyError(("a", 1)), linked(RuntimeError("r"), OSError(2, "gone"), "n1", "n2"), StopIteration(4), Refused(3, "no"),
    ExceptionGroup("g", [ValueError(1), TypeError("t")]), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), SystemExit(3),
    10**400, -(10**30), (), [], {}, set(), frozenset(), "\ud800", b"", float("nan"), -0.0, True, None, int, object,
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: f"{type(value).__name__}-{str(value)[:30]}")
def test_each_kind_goes_in_and_comes_out(value: Any) -> None:
    inside = session(tools={"give": lambda: value, "take": lambda *args: args[0]})
    inside["x"] = value
    assert alike(inside["x"], value), inside["x"]
    result = inside.run("take(give())")
    assert result.value_error is None and result.error is None
    assert alike(result.value, value), result.value
    if is_key(value):
        inside["held"] = held = {value: [value]}
        assert alike(inside.run("held").value, held)


REPRS = [value for value in VALUES if not isinstance(value, (enum.Enum, BaseException, float, type)) and value is not PARIS]


@pytest.mark.parametrize("value", REPRS, ids=lambda value: f"{type(value).__name__}-{str(value)[:30]}")
def test_what_the_program_sees_is_what_cpython_sees(value: Any) -> None:
    inside = session()
    inside["x"] = value
    module = "pathlib._local" if isinstance(value, pathlib.PurePath) else type(value).__module__
    # CPython 3.13's, whatever runs this.
    shown = re.sub(r"^OrderedDict\(\[.*\]\)$", "OrderedDict({'b': 1, 'a': 2})", repr(value))
    assert inside.run("repr(x), type(x).__name__, type(x).__module__").value == (shown, type(value).__name__, module)


def test_methods_work_inside() -> None:
    inside = session()
    inside["now"] = dt.datetime(2026, 11, 30, 9, tzinfo=PARIS)
    assert inside.run("import datetime\nnow.year, now.utcoffset() == datetime.timedelta(hours=1), now.isoformat(), now + datetime.timedelta(1) > now").value == (
        2026, True, "2026-11-30T09:00:00+01:00", True)
    inside["price"] = Decimal("1.10")
    assert inside.run("price * 3").value == Decimal("3.30")
    inside["color"], inside["perm"] = Color.RED, IntPerm.R
    assert inside.run("color.name, color.value, repr(color), color is type(color)('r'), [m.name for m in type(color)]").value == (
        "RED", "r", "<Color.RED: 'r'>", True, ["RED", "GREEN"])
    assert inside.run("repr(perm | 2), perm | type(perm).W").value == (repr(IntPerm.RW), IntPerm.RW)
    inside["invoice"], inside["again"] = Invoice(1, [2]), Invoice(1, [2])
    assert inside.run("import dataclasses\ndataclasses.asdict(invoice), repr(invoice), invoice == again, type(invoice) is type(again)").value == (
        {"number": 1, "lines": [2]}, "Invoice(number=1, lines=[2])", True, True)
    assert inside.run("match invoice:\n    case object(number=n): pass\nn, dataclasses.replace(invoice, number=5)").value == (1, Invoice(5, [2]))
    inside["frozen"] = Frozen(1)
    assert inside.run("frozen.at = 3").exception == "FrozenInstanceError"
    assert inside.run("hash(frozen) == hash(type(frozen)(1, 0)), frozen < type(frozen)(2, 0)").value == (True, True)
    inside["pair"] = Pair(1, 2)
    assert inside.run("pair.left, pair._asdict(), pair._replace(left=7)").value == (1, {"left": 1, "right": 2}, Pair(7, 2))
    inside["error"] = Refused(3, "no")
    assert inside.run("try:\n    raise error\nexcept ValueError as e:\n    got = str(e), type(e).__name__\ngot").value == ("no (3)", "Refused")
    inside["when"] = {dt.date(2026, 1, 1): "new year"}
    assert inside.run("when[datetime.date(2026, 1, 1)]").value == "new year"


def test_values_nested_in_each_other() -> None:
    chance = random.Random(42)
    keys = [value for value in VALUES if is_key(value) and not isinstance(value, type)]

    def some(depth: int) -> Any:
        if depth == 0 or chance.random() < 0.2:
            return chance.choice(VALUES)
        items = [some(depth - 1) for _ in range(chance.randrange(4))]
        names = [chance.choice(keys) for _ in items]
        made = chance.randrange(11)
        if made == 0:
            return items
        if made == 1:
            return tuple(items)
        if made == 2:
            return dict(zip(names, items))
        if made == 3:
            return collections.OrderedDict(zip(names, items))
        if made == 4:
            return collections.defaultdict(dict, zip(names, items))
        if made == 5:
            return collections.deque(items, maxlen=chance.choice([None, 9]))
        if made == 6:
            return frozenset(names)
        if made == 7:
            return Invoice(len(items), items)
        if made == 8:
            return Pair(items, tuple(names))
        if made == 9:
            return linked(ValueError(*items), KeyError(*names))
        return collections.Counter({name: 1 for name in names})

    inside = session(tools={"back": lambda value: value})
    for _ in range(150):
        value = some(4)
        inside["x"] = value
        result = inside.run("back(x)")
        assert result.error is None and alike(result.value, value), (value, result)


def test_what_the_program_makes_comes_out() -> None:
    inside = session()
    code = """
import datetime, decimal, fractions, uuid, collections, pathlib, re, enum, dataclasses, zoneinfo, typing
class Mine(datetime.datetime):
    @property
    def year(self): return 1
    def __eq__(self, other): return False
    def __reduce__(self): raise ValueError
class Shade(enum.Enum):
    DARK = 1
class Number(enum.IntEnum):
    ONE = 1
@dataclasses.dataclass
class Point:
    x: int
    y: typing.Any
    z: typing.ClassVar[int] = 3
    def __getattribute__(self, name): raise ValueError(name)
class T(typing.NamedTuple):
    a: int
class Oops(KeyError): pass
[Mine(2026, 1, 2), Shade.DARK, Number.ONE, Point(1, Shade.DARK), T(5), Oops('k'), collections.defaultdict(lambda: 0, a=1), pathlib.Path('/x/y'),
 zoneinfo.ZoneInfo('Asia/Tokyo'), re.compile('x'), decimal.Decimal('1.0') / 3, collections.Counter('aab')]
"""
    result = inside.run(code)
    assert result.error is None and result.value_error is None
    value = result.value
    assert value[:5] == [dt.datetime(2026, 1, 2), 1, 1, {"x": 1, "y": 1}, (5,)] and type(value[0]) is dt.datetime and type(value[4]) is tuple
    assert type(value[5]) is KeyError and value[5].args == ("k",)
    assert value[6] == {"a": 1} and value[6].default_factory is None
    assert value[7:] == [
        pathlib.PurePosixPath("/x/y"), ZoneInfo("Asia/Tokyo"), re.compile("x"), Decimal("0.3333333333333333333333333333"), collections.Counter("aab")]


HOSTILE = [
    ("import datetime\nd = datetime.date(2026, 1, 1)\nobject.__setattr__(d, '_year', 'x')\nd", "value"),
    ("import datetime\nd = datetime.date(2026, 1, 1)\nobject.__setattr__(d, '_year', 99999)\nd", "value"),
    ("import datetime\nd = datetime.date(2026, 1, 1)\nobject.__delattr__(d, '_year')\nd", "value"),
    ("import fractions\nf = fractions.Fraction(1, 2)\nf._denominator = 0\nf", "value"),
    ("import decimal\nd = decimal.Decimal(1)\nobject.__setattr__(d, '_kind', 77)\nd", "value"),
    ("import collections\nd = collections.deque()\nd.append(d)\nd", "circular"),
    ("e = ValueError()\ne.args = (e,)\ne", "circular"),
    ("e = ValueError()\ne.__cause__ = ValueError(e)\ne", "circular"),
    ("import dataclasses\n@dataclasses.dataclass\nclass A:\n    x: int\na = A(1)\na.x = a\na", "circular"),
    ("import dataclasses\n@dataclasses.dataclass\nclass A:\n    x: int\na = A(1)\ndel a.x\na", "without its attribute"),
    ("import enum\nclass E(enum.Enum):\n    A = 1\nE.A._value_ = E.A\nE.A", "circular"),
]


@pytest.mark.parametrize(("code", "why"), HOSTILE)
def test_an_instance_that_was_tampered_with_is_an_error_of_the_value(code: str, why: str) -> None:
    inside = session(tools={"take": lambda value: 1})
    result = inside.run(code)
    assert result.value is None and result.value_error is not None
    assert why == "value" or why in result.value_error
    name = code.rsplit("\n", 1)[1]
    called = inside.run(f"take({name})")
    assert called.exception in ("TypeError", "ValueError"), called
    assert inside.run("1 + 1").value == 2


def test_nothing_of_the_program_runs_when_values_cross() -> None:
    """Classes that override everything: of what crosses, nothing is called."""
    inside = session(tools={"take": lambda value: None})
    code = """
import datetime, decimal, fractions, collections, uuid, enum, pathlib
called = []
classes = []
def hostile(base):
    classes.append(type('Hostile', (base,), {}))
    return classes[-1]
def arm(base):
    def trap(self, *args, **kwargs):
        called.append(base.__name__)
        raise SystemError
    names = ('__getattribute__', '__getattr__', '__reduce__', '__reduce_ex__', '__eq__', '__hash__', '__repr__', '__str__', '__iter__', '__len__',
             'items', 'keys', '__index__', '__int__', '__float__', '__bool__', '__getitem__', '__fspath__', 'year', '__copy__', '__deepcopy__')
    for name in names:
        setattr(base, name, trap)
values = [
    hostile(datetime.datetime)(2026, 1, 1), hostile(datetime.date)(2026, 1, 1), hostile(decimal.Decimal)('1.5'), hostile(fractions.Fraction)(1, 3),
    hostile(collections.Counter)('a'), hostile(collections.deque)([1]), hostile(collections.OrderedDict)(a=1), hostile(dict)(b=2), hostile(list)([3]),
    hostile(int)(4), hostile(str)('s'), hostile(ValueError)('v'), hostile(tuple)((5,)), hostile(collections.defaultdict)(int),
]
for base in classes:
    arm(base)
take(values)
len(called)
"""
    result = inside.run(code)
    assert result.error is None and result.value == 0, result
    out = inside["values"]
    assert out[0] == dt.datetime(2026, 1, 1) and out[2] == Decimal("1.5") and out[3] == fractions.Fraction(1, 3) and out[10] == "s"
    assert inside.run("len(called)").value == 0


def test_a_class_of_the_library_that_the_program_has_changed_is_not_called() -> None:
    inside = session()
    code = """
import fractions, uuid, pathlib, collections
called = []
def trap(*args, **kwargs): called.append(1)
for cls in (fractions.Fraction, uuid.UUID, pathlib.PurePosixPath, collections.Counter):
    for name in ('__init__', '__new__', '__setattr__'):
        setattr(cls, name, trap)
"""
    assert inside.run(code).error is None
    values = [fractions.Fraction(1, 2), uuid.UUID(int=1), pathlib.PurePosixPath("/a"), collections.Counter("a")]
    inside["x"] = values
    assert inside.run("len(called)").value == 0
    assert alike(inside["x"], values)


def test_a_denied_import_does_not_deny_the_value_and_lends_no_module() -> None:
    policy = Policy.preset("default").override(imports={"allow": ["math"]})
    inside = Session(policy, tools={"now": lambda: dt.datetime(2026, 11, 30)})
    assert inside.run("now().year, now().isoformat()").value == (2026, "2026-11-30T00:00:00")
    assert inside.run("import datetime").outcome == "policy"
    assert inside.run("import math\n'datetime' in dir()").value is False
    strict = Session("strict", tools={"now": lambda: [dt.date(2026, 1, 1), Decimal(1), Color.RED, Invoice(1), Pair(1), Refused(1, "x")]})
    assert [type(value) for value in strict.run("now()").value] == [dt.date, Decimal, Color, Invoice, Pair, Refused]


def test_errors_say_where_and_what() -> None:
    inside = session(tools={"take": lambda value, **more: None, "bad": lambda: {"rows": [1, {"when": object()}]}})
    result = inside.run("final_answer({'when': [1, 2, {'f': lambda: 1}]})")
    assert not result.ok and result.is_final_answer and result.answer is None
    assert result.value_error == "'function' object at answer['when'][2]['f']"
    assert "docs/values.md" in (result.error or "") and "answer['when'][2]['f']" in (result.error or "")
    with pytest.raises(stockade.OutcomeError):
        result.raise_for_outcome()
    assert inside.run("take({'a': [len]})").message == (
        "take() was given an argument that can't leave the sandbox: 'builtin_function_or_method' object at value['a'][0]")
    assert "at value.x" not in (inside.run("take(1, k=(len,))").message or "")
    assert "k[0]" in (inside.run("take(1, k=(len,))").message or "")
    message = inside.run("bad()").message or ""
    assert "'object' object can't enter the sandbox" in message and "(at ['rows'][1]['when'])" in message
    with pytest.raises(TypeError, match=r"\(at \.lines\[0\]\)"):
        inside["x"] = Invoice(1, [object()])
    inside.run("import dataclasses\n@dataclasses.dataclass\nclass A:\n    x: object\na = [A(len)]")
    with pytest.raises(TypeError, match=r"at a\[0\]\.x"):
        inside["a"]


def test_limits_of_the_crossing_are_the_authors() -> None:
    wide = session(crossing={"values": 1_000_000, "bytes": "64MiB", "depth": 200}, memory="512MiB", timeout=60, fuel=10**10)
    wide["x"] = [0] * 400_000
    assert wide.run("len(x)").value == 400_000 and len(wide.run("[1] * 300_000").value) == 300_000
    deep: list[Any] = []
    for _ in range(150):
        deep = [deep]
    wide["deep"] = deep
    assert wide["deep"] == deep and wide.fork()["deep"] == deep
    narrow = session(crossing={"values": 5, "bytes": 10, "depth": 2}, tools={"take": lambda value: None})
    with pytest.raises(ValueError, match="more than 5 values .*`values`"):
        narrow["x"] = [0] * 6
    with pytest.raises(ValueError, match="more than 10 bytes .*`bytes`"):
        narrow["x"] = "x" * 11
    with pytest.raises(RecursionError, match="more than 2 levels deep .*`depth`"):
        narrow["x"] = [[[[]]]]
    assert "`depth`" in (narrow.run("take([[[[]]]])").message or "")
    assert "`bytes`" in (narrow.run("take('x' * 11)").message or "")
    assert "`values`" in (narrow.run("'x'\n[0] * 6").value_error or "")
    with pytest.raises(TypeError, match="has no limit 'nodes'; its limits are values, bytes, depth"):
        session(crossing={"nodes": 3})


def test_crossing_is_charged_the_same_after_snapshot_and_fork() -> None:
    value = {"when": dt.datetime(2026, 1, 1, tzinfo=PARIS), "color": Color.RED, "rows": [Invoice(n, [Decimal(n)]) for n in range(20)]}
    code = "a = give()\nb = give()\na == b, len(a['rows'])"
    tools = {"give": lambda: value}
    straight = session(tools=tools).run(code)
    assert straight.value == (True, 20)
    first = session(tools=tools)
    assert first.fork().run(code).fuel == straight.fuel
    snapshots = []

    def give() -> Any:
        snapshots.append(other.snapshot())
        return value

    other = session(tools={"give": give})
    assert other.run(code).fuel == straight.fuel
    for snapshot in snapshots:
        again = Session.restore(snapshot, "permissive", tools=tools)
        result = again.resume()
        assert (result.value, result.fuel) == (straight.value, straight.fuel)
    for stop in range(200, straight.fuel, straight.fuel // 7):
        paused = session(tools=tools)
        paused.pause_at(stop)
        result = paused.run(code)
        if result.outcome == "paused":
            result = Session.restore(paused.snapshot(), "permissive", tools=tools).resume()
        assert (result.value, result.fuel) == (straight.value, straight.fuel)


def test_a_crossing_is_charged() -> None:
    rows = [dt.date(2026, 1, 1)] * 20_000
    poor = session(tools={"give": lambda: rows}, fuel=100_000)
    assert poor.run("x = give()").outcome == "limit:fuel"
    small = session(tools={"give": lambda: rows * 5}, memory="4MiB", fuel=10**9)
    assert small.run("x = give()").outcome == "limit:memory"
    assert small.run("1 + 1").value == 2
    with pytest.raises(ValueError, match="memory|values"):
        small["x"] = rows * 5
    plain, other = session(tools={"give": lambda: [1]}), session(tools={"give": lambda: [1]})
    other["x"] = 1
    assert plain.run("give()").fuel == other.run("give()").fuel < 500


def test_a_restored_session_gives_classes_back_by_their_names() -> None:
    first = session()
    first["x"] = [Invoice(1), Color.RED, Pair(1, 2), Refused(1, "x")]
    snapshot = first.snapshot()
    assert alike(Session.restore(snapshot, "permissive", types=[Invoice, Color, Pair, Refused])["x"], first["x"])
    plain = Session.restore(snapshot, "permissive")["x"]
    assert plain[:3] == [{"number": 1, "lines": []}, "r", (1, 2)] and type(plain[3]) is ValueError


def test_classes_that_the_author_gives() -> None:
    inside = session(types=[Invoice])
    made = inside.run("import dataclasses\n@dataclasses.dataclass\nclass Invoice:\n    number: int\n    lines: list\nInvoice(1, [2])")
    assert made.value == Invoice(1, [2])
    other = inside.run("@dataclasses.dataclass\nclass Invoice:\n    number: int\nInvoice(1)")
    assert other.value == {"number": 1}
    with pytest.raises(TypeError, match="no class whose objects cross"):
        session(types=[int])


def test_constructors_of_the_hosts_classes_do_not_run() -> None:
    made = []

    @dataclasses.dataclass
    class Noisy:
        x: int

        def __post_init__(self) -> None:
            made.append(self.x)

        def __setattr__(self, name: str, value: Any) -> None:
            made.append(name)
            object.__setattr__(self, name, value)

    inside = session()
    inside["x"] = Noisy(1)
    made.clear()
    result = inside.run("type(x)(5)")
    assert result.value.x == 5 and type(result.value) is Noisy and made == []


def test_pydantic_models() -> None:
    pydantic = pytest.importorskip("pydantic")

    class Item(pydantic.BaseModel):
        name: str
        price: Decimal

    class Order(pydantic.BaseModel):
        model_config = {"extra": "allow"}
        items: list[Item]
        at: dt.datetime

    order = Order(items=[Item(name="a", price="1.10")], at=dt.datetime(2026, 1, 1), more=3)
    inside = session(tools={"order": lambda: order})
    assert inside.run("o = order()\no.items[0].price + 1, o.at.year, o.more, repr(o.items[0])").value == (
        Decimal("2.10"), 2026, 3, "Item(name='a', price=Decimal('1.10'))")
    assert inside.run("o").value == order and type(inside.run("o").value) is Order
    given = session(types=[Item], tools={"take": lambda item: item.price})
    define = "import dataclasses\n@dataclasses.dataclass\nclass Item:\n    name: str\n    price: object\n"
    assert given.run(define + "Item('a', '2.5')").value == Item(name="a", price=Decimal("2.5"))
    refused = given.run("Item('a', 'dear')")
    assert refused.value is None and "price" in (refused.value_error or "")
    assert "take() was given an argument that can't leave the sandbox" in (given.run("take(Item(3, 4))").message or "")


def test_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    inside = session()
    values = [numpy.float64(1.5), numpy.int8(-3), numpy.bool_(True), numpy.str_("a"), numpy.bytes_(b"b"), numpy.complex128(1j),
              numpy.datetime64("2026-01-02T03:04:05.123456789"), numpy.timedelta64(5, "s"), numpy.array([[1, 2], [3, 4]]), numpy.array(7),
              numpy.array(["a"], dtype=object), numpy.array(["2026-01-01"], dtype="datetime64[ns]")]
    inside["x"] = values
    assert inside["x"] == [1.5, -3, True, "a", b"b", 1j, dt.datetime(2026, 1, 2, 3, 4, 5, 123456), dt.timedelta(seconds=5), [[1, 2], [3, 4]], 7,
                           ["a"], [dt.datetime(2026, 1, 1)]]
    with pytest.raises(ValueError, match="more than 250000 values"):
        inside["x"] = numpy.zeros(300_000)


def test_other_zones_arrive_as_their_offset() -> None:
    class Odd(dt.tzinfo):
        def utcoffset(self, when: Any) -> dt.timedelta:
            return dt.timedelta(hours=2)

        def tzname(self, when: Any) -> str:
            return "ODD"

        def dst(self, when: Any) -> None:
            return None

    inside = session()
    inside["x"] = dt.datetime(2026, 1, 1, tzinfo=Odd())
    assert alike(inside["x"], dt.datetime(2026, 1, 1, tzinfo=dt.timezone(dt.timedelta(hours=2), "ODD")))


def test_logs_replay_records() -> None:
    value = {"when": dt.datetime(2026, 1, 1), "rows": [Invoice(1), Color.RED, Pair(1, Decimal("1.0"))], 3: collections.Counter("a")}
    code = "x = give()\ntake(x['rows'][0], [x['when']])\nx['when'].year, x['rows'][1].name, x['rows'][0].number, x['rows'][2].right"
    recorded = session(tools={"give": lambda: value, "take": lambda row, more: [row, more]}, record=True)
    straight = recorded.run(code)
    assert straight.value == (2026, "RED", 1, Decimal("1.0"))
    log = json.loads(json.dumps(recorded.log))
    replayed = session(replay=log)
    result = replayed.run(code)
    assert (result.value, result.fuel, replayed.unreplayed) == (straight.value, straight.fuel, 0)


def test_async_tools() -> None:
    import asyncio

    async def fetch(when: dt.date, rows: Any) -> Any:
        await asyncio.sleep(0)
        return [when + dt.timedelta(days=1), rows]

    code = """
import asyncio, datetime, collections
rows = collections.deque([1])
async def ask():
    call = fetch(datetime.date(2026, 1, 1), [rows])
    rows.append(2)
    return await call
await asyncio.gather(fetch(datetime.date(2026, 1, 1), rows), ask())
"""
    result = asyncio.run(session(tools={"fetch": fetch}).run_async(code))
    assert result.error is None
    assert result.value[0][0] == dt.date(2026, 1, 2) and type(result.value[0][1]) is collections.deque


def test_redaction_reaches_into_records() -> None:
    policy = Policy.preset("permissive").add({"output.redact": [{"id": "token", "regex": "sk-[0-9]+", "action": "mask"}]})
    inside = Session(policy)
    inside["x"] = [Invoice(1, ["sk-123"]), ValueError("sk-123")]
    value = inside.run("x").value
    assert "sk-123" not in repr(value[0]) and "sk-123" not in repr(value[1])


def test_an_object_with_more_than_its_fields_is_no_record() -> None:
    @dataclasses.dataclass
    class Client:
        url: str

        def __post_init__(self) -> None:
            self.connection = object()

    inside = session()
    with pytest.raises(TypeError, match="'.*Client' object can't enter the sandbox"):
        inside["x"] = Client("a")
    from stockade.smolagents import StockadeExecutor

    client, seen = Client("a"), []
    executor = StockadeExecutor([])
    executor.send_tools({"use": lambda client: seen.append(client), "now": lambda: dt.datetime(2026, 11, 30), "final_answer": lambda x: x})
    executor.send_variables({"client": client, "inner": Slotted(client), "path": pathlib.Path("/x")})
    executor("use(client)\nuse(inner)")
    assert seen[0] is client and seen[1].x is client
    assert executor("now().year").output == 2026 and executor.state["path"] == pathlib.Path("/x")
    with pytest.raises(ValueError, match=r"final_answer\(\) was given .*'function' object at x\['f'\]"):
        executor("final_answer({'when': now(), 'f': lambda: 1})")
    assert executor("final_answer([now().date()])").output == [dt.date(2026, 11, 30)]


def test_a_value_enters_wherever_a_tool_is_called() -> None:
    tools = {"day": lambda: dt.date(2026, 1, 1), "key": lambda n: dt.date(2026, 1, n)}
    inside = session(tools=tools)
    assert inside.run("sorted([3, 1, 2], key=key), {key(1): 2}[key(1)]").value == ([1, 2, 3], 2)
    code = """
import threading
class Key:
    def __hash__(self): return hash(day())
    def __eq__(self, other): return day() == day()
found = {Key(): 1}
found[Key()] = 2
out = []
threads = [threading.Thread(target=lambda: out.append(day())) for _ in range(3)]
for thread in threads: thread.start()
for thread in threads: thread.join()
def deepest(n):
    try:
        return deepest(n + 1)
    except RecursionError:
        return day()
len(found), out, deepest(0), [day() for _ in range(3)], next(day() for _ in range(1))
"""
    day = dt.date(2026, 1, 1)
    assert inside.run(code).value == (1, [day] * 3, day, [day] * 3, day)
    shallow = session(tools=tools, recursion=20)
    assert shallow.run("def f(n): return day() if n == 0 else f(n - 1)\nf(14)").outcome == "limit:recursion"
    assert shallow.run("day()").value == day


def test_what_enters_between_steps_runs_no_step() -> None:
    inside = session()
    inside.run("class D:\n    def __del__(self): print('gone')\nd = D()")
    inside["x"] = {dt.date(2026, 1, 1): Decimal(1)}
    result = inside.run("print('here')\nx")
    assert (result.output, result.value) == ("here\n", {dt.date(2026, 1, 1): Decimal(1)})


def test_lent_modules_take_and_give_dates() -> None:
    pytest.importorskip("pandas")
    inside = Session("permissive", modules=["pandas"])
    code = "import pandas as pd, datetime\nday = pd.Timestamp('2026-05-01').to_pydatetime()\n(type(day).__name__, day.year, pd.Timestamp(datetime.datetime(2026, 5, 1)).month)"
    assert inside.run(code).value == ("datetime", 2026, 5)


def test_an_attribute_that_is_no_field_is_named() -> None:
    @dataclasses.dataclass
    class Order:
        number: int

    order = Order(1)
    order.paid = True  # type: ignore[attr-defined]
    said = r"'.*Order' object can't enter the sandbox: it has attributes that are no fields of its class \('paid'\), and would come back without them"
    with pytest.raises(TypeError, match=said):
        Session(inputs={"order": order})
    result = Session(tools={"get": lambda: [order]}).run("get()")
    assert result.exception == "TypeError" and "('paid')" in (result.message or "") and "(at [0])" in (result.message or "")
    del order.paid  # type: ignore[attr-defined]
    assert Session(inputs={"order": order}).run("order.number").value == 1


ALIKE = "{i * (2**61 - 1): 0 for i in range(1, 3_000)}"


def test_keys_with_one_hash_stay_inside() -> None:
    """Python compares each such key to all others, so a program could stop its host for hours."""
    asked: list[Any] = []
    policy = Policy.preset("default").add({"tools.allow.pay.approve": "always"})
    session = Session(policy, tools={"f": lambda *args, **kwargs: (args, kwargs), "pay": lambda x: x}, approve=lambda call: asked.append(call) or True)
    for call in ("f(x)", "f([x])", "f(a=x)", "f((set(x),))", "f(collections.OrderedDict(x))", "f(collections.Counter(x))", "pay(x)", "pay(x=[frozenset(x)])"):
        ended = session.run(f"import collections\nx = {ALIKE}\ntry:\n    {call}\nexcept (TypeError, PermissionError) as error:\n    print(error)")
        assert ended.ok and "can't leave the sandbox" in ended.output and "same hash" in ended.output, call
    assert not asked
    result = session.run("x")
    assert (result.ok, result.value) == (True, None) and "same hash" in (result.value_error or "")
    with pytest.raises((TypeError, ValueError), match="same hash"):
        session["x"]
    # A list of the same values leaves, and so do sets in which some hashes are equal, as those of -1 and -2.
    assert session.run("len(x), list(x)[:1]").value == (2_999, [2**61 - 1])
    assert session.run("{(x, y) for x in range(-50, 50) for y in range(-50, 50)}").value == {(x, y) for x in range(-50, 50) for y in range(-50, 50)}


def test_texts_of_errors_arrive_whatever_is_in_them() -> None:
    def fail(text: str) -> None:
        raise ValueError("a" + text + "b")

    async def fail_later(text: str) -> None:
        raise ValueError("a" + text + "b")

    def refuse(call: Any) -> str:
        return "no\ud800\U000ff001!"

    policy = Policy.preset("default").add({"imports": ["asyncio"], "tools.allow.pay.approve": "always"})
    session = Session(policy, tools={"fail": fail, "fail_later": fail_later, "pay": lambda: 1}, approve=refuse)
    for code, shown in (
        ("fail('\\ud800')", ["'a\\ud800b'"]), ("await fail_later('\\ud800')", ["'a\\ud800b'"]), ("fail('')", ["'ab'"]), ("pay()", ["no", "!"]),
    ):
        result = session.run(f"try:\n    {code}\nexcept Exception as error:\n    print(repr(str(error)))")
        assert result.ok and all(part in result.output for part in shown), (code, result)

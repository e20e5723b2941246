"""The kinds of values that cross besides those of builtin types: what they are made of on the way in, and how they are made on the way out.

A kind is a row of ``KINDS``. Parts are values that cross themselves. Instances are read through the descriptors of the class that the row is
for, so that a subclass is not asked; the table in ``docs/values.md`` says what arrives.
"""

from __future__ import annotations

import builtins
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import hashlib
import pathlib
import re
import sys
import types
import uuid
import zoneinfo
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ._stockade import Handle

#: The limits for each value that crosses, with their defaults.
LIMITS = {"values": 250_000, "bytes": 32 << 20, "depth": 64}

#: The class of a record: key, name, module, fields, traits, values of members.
Class = tuple[str, str, str, list[str], list[str], list[Any]]
#: What a value is made of: kind, class, parts.
Taken = tuple[str, "Class | None", "list[Any]"]
#: The class of a record on the way out: key, name, fields, traits.
Named = tuple[str, str, list[str], list[str]]

#: Values that a member of an enumeration can have without being looked into.
SIMPLE = (bool, int, float, complex, str, bytes, type(None))
ENUM_BASES: tuple[type, ...] = (enum.IntFlag, enum.Flag, enum.IntEnum, enum.StrEnum, enum.Enum)
MIXED_IN = (int, str, float, bytes, complex)
WITHOUT: Any = object()


def reads(kind: type, *names: str) -> Callable[[Any], list[Any]]:
    """The attributes of a value, by the descriptors of its kind.

    >>> reads(datetime.date, "year", "day")(datetime.date(2026, 11, 30))
    [2026, 30]
    """
    getters = [getattr(kind, name).__get__ for name in names]
    return lambda value: [getter(value) for getter in getters]


def zone_of(zone: datetime.tzinfo | None, moment: Any) -> datetime.tzinfo | None:
    """A zone that crosses: itself, or the fixed offset that it has at this moment."""
    if zone is None or type(zone) is datetime.timezone or (type(zone) is zoneinfo.ZoneInfo and zone.key is not None):
        return zone
    offset = zone.utcoffset(moment)
    if offset is None:
        raise TypeError(f"'{type(zone).__qualname__}' object can't enter the sandbox: a zone without an offset")
    name = zone.tzname(moment)
    return datetime.timezone(offset) if name is None else datetime.timezone(offset, name)


def datetime_parts(value: datetime.datetime) -> list[Any]:
    *parts, zone, fold = DATETIME(value)
    return [*parts, zone_of(zone, value), fold]


def time_parts(value: datetime.time) -> list[Any]:
    *parts, zone, fold = TIME(value)
    return [*parts, zone_of(zone, None), fold]


DATETIME = reads(datetime.datetime, "year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo", "fold")
TIME = reads(datetime.time, "hour", "minute", "second", "microsecond", "tzinfo", "fold")


def timezone_parts(value: datetime.timezone) -> list[Any]:
    offset, *name = value.__getinitargs__()  # type: ignore[attr-defined]
    return [offset, name[0] if name else None]


def zoneinfo_parts(value: zoneinfo.ZoneInfo) -> list[Any]:
    if value.key is None:
        raise TypeError("'ZoneInfo' object can't enter the sandbox: it has no key")
    return [value.key]


def decimal_parts(value: decimal.Decimal) -> list[Any]:
    """
    >>> decimal_parts(decimal.Decimal("-12.50")), decimal_parts(decimal.Decimal("sNaN7")), decimal_parts(decimal.Decimal("-Infinity"))
    ([1, 1250, -2, 0], [0, 7, 0, 3], [1, 0, 0, 1])
    """
    sign, digits, exponent = decimal.Decimal.as_tuple(value)
    kind = 0 if isinstance(exponent, int) else {"F": 1, "n": 2, "N": 3}[exponent]
    # Unlike a text of digits, a decimal of any length becomes an int.
    number = int(decimal.Decimal((0, digits, 0))) if digits and kind != 1 else 0
    return [sign, number, exponent if kind == 0 else 0, kind]


def decimal_made(sign: int, digits: int, exponent: int, kind: int) -> decimal.Decimal:
    """
    >>> [decimal_made(*decimal_parts(decimal.Decimal(text))) for text in ("-0.00", "NaN", "-sNaN12", "Infinity", "1E+30")]
    [Decimal('-0.00'), Decimal('NaN'), Decimal('-sNaN12'), Decimal('Infinity'), Decimal('1E+30')]
    """
    if kind == 1:
        return decimal.Decimal("-Infinity" if sign else "Infinity")
    found = decimal.Decimal(digits).as_tuple().digits
    last: Any = exponent if kind == 0 else "nN"[kind - 2]
    return decimal.Decimal((sign, found if digits or kind == 0 else (), last))


def path_parts(value: pathlib.PurePath) -> list[Any]:
    kind = pathlib.PureWindowsPath if isinstance(value, pathlib.PureWindowsPath) else pathlib.PurePosixPath
    path = kind(pathlib.PurePath.__str__(value))
    return [path.drive, path.root, list(path.parts[1 if path.anchor else 0 :])]


def path_made(kind: type[pathlib.PurePath]) -> Callable[..., pathlib.PurePath]:
    return lambda drive, root, tail: kind(drive + root + "/".join(tail))


def pattern_made(pattern: Any, flags: int) -> re.Pattern[Any]:
    return re.compile(pattern, flags & ~re.DEBUG)


def plain_dict(value: dict[Any, Any]) -> dict[Any, Any]:
    return dict(zip(dict.keys(value), dict.values(value)))


#: The classes that cross, with the name of the kind, what they are made of, and how they are made.
KINDS: dict[type, tuple[str, Callable[[Any], list[Any]], Callable[..., Any]]] = {
    complex: ("complex", reads(complex, "real", "imag"), complex),
    range: ("range", lambda value: [value.start, value.stop, value.step], range),
    bytearray: ("bytearray", lambda value: [bytes(value)], bytearray),
    collections.deque: ("deque", lambda value: [list(collections.deque.__iter__(value)), value.maxlen], collections.deque),
    collections.Counter: ("Counter", lambda value: [plain_dict(value)], lambda items: filled(collections.Counter(), items)),
    collections.OrderedDict: (
        "OrderedDict", lambda value: [dict(collections.OrderedDict.items(value))], lambda items: filled(collections.OrderedDict(), items),
    ),
    collections.defaultdict: (
        "defaultdict", lambda value: [factory_of(value), plain_dict(value)],
        lambda factory, items: filled(collections.defaultdict(factory), items),
    ),
    datetime.timedelta: ("timedelta", reads(datetime.timedelta, "days", "seconds", "microseconds"), datetime.timedelta),
    datetime.datetime: ("datetime", datetime_parts, lambda *parts: datetime.datetime(*parts[:8], fold=parts[8])),
    datetime.date: ("date", reads(datetime.date, "year", "month", "day"), datetime.date),
    datetime.time: ("time", time_parts, lambda *parts: datetime.time(*parts[:5], fold=parts[5])),
    datetime.timezone: (
        "timezone", timezone_parts, lambda offset, name: datetime.timezone(offset) if name is None else datetime.timezone(offset, name),
    ),
    zoneinfo.ZoneInfo: ("ZoneInfo", zoneinfo_parts, zoneinfo.ZoneInfo),
    decimal.Decimal: ("Decimal", decimal_parts, decimal_made),
    fractions.Fraction: ("Fraction", lambda value: [value._numerator, value._denominator], fractions.Fraction),
    uuid.UUID: ("UUID", lambda value: [value.int, value.is_safe.value], lambda number, safe: uuid.UUID(int=number, is_safe=uuid.SafeUUID(safe))),
    pathlib.PurePosixPath: ("PurePosixPath", path_parts, path_made(pathlib.PurePosixPath)),
    pathlib.PureWindowsPath: ("PureWindowsPath", path_parts, path_made(pathlib.PureWindowsPath)),
    re.Pattern: ("Pattern", lambda value: [value.pattern, value.flags & ~re.DEBUG], pattern_made),
}
MAKERS = {name: make for name, _, make in KINDS.values()}


def factory_of(value: collections.defaultdict[Any, Any]) -> Any:
    """A factory that crosses; a function stays where it is.

    >>> factory_of(collections.defaultdict(list)), factory_of(collections.defaultdict(lambda: 1))
    (<class 'list'>, None)
    """
    factory: Any = value.default_factory
    is_builtin = type(factory) is type and getattr(builtins, factory.__name__, None) is factory
    return factory if is_builtin and factory.__name__ in FACTORIES else None


FACTORIES = frozenset("int float complex str bool bytes bytearray list tuple dict set frozenset object".split())


def filled(made: dict[Any, Any], items: dict[Any, Any]) -> dict[Any, Any]:
    for key, value in items.items():
        made[key] = value
    return made


class Parts:
    """A value as the data that it is made of, for a log: it enters as the value does."""

    __slots__ = ("kind", "parts", "shape")

    def __init__(self, kind: str, shape: Class | None, parts: list[Any]) -> None:
        self.kind, self.shape, self.parts = kind, shape, parts

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Parts):
            return False
        keys = [shape[0] if shape else "" for shape in (self.shape, other.shape)]
        return (self.kind, self.parts) == (other.kind, other.parts) and keys[0] == keys[1]

    def __hash__(self) -> int:
        return hash((self.kind, str(self.parts)))

    def __repr__(self) -> str:
        return f"<{self.shape[1] if self.shape else self.kind} of {self.parts!r}>"


# --- classes of the host

def is_model(kind: type) -> bool:
    """Whether a class is one of pydantic's models."""
    pydantic = sys.modules.get("pydantic")
    return pydantic is not None and issubclass(kind, getattr(pydantic, "BaseModel", ()))


def fields_of(kind: type) -> list[str] | None:
    """The names of the fields of a class whose objects are records.

    >>> @dataclasses.dataclass
    ... class Point:
    ...     x: int
    ...     y: int
    >>> fields_of(Point), fields_of(int)
    (['x', 'y'], None)
    """
    if dataclasses.is_dataclass(kind):
        return [field.name for field in dataclasses.fields(kind)]
    if is_model(kind):
        return list(kind.model_fields)  # type: ignore[attr-defined]
    attributes = vars(kind).get("__attrs_attrs__")
    return None if attributes is None else [attribute.name for attribute in attributes]


def traits_of(kind: Any) -> list[str]:
    """What a class of records is besides its fields."""
    params = vars(kind).get("__dataclass_params__")
    if params is not None:
        return [trait for trait in ("frozen", "eq", "order") if getattr(params, trait)]
    if is_model(kind):
        return ["eq", *(["frozen"] if kind.model_config.get("frozen") else [])]
    return ["eq"] if kind.__eq__ is not object.__eq__ else []


def key_of(kind: type, *shape: Any) -> str:
    """What a class is known by: its name, and a digest of its shape."""
    name = f"{kind.__module__}.{kind.__qualname__}"
    return f"{name}#{hashlib.sha256(repr(shape).encode(errors='surrogatepass')).hexdigest()[:16]}"


def nearest_builtin(kind: type[BaseException]) -> type[BaseException]:
    """The class itself, or its nearest ancestor that is builtin.

    >>> class Broken(LookupError, ValueError): ...
    >>> nearest_builtin(Broken).__name__
    'LookupError'
    """
    found: type[BaseException] = next(base for base in kind.__mro__ if getattr(builtins, base.__name__, None) is base)
    return found


def is_simple(value: Any) -> bool:
    return type(value) in SIMPLE or type(value) in (tuple, frozenset) and all(map(is_simple, value))


class Values:
    """What crosses as records in a session: the kinds of the library, and the classes of the host that it was given or that values of it had.

    ``given`` are the classes that the author gives: records of the program with the name and the fields of one become its objects.
    """

    def __init__(self, given: Iterable[type] = (), limits: Mapping[str, int] | None = None) -> None:
        self.limits = {**LIMITS, **(limits or {})}
        #: The classes that the author gives.
        self.types = tuple(given)
        #: Of each key the class; the classes that the author gave, by name and fields.
        self.known: dict[str, type] = {}
        self.given: dict[tuple[str, tuple[str, ...]], type] = {}
        #: Whether an object is used through a proxy: such are not records.
        self.lends: Callable[[Any], bool] = lambda value: False
        #: Whether what crosses only in part stays where it is: arrays, paths of the host's own files, objects of the program's classes.
        self.keeps = False
        #: Whether the host's classes may be gone, because a log answers for it.
        self.replays = False
        self._rows: dict[type, tuple[str, Callable[[Any], list[Any]]] | None] = {kind: row[:2] for kind, row in KINDS.items()}
        self._shapes: dict[type, Class] = {}
        for kind in self.types:
            self.give(kind)

    def copied(self) -> Values:
        copy = Values((), self.limits)
        copy.known, copy.given, copy._rows, copy._shapes = dict(self.known), dict(self.given), dict(self._rows), dict(self._shapes)
        copy.types, copy.lends, copy.keeps, copy.replays = self.types, self.lends, self.keeps, self.replays
        return copy

    def give(self, kind: type) -> None:
        if not isinstance(kind, type):
            raise TypeError(f"types= has classes, not {type(kind).__qualname__}")
        if issubclass(kind, enum.Enum):
            self._enum_shape(kind)
        elif issubclass(kind, BaseException):
            self._exception_shape(kind)
        elif is_namedtuple(kind):
            self._tuple_shape(kind)
        elif (fields := fields_of(kind)) is not None:
            self._record_shape(kind, fields)
            self.given[str(kind.__qualname__).rpartition(".")[2], tuple(fields)] = kind
        else:
            raise TypeError(f"{kind!r} is no class whose objects cross: a dataclass, a model, an enumeration, a named tuple or an exception")

    # --- in

    def take(self, value: Any) -> Taken | None:
        """What a value is made of; None for one that is of no such kind."""
        kind = type(value)
        row = self._rows.get(kind, WITHOUT)
        if row is WITHOUT:
            if kind is Parts:
                return value.kind, value.shape, value.parts
            row = self._rows[kind] = None if kind.__module__ == "builtins" and not issubclass(kind, BaseException) else self._row_of(kind)
        if row is None:
            return None
        name, parts = row
        if kind not in KINDS and self.lends(value):
            return None
        taken: Any = parts(value)
        return (name, None, taken) if type(taken) is list else taken

    def _row_of(self, kind: type) -> tuple[str, Callable[[Any], Any]] | None:
        if issubclass(kind, enum.Enum):
            return "enum", self._enum
        if issubclass(kind, BaseException):
            return "exception", self._exception
        if issubclass(kind, type) or issubclass(kind, types.ModuleType):
            return None
        if fields_of(kind) is not None:
            return "dataclass", self._record
        if is_namedtuple(kind):
            return "namedtuple", self._tuple
        if (numpy := sys.modules.get("numpy")) is not None:
            if issubclass(kind, getattr(numpy, "generic", ())):
                return "", self._number
            if kind is getattr(numpy, "ndarray", None):
                return "", self._array
        row = next((KINDS[base][:2] for base in kind.__mro__ if base in KINDS), None)
        if row is not None and issubclass(kind, pathlib.Path):
            return row[0], lambda value: None if self.keeps else path_parts(value)
        return row

    def _enum_shape(self, kind: Any, member: Any = None) -> Class:
        found = self._shapes.get(kind)
        if found is not None:
            return found
        base = next(base for base in ENUM_BASES if issubclass(kind, base))
        mixed = [mixin.__name__ for mixin in MIXED_IN if base in (enum.Enum, enum.Flag) and kind._member_type_ is mixin]
        members = {name: found._value_ for name, found in kind.__members__.items()}
        is_whole = all(map(is_simple, members.values()))
        if not is_whole and member is not None:
            # Values that may not cross: the class has the one member.
            members = {member._name_: member._value_}
        key = key_of(kind, "enum", base.__name__, mixed, members if is_whole else list(members))
        shape = key, kind.__qualname__, kind.__module__, list(members), [*mixed, base.__name__], list(members.values())
        self.known[key] = kind
        if is_whole:
            self._shapes[kind] = shape
        return shape

    def _enum(self, value: Any) -> Taken:
        return "enum", self._enum_shape(type(value), value), [value._name_, value._value_]

    def _exception_shape(self, kind: type[BaseException]) -> Class | None:
        base = nearest_builtin(kind)
        if base is kind:
            return None
        key = key_of(kind, "exception", base.__name__)
        self.known[key] = kind
        return key, kind.__qualname__, kind.__module__, [], [base.__name__], []

    def _exception(self, value: BaseException) -> Taken:
        kind = type(value)
        notes = [note for note in getattr(value, "__notes__", ()) if isinstance(note, str)]
        return "exception", self._exception_shape(kind), [nearest_builtin(kind).__name__, tuple(value.args), notes, value.__cause__]

    def _tuple_shape(self, kind: Any) -> Class:
        found = self._shapes.get(kind)
        if found is None:
            fields = list(kind._fields)
            key = key_of(kind, "namedtuple", fields)
            self.known[key] = kind
            found = self._shapes[kind] = key, kind.__qualname__, kind.__module__, fields, [], []
        return found

    def _tuple(self, value: Any) -> Taken:
        return "namedtuple", self._tuple_shape(type(value)), list(tuple.__iter__(value))

    def _record_shape(self, kind: Any, fields: list[str]) -> Class:
        found = self._shapes.get(kind)
        if found is not None and found[3] == fields:
            return found
        traits = traits_of(kind)
        key = key_of(kind, "dataclass", fields, traits)
        self.known[key] = kind
        # Only dataclasses show where their class was made.
        name = kind.__qualname__ if hasattr(kind, "__dataclass_fields__") else kind.__name__
        found = self._shapes[kind] = key, name, kind.__module__, fields, traits, []
        return found

    def _record(self, value: Any) -> Taken | None:
        kind = type(value)
        fields = fields_of(kind) or []
        if is_model(kind):
            given = dict(vars(value))
            given.update(getattr(value, "__pydantic_extra__", None) or {})
            if private := getattr(value, "__pydantic_private__", None):
                return self._more(kind, private)
            fields = [*fields, *(name for name in given if name not in fields)]
        elif more := [name for name in getattr(value, "__dict__", ()) if name not in fields]:
            return self._more(kind, more)
        else:
            given = {}
            for name in fields:
                try:
                    given[name] = object.__getattribute__(value, name)
                except AttributeError:
                    pass
        missing = [name for name in fields if name not in given]
        if missing:
            raise TypeError(f"'{kind.__qualname__}' object can't enter the sandbox: its field {missing[0]!r} is not set. Set it, or wrap the object in stockade.Handle to pass it through")
        return "dataclass", self._record_shape(kind, fields), [given[name] for name in fields]

    def _more(self, kind: type, names: Iterable[Any]) -> Taken | None:
        """An object with more than its fields would come back without it: it stays where it is, or may not cross."""
        if self.keeps:
            return None
        shown = ", ".join(repr(name) for name in list(names)[:3])
        raise TypeError(
            f"'{kind.__qualname__}' object can't enter the sandbox: it has attributes that are no fields of its class ({shown}), and would come "
            "back without them. Declare them as fields, delete them, or wrap the object in stockade.Handle to pass it through"
        )

    def _number(self, value: Any) -> Taken:
        plain = in_microseconds(value).item()
        if type(plain) is type(value):
            # `longdouble` has no builtin type.
            plain = complex(plain) if plain.dtype.kind == "c" else float(plain)
        return "", None, [plain]

    def _array(self, value: Any) -> Any:
        if self.keeps:
            return None
        if value.size > self.limits["values"]:
            most = self.limits["values"]
            raise ValueError(f"an array of {value.size} items can't enter the sandbox: more than {most} values (the crossing's limit `values`)")
        return "", None, [in_microseconds(value).tolist()]

    # --- out

    def make(self, kind: str, named: Named | None, parts: list[Any]) -> Any:
        """A value from what it is made of."""
        maker = MAKERS.get(kind)
        if maker is not None:
            return maker(*parts)
        key, name, fields, traits = named if named is not None else ("", "", [], [])
        known = self.known.get(key)
        if known is None and key and self.replays:
            return Parts(kind, (key, name, "", fields, [], []), parts)
        values = dict(zip(fields, parts)) if kind == "dataclass" else {}
        if known is None and kind == "dataclass":
            known = self.given.get((name.rpartition(".")[2], tuple(fields)))
        if known is None and name and self.keeps and kind != "namedtuple" and not traits:
            # Who can look at what stays inside sees it whole.
            raise TypeError(f"'{name}' object")
        if kind == "exception":
            return made_exception(known, *parts)
        if kind == "enum":
            return parts[1] if known is None else made_member(known, *parts)
        if kind == "namedtuple":
            if known is None:
                return tuple(parts)
            if fields != list(known._fields) or len(parts) != len(fields):  # type: ignore[attr-defined]
                raise TypeError(f"the program's {name} has other fields than the host's")
            return tuple.__new__(known, parts)
        return values if known is None else self._made_record(known, values)

    def _made_record(self, kind: Any, values: dict[str, Any]) -> Any:
        if self.keeps:
            # The handles are the session's own: fields with objects that stayed with the host.
            values = {name: value.value if type(value) is Handle else value for name, value in values.items()}
        if is_model(kind):
            # The author who gives a class wants what it says of its fields.
            return kind.model_validate(values) if kind in self.given.values() else kind.model_construct(**values)
        if list(values) != fields_of(kind):
            raise TypeError(f"the program's {kind.__qualname__} has other fields than the host's")
        made = object.__new__(kind)
        for name, value in values.items():
            object.__setattr__(made, name, value)
        return made


def in_microseconds(value: Any) -> Any:
    """numpy's dates and times in the unit that `datetime` has: it makes plain numbers of finer ones."""
    if value.dtype.kind not in "mM" or value.dtype.str[3:] in ("", "[D]", "[us]"):
        return value
    return value.astype(f"{value.dtype.str[:3]}[us]")


def is_namedtuple(kind: type) -> bool:
    fields = getattr(kind, "_fields", None)
    return issubclass(kind, tuple) and type(fields) is tuple and all(type(name) is str for name in fields)


def made_member(kind: Any, name: str | None, value: Any) -> Any:
    found = kind.__members__.get(name) if name is not None else None
    if found is None and issubclass(kind, enum.Flag) and isinstance(value, int):
        found = kind(value)
    if found is None:
        raise TypeError(f"{kind.__qualname__} has no member {name!r}")
    return found


def made_exception(known: Any, name: str, args: tuple[Any, ...], notes: list[Any], cause: Any) -> BaseException:
    """An exception with these arguments; its `__init__` does not run.

    >>> made_exception(None, "KeyError", ("a",), ["see above"], None)
    KeyError('a')
    """
    base: Any = getattr(builtins, name, None)
    if not (isinstance(base, type) and issubclass(base, BaseException)):
        raise TypeError(f"there is no builtin exception {name!r}")
    kind = known if known is not None and issubclass(known, base) else base
    made: BaseException = base.__new__(kind, *args)
    made.args = args
    if kind is base:
        # The fields of builtin types come from their arguments.
        base.__init__(made, *args)
    for note in notes:
        made.add_note(str(note))
    if isinstance(cause, BaseException):
        made.__cause__ = cause
    return made

"""Validates JSON documents against a schema; typing-heavy, errors collected with their paths."""
from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, KW_ONLY
from functools import singledispatch
from typing import Any, ClassVar, Generic, Literal, Protocol, TypedDict, TypeVar, get_args, get_type_hints, overload, runtime_checkable, Annotated, NotRequired, Required

T = TypeVar("T")
Path = tuple[str | int, ...]
Kind = Literal["string", "number", "boolean", "array", "object", "null"]


class Issue(TypedDict, total=False):
    path: Required[str]
    message: Required[str]
    value: Any


@runtime_checkable
class Validator(Protocol):
    def validate(self, value: Any, path: Path = ()) -> Iterator[Issue]: ...


def render(path: Path) -> str:
    return "$" + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)


class Schema(ABC, Generic[T]):
    registry: ClassVar[dict[str, type[Schema]]] = {}
    kind: ClassVar[str]

    def __init_subclass__(cls, *, kind: Kind, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        if kind not in get_args(Kind):
            raise TypeError(f"unknown kind {kind}")
        cls.kind = kind
        cls.registry[kind] = cls

    @abstractmethod
    def check(self, value: T, path: Path) -> Iterator[Issue]: ...

    def validate(self, value: Any, path: Path = ()) -> Iterator[Issue]:
        if kind_of(value) != self.kind:
            yield Issue(path=render(path), message=f"expected {self.kind}, found {kind_of(value)}", value=value)
        else:
            yield from self.check(value, path)

    @classmethod
    def parse(cls, given: Mapping[str, Any]) -> Schema[Any]:
        options = {re.sub(r"(?<!^)(?=[A-Z])", "_", key).lower(): v for key, v in given.items() if key != "type"}
        try:
            made = cls.registry[given["type"]]
        except KeyError as missing:
            raise LookupError(f"schema has no usable type: {missing}") from missing
        return made(**options)


@singledispatch
def kind_of(value: object) -> str:
    raise NotImplementedError(type(value).__qualname__)


kind_of.register(str, lambda v: "string")
kind_of.register(bool, lambda v: "boolean")
kind_of.register(int | float, lambda v: "number")
kind_of.register(list, lambda v: "array")
kind_of.register(dict, lambda v: "object")
kind_of.register(type(None), lambda v: "null")


@dataclass(frozen=True)
class Text(Schema[str], kind="string"):
    _: KW_ONLY
    min_length: int = 0
    max_length: int | None = None
    pattern: str | None = None
    enum: Sequence[str] = ()

    def check(self, value: str, path: Path) -> Iterator[Issue]:
        if not self.min_length <= len(value) <= (self.max_length if self.max_length is not None else len(value)):
            yield {"path": render(path), "message": f"length {len(value)} outside {self.min_length}..{self.max_length or '∞'}"}
        if self.pattern and not re.fullmatch(self.pattern, value):
            yield {"path": render(path), "message": f"{value!r} does not match /{self.pattern}/"}
        if self.enum and value not in self.enum:
            yield {"path": render(path), "message": f"{value!r} is none of {', '.join(self.enum)}"}


@dataclass(frozen=True)
class Number(Schema[float], kind="number"):
    minimum: float = float("-inf")
    maximum: float = float("inf")
    multiple_of: Annotated[float | None, "positive"] = None

    def check(self, value, path):
        if not (self.minimum <= value <= self.maximum):
            yield Issue(path=render(path), message=f"{value} is outside [{self.minimum}, {self.maximum}]", value=value)
        if self.multiple_of and value % self.multiple_of:
            yield Issue(path=render(path), message=f"{value:g} is no multiple of {self.multiple_of:g}", value=value)


class Anything(Schema[Any], kind="null"):
    def check(self, value, path):
        return iter(())


@dataclass(frozen=True)
class Array(Schema[list], kind="array"):
    items: Mapping[str, Any] = field(default_factory=dict)
    unique_items: bool = False

    def check(self, value, path):
        schema = Schema.parse(self.items)
        for at, item in enumerate(value):
            yield from schema.validate(item, (*path, at))
        if self.unique_items and (twice := [v for at, v in enumerate(value) if v in value[:at]]):
            yield Issue(path=render(path), message=f"repeated: {twice}")


@dataclass(frozen=True)
class Object(Schema[dict], kind="object"):
    properties: Mapping[str, Mapping[str, Any]]
    required: Sequence[str] = ()
    additional: bool = True

    def check(self, value, path):
        for name in self.required:
            if name not in value:
                yield Issue(path=render((*path, name)), message="is required")
        for name, item in value.items():
            if name in self.properties:
                yield from Schema.parse(self.properties[name]).validate(item, path + (name,))
            elif not self.additional:
                yield Issue(path=render(path + (name,)), message="is not expected")


SCHEMA = json.loads("""{"type": "object", "required": ["id", "name", "tags"], "additional": false, "properties": {
    "id": {"type": "number", "minimum": 1, "multipleOf": 1},
    "name": {"type": "string", "minLength": 2, "maxLength": 8, "pattern": "[A-Z]\\\\w+"},
    "role": {"type": "string", "enum": ["admin", "user"]},
    "tags": {"type": "array", "uniqueItems": true, "items": {"type": "string", "minLength": 1}},
    "born": {"type": "null"}}}""")

schema = Schema.parse(SCHEMA)
documents = [
    {"id": 7, "name": "Ada", "tags": ["x", "y"], "role": "admin"},
    {"id": 0.5, "name": "bob", "tags": ["", "a", "a", 3], "extra": None},
    {"name": "Maximiliane", "role": "root", "born": 1990},
    ["not", "an", "object"],
]
for number, document in enumerate(documents, 1):
    issues = list(schema.validate(document))
    print(f"document {number}: {'ok' if not issues else f'{len(issues)} issue' + 's' * (len(issues) != 1)}")
    for issue in sorted(issues, key=lambda i: i["path"]):
        print(f"  {issue['path']:<12} {issue['message']}" + (f" (got {issue['value']!r})" if "value" in issue else ""))
print(isinstance(schema, Validator), issubclass(Text, Schema), Text(min_length=1) == Text(min_length=1), hash(Number(1)) == hash(Number(1)))
print(sorted(Schema.registry), Text.__match_args__, Number.__match_args__)
print(Issue.__required_keys__ == {"path", "message"}, sorted(Issue.__optional_keys__), get_type_hints(Number, include_extras=True)["multiple_of"])
for bad in ({"type": "tuple"}, {}, {"type": "string", "minimum": 3}):
    try:
        Schema.parse(bad)
    except (LookupError, TypeError) as error:
        print(type(error).__name__, error, "|", repr(error.__cause__))
try:
    class Wrong(Schema[int], kind="integer"): ...
except TypeError as error:
    print(error)
try:
    Schema()
except TypeError as error:
    print(error)
try:
    kind_of({1, 2})
except NotImplementedError as error:
    print(repr(error))

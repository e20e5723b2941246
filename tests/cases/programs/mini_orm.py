"""A small ORM: metaclass collects fields, a query language built with operators, in-memory tables."""
import operator
import reprlib
from datetime import date
from functools import reduce


class Condition:
    def __init__(self, text, test): self.text, self.test = text, test
    def __and__(self, o): return Condition(f"({self.text} AND {o.text})", lambda r: self.test(r) and o.test(r))
    def __or__(self, o): return Condition(f"({self.text} OR {o.text})", lambda r: self.test(r) or o.test(r))
    def __invert__(self): return Condition(f"NOT {self.text}", lambda r: not self.test(r))
    def __bool__(self): raise TypeError("conditions have no truth value; use & and |")
    def __repr__(self): return f"<where {self.text}>"


def _comparison(symbol, op):
    def method(self, other):
        right = (lambda r: getattr(r, other.name)) if isinstance(other, Field) else (lambda r: other)
        shown = other.name if isinstance(other, Field) else repr(other)
        return Condition(f"{self.name} {symbol} {shown}", lambda r: op(getattr(r, self.name), right(r)))
    method.__name__ = f"__{op.__name__}__"
    return method


class Field:
    _count = 0

    def __init__(self, kind, *, default=..., nullable=False, key=False):
        self.kind, self.default, self.nullable, self.key = kind, default, nullable, key
        Field._count += 1
        self.order = Field._count

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner):
        return self if instance is None else instance._row[self.name]

    def __set__(self, instance, value):
        if value is None:
            if not self.nullable:
                raise ValueError(f"{type(instance).__qualname__}.{self.name} may not be None")
        elif not isinstance(value, self.kind):
            try:
                value = self.kind(value)
            except (TypeError, ValueError) as e:
                raise TypeError(f"{self.name}: cannot make {self.kind.__name__} of {value!r}") from e
        instance._row[self.name] = value

    __eq__ = _comparison("=", operator.eq)
    __ne__ = _comparison("!=", operator.ne)
    __lt__ = _comparison("<", operator.lt)
    __gt__ = _comparison(">", operator.gt)
    __hash__ = object.__hash__

    def in_(self, *values): return reduce(operator.or_, [self == v for v in values])


class ModelMeta(type):
    def __new__(mcls, name, bases, ns):
        fields = {k: v for base in bases for k, v in getattr(base, "_fields", {}).items()}
        fields |= {k: v for k, v in ns.items() if isinstance(v, Field)}
        ns["_fields"] = dict(sorted(fields.items(), key=lambda kv: kv[1].order))
        cls = super().__new__(mcls, name, bases, ns)
        cls._rows = []
        return cls

    def __getitem__(cls, key):
        for row in cls._rows:
            if row.id == key:
                return row
        raise KeyError(key)

    def __iter__(cls): return iter(cls._rows)
    def __len__(cls): return len(cls._rows)
    def __contains__(cls, item): return item in cls._rows


class Model(metaclass=ModelMeta):
    id = Field(int, key=True)

    def __init__(self, **values):
        self._row = {}
        values.setdefault("id", len(type(self)) + 1)
        unknown = values.keys() - self._fields.keys()
        if unknown:
            raise TypeError(f"unknown fields: {', '.join(sorted(unknown))}")
        for name, f in self._fields.items():
            if name in values:
                setattr(self, name, values[name])
            elif f.default is not ...:
                setattr(self, name, f.default() if callable(f.default) else f.default)
            else:
                setattr(self, name, None)
        type(self)._rows.append(self)

    @reprlib.recursive_repr()
    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self._row.items())})"

    @classmethod
    def where(cls, condition): return Query(cls, condition)


class Query:
    def __init__(self, model, condition, order=None, limit=None):
        self.model, self.condition, self._order, self._limit = model, condition, order, limit
    def order_by(self, *fields): return Query(self.model, self.condition, fields, self._limit)
    def __getitem__(self, item):
        if isinstance(item, slice):
            return Query(self.model, self.condition, self._order, item)
        return list(self)[item]
    def __iter__(self):
        rows = [r for r in self.model if self.condition.test(r)]
        for f in reversed(self._order or ()):
            rows.sort(key=operator.attrgetter(f.lstrip("-")), reverse=f.startswith("-"))
        yield from rows[self._limit] if self._limit else rows
    def sql(self):
        parts = [f"SELECT {', '.join(self.model._fields)} FROM {self.model.__name__.lower()}s WHERE {self.condition.text}"]
        if self._order:
            parts.append("ORDER BY " + ", ".join(f"{f[1:]} DESC" if f[0] == "-" else f for f in self._order))
        if self._limit:
            parts.append(f"LIMIT {self._limit.stop}")
        return " ".join(parts)


class User(Model):
    name = Field(str)
    age = Field(int, default=0)
    joined = Field(date, default=lambda: date(2024, 1, 1))
    boss = Field(Model, nullable=True)


ann = User(name="Ann", age="41")
bob = User(name="Bob", age=25, boss=ann)
cy = User(name="Cy", age=33, boss=bob, joined=date(2023, 5, 6))
dee = User(name="Dee", age=25)
ann.boss = ann
print(ann, cy, sep="\n")
q = User.where((User.age < 40) & ~(User.name == "Dee") | User.id.in_(1)).order_by("-age", "name")
print(q.sql(), [u.name for u in q], q[0].name, q[-1].name, [u.id for u in q[:2]], sep="\n")
print(User[2].name, len(User), ann in User, 5 in User, list(User._fields), Model._fields["id"] is User._fields["id"])
for f in (lambda: User(nme="x"), lambda: User(name=None), lambda: User(name="E", age="old"), lambda: User[99], lambda: bool(User.age == 1), lambda: User.age + 1, lambda: [1 < User.age < 3], lambda: User("x")):
    try:
        print(f())
    except Exception as e:
        print(f"{type(e).__name__}: {e}" + (f" <- {e.__cause__!r}" if e.__cause__ else ""))

# ends: raised
"""An in-memory query builder: operators make expression trees, which are printed as SQL and run over rows."""
from __future__ import annotations

import operator
import re
from collections import OrderedDict, namedtuple
from functools import reduce
from itertools import groupby, islice, product
from operator import attrgetter, itemgetter, methodcaller
from textwrap import dedent


def forward(name):
    return lambda self, other: Expr(name, self, other)


def reflected(name):
    return lambda self, other: Expr(name, other, self)


class Expr:
    SYMBOLS = {"eq": "=", "ne": "<>", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "add": "+", "sub": "-", "mul": "*", "truediv": "/", "and_": "AND", "or_": "OR", "mod": "%"}

    def __init__(self, name, *operands):
        self.name, self.operands = name, operands

    def __call__(self, row):
        values = [o(row) if isinstance(o, Expr) else o for o in self.operands]
        if None in values and self.name not in ("and_", "or_"):
            return None
        return getattr(operator, self.name)(*values)

    def __str__(self):
        left, right = (str(o) if isinstance(o, Expr) else quote(o) for o in self.operands)
        return f"({left} {self.SYMBOLS[self.name]} {right})"

    __hash__ = object.__hash__
    __eq__, __ne__, __lt__, __le__, __gt__, __ge__ = map(forward, ("eq", "ne", "lt", "le", "gt", "ge"))
    __add__, __sub__, __mul__, __truediv__, __and__, __or__, __mod__ = map(forward, ("add", "sub", "mul", "truediv", "and_", "or_", "mod"))
    __radd__, __rsub__, __rmul__, __rtruediv__ = map(reflected, ("add", "sub", "mul", "truediv"))

    def __invert__(self):
        return Not(self)


class Column(Expr):
    def __init__(self, name):
        super().__init__(name)

    def __call__(self, row):
        return row.get(self.name)

    def __str__(self):
        return self.name

    def like(self, pattern):
        return Like("like", self, pattern)

    def __getattr__(self, method):
        if method.startswith("__"):
            raise AttributeError(method)
        return lambda *args: Call(method, self, *args)


class Not(Expr):
    def __init__(self, inner):
        super().__init__("not", inner)

    def __call__(self, row):
        return not self.operands[0](row)

    def __str__(self):
        return f"NOT {self.operands[0]}"


class Like(Expr):
    def __call__(self, row):
        value = self.operands[0](row)
        pattern = re.escape(self.operands[1]).replace("%", ".*").replace("_", ".")
        return value is not None and re.fullmatch(pattern, value, re.IGNORECASE) is not None

    def __str__(self):
        return f"{self.operands[0]} LIKE {quote(self.operands[1])}"


class Call(Expr):
    def __call__(self, row):
        value = self.operands[0](row)
        return None if value is None else methodcaller(self.name, *self.operands[1:])(value)

    def __str__(self):
        return f"{self.name.upper()}({', '.join(map(str, self.operands))})"


def quote(value):
    match value:
        case None:
            return "NULL"
        case bool():
            return str(value).upper()
        case str():
            return "'" + value.replace("'", "''") + "'"
        case _:
            return repr(value)


class Table(list):
    def __getattr__(self, name):
        if self and name in self[0]:
            return Column(name)
        raise AttributeError(f"no column {name!r}")


class Query:
    def __init__(self, table, **state):
        self.table, self.state = table, {"where": [], "order": [], "limit": None, "columns": OrderedDict(), "group": None} | state

    def _with(self, **changes):
        return Query(self.table, **{**self.state, **changes})

    def where(self, *conditions):
        return self._with(where=[*self.state["where"], *conditions])

    def order(self, *columns):
        return self._with(order=[*self.state["order"], *columns])

    def limit(self, count):
        return self._with(limit=count)

    def select(self, *columns, **named):
        made = OrderedDict((str(c), c) for c in columns)
        made.update(named)
        return self._with(columns=made)

    def group(self, column, **aggregates):
        return self._with(group=(column, aggregates))

    def __iter__(self):
        rows = [row for row in self.table if all(c(row) for c in self.state["where"])]
        if self.state["group"]:
            column, aggregates = self.state["group"]
            rows.sort(key=column)
            rows = [{str(column): key, **{name: f([e(r) for r in members]) for name, (f, e) in aggregates.items()}} for key, members in ((k, list(g)) for k, g in groupby(rows, key=column))]
        for column in reversed(self.state["order"]):
            name = column.lstrip("-")
            rows.sort(key=lambda row: (row.get(name) is not None, row.get(name)), reverse=column.startswith("-"))
        if self.state["columns"]:
            Row = namedtuple("Row", self.state["columns"].keys(), rename=True)
            rows = (Row(*(e(row) if isinstance(e, Expr) else e for e in self.state["columns"].values())) for row in rows)
        return islice(iter(rows), self.state["limit"])

    def __str__(self):
        columns = ", ".join(f"{e} AS {n}" if str(e) != n else n for n, e in self.state["columns"].items()) or "*"
        where = str(reduce(operator.and_, self.state["where"])) if self.state["where"] else ""
        return dedent(f"""\
            SELECT {columns}
              FROM people{where and f'''
             WHERE {where}'''}
             LIMIT {self.state['limit'] or 'ALL'}""")


people = Table(dict(zip(("name", "age", "city", "pay"), row)) for row in [("Ann", 31, "Oslo", 3100.5), ("Bob", None, "Rome", 2000), ("Cid", 45, "Oslo", 4100), ("Dee", 28, None, 1999.99), ("O'Neil", 31, "Rome", 2500)])
p = people
query = Query(p).where((p.age == 31) | (p.city == None), ~(p.name.like("c%"))).select(p.name.upper(), p.age, p.pay * 1.1 + 2, half=100 / p.age).limit(3)
print(query)
for row in query:
    print(row, row._fields[:1], row.half and f"{row.half:.3f}")
print(list(Query(p).order("city", "-pay").select(p.name, p.city)))
for row in Query(p).where(p.city != None).group(p.city, n=(len, p.name), total=(sum, p.pay), oldest=(lambda v: max(filter(None, v)), p.age)).order("-total"):
    print({k: round(v, 2) if isinstance(v, float) else v for k, v in row.items()})
try:
    p.wages
except AttributeError as error:
    print(error, type(p.age.bit_length()).__name__, p.age.bit_length()(p[0]))
print(sorted(map(attrgetter("name"), Query(p).select(p.name, p.pay))), list(map(itemgetter("pay"), islice(Query(p), 2))), str((p.pay - 1) * 2 <= p.age), bool(p.age == p.age))
print([f"{a.name}-{b.name}" for a, b in product(Query(p).select(p.name, p.age), repeat=2) if a < b and a.age == b.age])

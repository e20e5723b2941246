"""A spreadsheet: references, ranges, functions, lazy evaluation with cycle detection, copying with relative references."""
import math
import operator
import re
import statistics
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property, partial

TOKEN = re.compile(r"\s*(?:(?P<num>\d+(?:\.\d*)?|\.\d+)|(?P<str>\"[^\"]*\")|(?P<range>\$?[A-Z]+\$?\d+:\$?[A-Z]+\$?\d+)|(?P<ref>\$?[A-Z]+\$?\d+)|(?P<name>[A-Z]+)(?=\()|(?P<op><=|>=|<>|[-+*/^&=<>(),]))")


class CellError(Exception):
    def __init__(self, code, detail=""):
        super().__init__(code, detail)
        self.code = code

    def __str__(self):
        return self.code


def column(text):
    return sum((ord(c) - 64) * 26**i for i, c in enumerate(reversed(text)))


def letters(n):
    out = ""
    while n:
        n, r = divmod(n - 1, 26)
        out = chr(65 + r) + out
    return out


def number(value):
    if value in (None, ""):
        return 0
    if isinstance(value, (int, float)):
        return value
    try:
        return float(value)
    except ValueError:
        raise CellError("#VALUE!", value) from None


def flat(args):
    for a in args:
        if isinstance(a, list):
            yield from flat(a)
        elif a is not None:
            yield a


class Sheet(Mapping):
    def __init__(self, **cells):
        self.source, self.cache, self.busy = dict(cells), {}, []

    def __setitem__(self, ref, text):
        self.source[ref] = text
        self.cache.clear()

    def __iter__(self):
        return iter(sorted(self.source, key=lambda r: (int(re.sub(r"\D", "", r)), r)))

    def __len__(self):
        return len(self.source)

    def __getitem__(self, ref):
        if ref in self.busy:
            raise CellError("#CYCLE!", " > ".join(self.busy[self.busy.index(ref):] + [ref]))
        if ref not in self.cache:
            text = self.source.get(ref)
            self.busy.append(ref)
            try:
                if isinstance(text, str) and text.startswith("="):
                    self.cache[ref] = Parser(text[1:], self).parse()
                else:
                    self.cache[ref] = text
            except ZeroDivisionError:
                raise CellError("#DIV/0!", ref) from None
            finally:
                self.busy.pop()
        return self.cache[ref]

    def shown(self, ref):
        try:
            value = self[ref]
        except CellError as error:
            return error.code
        return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)

    def copy(self, source, target):
        dx = column(re.match("[A-Z]+", target)[0]) - column(re.match("[A-Z]+", source)[0])
        dy = int(re.search(r"\d+", target)[0]) - int(re.search(r"\d+", source)[0])

        def moved(m):
            fixed_col, col, fixed_row, row = m.groups()
            return f"{fixed_col}{col if fixed_col else letters(column(col) + dx)}{fixed_row}{row if fixed_row else int(row) + dy}"
        self[target] = re.sub(r"(\$?)([A-Z]+)(\$?)(\d+)", moved, self.source[source])

    def __str__(self):
        rows, cols = max(int(re.sub(r"\D", "", r)) for r in self), max(column(re.sub(r"\d", "", r)) for r in self)
        grid = [[self.shown(f"{letters(c)}{r}") for c in range(1, cols + 1)] for r in range(1, rows + 1)]
        widths = [max(3, *map(len, col)) for col in zip(*grid)]
        lines = ["    " + " ".join(f"{letters(c):^{w}}" for c, w in enumerate(widths, 1))]
        lines += [f"{n:>3} " + " ".join(f"{cell:>{w}}" if re.fullmatch(r"-?[\d.e+-]+", cell) else f"{cell:<{w}}" for cell, w in zip(row, widths)) for n, row in enumerate(grid, 1)]
        return "\n".join(map(str.rstrip, lines))


class Parser:
    LEVELS = [{"=": operator.eq, "<>": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}, {"&": lambda a, b: f"{a}{b}"}, {"+": operator.add, "-": operator.sub}, {"*": operator.mul, "/": operator.truediv}, {"^": operator.pow}]

    def __init__(self, text, sheet):
        self.sheet, self.tokens, at = sheet, [], 0
        while at < len(text.rstrip()):
            if not (m := TOKEN.match(text, at)):
                raise CellError("#SYNTAX!", text[at:])
            self.tokens.append((m.lastgroup, m[m.lastgroup]))
            at = m.end()
        self.tokens.append(("end", ""))

    FUNCTIONS = {"SUM": lambda *a: sum(map(number, flat(a))), "AVERAGE": lambda *a: statistics.fmean(map(number, flat(a))), "COUNT": lambda *a: sum(isinstance(x, (int, float)) for x in flat(a)), "MAX": lambda *a: max(map(number, flat(a)), default=0), "ROUND": lambda x, n=0: round(number(x), int(n)), "LEN": lambda s: len(str(s)), "UPPER": lambda s: str(s).upper(), "SQRT": lambda x: math.sqrt(number(x)), "CONCAT": lambda *a: "".join(map(str, flat(a))), "MEDIAN": lambda *a: statistics.median(map(number, flat(a)))}

    @property
    def now(self):
        return self.tokens[0]

    def take(self, *texts):
        if texts and self.now[1] not in texts:
            raise CellError("#SYNTAX!", f"{self.now[1]!r} for {texts}")
        return self.tokens.pop(0)

    def parse(self):
        value = self.binary(0)()
        if self.now[0] != "end":
            raise CellError("#SYNTAX!", self.now[1])
        return value

    def binary(self, level):
        if level == len(self.LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while self.now[0] == "op" and self.now[1] in self.LEVELS[level]:
            f = self.LEVELS[level][self.take()[1]]
            right = self.binary(level + 1)
            left = partial(lambda f, a, b, n: f(*((number(a()), number(b())) if n else (a(), b()))), f, left, right, level > 1)
        return left

    def unary(self):
        match self.take():
            case "op", "-":
                inner = self.unary()
                return lambda: -number(inner())
            case "op", "(":
                inner = self.binary(0)
                self.take(")")
                return inner
            case "num", text:
                return lambda: float(text) if "." in text else int(text)
            case "str", text:
                return lambda: text[1:-1]
            case "ref", text:
                return lambda: self.sheet[text.replace("$", "")]
            case "range", text:
                (c1, r1), (c2, r2) = (re.match(r"([A-Z]+)(\d+)", p).groups() for p in text.replace("$", "").split(":"))
                return lambda: [self.sheet[f"{letters(c)}{r}"] for r in range(int(r1), int(r2) + 1) for c in range(column(c1), column(c2) + 1)]
            case "name", "IF":
                test, yes, no = self.args(3)
                return lambda: (yes if test() else no)()
            case "name", "IFERROR":
                value, other = self.args(2)

                def guarded():
                    try:
                        return value()
                    except (CellError, ArithmeticError):
                        return other()
                return guarded
            case "name", name:
                args = self.args()
                if name not in self.FUNCTIONS:
                    raise CellError("#NAME?", name)
                return lambda: self.FUNCTIONS[name](*(a() for a in args))
            case kind, text:
                raise CellError("#SYNTAX!", text)

    def args(self, count=None):
        self.take("(")
        found = []
        while self.now[1] != ")":
            found.append(self.binary(0))
            if self.now[1] != ")":
                self.take(",")
        self.take(")")
        if count is not None and len(found) != count:
            raise CellError("#ARGS!", f"{len(found)} for {count}")
        return found


sheet = Sheet(A1="Item", B1="Qty", C1="Price", D1="Total", A2="pen", B2=10, C2=1.5, D2="=B2*C2", A3="ink", B3=3, C3=7.25, A4="cap", B4="x", C4=2, A6="Sum", B6="=SUM(B2:B3)", D6="=SUM(D2:D3)*(1+$F$1)", F1=0.2, E2='=IF(D2>20,"big "&A2,"small")', E3="=IFERROR(B3/0,-1)", E4="=B4+1", E5="=E6", E6="=F6&E5", F2="=ROUND(AVERAGE(C2:C4)^2,2)", F3="=NOPE(1)", F4="=1/0", F5="=(1+2", G1="=-2^2+UPPER(\"a\")", G2='=LEN("a b")<>3', G3="=MEDIAN(B2:C3)", G4="=IF(1)")
sheet.copy("D2", "D3")
sheet.copy("D2", "D4")
sheet.copy("D6", "E7")
print(sheet)
print(sheet.source["D3"], sheet.source["E7"], len(sheet), "A1" in sheet, list(sheet)[:4], sheet.get("Z9", "none"))
for ref in ("E5", "F3", "F5", "G4", "E4"):
    try:
        sheet[ref]
    except CellError as error:
        print(ref, error, error.args[1])
sheet["B4"] = 4
print(sheet.shown("D4"), sheet.shown("E4"), [letters(n) for n in (1, 26, 27, 702, 703)], [column(c) for c in ("A", "Z", "AA", "ZZZ")])

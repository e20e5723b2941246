"""Tables, trees, progress bars, histograms: everything a text report needs."""
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from textwrap import wrap

BOX = {"light": "┌┬┐├┼┤└┴┘─│", "ascii": "+++++++++-|", "double": "╔╦╗╠╬╣╚╩╝═║"}


def width(text: str) -> int:
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def pad(text: str, size: int, align: str) -> str:
    gap = size - width(text)
    match align:
        case "<": return text + " " * gap
        case ">": return " " * gap + text
        case "^": return " " * (gap // 2) + text + " " * (gap - gap // 2)
        case other: raise ValueError(f"unknown alignment {other!r}")


class Table:
    def __init__(self, *headers: str, style: str = "light", max_width: int = 18):
        self.headers, self.rows, self.max = headers, [], max_width
        (self.tl, self.tm, self.tr, self.ml, self.mm, self.mr, self.bl, self.bm, self.br, self.h, self.v) = BOX[style]
        self.align = ["<"] * len(headers)

    def __iadd__(self, row: Sequence):
        if len(row) != len(self.headers):
            raise ValueError(f"row has {len(row)} cells, table has {len(self.headers)} columns")
        self.align = [">" if isinstance(c, (int, float)) and not isinstance(c, bool) else a for c, a in zip(row, self.align)]
        self.rows.append([self.cell(c) for c in row])
        return self

    @staticmethod
    def cell(value) -> str:
        match value:
            case None: return "–"
            case bool(): return "✓" if value else "✗"
            case float(): return f"{value:,.2f}"
            case int(): return f"{value:,}"
            case [*items]: return ", ".join(map(str, items))
            case dict(): return " ".join(f"{k}={v}" for k, v in value.items())
            case _: return str(value)

    def lines(self) -> Iterable[str]:
        wrapped = [[wrap(c, self.max) or [""] for c in row] for row in [list(self.headers), *self.rows]]
        sizes = [max(width(line) for row in wrapped for line in row[i]) for i in range(len(self.headers))]
        rule = lambda l, m, r: l + m.join(self.h * (s + 2) for s in sizes) + r
        yield rule(self.tl, self.tm, self.tr)
        for n, row in enumerate(wrapped):
            for parts in zip_longest(*row, fillvalue=""):
                yield self.v + self.v.join(f" {pad(p, s, a if n else '^')} " for p, s, a in zip(parts, sizes, self.align)) + self.v
            yield rule(self.bl, self.bm, self.br) if n == len(wrapped) - 1 else rule(self.ml, self.mm, self.mr) if n == 0 else ""

    def __str__(self):
        return "\n".join(filter(None, self.lines()))


t = Table("Name", "Qty", "Price", "Ok", "Tags")
t += ("Ünïcödé", 1200, 3.14159, True, ["a", "b"])
t += ("日本語テキスト", 7, 1e6, False, {"k": 1})
t += ("a rather long description of a thing", -5, 0.005, None, [])
print(t)
print(Table("only", "headers", style="ascii"))
d = Table("x", style="double"); d += [float("nan")]; d += [float("-inf")]; print(d)
for bad in (lambda: Table("a").__iadd__((1, 2)), lambda: Table("a", style="none"), lambda: pad("x", 3, "?"), lambda: Table.cell()):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)


def tree(node, prefix="", last=True, root=True):
    name, kids = node if isinstance(node, tuple) else (node, ())
    yield name if root else f"{prefix}{'└── ' if last else '├── '}{name}"
    prefix += "" if root else "    " if last else "│   "
    for i, kid in enumerate(kids):
        yield from tree(kid, prefix, i == len(kids) - 1, False)


print(*tree(("src", [("lib", ["a.py", ("sub", ["b.py"])]), "main.py", ("tests", ["t.py"])])), sep="\n")


def bar(fraction, size=20, chars=" ▏▎▍▌▋▊▉█"):
    full, rest = divmod(round(fraction * size * 8), 8)
    return (chars[-1] * full + (chars[rest] if rest else "")).ljust(size) + f"{fraction:>7.1%}"


for f in (0, 0.03, 1 / 3, 0.5, 0.999, 1):
    print(f"|{bar(f)}|")
data = {"apples": 23, "kiwis": 5, "bananas": 17, "figs": 0}
scale = 30 / max(data.values())
for k, v in sorted(data.items(), key=lambda kv: (-kv[1], kv[0])):
    print(f"{k:>{max(map(len, data))}} {'#' * round(v * scale):<30} {v:>3} {v / sum(data.values()):6.2%}")
spark = "▁▂▃▄▅▆▇█"
series = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]
lo, hi = min(series), max(series)
print("".join(spark[(v - lo) * (len(spark) - 1) // (hi - lo)] for v in series), f"{lo}..{hi}")
for row in range(hi, -1, -3):
    print(f"{row:2d} ┤" + "".join("█" if v >= row else " " for v in series))
print("   └" + "─" * len(series))
print("\n".join(" ".join(f"{(i * j):>3}" for j in range(1, 6)) for i in range(1, 4)), "a\tb".expandtabs(8), "=" * 10, sep="\n", end="\n--\n")

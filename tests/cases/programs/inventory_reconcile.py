import csv, io, json, re, textwrap
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple
from decimal import Decimal as D, ROUND_DOWN
from fractions import Fraction
from functools import partial, reduce
from itertools import chain, groupby, islice, tee, zip_longest
from operator import attrgetter, itemgetter, methodcaller
LEDGER = """\
2024-01-03|IN |SKU-001|  40|@ 2.50 EUR
2024-01-05|OUT|SKU-001|  15|
2024-01-05|IN |SKU-002|   7|@ 19.99 EUR
2024-01-09|IN |SKU-001|  10|@ 3.10 EUR
2024-01-10|OUT|SKU-001|  30|
2024-01-11|ADJ|SKU-002|  -1|damaged
2024-01-12|OUT|SKU-003|   1|
bad line
2024-01-13|OUT|SKU-002|  99|
"""
Move = namedtuple("Move", "day kind sku qty note", defaults=("",))
LINE = re.compile(r"""
    (?P<day>\d{4}-\d{2}-\d{2}) \| (?P<kind>IN|OUT|ADJ)\s* \| (?P<sku>SKU-\d{3}) \| \s*(?P<qty>[+-]?\d+) \| (?P<note>.*)
""", re.VERBOSE)
moves, errors = [], []
for number, line in enumerate(LEDGER.splitlines(), 1):
    if m := LINE.fullmatch(line):
        moves.append(Move(**{**m.groupdict(), "qty": int(m["qty"])}))
    else:
        errors.append((number, line))
print(len(moves), errors, moves[0], moves[-1]._replace(qty=0), Move._fields, sep="\n")
class Shortage(Exception):
    def __init__(self, sku, missing): super().__init__(sku, missing); self.sku, self.missing = sku, missing
    def __str__(self): return f"{self.sku}: {self.missing} short"
class Stock:
    def __init__(self): self.lots = defaultdict(deque); self.cogs = Counter(); self.log = []
    def apply(self, m):
        handler = getattr(self, f"on_{m.kind.lower()}", None)
        if handler is None: raise LookupError(m.kind)
        return handler(m)
    def on_in(self, m):
        price = D(re.search(r"@ ([\d.]+) ([A-Z]{3})", m.note)[1])
        self.lots[m.sku].append([m.qty, price])
    def on_out(self, m):
        left = m.qty
        if (have := sum(q for q, _ in self.lots.get(m.sku, ()))) < left: raise Shortage(m.sku, left - have)
        while left:
            lot = self.lots[m.sku][0]; used = min(left, lot[0]); lot[0] -= used; left -= used
            self.cogs[m.sku] += used * lot[1]
            if not lot[0]: self.lots[m.sku].popleft()
    def on_adj(self, m): self.on_out(m._replace(qty=-m.qty)) if m.qty < 0 else self.lots[m.sku].appendleft([m.qty, D(0)])
stock = Stock()
for m in moves:
    try: stock.apply(m)
    except Shortage as e: stock.log.append(f"{m.day} {e}")
print(dict(stock.lots), stock.cogs, *stock.log, "SKU-003" in stock.lots, sep="\n")
value = {sku: sum((q * p for q, p in lots), D()) for sku, lots in stock.lots.items()}
print(value, sum(value.values()), (sum(value.values()) / 7).quantize(D("0.0001"), ROUND_DOWN), f"{sum(value.values()):>12,.2f}", Fraction(D("2.50")) / 3)
by_day = {day: [*map(itemgetter(1, 2, 3), g)] for day, g in groupby(moves, key=attrgetter("day"))}
print(json.dumps(by_day, indent=None, separators=(", ", ":")), list(map(methodcaller("lower"), islice(chain.from_iterable(m.note.split() for m in moves), 4))))
defaults, site, user = {"currency": "EUR", "round": 2}, {"round": 4}, {}
conf = ChainMap(user, site, defaults); conf["currency"] = "USD"; print(conf["round"], user, dict(conf), conf.maps[1:], list(conf.new_child({"x": 1})), conf.get("zz", "none"), len(conf))
buf = io.StringIO(newline=""); w = csv.writer(buf, delimiter=";", quotechar="'", quoting=csv.QUOTE_MINIMAL); w.writerow(["sku", "note; with", "it's", 1.5, None, True]); w.writerows([[m.sku, m.qty, m.note] for m in moves[:2]]); print(repr(buf.getvalue()))
print(list(csv.reader(io.StringIO(buf.getvalue()), delimiter=";", quotechar="'")), list(csv.DictReader(["a,b", "1,2,3", "4"], restkey="rest", restval="?")), csv.list_dialects(), next(csv.reader(['x,"multi', 'line",z'])), list(csv.reader(["1,2.5,'a'"], quoting=csv.QUOTE_NONNUMERIC, quotechar="'")), list(csv.reader(["a b  c"], delimiter=" ", skipinitialspace=True)), csv.Sniffer().sniff("a;b\n1;2\n").delimiter)
for bad in (lambda: next(csv.reader(['"unclosed'], strict=True)), lambda: csv.writer(5), lambda: csv.writer(io.StringIO(), delimiter="ab"), lambda: csv.writer(io.StringIO(), quoting=csv.QUOTE_NONE).writerow(["a,b"]), lambda: csv.reader([5]).__next__(), lambda: csv.writer(io.StringIO()).writerow(5), lambda: csv.DictReader(io.StringIO("")).__next__(), lambda: csv.reader([], dialect="nope"), lambda: csv.field_size_limit("x"), lambda: list(csv.reader(['"a"b'], strict=True)), lambda: csv.DictWriter(io.StringIO(), ["a"], extrasaction="zap").writerow({"b": 1}), lambda: csv.DictWriter(io.StringIO(), ["a"], extrasaction="raise").writerow({"b": 1})):
    try: print("ok", bad())
    except BaseException as e: print(type(e).__name__, e)
compose = lambda *fs: reduce(lambda f, g: lambda x: g(f(x)), fs)
print(compose(str.strip, str.title, partial(str.replace, "X-X".replace("X", "x")) if False else str.swapcase)("  hello world "), textwrap.dedent("""
    a
      b
    c""").strip().split("\n"))

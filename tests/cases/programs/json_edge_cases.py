import json, math, io, decimal, collections, enum, datetime, dataclasses
def t(label, f):
    try: print(label, "->", f())
    except Exception as e: print(label, "!", type(e).__name__, e, getattr(e, "__notes__", ""))
docs = ["", " ", "null", "nul", "true false", "[1, 2", "[1,]", "[,1]", '{"a":1,}', '{"a"}', "{'a':1}", '{"a":1 "b":2}', "{1:2}", '"abc', '"a\nb"', '"\\x"', '"\\u12"', '"\\ud83d\\ude00"', "01", "1.", ".5", "-", "+1", "1e5", "1E+2", "-0", "-0.0", "1e400", "NaN", "-Infinity", "Infinityx", "[1] x", "\ufeff1", '{"a":{"b":[1,{"c":null}]}}', "123456789012345678901234567890", "1.0000000000000000000001", "[[[[[]]]]]", '{"a":1,"a":2}', '"\x7f\u2028"', " \t\n\r[ ] ", "0x10", "1_000", "[1 2]", "tru", "/**/1", '"tab\there"']
for d in docs: t(ascii(d), lambda: json.loads(d))
t("bytes", lambda: json.loads(b'{"k": "\xc3\xa9"}')); t("utf16", lambda: json.loads('[1]'.encode("utf-16"))); t("bad bytes", lambda: json.loads(b'"\xff"')); t("int", lambda: json.loads(5)); t("none", lambda: json.loads(None)); t("hooks", lambda: json.loads('{"a": 1.5, "b": [2, {"c": NaN}]}', object_hook=lambda d: sorted(d), parse_float=decimal.Decimal, parse_int=str, parse_constant=lambda c: f"<{c}>")); t("pairs", lambda: json.loads('{"a":1,"a":2}', object_pairs_hook=list)); t("raw", lambda: json.JSONDecoder().raw_decode('{"a":1} tail')); t("nonstrict", lambda: json.loads('"a\nb"', strict=False)); t("load", lambda: json.load(io.StringIO("[1]"))); t("deep", lambda: len(str(json.loads("[" * 200 + "]" * 200)))); t("too deep", lambda: json.loads("[" * 100000)); t("ordered", lambda: json.loads('{"z":1,"a":2}', object_pairs_hook=collections.OrderedDict))
class Color(enum.Enum): RED = 1
class Num(enum.IntEnum): ONE = 1
class Str(str): pass
class Int(int):
    def __repr__(self): return "INT"
    def __str__(self): return "INTS"
class Fl(float):
    def __repr__(self): return "FL"
P = collections.namedtuple("P", "x y")
@dataclasses.dataclass
class DC: a: int
objs = [1, 1.0, 1e100, 1e-7, -0.0, 10**20, True, None, "é\"\\/\b\f\n\r\t\x00\x1f\x7f\u2028😀\ud800", [], {}, (), (1,), [[]], {"a": {}}, {1: 2, None: 3, True: 4, 1.5: 5, False: 6, "k": 7}, P(1, 2), Num.ONE, Str("s"), Int(5), Fl(1.5), {Num.ONE: "n"}, collections.OrderedDict(b=1, a=2), collections.Counter("aab"), collections.defaultdict(int, x=1), float("nan"), [float("inf"), float("-inf")], {"x": (1, [2, {"y": None}])}, range(3), {1, 2}, b"x", Color.RED, DC(1), datetime.date(2024, 1, 1), decimal.Decimal("1.5"), object, 1j, {(1, 2): 3}, {b"k": 1}, iter([]), collections.deque([1]), collections.UserDict(a=1)]
for o in objs: t(repr(o)[:30].split(" at 0x")[0], lambda: json.dumps(o))
data = {"b": [1, 2.5, {"c": None}], "a": "é", "z": [], "e": {}}
for kw in ({}, {"indent": 2}, {"indent": 0}, {"indent": "\t"}, {"indent": 1, "separators": (",", ":")}, {"separators": (",", ":")}, {"sort_keys": True}, {"ensure_ascii": False}, {"indent": -1}, {"indent": True}, {"sort_keys": True, "indent": 4, "ensure_ascii": False}): print(kw, json.dumps(data, **kw))
t("default", lambda: json.dumps({"d": datetime.date(2024, 1, 2), "s": {3, 1}, "c": Color.RED}, default=lambda o: sorted(o) if isinstance(o, set) else o.isoformat() if hasattr(o, "isoformat") else {"__enum__": o.name})); t("default loop", lambda: json.dumps(object(), default=lambda o: o)); t("default err", lambda: json.dumps([1, {"k": object}], default=lambda o: 1 / 0)); t("nan", lambda: json.dumps([1, float("nan")], allow_nan=False)); t("skip", lambda: json.dumps({(1,): 1, "k": [{b"x": 1}]}, skipkeys=True)); t("sort mixed", lambda: json.dumps({1: 1, "a": 2}, sort_keys=True)); t("kw", lambda: json.dumps(1, foo=2)); t("pos", lambda: json.dumps(1, 2))
c = []; c.append(c); t("circular", lambda: json.dumps(c)); cd = {}; cd["x"] = [cd]; t("circular2", lambda: json.dumps(cd)); t("nocheck", lambda: json.dumps(c, check_circular=False)); shared = [1]; t("shared", lambda: json.dumps([shared, shared]))
class Enc(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, complex): return [o.real, o.imag]
        if dataclasses.is_dataclass(o): return {"__dc__": type(o).__name__, **dataclasses.asdict(o)}
        return super().default(o)
    def encode(self, o): return "/*x*/" + super().encode(o)
t("cls", lambda: json.dumps({"z": 1 + 2j, "d": DC(5)}, cls=Enc)); t("cls bad", lambda: json.dumps({1j: 2}, cls=Enc)); t("cls bad2", lambda: Enc().encode(object)); t("iter", lambda: list(json.JSONEncoder(indent=1).iterencode({"a": [1, 2]}))); buf = io.StringIO(); json.dump(data, buf, indent=1); print(buf.getvalue() == json.dumps(data, indent=1), json.loads(buf.getvalue()) == data)
class Dec(json.JSONDecoder):
    def __init__(self, **kw): super().__init__(object_hook=self.hook, **kw)
    def hook(self, d): return DC(d["a"]) if d.get("__dc__") == "DC" else d
t("dec", lambda: json.loads('[{"__dc__": "DC", "a": 5}, {}]', cls=Dec))
try: json.loads('{"a": 1,\n "b": oops}')
except json.JSONDecodeError as e: print(e.msg, e.pos, e.lineno, e.colno, e.doc[:5], isinstance(e, ValueError), e.args)
for x in (0.1, 1e21, 1e-5, 123456789.123456789, 5e-324, 1.7976931348623157e308, 100.0, 2**53 + 0.0): assert json.loads(json.dumps(x)) == x; print(json.dumps(x), end=" ")
print(json.dumps({"k" * 3: ["v"] * 2}, indent=None), json.dumps("</script>"), json.dumps([True, False, None]), json.dumps({True: 1}), json.dumps([1, 2, 3], indent=2).count("\n"), json.dumps({"a": 1}, indent=3), json.dumps([[], {}, [[]], [{}]], indent=1))

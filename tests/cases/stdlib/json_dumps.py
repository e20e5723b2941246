import json
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
data = {"s": "text", "i": 1, "f": 1.5, "n": None, "b": True, "l": [1, [2, []], {}], "d": {"x": {"y": "z"}}, "t": (1, 2), "u": "é日😀", "q": 'quote" back\\ /', "c": "\n\t\r\b\f\x00\x1f\x7f\u2028"}
print(json.dumps(data))
print(json.dumps(data, indent=2))
print(json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")))
print(json.dumps([1, [2, {"a": 1}], [], {}], indent="--"), json.dumps([1, 2], indent=0), json.dumps({"a": [1]}, indent=1, separators=(", ", " = ")), json.dumps([1], indent=True), json.dumps([[]], indent=2), json.dumps([], indent=2))
print(json.dumps({1: "a", 1.5: "b", True: "c", None: "d", "e": "f"}), json.dumps({2: 1, 1: 2}, sort_keys=True), json.dumps(float("nan")), json.dumps([float("inf"), -float("inf")]), json.dumps(1e100), json.dumps(0.1 + 0.2), json.dumps(-0.0), json.dumps(10 ** 30), json.dumps(""), json.dumps(None), json.dumps("\ud800"), json.dumps("</script>"))
class IntSub(int): pass
class StrSub(str): pass
class DictSub(dict): pass
print(json.dumps([IntSub(5), StrSub("x"), DictSub(a=1)]), json.dumps({StrSub("k"): IntSub(2)}))
class P:
    def __init__(self): self.x = 1
print(json.dumps([P()], default=lambda o: o.__dict__), json.dumps({1, 2}, default=sorted), json.dumps({(1, 2): 3, "a": 1}, skipkeys=True), json.dumps(P(), default=str)[:10])
class Enc(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, complex): return [o.real, o.imag]
        return super().default(o)
print(json.dumps([1j], cls=Enc), Enc().encode({"z": 2j}), list(json.JSONEncoder().iterencode([1, {"a": 2}])), json.JSONEncoder(indent=1).encode([1]))
loop = []; loop.append(loop)
dl = {}; dl["self"] = dl
for f in (lambda: json.dumps({1, 2}), lambda: json.dumps(object), lambda: json.dumps(b"x"), lambda: json.dumps({(1, 2): 3}), lambda: json.dumps(1j), lambda: json.dumps([1j], cls=Enc), lambda: json.dumps(loop), lambda: json.dumps(dl), lambda: json.dumps(float("nan"), allow_nan=False), lambda: json.dumps([float("inf")], allow_nan=False), lambda: json.dumps({1: 1, "a": 2}, sort_keys=True), lambda: json.dumps(), lambda: json.dumps(1, 2), lambda: json.dumps([P()]), lambda: json.dumps(range(3)), lambda: json.dumps({"a": {"b": [set()]}}), lambda: json.dumps({b"k": 1}), lambda: json.dumps([1], foo=1), lambda: json.dumps(lambda: 0), lambda: json.dumps(P(), default=lambda o: o), lambda: json.dumps([1, 2], separators=(",",)), lambda: json.dumps(loop, check_circular=True), lambda: json.dumps({"a": 1}, indent=-1)):
    t(f)
import io
buf = io.StringIO(); json.dump({"a": [1, 2]}, buf, indent=1); print(buf.getvalue()); buf.seek(0); print(json.load(buf))
import collections
print(json.dumps(collections.OrderedDict(b=1, a=2)), json.dumps(collections.Counter("aab")), json.dumps(collections.namedtuple("N", "x y")(1, 2)), json.dumps(collections.defaultdict(int, k=1)))

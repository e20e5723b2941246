import pprint, reprlib, difflib, fnmatch, shlex, collections, dataclasses
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
data = {"name": "x" * 30, "list": list(range(30)), "nested": {"b": {"c": [1, {"d": (2,)}]}, "a": "y" * 50}, "t": ("one", "two"), "s": {3, 1, 2}, "e": [], "text": "word " * 25}
pprint.pprint(data); pprint.pprint(data, width=40, depth=2); pprint.pprint(data, compact=True, sort_dicts=False, indent=2); print(pprint.pformat([1, 2]), pprint.pformat("a" * 100), pprint.isreadable(data), pprint.saferepr({"b": 1, "a": 2}))
pprint.pprint(collections.Counter("mississippi" * 3)); pprint.pprint(collections.OrderedDict((str(i), i) for i in range(20))); pprint.pprint(collections.defaultdict(list, {i: list(range(10)) for i in range(3)})); pprint.pprint(collections.deque(range(40), maxlen=50)); pprint.pprint([b"bytes " * 20]); pprint.pp({"z": 1, "a": [1234567890] * 10})
@dataclasses.dataclass
class P:
    name: str
    items: list
pprint.pprint(P("n" * 40, list(range(20))))
loop = [1]; loop.append(loop); print(pprint.isrecursive(loop), pprint.isrecursive([1]))
t(lambda: pprint.pformat([1], indent=-1)); t(lambda: pprint.pformat([1], width=0)); t(lambda: pprint.pformat([1], depth=0))
print(reprlib.repr(list(range(100))), reprlib.repr("x" * 100), reprlib.repr({i: i for i in range(10)}), reprlib.repr(10 ** 100), reprlib.repr([[[[[[[[1]]]]]]]]), reprlib.repr({3, 1, 2}))
print(difflib.get_close_matches("appel", ["ape", "apple", "peach"]), difflib.SequenceMatcher(None, "abcd", "bcde").ratio(), difflib.SequenceMatcher(None, "qabxcd", "abycdf").get_opcodes(), list(difflib.unified_diff(["a\n", "b\n"], ["a\n", "c\n"], "x", "y")), list(difflib.ndiff(["one\n", "two\n"], ["ore\n", "two\n"])), list(difflib.context_diff(["a\n"], ["b\n"])))
print([fnmatch.fnmatchcase(n, p) for n, p in [("a.py", "*.py"), ("b", "?"), ("c1", "c[0-9]"), ("d", "[!d]"), ("e.txt", "*.py"), ("[x]", "[[]x]")]], fnmatch.filter(["a.py", "b.c", "c.py"], "*.py"), fnmatch.translate("*.p?"))
print(shlex.split("a 'b c' \"d e\" f\\ g # h"), shlex.split("x # c", comments=True), shlex.quote("it's"), shlex.quote("safe"), shlex.join(["a b", "c"]), list(shlex.shlex("a+b 'c d'"))); t(lambda: shlex.split("'open")); t(lambda: shlex.split(None))

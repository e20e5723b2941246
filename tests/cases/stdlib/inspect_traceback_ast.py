import inspect, traceback, ast, functools
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
def f(a, b=1, /, c: int = 2, *args, d, e="x", **kw) -> bool:
    """Doc
        indented."""
class C:
    "class doc"
    def __init__(self, x, y=2): pass
    def m(self, z): return z
    @classmethod
    def cm(cls, q): pass
    @staticmethod
    def sm(r): pass
for x in (f, C, C.m, C(1).m, C.cm, C.sm, lambda *, k=1: 0, functools.partial(f, 1, d=2)):
    print(inspect.signature(x))
s = inspect.signature(f)
print([(p.name, p.kind.name, p.default is p.empty) for p in s.parameters.values()], s.return_annotation, s.bind(1, d=3).arguments, inspect.getdoc(f), inspect.isfunction(f), inspect.isclass(C), inspect.ismethod(C(1).m), inspect.isbuiltin(len), inspect.isgeneratorfunction(f), [n for n, _ in inspect.getmembers(C, inspect.isfunction)], inspect.getfullargspec(f).args, inspect.cleandoc(" a\n   b"))
t(lambda: s.bind()); t(lambda: s.bind(1)); t(lambda: s.bind(1, d=1, a=2, b=3).arguments); t(lambda: inspect.signature(5))
def boom(): raise KeyError("k")
def outer():
    try:
        boom()
    except KeyError as e:
        raise ValueError("v") from e
try:
    outer()
except ValueError as e:
    lines = traceback.format_exc().splitlines(); print(lines[0], lines[-1], len(lines), [l.split(", in ")[1] for l in lines if ", in " in l]); print(traceback.format_exception_only(e), [fr.name for fr in traceback.extract_tb(e.__traceback__)], traceback.format_exception_only(type(e), e))
print(traceback.format_exc())
for text in ["[1, 'a', None, True]", "{'k': (1, 2.5)}", "-1", "1+2j", "{1, 2}", "b'x'", "'a' 'b'", "()", "set()", "  5"]:
    print(repr(ast.literal_eval(text)))
for text in ["x", "f()", "1 + 1", "[1,", "", "__import__('os')", "a.b", "{[]: 1}"]:
    try:
        print(ast.literal_eval(text))
    except Exception as e:
        print(type(e).__name__, str(e).split(" on line")[0].split(" (")[0])

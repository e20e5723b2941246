import inspect, functools, typing, dataclasses, enum, collections, operator
from inspect import Parameter, signature, Signature
def f(a, /, b: int, c=3, *args: str, d, e: "float" = 2.5, **kw: dict) -> list[int]: "doc f"
def g(*, k): pass
def h(x=None, *, y=[], z={}): pass
async def co(a, b=1): pass
def gen(n): yield n
async def agen(): yield 1
class A:
    """Doc of A.

    More."""
    attr: int = 1
    def __init__(self, x, *, y=1): pass
    def m(self, p, q=2): "doc m"
    @classmethod
    def cm(cls, z): pass
    @staticmethod
    def sm(w): pass
    @property
    def prop(self): return 1
    def __call__(self, t): pass
    @functools.cached_property
    def cp(self): return 2
class B(A):
    def m(self, p, q=2): pass
@dataclasses.dataclass
class D: a: int; b: str = "x"; c: list = dataclasses.field(default_factory=list)
class E(enum.Enum): X = 1
class N(typing.NamedTuple): u: int; v: str = "d"
class Call:
    __signature__ = Signature([Parameter("z", Parameter.KEYWORD_ONLY)])
def deco(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs): return fn(*args, **kwargs)
    return wrapper
@deco
def wrapped(a, b=2): "wrapped doc"
for o in (f, g, h, co, gen, lambda x, y=1: 0, A, A(1).m, A.m, A.cm, A.sm, A(1), B, D, N, Call, wrapped, functools.partial(f, 1, d=4), functools.partial(h, y=3), len, sorted, print, int.to_bytes, str.split, dict.get, functools.partialmethod(A.m, 1).func, deco, operator.itemgetter if False else abs, isinstance):
    try: print(getattr(o, "__name__", type(o).__name__), signature(o))
    except (ValueError, TypeError) as e: print(type(e).__name__, e)
s = signature(f); print(list(s.parameters), s.return_annotation, [p.kind.name for p in s.parameters.values()], [p.default for p in s.parameters.values() if p.default is not p.empty], s.parameters["b"], repr(s.parameters["e"]), s.parameters["e"].annotation, s.parameters["args"].kind.description, s == signature(f), hash(s) == hash(signature(f)), s.empty is Parameter.empty, repr(s))
ba = s.bind(1, 2, 3, 4, 5, d=6, zz=7); print(ba, ba.args, ba.kwargs, ba.arguments, ba.signature is s); ba = s.bind_partial(1); ba.apply_defaults(); print(ba.arguments)
for bad in (lambda: s.bind(1), lambda: s.bind(1, 2), lambda: s.bind(1, 2, a=3, d=1), lambda: signature(g).bind(1), lambda: signature(g).bind(k=1, j=2), lambda: s.bind(1, 2, b=3, d=4), lambda: signature(5), lambda: Parameter("1a", Parameter.POSITIONAL_ONLY), lambda: Parameter("a", 9), lambda: Parameter("a", Parameter.VAR_POSITIONAL, default=1), lambda: Signature([Parameter("b", Parameter.KEYWORD_ONLY), Parameter("a", Parameter.POSITIONAL_ONLY)]), lambda: Signature([Parameter("a", 1), Parameter("a", 1)]), lambda: Signature([Parameter("a", 1, default=1), Parameter("b", 1)]), lambda: s.replace(parameters=[], return_annotation=int), lambda: s.parameters["b"].replace(name="q", default=5, annotation=Parameter.empty), lambda: inspect.getfullargspec(f), lambda: inspect.getfullargspec(5), lambda: inspect.getcallargs(lambda a, b=2, *c, **d: 0, 1, 5, 6, z=1), lambda: inspect.getcallargs(g)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(inspect.isfunction(f), inspect.ismethod(A(1).m), inspect.isclass(A), inspect.isbuiltin(len), inspect.isgeneratorfunction(gen), inspect.isgenerator(gen(1)), inspect.iscoroutinefunction(co), inspect.isasyncgenfunction(agen), inspect.ismodule(inspect), inspect.isroutine(str.upper), inspect.ismethoddescriptor(str.upper), inspect.isdatadescriptor(A.prop), inspect.isabstract(A), inspect.isawaitable(c := co(1)), c.close(), inspect.getdoc(A), inspect.getdoc(B.m), inspect.cleandoc("  a\n    b\n   c"), inspect.getmodule(f).__name__, inspect.unwrap(wrapped) is wrapped.__wrapped__, [c.__name__ for c in inspect.getmro(B)], inspect.getattr_static(A(1), "prop").__class__.__name__, inspect.getgeneratorstate(gen(1)), inspect.classify_class_attrs(A)[-1].name if False else "", inspect.isgetsetdescriptor(A.__dict__["__dict__"]) if "__dict__" in A.__dict__ else "", inspect.currentframe().f_lineno if False else "", inspect.getclosurevars(deco(f)).nonlocals.keys(), sorted(n for n, _ in inspect.getmembers(A, inspect.isfunction)), [n for n, v in inspect.getmembers(A(1)) if not n.startswith("__")], inspect.get_annotations(f), inspect.get_annotations(D, eval_str=True), typing.get_type_hints(f))
print(wrapped.__name__, wrapped.__doc__, wrapped.__wrapped__.__defaults__, f.__kwdefaults__, f.__annotations__, f.__defaults__, h.__kwdefaults__, f.__code__.co_varnames, f.__code__.co_argcount, f.__code__.co_posonlyargcount, f.__code__.co_kwonlyargcount, f.__code__.co_name, f.__code__.co_flags & 12, f.__module__, f.__qualname__, A.m.__qualname__, A(1).m.__func__ is A.m, A.cm.__self__ is A, f.__closure__, (lambda: deco).__closure__, [c.cell_contents.__name__ for c in deco(f).__closure__], gen.__code__.co_flags & 32, f.__type_params__, D.__match_args__, D.__eq__.__qualname__, N._fields)
f.custom = 5; f.__defaults__ = (9,); print(f.custom, vars(f), signature(f)); f.__kwdefaults__ = {"d": 1}; print(signature(f), f.__name__); f.__name__ = "renamed"; print(f.__name__, repr(f).split(" at ")[0], f.__qualname__); del f.custom; print(hasattr(f, "custom"))
def outer():
    n = 0
    def inc():
        nonlocal n; n += 1; return n
    return inc
i = outer(); print(i(), i(), i.__closure__[0].cell_contents, i.__code__.co_freevars, outer.__code__.co_cellvars, inspect.getclosurevars(i).nonlocals, i.__qualname__)

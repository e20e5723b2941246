# isinstance asks for `__class__` and `__bases__`; traceback objects are the same each time; what a SyntaxError says of its place.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__ + ":", e)

class Real: pass
class Under(Real): pass
class Proxy:
    def __init__(self, of): self.of = of
    @property
    def __class__(self): return type(self.of)
print(isinstance(Proxy(Under()), Real), isinstance(Proxy(5), (str, int)), isinstance(Proxy(5), Proxy), isinstance(Proxy(5), str))
class Abstract:
    def __init__(self, *bases): self.bases = bases
    @property
    def __bases__(self): return self.bases
class Has:
    def __init__(self, cls): self.cls = cls
    @property
    def __class__(self): return self.cls
top = Abstract(); mid = Abstract(top); low = Abstract(Abstract(), mid)
print(isinstance(Has(low), top), isinstance(Has(top), low), issubclass(low, mid), issubclass(mid, low), issubclass(low, (top, mid)))
t(lambda: isinstance(5, object()))
t(lambda: issubclass(5, int))
t(lambda: issubclass(int, 5))
t(lambda: issubclass(Real(), Real))
class Loose:
    __bases__ = 5
t(lambda: isinstance(1, Loose()))

def deeper(): raise ValueError("x")
def deep(): deeper()
try:
    deep()
except ValueError as e:
    tb = e.__traceback__
    print(tb is e.__traceback__, tb.tb_next is tb.tb_next, tb.tb_next.tb_next.tb_next, tb.tb_lineno > tb.tb_next.tb_lineno)
    other = KeyError("k").with_traceback(tb)
    print(other.__traceback__ is tb, other.with_traceback(None).__traceback__, e.__traceback__ is tb)
    e.__traceback__ = None
    print(e.__traceback__, tb.tb_next.tb_lineno == deep.__code__.co_firstlineno)
    for name in ("__traceback__", "__cause__", "__context__", "args"):
        t(lambda: delattr(e, name))
    t(lambda: setattr(e, "__traceback__", 5))
group = ExceptionGroup("g", [ValueError(1), TypeError(2)])
group.add_note("n")
try:
    raise group
except ExceptionGroup as g:
    some, rest = g.split(ValueError)
    print(some.__traceback__ is g.__traceback__ is rest.__traceback__, some.__notes__, some.__notes__ is g.__notes__)
t(lambda: setattr(group, "exceptions", ()))
t(lambda: setattr(group, "message", "m"))
t(lambda: ExceptionGroup[int])
try:
    raise ValueError("naked")
except* ValueError as g:
    print(repr(g))
e = ValueError(1)
e.__setstate__({"a": 5})
print(e.a)
e = SyntaxError("bad", ("dir/file.py", 3, 4, "text"))
print(e, "|", SyntaxError("bad"), "|", SyntaxError("a", "bcde"), "|", SyntaxError(), "|", repr(e))
class Both(ValueError, KeyError): pass
print(str(Both("x")), str(KeyError("x")), str(LookupError("x")))

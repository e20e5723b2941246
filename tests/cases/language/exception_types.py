print(str(KeyError("k")), repr(KeyError("k")), str(KeyError()), str(KeyError(1, 2)), str(KeyError("it's")))
e = StopIteration(5); print(e.value, StopIteration().value, e.args)
e = SystemExit(3); print(e.code, SystemExit().code, SystemExit("m").code, SystemExit(1, 2).code)
e = OSError(2, "No such file", "name.txt"); print(e, e.errno, e.strerror, e.filename, type(e).__name__, e.args)
print(repr(OSError(2, "x")), OSError("only"), repr(OSError(13, "denied")), OSError(2, "x", "a", None, "b"))
e = UnicodeDecodeError("utf-8", b"\xff\xfe", 0, 1, "bad byte"); print(e, e.encoding, e.object, e.start, e.end, e.reason)
e = UnicodeEncodeError("ascii", "h\xe9llo", 1, 2, "not ascii"); print(e)
print(UnicodeEncodeError("ascii", "h\xe9\xe9o", 1, 3, "not ascii"), UnicodeTranslateError("abc", 0, 1, "why"))
e = AttributeError("msg", name="n", obj=5); print(e, e.name, e.obj)
e = NameError("msg", name="n"); print(e, e.name)
e = ImportError("msg", name="mod", path="p"); print(e, e.name, e.path)
e = SyntaxError("bad", ("file", 3, 4, "text", 3, 6)); print(e, e.lineno, e.offset, e.text, e.filename, e.end_lineno, e.end_offset, e.msg)
print(SyntaxError("just msg"), SyntaxError(), repr(SyntaxError("m")))
def t(f):
    try:
        print(f())
    except BaseException as e:
        print(type(e).__name__ + ":", e)
t(lambda: ValueError(x=1))
t(lambda: KeyError(k=1))
t(lambda: UnicodeDecodeError("a"))
t(lambda: UnicodeDecodeError("utf-8", "str", 0, 1, "r"))
t(lambda: AttributeError(bad=1))
t(lambda: BaseException.__new__(int))
for a, b in [(ZeroDivisionError, ArithmeticError), (KeyError, LookupError), (ModuleNotFoundError, ImportError), (UnboundLocalError, NameError),
             (NotImplementedError, RuntimeError), (RecursionError, RuntimeError), (FileNotFoundError, OSError), (UnicodeError, ValueError),
             (IndentationError, SyntaxError), (StopIteration, Exception), (GeneratorExit, Exception), (KeyboardInterrupt, Exception),
             (SystemExit, BaseException), (TimeoutError, OSError), (BrokenPipeError, ConnectionError), (EOFError, Exception),
             (DeprecationWarning, Warning), (ExceptionGroup, BaseExceptionGroup), (PythonFinalizationError, RuntimeError)]:
    print(a.__name__, b.__name__, issubclass(a, b), [c.__name__ for c in a.__mro__[1:-1]])
print(IOError is OSError, EnvironmentError is OSError)
class MyError(Exception):
    pass
class WithInit(Exception):
    def __init__(self, code, detail):
        super().__init__(f"[{code}] {detail}")
        self.code = code
class NoSuper(Exception):
    def __init__(self, a, b=2):
        self.a = a
class WithStr(Exception):
    def __str__(self): return "custom str"
class Multi(KeyError, AttributeError):
    pass
for e in (MyError(), MyError("m"), MyError("a", 1), WithInit(7, "d"), NoSuper(5), WithStr("x"), Multi("q")):
    try:
        raise e
    except Exception as x:
        print(type(x).__name__, str(x), repr(x), x.args)
print(WithInit(7, "d").code, NoSuper(1, b=3).args, isinstance(Multi(), LookupError))
t(lambda: WithInit(1))
t(lambda: NoSuper())
e = ValueError("x")
e.extra = 1
print(e.extra, e.__dict__, e == ValueError("x"), e == e, hash(e) == hash(e))
e.args = (1, 2)
print(e, e.args)
def s(): e.args = 5
t(s)
t(lambda: [].pop())
t(lambda: {}.popitem())
t(lambda: set().pop())
t(lambda: next(iter([])))
t(lambda: int("x"))
t(lambda: float("x"))
t(lambda: "abc".index("z"))
t(lambda: [1].index(2))
t(lambda: [1].remove(2))
t(lambda: {1}.remove(2))
t(lambda: (1,).index(2))
t(lambda: chr(-1))
t(lambda: ord("ab"))
t(lambda: b"\xff".decode())
t(lambda: "\xe9".encode("ascii"))
t(lambda: "\ud800".encode())
t(lambda: [1, 2].foo)
t(lambda: len.foo)
t(lambda: int.foo)
t(lambda: missing_name)
t(lambda: (lambda: 1)(1))

import traceback, sys, contextlib, io
def show(e):
    print("".join(traceback.format_exception(e)), end="")
class AppError(Exception):
    """base"""
    code = 1
    def __init__(self, msg, *, hint=None): super().__init__(msg); self.hint = hint
    def __str__(self): return f"{self.args[0]} (hint: {self.hint})" if self.hint else super().__str__()
class NotFound(AppError, LookupError): code = 404
def level3(k): return {"a": 1}[k]
def level2(k):
    try: return level3(k)
    except KeyError as e: raise NotFound(f"no {k}", hint="try a") from e
def level1(k):
    try: return level2(k)
    finally: print("finally", k)
try: level1("zz")
except AppError as e:
    show(e); print(e.code, isinstance(e, LookupError), e.__cause__.args, e.__context__ is e.__cause__, e.__suppress_context__, traceback.extract_tb(e.__traceback__)[-1].name, [f.lineno for f in traceback.extract_tb(e.__traceback__)], len(list(traceback.walk_tb(e.__traceback__))))
try:
    try: 1 / 0
    except ZeroDivisionError: int("x")
except ValueError as e: show(e)
try:
    try: raise TypeError("hidden")
    except TypeError: raise ValueError("shown") from None
except ValueError as e: show(e)
e = ValueError("noted"); e.add_note("line 1\nline 2"); e.add_note("ü"); show(e)
try: e.add_note(5)
except TypeError as x: print(x)
def group():
    errs = []
    for f in (lambda: int("a"), lambda: [][1], lambda: {}["k"], lambda: None.x):
        try: f()
        except Exception as e: errs.append(e)
    raise ExceptionGroup("several", errs[:2] + [ExceptionGroup("inner", errs[2:])])
try: group()
except* (ValueError, KeyError) as eg: print("caught", eg, eg.exceptions); show(eg)
except* IndexError as eg: print("index", eg.message)
except* AttributeError as eg: print("attr", eg.exceptions[0].exceptions)
eg = ExceptionGroup("m", [ValueError(1), TypeError(2), ExceptionGroup("n", [ValueError(3)])])
print(eg.subgroup(ValueError), eg.split(TypeError), eg.subgroup(lambda e: e.args == (3,)), eg.derive([OSError()]), repr(eg), eg.subgroup(KeyError), BaseExceptionGroup("b", [ValueError()]), type(BaseExceptionGroup("b", [KeyboardInterrupt()])))
for bad in (lambda: ExceptionGroup("x", []), lambda: ExceptionGroup("x", [1]), lambda: ExceptionGroup(1, [ValueError()]), lambda: ExceptionGroup("x", [KeyboardInterrupt()]), lambda: ExceptionGroup("x"), lambda: ExceptionGroup("x", 5)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
for thing in ("raise 5", "raise ValueError from 3", "raise int", "raise", "try:\n raise ValueError\nexcept 5:\n pass", "try:\n raise ValueError\nexcept (int, KeyError):\n pass", "assert 0, 'msg'", "assert (1, 2) == 3", "x = y", "del q", "def f():\n  print(v); v = 1\nf()", "def f():\n  del w; w = 1\nf()", "import nope", "import os.nope", "for x in 5: pass", "a, b = 1", "a, b = 1, 2, 3", "a, *b, c = 1,", "[*a, b] = []", "with 5: pass", "async def f(): pass\nawait f()", "class A(5): pass", "class A(object, object): pass", "class B(A1): pass", "lambda x: x()()", "(lambda x: x)()", "f'{1:{2}z}'", "'a' @ 1", "1()", "(1).a", "[].b = 1", "[][0] = 1", "(1,)[0] = 1", "'a'[0] = 'b'", "del (1,)[0]", "None[0]", "5[0]", "{}[[]]", "-'a'", "not_defined()", "print(undefined_name)", "len(5)", "x: int; x", "global g1; g1", "1 if nope else 2", "[i for i in nope]", "yield_ = (yield_)", "5 < 'a' < 3", "1 + None", "sum([None])", "print(1, 2, sep=3)", "exec('1 +')", "eval('(')", "int('0x')", "float('1e')", "1 << -1", "2 ** 10 ** 10 if 0 else 1 % 0", "range(10)[20]", "'x'.join(1)", "dict(a=1, **{'a': 2})", "print(**{'sepp': 1})", "type('A', (), {}).b", "super().x", "object.__init__(1, 2)", "StopIteration.foo", "BaseException.__new__()", "ValueError().foo", "raise Exception('a') from ValueError('b')", "iter(int)", "next(5)", "type(5)(6)(7)", "int.__add__('a', 1)", "str.upper(5)", "list.append([])", "dict.get()", "[].sort(key=5)", "sorted([1, 2], key=lambda: 1)", "list(map(lambda a, b: a, [1]))", "max([], key=len)", "zip(1)", "open('/nope')" if 0 else "0 / 0", "1.0 // 0", "1 % 0.0", "0 ** -1", "0.0 ** -1", "complex(1) // 1", "10 ** 5000 * 1.0", "float(10 ** 400)", "int('1' * 5000)", "str(10 ** 5000)", "chr(2 ** 31)", "'%d' % 1e400", "b'a' + 'a'", "bytes([1, 256])", "{1, 2}[0]", "{[]}", "{}.x", "(x for x in 5)", "[x async for x in []]", "raise StopIteration", "def g():\n  return\n  yield\nnext(g())", "class D:\n  __slots__ = ['a']\nD().b = 1", "class E:\n  @property\n  def p(self): return 1\nE().p = 2"):
    try: exec(compile(thing, "<s>", "exec"), {"__name__": "__main__"})
    except BaseException as e: print(f"{thing.splitlines()[-1]:<36} {type(e).__name__}: {e}")
    else: print(thing, "ok")
buf = io.StringIO()
with contextlib.redirect_stderr(buf):
    try: raise AppError("printed")
    except AppError: traceback.print_exc(limit=1); traceback.print_exception(*sys.exc_info(), chain=False)
    traceback.print_stack(limit=0); print(sys.exc_info(), file=sys.stderr)
print(buf.getvalue(), traceback.format_exception_only(ValueError("x\ny")), traceback.format_exception_only(SyntaxError("bad", ("f.py", 2, 3, "a b c", 2, 5))), traceback.format_list([("f.py", 3, "fn", "code here")]))
def f():
    try: return "try"
    finally: print("f finally")
def g():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: break
        except: pass
        else: print("else", i)
        finally: print("fin", i)
    else: print("no break")
    try: raise KeyError("swallowed")
    finally: return "returned"
print(f(), g())

import contextlib, io, sys
from contextlib import *
def attempt(label, f):
    try: print(label, "->", f())
    except BaseException as e: print(label, "!!", type(e).__name__, e, "| cause", repr(e.__cause__), "| ctx", repr(e.__context__))
@contextmanager
def cm(name, swallow=False, after=None):
    """doc of cm"""
    print("enter", name)
    try: yield name.upper()
    except ValueError as e:
        print("saw", e)
        if not swallow: raise
    finally: print("exit", name)
    if after: raise after
print(cm.__name__, cm.__doc__, cm("x").__class__.__name__)
with cm("a") as x, cm("b") as y: print(x, y)
with (cm("p") as p, cm("q", True)): raise ValueError("v")
def use(*a, exc=None, **k):
    with cm(*a, **k) as v:
        if exc: raise exc
        return v
attempt("raise", lambda: use("r", exc=ValueError("r!"))); attempt("other", lambda: use("o", exc=KeyError("k"))); attempt("after", lambda: use("s", True, KeyError("after"), exc=ValueError("before"))); attempt("stop", lambda: use("t", exc=StopIteration("stop"))); attempt("genexit", lambda: use("g", exc=GeneratorExit())); attempt("rt", lambda: use("z", exc=RuntimeError("generator raised StopIteration")))
@cm("deco")
def decorated(n): "docs"; return n * 2
print(decorated(4), decorated(5), decorated.__name__, decorated.__doc__)
class Timer(ContextDecorator):
    def __init__(self, label): self.label = label
    def __enter__(self): print("start", self.label); return self
    def __exit__(self, *exc): print("stop", self.label, exc[0]); return exc[0] is KeyError
@Timer("t1")
def work(fail): return {}["k"] if fail else "ok"
print(work(False), work(True))
class Res(AbstractContextManager):
    def __exit__(self, t, v, tb): print("Res", t); return None
with Res() as r: print(type(r).__name__)
attempt("abstract", lambda: type("Bad", (AbstractContextManager,), {})())
def stack_demo(fail):
    with ExitStack() as st:
        st.callback(print, "cb1", sep="-"); st.enter_context(cm("s1")); st.push(lambda t, v, tb: print("push", t)); st.enter_context(suppress(KeyError)); f = st.callback(lambda: print("cb2"))
        if fail: raise fail
        return "done"
attempt("stack", lambda: stack_demo(None)); attempt("stackfail", lambda: stack_demo(KeyError("k"))); attempt("stackval", lambda: stack_demo(ValueError("v")))
def bad_exit():
    with ExitStack() as st:
        @st.push
        def one(*e): raise TypeError("in one")
        @st.callback
        def two(): raise KeyError("in two")
        raise ValueError("body")
attempt("contexts", bad_exit); attempt("enter bad", lambda: ExitStack().enter_context(5)); attempt("with bad", lambda: exec_with(5))
def exec_with(o):
    with o: pass
class NoExit:
    def __enter__(self): pass
class NoEnter:
    def __exit__(self, *a): pass
for o in (5, NoExit(), NoEnter(), None, "s"): attempt(type(o).__name__, lambda: exec_with(o))
st = ExitStack(); st.callback(print, "moved"); new = st.pop_all(); st.close(); print("between"); new.close(); print(new.close())
with suppress(ZeroDivisionError, LookupError): [][1]
print("after suppress")
with suppress(): pass
attempt("suppress miss", lambda: exec_sup())
def exec_sup():
    with suppress(KeyError): raise IndexError("no")
with suppress(ValueError, TypeError): raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
try:
    with suppress(ValueError): raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
except* TypeError as eg: print(repr(eg))
out = io.StringIO()
with redirect_stdout(out) as same, redirect_stdout(io.StringIO()) as inner: print("inner text")
print(repr(out.getvalue()), same is out, inner.getvalue().strip())
with redirect_stdout(out): print("one"); print("two", end="")
print(out.getvalue().split("\n"))
class C:
    def close(self): print("closed C")
with closing(C()) as c: print("using", type(c).__name__)
with nullcontext("n") as n: print(n)
with nullcontext(): pass
class Reentrant:
    depth = 0
    def __enter__(self): self.depth += 1; return self.depth
    def __exit__(self, *a): self.depth -= 1; return False
r = Reentrant()
with r as a, r as b, r as c: print(a, b, c)
print(r.depth)
def gen():
    with cm("gen"): yield 1; yield 2
g = gen(); print(next(g)); g.close()
for v in gen(): print(v); break
def flow():
    for i in range(3):
        with cm(f"l{i}"):
            if i == 0: continue
            if i == 1: break
    else: print("else")
    with cm("ret"): return "returned"
print(flow())
class Multi:
    def __enter__(self): return 1, (2, [3, 4])
    def __exit__(self, *a): pass
with Multi() as (a, (b, [c, *d])): print(a, b, c, d)
class Holder: pass
h = Holder(); l = [0]
with nullcontext(5) as h.attr, nullcontext(6) as l[0]: print(h.attr, l)
@contextmanager
def once(): yield
o = once()
with o: pass
attempt("reuse", lambda: exec_with(o))
@contextmanager
def no_yield():
    if False: yield
attempt("no yield", lambda: exec_with(no_yield()))
@contextmanager
def two_yields(): yield; yield
attempt("two", lambda: exec_with(two_yields()))
@contextmanager
def replaces():
    try: yield
    except Exception as e: raise LookupError("replaced") from e
attempt("replaces", lambda: [0 for _ in [1] if exec_rep()])
def exec_rep():
    with replaces(): raise OSError("orig")
class Truthy:
    def __enter__(self): return self
    def __exit__(self, *a): return "yes"
with Truthy(): raise MemoryError("swallowed")
with contextlib.chdir(".") if False else nullcontext(): print("end")

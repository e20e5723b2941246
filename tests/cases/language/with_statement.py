class CM:
    def __init__(self, name, swallow=False, fail=None):
        self.name, self.swallow, self.fail = name, swallow, fail
    def __enter__(self):
        print("enter", self.name)
        if self.fail == "enter": raise ValueError("enter " + self.name)
        return self.name
    def __exit__(self, kind, value, tb):
        print("exit", self.name, kind and kind.__name__, value, tb is not None)
        if self.fail == "exit": raise KeyError("exit " + self.name)
        return self.swallow
def t(f):
    try:
        print("->", f())
    except BaseException as e:
        print(type(e).__name__ + ":", e, "| context:", repr(e.__context__))
def simple():
    with CM("a") as v:
        return v
def two():
    with CM("a") as a, CM("b") as b:
        print(a, b)
def parens():
    with (CM("a") as a, CM("b"),):
        print(a)
def raising():
    with CM("a"):
        raise ValueError("x")
def swallowing():
    with CM("a", True):
        raise ValueError("x")
    return "after"
def inner_swallows():
    with CM("out"), CM("in", swallow=1):
        raise ValueError
    return "ok"
def enter_fails():
    with CM("a"), CM("b", fail="enter"):
        print("never")
def exit_fails():
    with CM("a", fail="exit"):
        raise ValueError("body")
def exit_fails_clean():
    with CM("a", fail="exit"):
        pass
def loop():
    for i in range(3):
        with CM(i):
            if i == 0: continue
            if i == 1: break
    return i
def unpack():
    class P:
        def __enter__(self): return 1, (2, 3)
        def __exit__(self, *a): pass
    with P() as (a, (b, *c)):
        return a, b, c
def target():
    d = {}
    with CM("k") as d["x"]:
        pass
    return d
def no_protocol():
    with 5: pass
def no_exit():
    class E:
        def __enter__(self): return 1
    with E(): pass
def instance_attr():
    class E: pass
    e = E()
    e.__enter__ = lambda: 1
    e.__exit__ = lambda *a: None
    with e: pass
def wrong_signature():
    class E:
        def __enter__(self): return 1
        def __exit__(self): pass
    with E(): pass
def async_only():
    class E:
        async def __aenter__(self): pass
        async def __aexit__(self, *a): pass
    with E(): pass
def system_exit():
    with CM("s", True):
        raise SystemExit(3)
    return "swallowed exit"
def gen_in_with():
    def g():
        with CM("g"):
            yield 1
    it = g()
    next(it)
    it.close()
for f in (simple, two, parens, raising, swallowing, inner_swallows, enter_fails, exit_fails, exit_fails_clean, loop, unpack, target, no_protocol,
          no_exit, instance_attr, wrong_signature, async_only, system_exit, gen_in_with):
    print("#", f.__name__)
    t(f)
import contextlib
@contextlib.contextmanager
def manager(x):
    print("before")
    try:
        yield x
    except ValueError as e:
        print("handled", e)
    finally:
        print("after")
with manager(1) as m:
    print(m)
    raise ValueError("in body")
with contextlib.suppress(KeyError, IndexError):
    [][1]
print("done")
with contextlib.ExitStack() as stack:
    for n in "ab":
        stack.enter_context(CM(n))
    stack.callback(print, "callback", end="!\n")
with contextlib.nullcontext(5) as five, contextlib.closing(type("C", (), {"close": lambda s: print("closed")})()):
    print(five)

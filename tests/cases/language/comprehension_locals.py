# Inside a comprehension `locals()`, `eval`, `exec`, `vars` and `dir` know its variables; in a module or a class they know nothing else.
l = [1, 2]
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
try: print([eval("x + 1") for x in l])
except Exception as e: print("M1", type(e).__name__, e)
try: print([locals()["x"] for x in l])
except Exception as e: print("M2", type(e).__name__, e)
try: print([("x" in dir()) for x in l], {x: vars()["x"] for x in l}, {eval("x") for x in l}, list(eval("x") for x in l))
except Exception as e: print("M3", type(e).__name__, e)
y = 0
[exec("y = x") for x in l]; print(y)
print([[eval("a * b") for a in l] for b in l], [eval("l") for _ in l], sorted(k for k in [sorted(locals()) for q in [1]][0] if len(k) < 2))
def f(z):
    w = 5
    return [eval("x + z") for x in l], [sorted(locals()) for x in l], [eval("w") for w in l], {x: eval("x") for x in l}, [(lambda: eval("1"))() for _ in l]
t(lambda: f(3))
def f2(z): return list(eval("x") for x in l), [eval("z") for x in l if z]
t(lambda: f2(3))
class C:
    k = 9
    try: r = [eval("x") for x in [1, 2]]; print(r)
    except Exception as e: print("C", type(e).__name__, e)
    try: print([sorted(n for n in locals() if n[0] != "_") for x in [1]])
    except Exception as e: print("C2", type(e).__name__, e)
    try: print([eval("k") for x in [1]])
    except Exception as e: print("C3", type(e).__name__, e)
ns = {}
exec("r = [eval('q') for q in (1, 2)]\ns = [locals()['q'] for q in (3,)]", ns); print(ns["r"], ns["s"])
ns, loc = {}, {}
exec("r = [eval('q') for q in (1, 2)]\ns = [locals()['q'] for q in (3,)]\ndef g(): return [eval('v') for v in (4,)]\nu = g()", ns, loc); print(loc["r"], loc["s"], loc["u"])
def g():
    x = "outer"; r = [eval("x") for x in l]; return r, x, eval("x"), sorted(locals())
t(g)
t(lambda: [eval("x") for x in l])
def h():
    try: return [1 / x for x in (1, 0)]
    except ZeroDivisionError as e: return e.__traceback__.tb_frame.f_code.co_name, e.__traceback__.tb_next
t(h)
# What is not bound yet is not there.
pairs = [(1, 2), (3, 4)]
print([sorted(locals()) for a, (b, *c) in [(1, (2, 3))]], [(p, sorted(locals()), q) for p in "a" for q in [len(locals())]], [i for i in range(3) if eval("i") % 2], {eval("k"): eval("v") for k, v in pairs})
print([[(sorted(locals())) for inner in "x"] for outer in "y"], [eval("e.q") for e in [type("T", (), {"q": 5})]])
def fn(l):
    m = 1
    return [sorted(locals()) for p in "a" for q in [sorted(locals())]], [(q, sorted(locals())) for q in [sorted(locals())]], [eval("m + p") for p in l]
print(fn([1, 2]))
class K:
    z = [eval("i * 2") for i in range(3)]
    w = [[eval("i * j") for i in range(2)] for j in range(2)]
print(K.z, K.w)
import asyncio
async def am():
    async def ag():
        for i in range(3): yield i
    return [eval("i") async for i in ag()], [sorted(locals()) async for i in ag() if i > 1]
print(asyncio.run(am()))
try: print([eval("nope") for x in l])
except NameError as e: print(e)
s = "kept"
print([s for s in "ab"], s, [exec("s = 1") for s in "ab"], s, [globals()["s"] for s in "a"], [vars()["s"] for s in "a"])

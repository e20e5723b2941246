def k():
    q = 5
    exec("zz = 1\ndef setZ():\n    global zz\n    zz = 3\nsetZ()\nprint(zz, q)")
    return zz
print(k())
loc = {}
g = {'b': 7}
exec("'''doc'''\na = 1\nc = a + b\ndef q(): return b\nclass K:\n    x = 3\n    def m(self): return b\nl = [i + b for i in range(3)]\nfor i in range(3): pass\ndel i\nimport math\n", g, loc)
print(sorted(loc), sorted(g), loc['c'], loc['q'](), loc['K'].x, loc['K']().m(), loc['l'], loc['q'].__qualname__, loc['K'].__qualname__, loc['__doc__'])
try: exec("def f(): return a\nf()", {}, {'a': 1})
except NameError as e: print(e)
try: exec("a = 1\n[a for _ in range(1)]", {}, {})
except NameError as e: print(e)
try: exec("a = 1\nprint((lambda: a)())", {}, {})
except NameError as e: print(e)
print(eval("a + b", {'a': 1}, {'b': 2}))
class Map(dict):
    def __getitem__(self, k): print('get', k); return dict.__getitem__(self, k)
    def __setitem__(self, k, v): print('set', k); dict.__setitem__(self, k, v)
class Any:
    def __getitem__(self, k):
        if k.startswith('v'): return k.upper()
        raise KeyError(k)
print(eval("vx + vy", {}, Any()))
m = Map()
exec("x = 1\ny = x + 1\nprint(len('abc'))", {}, m)
c = compile("r = p * 2", "<c>", "exec")
l = {}
exec(c, {'p': 21}, l); print(l)
e = compile("p * 2", "<c>", "eval")
print(eval(e, {}, {'p': 4}))
def fn():
    a = 1
    exec("a = 2; b = 3")
    print(a, sorted(locals()))
    d = {}
    exec("w: int = 3", globals(), d)
    print(d)
    print(eval("a + 1"))
fn()
class C:
    y = 1
    exec("z = y + 1")
print(C.z)
try: exec("return 1", {}, {})
except SyntaxError as e: print(e)
exec("global gg\ngg = 1\nhh = 2", g, loc); print('gg' in g, 'hh' in g, 'hh' in loc)
def outer():
    exec("def rec(n): return 1 if n == 0 else n * rec(n - 1)")
    try: print(locals()['rec'](3))
    except (KeyError, NameError) as e: print(type(e), e)
outer()
ns = {}
exec("def rec(n): return 1 if n == 0 else n * rec(n - 1)", ns); print(ns['rec'](5))
exec("print(sorted(k for k in locals()), __name__)", {}, {'s': 1})
try: exec("x +", {}, {})
except SyntaxError as e: print(e)
try: exec("1/0", {}, {})
except ZeroDivisionError as e: print(e.__traceback__.tb_next.tb_frame.f_code.co_name)

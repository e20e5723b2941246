def f(**k): return k
try: print(f(**{"a":1}, **{"a":2}))
except TypeError as e: print(e)
class M:
    def __init__(self,*a): pass
    def __call__(self,*a): pass
for src in ("M(*1)", "M(**1)", "f(*1)", "f(**1)", "print(*1)", "len(*1)", "f(a=1, **{'a':2})", "M().__init__(*2)", "f(**{1:2})","M(**{1:2})","[].append(*1)", "int(**{1:2})"):
    try: eval(src)
    except TypeError as e: print(src, '|', e)
class C:
    print(locals())
    x = 1
    print(list(locals()))
def g(*args: *tuple[int, ...]): pass
print(g.__annotations__)
class S:
    __slots__=('a','b')
print([n for n in dir(S()) if n not in dir(object)], '__dict__' in dir(C), '__weakref__' in dir(C()), '__dict__' in dir(C()))
class Broken:
    def __iter__(self): return self
    def __next__(self): return 1
    def __getattr__(self, a): 1/0
def gg(): yield from Broken()
gi=gg(); next(gi)
try: gi.send(1)
except Exception as e: print(repr(e))
try: gi.throw(AttributeError)
except Exception as e: print(repr(e))
def k():
    exec("zz = 1\ndef setZ():\n    global zz\n    zz = 3\nsetZ()\nprint(zz)")
    return zz
print(k())
def k2():
    loc = {}
    exec("a = 1\ndef q(): return a\n", globals(), loc)
    print(sorted(loc))
    try: loc['q']()
    except NameError as e: print(e)
k2()
Broken.__getattr__ = lambda self, a: (_ for _ in ()).throw(AttributeError(a))
class Once:
    def __iter__(self):
        print("asked once")
        return self
    def __next__(self):
        raise StopIteration
made = (x for x in Once())
print("made", list(made), list((x, y) for x in [1] for y in Once()))

# What nobody can catch is told to sys.unraisablehook; and small things of copy, operator and __slots__.
import sys, copy, operator
seen = []
def hook(args): seen.append((args.exc_type.__name__, str(args.exc_value), args.err_msg, args.object.__name__, args.exc_traceback is not None))
class D:
    def __del__(self): 1 / 0
old = sys.unraisablehook
sys.unraisablehook = hook
d = D()
del d
print(seen)
sys.unraisablehook = old
print(sys.unraisablehook is sys.__unraisablehook__)
class S:
    __slots__ = ['__dict__']
print(hasattr(S(), '__weakref__'), hasattr(S(), '__dict__'), '__weakref__' in S.__dict__)
class S2(S): pass
print(hasattr(S2(), '__weakref__'))
print(copy.copy(list[int] | int), copy.deepcopy(int | None))
class C:
    def __getattribute__(self, name):
        if name.startswith('__reduce'): raise AttributeError(name)
        return object.__getattribute__(self, name)
for f in copy.copy, copy.deepcopy:
    try: f(C())
    except copy.Error as e: print(str(e)[:40])
for v in range(3), memoryview(b'a'), {}, 5:
    try: operator.concat(v, v)
    except TypeError as e: print(e)

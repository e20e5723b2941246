# what `bind` complains about while another exception is handled: most of it is told alone
import inspect
def f(a, /, b, *, c): pass
def g(a, b=1, **k): pass
for fn, args, kw in [(f,(),{}),(f,(1,),{}),(f,(1,2),{}),(f,(1,2,3),{}),(f,(1,2),dict(c=1,d=2)),(f,(1,2),dict(b=1,c=1)),(f,(1,),dict(c=1)),(f,(),dict(a=1,b=2,c=3)),(g,(1,2,3),{}),(g,(),{}),(g,(),{'b':1}),(f,(),dict(b=2,c=3))]:
    for partial in (False, True):
        s = inspect.signature(fn)
        try:
            try: 1/0
            except ZeroDivisionError:
                (s.bind_partial if partial else s.bind)(*args, **kw)
        except TypeError as e: print(fn.__name__, args, kw, partial, e, e.__suppress_context__, e.__cause__)

"""Keywords given twice, doc strings that stay one object, `dir` of methods, debug traces, strict subclasses as numbers."""
def f(*a, **k): return a, k
def t(g):
    try: print(g())
    except BaseException as e: print(type(e).__name__, e)
t(lambda: f(**{'x': 3}, x=5, y=2))
t(lambda: f(1, 2, **{'a': -1, 'b': 5}, a=4, c=6))
t(lambda: f(z=1, **{'a': -1}, b=4, **{'c': 1}, d=5, e=6))
t(lambda: f(**{'a': -1}, b=4, **{'b': 1}))
t(lambda: f(*[1], **{'a': print('first')}, b=print('second'), **{'b': print('third')}))
class C:
    def m(self, **k): return k
t(lambda: C().m(**{'x': 1}, x=2))
t(lambda: dict(**{'x': 1}, x=2))
kwds = {'metaclass': type}
def cls():
    class C(metaclass=type, **kwds): pass
t(cls)
def cls2():
    class C(**kwds, metaclass=type): pass
t(cls2)
import functools
def f(): "This is a test"
g = lambda: 1
functools.update_wrapper(g, f)
print(g.__doc__ is f.__doc__, f.__doc__ is f.__doc__)
def known(self): pass
known.attr = 1
class D: m = known
print('attr' in dir(D().m), 'attr' in dir(D.m), '__self__' in dir(D().m))
import unittest
class T(unittest.TestCase): pass
for name in ('assertRaisesRegex', 'assertWarnsRegex', 'assertRegex'):
    t(lambda: getattr(T(), name)(ValueError, 1, f) if name != 'assertRegex' else T().assertRegex('x', 'x'))
import asyncio
async def main():
    f = asyncio.get_running_loop().create_future()
    print(' created at ' in repr(f), bool(f._source_traceback))
    f.cancel()
    async def x(): pass
    task = asyncio.create_task(x())
    print(' created at ' in repr(task))
    await task
asyncio.run(main(), debug=True)
a = bytearray(b'ab'); it = iter(a); print(list(it)); a.append(9); print(list(it))
b = [1]; it = iter(b); print(list(it)); b.append(2); print(list(it))
b = [1]; it = reversed(b); print(list(it)); b.append(2); print(list(it))
import array
b = array.array('b', [1]); it = iter(b); print(list(it)); b.append(2); print(list(it))
import warnings
class I(int): pass
class X:
    def __int__(self): return I(3)
    def __index__(self): return I(3)
    def __float__(self): return F(3)
    def __complex__(self): return C(3)
class F(float): pass
class C(complex): pass
import operator
for f in (int, operator.index, float, complex, lambda x: [1]*x):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        try: print(f(X()), type(f(X())))
        except Exception as e: print(e)
        print([str(x.message) for x in w][:1], [x.category for x in w][:1])

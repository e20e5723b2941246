"""Settings that cannot be changed, contexts of decimal arithmetic, pickled methods, states of coroutines, enums compared."""
import io, decimal, csv, weakref, abc
c = decimal.DefaultContext.copy()
for a, v in [('prec','xyz'),('Emin',(1,2,3)),('rounding',-1),('rounding',9),('rounding',1.0),('rounding','xyz'),('capitals',[1]),('flags',[]),('flags',{}),('traps',{'I':0})]:
    try: setattr(c,a,v); print(a,v,'ok')
    except Exception as e: print(a,v,type(e).__name__, e)
for obj in (csv.reader([]), csv.writer(io.StringIO())):
    for a, v in [('delimiter', ':'), ('quoting', None), ('x', 1)]:
            try: f(); print('ok')
            except Exception as e: print(a, type(e).__name__, e)
class A:
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__()
        print(kwargs)
class B(A, metaclass=abc.ABCMeta, name="test"): pass
class C: pass
o1,o2,o3=C(),C(),C()
wkd1 = weakref.WeakKeyDictionary({o1: 1, o2: 2})
wkd2 = weakref.WeakKeyDictionary({o3: 3, o1: 4})
tmp1 = wkd1 | wkd2
print(len(tmp1))
del o1
print(4 in tmp1.values(), sorted(tmp1.values()))
import asyncio, decimal, contextvars, hashlib, array, pickle, inspect
from decimal import Decimal
async def fractions(t, precision, x, y):
    with decimal.localcontext() as ctx:
        ctx.prec = precision
        a = Decimal(x) / Decimal(y)
        await asyncio.sleep(t)
        b = Decimal(x) / Decimal(y ** 2)
        return a, b
async def main():
    r1, r2 = await asyncio.gather(fractions(0.1, 3, 1, 3), fractions(0.2, 6, 1, 3))
    return r1, r2
print(asyncio.run(main()))
print(decimal.getcontext().prec)
def inner():
    decimal.setcontext(decimal.Context(prec=3))
    return Decimal(1) / 3
ctx = contextvars.copy_context()
print(ctx.run(inner), Decimal(1) / 3)
print(ctx.run(lambda: Decimal(1) / 3), ctx.copy().run(lambda: Decimal(2) / 3))
name = contextvars.ContextVar('name', default='foo')
async def main():
    def handler(loop, context): print(name.get(), context['message'][:21])
    def callback():
        name.set('bar')
        1/0
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(handler)
    loop.call_soon(callback)
    await asyncio.sleep(0)
asyncio.run(main())
print(hashlib.sha256(array.array('b', [1, 2, 3])).hexdigest() == hashlib.sha256(b'\1\2\3').hexdigest())
class M:
    @classmethod
    def wine(cls): return 'claret'
    @staticmethod
    def biscuits(): return 'digestives'
    def cheese(self): return 'Wensleydale'
for proto in range(pickle.HIGHEST_PROTOCOL + 1):
    for method in (M.wine, M.biscuits, M().cheese, M().wine, 'abc'.index, [1].append, dict.fromkeys, str.maketrans):
        try:
            print(proto, pickle.loads(pickle.dumps(method, proto)).__name__, end=' ')
        except Exception as e: print(proto, type(e), e)
    print()
async def agen(): yield 1
def gen(): yield
async def coro(): pass
for f in (agen, gen, coro, main, lambda *a, **k: 0): print(f.__code__.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR | inspect.CO_VARARGS | inspect.CO_VARKEYWORDS))
a = agen()
print(inspect.getasyncgenstate(a))
async def wait_for_cleanup():
    started = asyncio.Event()
    async def inner():
        started.set()
        try: await asyncio.sleep(60)
        except asyncio.CancelledError:
            await asyncio.sleep(0.01)
            raise
    try: await asyncio.wait_for(inner(), 0.01)
    except TimeoutError as e: print('timeout', repr(e.__cause__))
    task = asyncio.create_task(inner())
    await started.wait()
    await asyncio.sleep(0)
    task.cancel('stop')
    try: await task
    except asyncio.CancelledError as e: print('cancelled', e.args)
asyncio.run(wait_for_cleanup())
import enum
from enum import _simple_enum, _test_simple_enum


class Checked(enum.Enum):
    CYAN = enum.auto()
    MAGENTA = enum.auto()


@_simple_enum(enum.Enum)
class Simple:
    CYAN = enum.auto()
    MAGENTA = enum.auto()


@_simple_enum(enum.Enum)
class Other:
    CYAN = enum.auto()
    YELLOW = enum.auto()


_test_simple_enum(Checked, Simple)
try:
    _test_simple_enum(Checked, Other)
except TypeError as e:
    print(str(e).splitlines()[0], 'MAGENTA' in str(e))
from concurrent.futures.thread import _WorkItem
print(_WorkItem[int])

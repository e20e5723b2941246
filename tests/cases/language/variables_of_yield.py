# A variable that takes what is sent keeps what it had while the generator waits, and where something is thrown into it.
def g():
    r = 0
    try:
        r = yield 1
    except ValueError: print(r)
    yield r
x = g(); next(x); print(x.gi_frame.f_locals); print(x.throw(ValueError))
def g():
    r = 5
    while r is not None:
        r = yield r
x = g(); next(x); print(x.gi_frame.f_locals); x.send(7); print(x.gi_frame.f_locals)
def g(n):
    r = 0
    while r is not None:
        r = yield (n, r)
x = g(1); next(x); print(x.gi_frame.f_locals); x.send(7); print(x.gi_frame.f_locals)
import inspect
print(inspect.getgeneratorlocals(x))
def averager():
    total, count, average = 0.0, 0, None
    term = 'none yet'
    try:
        while True:
            term = yield average
            total += term
            count += 1
            average = total / count
    except GeneratorExit:
        print('closed after', term)
        raise
    except ZeroDivisionError:
        print('thrown after', term)
        yield term
    finally:
        print('finally', term, count)
a = averager(); next(a); a.send(10); a.send(30); a.close()
a = averager(); next(a); a.close()
a = averager(); next(a); a.send(5); print(a.throw(ZeroDivisionError)); a.close()
def both():
    x = y = 1
    try:
        x = y = yield 'a'
        x, y = (yield 'b'), (yield 'c')
        x += yield 'd'
    except KeyError:
        yield x, y
for n in range(4):
    b = both(); next(b)
    for i in range(n): b.send(i + 5)
    print(n, b.throw(KeyError))
import asyncio
async def waits():
    x = 'before'
    try:
        x = await asyncio.sleep(5, 'after')
    except asyncio.CancelledError:
        print('cancelled', x)
async def main():
    t = asyncio.create_task(waits())
    await asyncio.sleep(0)
    t.cancel()
    await t
asyncio.run(main())

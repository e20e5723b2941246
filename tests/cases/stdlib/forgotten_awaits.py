# Coroutines that nobody awaits are warned of; signatures of bound natives.
import asyncio
import gc
import inspect
import warnings


async def f(n=0):
    return n


class C:
    async def method(self):
        pass


def caught(use):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter('always')
        use()
        gc.collect()
    return [(str(w.message), w.category.__name__) for w in found]


def several():
    f(1)
    C().method()
    f(2).close()
    [f(i) for i in range(3)]


async def main():
    f()
    await f()
    task = asyncio.create_task(f())
    await asyncio.gather(task, f(3), *[f(i) for i in range(200)])


print(caught(lambda: f()))
print(caught(several))
print(caught(lambda: asyncio.run(main())))
print(caught(lambda: asyncio.run(f())))
kept = f()
print(caught(lambda: None))
print(asyncio.run(kept))
with warnings.catch_warnings():
    warnings.simplefilter('error')
    g = f()
    g.close()
    gc.collect()
for bound in ('x'.lower, [].append, 'x'.split, {}.get, len, str.lower, (1).bit_length, dict.fromkeys):
    print(bound.__name__, inspect.signature(bound))
forgotten = f()

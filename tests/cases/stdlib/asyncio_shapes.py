# How loops, tasks and futures show, eager tasks, executors, streams, and a loop of one's own.
import asyncio
import concurrent.futures
import functools
from asyncio import base_events


def called(*args):
    pass


async def work(n=0):
    await asyncio.sleep(n)
    return n


def short(text):
    return text.replace(__file__, 'FILE')


async def main():
    loop = asyncio.get_running_loop()
    future = loop.create_future()
    print(future)
    future.add_done_callback(called)
    print(short(repr(future)))
    future.add_done_callback(functools.partial(called, 1))
    future.add_done_callback(print)
    print(short(repr(future)))
    task = asyncio.create_task(work(1), name='first')
    print(short(repr(task)))
    await asyncio.sleep(0)
    print(short(repr(task)))
    task.cancel()
    print(short(repr(task))[:40])
    try:
        await task
    except asyncio.CancelledError:
        print(short(repr(task)), task.cancelling())
    print(short(repr(asyncio.create_task(work(), name='second'))))
    handle = loop.call_later(5, called, 1, 2)
    print(handle.cancelled(), handle.when() > 0, short(repr(handle))[:18])
    handle.cancel()
    print(short(repr(handle))[:23])
    print(short(repr(loop.call_soon(called, 1))))
    with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix='pool') as pool:
        print(await loop.run_in_executor(pool, pow, 2, 10), await asyncio.to_thread(sum, [1, 2]))
        made = [pool.submit(pow, 2, n) for n in range(4)]
        print(sorted(f.result() for f in concurrent.futures.as_completed(made)), list(pool.map(abs, [-1, 2])))
        failed = pool.submit(int, 'x')
        print(failed.exception(), failed.done(), repr(failed).split(' ', 3)[3])
        print(concurrent.futures.wait(made).not_done)
    try:
        pool.submit(print)
    except RuntimeError as e:
        print(e)
    loop.set_task_factory(asyncio.eager_task_factory)

    async def eager():
        steps.append('ran')
        return 5
    steps = []
    task = asyncio.create_task(eager())
    print(steps, task.done(), task.result())
    loop.set_task_factory(None)
    reader = asyncio.StreamReader()
    reader.feed_data(b'one\ntwo\nthree')
    reader.feed_eof()
    print(reader, await reader.readline(), await reader.readexactly(2), await reader.read(), reader.at_eof())
    try:
        await reader.readexactly(3)
    except asyncio.IncompleteReadError as e:
        print(e, e.partial, e.expected)
    results = await asyncio.gather(work(), work(), return_exceptions=True)
    print(results)
    iterator = work().__await__()
    print(type(iterator).__name__, next(iterator))
    iterator.close()

asyncio.run(main())


class Loop(base_events.BaseEventLoop):
    def __init__(self):
        super().__init__()
        self.now = 0
        self.log = []

    def time(self):
        return self.now

    def _process_events(self, event_list):
        pass

    def _write_to_self(self):
        pass

    @property
    def _selector(self):
        return self

    def select(self, timeout):
        self.log.append(timeout)
        self.now += timeout or 0
        return []


loop = Loop()
asyncio.set_event_loop(loop)
print(loop.run_until_complete(work(3)), loop.now, loop.log[-1])
loop.set_exception_handler(lambda loop, context: print(sorted(context), type(context['exception']).__name__))
loop.call_soon(lambda: 1 / 0)
loop.run_until_complete(work())
for wrong in (lambda: loop.call_later(None, called), lambda: loop.set_task_factory(5), lambda: loop.set_exception_handler(1)):
    try:
        wrong()
    except TypeError as e:
        print(e)
loop.set_debug(True)
coroutine = work()
for wrong in (lambda: loop.call_soon(coroutine), lambda: loop.call_soon(work), lambda: loop.call_soon(5)):
    try:
        wrong()
    except TypeError as e:
        print(e)
coroutine.close()
loop.close()
print(loop)
try:
    loop.call_soon(called)
except RuntimeError as e:
    print(e)
source, target = concurrent.futures.Future(), concurrent.futures.Future()
print(source.cancel(), source.cancelled(), source.set_running_or_notify_cancel(), repr(source)[-16:])
try:
    source.result()
except concurrent.futures.CancelledError as e:
    print(repr(e))
try:
    target.set_result(1) or target.set_result(2)
except concurrent.futures.InvalidStateError as e:
    print(str(e)[:9])

"""Several ways to the same end, begun one after the other."""
__all__ = 'staggered_race',

from . import events, exceptions, locks, tasks


async def staggered_race(coro_fns, delay, *, loop=None):
    """The result of the first of several to succeed: (result, its index, the exceptions of all that were begun).

    The next is begun when the one before it failed or `delay` seconds have passed; those that still run in the end are cancelled.
    """
    loop = loop or events.get_running_loop()
    waiting, failures, running, won = enumerate(coro_fns), [], [], []

    async def attempt(failed_before):
        if failed_before is not None:
            try:
                await tasks.wait_for(failed_before.wait(), delay)
            except exceptions.TimeoutError:
                pass
        index, function = next(waiting, (None, None))
        if function is None:
            return
        failed = locks.Event()
        begin(failed)
        failures.append(None)
        try:
            result = await function()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as problem:
            failures[index] = problem
            failed.set()
        else:
            won.append((result, index))
            for at, task in enumerate(running):
                if at != index:
                    task.cancel()

    def begin(failed_before):
        running.append(loop.create_task(attempt(failed_before)))

    begin(None)
    try:
        finished = set()
        while len(finished) < len(running):
            finished, _ = await tasks.wait(running)
            for task in finished:
                if not task.cancelled() and task.exception():
                    raise task.exception()
        return (*(won[0] if won else (None, None)), failures)
    finally:
        for task in running:
            task.cancel()

"""Calls that would run in a thread of their own."""
import functools
import asyncio.events as events

__all__ = ('to_thread',)


async def to_thread(func, /, *args, **kwargs):
    """There are no threads: the function runs when its turn comes."""
    loop = events.get_running_loop()
    context = events._current_context()
    call = functools.partial(func if context is None else context.run, *(() if context is None else (func,)), *args, **kwargs)
    return await loop.run_in_executor(None, call)

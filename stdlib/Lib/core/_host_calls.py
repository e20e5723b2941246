"""Calls of host functions that the program awaits: their futures, and the wait of an event loop for their answers."""
from _services import host_begin, host_drop, host_wait
import asyncio.events as events

#: The futures of the calls without an answer, by number.
_futures = {}


async def call(*request):
    """Begins a call and waits for its answer. Where the program stops waiting, the host is told so."""
    loop = events.get_running_loop()
    if not hasattr(loop, '_host_calls'):
        raise RuntimeError(f'{type(loop).__name__!r} cannot wait for the host: use the event loop of asyncio.run()')
    number = host_begin(*request)
    _futures[number] = future = loop.create_future()
    loop._host_calls += 1
    try:
        return await future
    finally:
        if _futures.pop(number, None) is not None:
            loop._host_calls -= 1
            host_drop(number)


def wait(timeout):
    """Waits until the host gives answers or the time is over, and sets the futures. Returns the seconds that passed."""
    seconds, answers = host_wait(timeout)
    for number, is_error, value in answers:
        future = _futures.pop(number, None)
        if future is None:
            continue
        loop = future.get_loop()
        loop._host_calls -= 1
        if not future.done() and not loop.is_closed():
            (future.set_exception if is_error else future.set_result)(value)
            loop._write_to_self()
    return seconds

"""Tests for coroutines, and their text in messages."""
import types

__all__ = ('iscoroutinefunction', 'iscoroutine')


def _is_debug_mode():
    return False


_is_coroutine = object()


async def _nothing():
    pass


_Coroutine = type(_coroutine := _nothing())
_coroutine.close()
del _coroutine


def iscoroutinefunction(func):
    """Whether calling a function gives a coroutine."""
    from inspect import iscoroutinefunction
    return iscoroutinefunction(func) or getattr(func, '_is_coroutine', None) is _is_coroutine


def iscoroutine(obj):
    """Whether an object is a coroutine."""
    if isinstance(obj, _Coroutine):
        return True
    from collections.abc import Coroutine
    return isinstance(obj, Coroutine)


def _format_coroutine(coro):
    name = getattr(coro, '__qualname__', None) or getattr(coro, '__name__', None) or f'<{type(coro).__name__} without __name__>'
    name += '()'
    code = getattr(coro, 'cr_code', None) or getattr(coro, 'gi_code', None)
    if code is None:
        is_running = getattr(coro, 'cr_running', None) or getattr(coro, 'gi_running', None)
        return f'{name} running' if is_running else name
    frame = getattr(coro, 'gi_frame', None) or getattr(coro, 'cr_frame', None)
    file = code.co_filename or '<empty co_filename>'
    if frame is not None:
        return f'{name} running at {file}:{frame.f_lineno}'
    return f'{name} done, defined at {file}:{code.co_firstlineno}'

"""The threads below `threading`: one runs at a time, until it waits, sleeps or ends."""
from collections import deque
from operator import index
import sys
import _switching
from threading import (Lock as LockType, RLock, TIMEOUT_MAX, ExceptHookArgs as _ExceptHookArgs, excepthook as _excepthook, local as _local,
                       get_ident, get_native_id, stack_size)

error = RuntimeError
lock = LockType
_alive = 0
def allocate_lock():
    """A lock that is free."""
    return LockType()


# In a class it is not bound as a method, like a builtin function.
allocate = allocate_lock = staticmethod(allocate_lock)


class _ThreadHandle:
    """A thread that can be waited for."""

    def __init__(self):
        self._ident = 0
        self._state = 'not started'
        self._joiners = deque()

    @property
    def ident(self):
        return self._ident

    def __repr__(self):
        return f'<_ThreadHandle object: ident={self._ident}>'

    def is_done(self):
        return self._state == 'done'

    def _set_done(self):
        if self._state == 'not started':
            raise RuntimeError('thread not started')
        self._state = 'done'
        _switching.wake(self._joiners, len(self._joiners))

    def join(self, timeout=None):
        if self._state == 'not started':
            raise RuntimeError('thread not started')
        if self._state != 'done':
            if self._ident == get_ident():
                raise RuntimeError('Cannot join current thread')
            _switching.wait(self._joiners, None if timeout is None or timeout < 0 else timeout)


def _start(function, args, kwargs, handle=None):
    def run():
        global _alive
        try:
            function(*args, **kwargs)
        except SystemExit:
            pass
        except BaseException as error:
            _report(function, error)
        finally:
            _alive -= 1
            thread = record.thread
            if thread is not None:
                # The program asked for the object of this thread.
                import threading
                thread._finished = True
                threading._running.remove(thread)
            if handle is not None:
                handle._set_done()

    global _alive
    record = _switching.begin(run)
    _alive += 1
    if handle is not None:
        handle._ident, handle._state = record.ident, 'running'
    try:
        _switching.launch(record)
    except BaseException:
        _alive -= 1
        if handle is not None:
            handle._ident, handle._state = 0, 'not started'
        raise
    return record.ident


def start_new_thread(function, args, kwargs={}, /):
    """Runs a function as a thread and gives the thread's number."""
    if not callable(function):
        raise TypeError('first arg must be callable')
    if not isinstance(args, tuple):
        raise TypeError('2nd arg must be a tuple')
    if not isinstance(kwargs, dict):
        raise TypeError('optional 3rd arg must be a dictionary')
    return _start(function, args, kwargs)


start_new = start_new_thread


def start_joinable_thread(function, handle=None, daemon=True):
    """Runs a function as a thread and gives a handle that can be waited for."""
    if not callable(function):
        raise TypeError('thread function must be callable')
    if handle is None:
        handle = _ThreadHandle()
    elif handle._state != 'not started':
        raise RuntimeError('thread already started')
    _start(function, (), {}, handle)
    return handle


class _Unraisable:
    def __init__(self, error, message):
        self.exc_type, self.exc_value, self.exc_traceback = type(error), error, error.__traceback__
        self.err_msg = message
        self.object = None


def _report(function, error):
    if sys.unraisablehook is not sys.__unraisablehook__:
        sys.unraisablehook(_Unraisable(error, f'Exception ignored in thread started by {function!r}'))
        return
    from traceback import print_exception
    print(f'Exception ignored in thread started by: {function!r}', file=sys.stderr)
    print_exception(type(error), error, error.__traceback__, file=sys.stderr)


def _count():
    """How many threads were started here and still run."""
    return _alive


def exit():
    """Ends the thread that is running."""
    raise SystemExit


exit_thread = exit


def interrupt_main(signum=2, /):
    """What an interrupt from the keyboard would do."""
    signum = index(signum)
    if not 0 < signum < 65:
        raise ValueError('signal number out of range')
    from signal import getsignal, raise_signal
    if callable(getsignal(signum)):
        raise_signal(signum)

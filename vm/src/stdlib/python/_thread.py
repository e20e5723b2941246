"""The threads below `threading`: one runs at a time, until it waits, sleeps or ends."""
from operator import index
import sys
import _switching
from threading import (Lock as LockType, RLock, TIMEOUT_MAX, ExceptHookArgs as _ExceptHookArgs, excepthook as _excepthook, local as _local,
                       get_ident, get_native_id, stack_size)

error = RuntimeError
lock = LockType
_alive = 0
def allocate_lock():
    """A lock that nobody holds."""
    return LockType()


allocate = allocate_lock


def start_new_thread(function, args, kwargs={}, /):
    """Runs a function as a thread and gives the thread's number."""
    if not callable(function):
        raise TypeError('first arg must be callable')
    if not isinstance(args, tuple):
        raise TypeError('2nd arg must be a tuple')
    if not isinstance(kwargs, dict):
        raise TypeError('optional 3rd arg must be a dictionary')

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
                # Somebody asked which thread this is.
                import threading
                thread._finished = True
                threading._running.remove(thread)

    global _alive
    record = _switching.begin(run)
    _alive += 1
    try:
        _switching.launch(record)
    except BaseException:
        _alive -= 1
        raise
    return record.ident


start_new = start_new_thread


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
    if not isinstance(signum, int):
        index(signum)
    raise KeyboardInterrupt

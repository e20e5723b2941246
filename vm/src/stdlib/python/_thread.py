"""The threads below `threading`: one runs at a time, from its beginning to its end when it is started."""
from operator import index
from threading import Lock as LockType, RLock, TIMEOUT_MAX, Thread as _Thread, excepthook as _excepthook, local as _local, get_ident, get_native_id, stack_size

error = RuntimeError
lock = LockType


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
    thread = _Thread(None, function, '_thread', args, kwargs)
    thread.start()
    return thread.ident


start_new = start_new_thread


def _count():
    """How many threads were started here and still run: none, once it can be asked."""
    return 0


def exit():
    """Ends the thread that is running."""
    raise SystemExit


exit_thread = exit


def interrupt_main(signum=2, /):
    """What an interrupt from the keyboard would do."""
    if not isinstance(signum, int):
        index(signum)
    raise KeyboardInterrupt

"""Signals within the program: handlers, and what the program sends itself. None comes from outside, and no timer sends one."""
from _stockade import thread_number as _thread_number, withheld as _withheld
from enum import IntEnum as _IntEnum
from operator import index as _index

_NUMBERS = {name: number for number, names in enumerate('''HUP INT QUIT ILL TRAP ABRT,IOT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT
    CHLD,CLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO,POLL PWR SYS'''.split(), 1) for name in names.split(',')}
Signals = _IntEnum('Signals', [(f'SIG{name}', number) for name, number in sorted(_NUMBERS.items())]
                   + [('SIGRTMIN', 34), ('SIGRTMAX', 64)], module=__name__)
Handlers = _IntEnum('Handlers', [('SIG_DFL', 0), ('SIG_IGN', 1)], module=__name__)
Sigmasks = _IntEnum('Sigmasks', [('SIG_BLOCK', 0), ('SIG_UNBLOCK', 1), ('SIG_SETMASK', 2)], module=__name__)
for _kind in (Signals, Handlers, Sigmasks):
    globals().update(_kind.__members__)
NSIG = 65
ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF = 0, 1, 2
_WORDS = '''Hangup Interrupt Quit Illegal_instruction Trace/breakpoint_trap Aborted Bus_error Floating_point_exception Killed
    User_defined_signal_1 Segmentation_fault User_defined_signal_2 Broken_pipe Alarm_clock Terminated Stack_fault Child_exited
    Continued Stopped_(signal) Stopped Stopped_(tty_input) Stopped_(tty_output) Urgent_I/O_condition CPU_time_limit_exceeded
    File_size_limit_exceeded Virtual_timer_expired Profiling_timer_expired Window_changed I/O_possible Power_failure
    Bad_system_call'''.split()
# A signal without a handler ends the program, except for these.
_HARMLESS = {Signals.SIGCHLD, Signals.SIGCONT, Signals.SIGURG, Signals.SIGWINCH}
_blocked = set()
_pending = set()


class ItimerError(OSError):
    """A timer that can't be set."""
    __module__ = 'signal'


def _named(kind, number):
    try:
        return kind(number)
    except ValueError:
        return number


def _number(signalnum):
    number = _index(signalnum)
    if not 0 < number < NSIG:
        raise ValueError('signal number out of range')
    return number


def default_int_handler(signalnum, frame, /):
    """Raises KeyboardInterrupt."""
    _index(signalnum)
    raise KeyboardInterrupt


_handlers = {number: Handlers.SIG_DFL for number in (*range(1, 32), *range(34, NSIG))}
_handlers |= {2: default_int_handler, 13: Handlers.SIG_IGN, 25: Handlers.SIG_IGN}


def signal(signalnum, handler):
    """Sets what is called for a signal; gives what was there."""
    number = _index(signalnum)
    if _thread_number():
        raise ValueError('signal only works in main thread of the main interpreter')
    _number(number)
    if isinstance(handler, int):
        if handler not in (0, 1):
            raise TypeError('signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object')
        handler = Handlers(handler)
    elif not callable(handler):
        raise TypeError('signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object')
    if number in (9, 19, 32, 33):
        raise OSError(22, 'Invalid argument')
    before, _handlers[number] = _handlers[number], handler
    return before


def getsignal(signalnum):
    return _handlers.get(_number(signalnum))


def raise_signal(signalnum, /):
    """Sends a signal to the program, which handles it at once."""
    number = _index(signalnum)
    if not 0 <= number < NSIG:
        raise OSError(22, 'Invalid argument')
    if number:
        _deliver(number)


def _deliver(number):
    if number in _blocked:
        _pending.add(number)
        return
    handler = _handlers.get(number)
    if handler is default_int_handler and number == 2:
        import _interrupts
        if _interrupts.action is not None:
            return _interrupts.action()
    if callable(handler):
        from sys import _getframe
        handler(number, _getframe())
    elif handler == Handlers.SIG_DFL and number not in _HARMLESS:
        raise SystemExit(128 + number)


def pthread_kill(thread_id, signalnum, /):
    import threading
    if thread_id not in [thread.ident for thread in threading.enumerate()]:
        raise ProcessLookupError(3, 'No such process')
    raise_signal(signalnum)


def strsignal(signalnum, /):
    number = _number(signalnum)
    if number <= len(_WORDS):
        return _WORDS[number - 1].replace('_', ' ')
    return None if number < 34 else f'Real-time signal {number - 34}'


def valid_signals():
    return {_named(Signals, number) for number in _handlers}


def pthread_sigmask(how, mask, /):
    """Holds signals back, or lets them through; gives those that were held back."""
    numbers = set()
    for item in mask:
        number = _index(item)
        if not 0 < number < NSIG:
            raise ValueError(f'signal number {number} out of range [1; {NSIG - 1}]')
        numbers.add(number)
    before = {_named(Signals, number) for number in _blocked}
    if how == Sigmasks.SIG_BLOCK:
        _blocked.update(numbers)
    elif how == Sigmasks.SIG_UNBLOCK:
        _blocked.difference_update(numbers)
    elif how == Sigmasks.SIG_SETMASK:
        _blocked.clear()
        _blocked.update(numbers)
    else:
        raise OSError(22, 'Invalid argument')
    _blocked.difference_update((9, 19))
    for number in sorted(_pending - _blocked):
        _pending.discard(number)
        _deliver(number)
    return before


def sigpending():
    return {_named(Signals, number) for number in _pending}


def set_wakeup_fd(fd, /, *, warn_on_full_buffer=True):
    if _index(fd) != -1:
        raise OSError(9, 'Bad file descriptor')
    return -1


def siginterrupt(signalnum, flag, /):
    _number(signalnum)


def alarm(seconds, /):
    if _index(seconds):
        raise _withheld(PermissionError('no timer sends signals in the sandbox'), 'signal.alarm')
    return 0


def setitimer(which, seconds, interval=0.0, /):
    if which not in (0, 1, 2):
        raise ItimerError(22, 'Invalid argument')
    if seconds:
        raise _withheld(PermissionError('no timer sends signals in the sandbox'), 'signal.setitimer')
    return (0.0, 0.0)


def getitimer(which, /):
    if which not in (0, 1, 2):
        raise ItimerError(22, 'Invalid argument')
    return (0.0, 0.0)


def pause():
    raise _withheld(PermissionError('no signal comes from outside of the sandbox'), 'signal.pause')

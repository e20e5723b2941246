"""An interrupt that lets the test that runs end, and starts no other."""
import weakref
from functools import wraps

__unittest = True
_results = weakref.WeakKeyDictionary()
_interrupt_handler = None


class _InterruptHandler:
    """The first interrupt stops results, the second one is what it was before."""

    def __init__(self, default_handler):
        import signal
        self.called = False
        self.original_handler = default_handler
        if isinstance(default_handler, int):
            if default_handler == signal.SIG_DFL:
                default_handler = signal.default_int_handler
            elif default_handler == signal.SIG_IGN:
                def default_handler(unused_signum, unused_frame):
                    pass
            else:
                raise TypeError('expected SIGINT signal handler to be signal.SIG_IGN, signal.SIG_DFL, or a callable object')
        self.default_handler = default_handler

    def __call__(self, signum, frame):
        from signal import SIGINT, getsignal
        if getsignal(SIGINT) is not self:
            self.default_handler(signum, frame)
        if self.called:
            self.default_handler(signum, frame)
        self.called = True
        for result in _results.keys():
            result.stop()


def registerResult(result):
    _results[result] = 1


def removeResult(result):
    return bool(_results.pop(result, None))


def installHandler():
    global _interrupt_handler
    if _interrupt_handler is None:
        import signal
        _interrupt_handler = _InterruptHandler(signal.getsignal(signal.SIGINT))
        signal.signal(signal.SIGINT, _interrupt_handler)


def removeHandler(method=None):
    """Puts back what handled interrupts before; as a decorator, while a function runs."""
    if method is None:
        if _interrupt_handler is not None:
            import signal
            signal.signal(signal.SIGINT, _interrupt_handler.original_handler)
        return None

    @wraps(method)
    def inner(*args, **kwargs):
        import signal
        before = signal.getsignal(signal.SIGINT)
        removeHandler()
        try:
            return method(*args, **kwargs)
        finally:
            signal.signal(signal.SIGINT, before)
    return inner

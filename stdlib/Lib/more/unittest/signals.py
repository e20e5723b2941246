"""An interrupt (Ctrl-C) that lets the running test end and then stops the run."""
import functools
from weakref import WeakSet

__unittest = True
_running = WeakSet()
_installed = None


def _ignore(signum, frame):
    pass


def _as_function(handler):
    """What a handler of `signal.getsignal` does, as a function."""
    import signal
    if not isinstance(handler, int):
        return handler
    known = {signal.SIG_DFL: signal.default_int_handler, signal.SIG_IGN: _ignore}
    if handler not in known:
        raise TypeError('expected SIGINT signal handler to be signal.SIG_IGN, signal.SIG_DFL, or a callable object')
    return known[handler]


class _InterruptHandler:
    """Stops the registered results at the first interrupt, and does what was done before at the second."""

    def __init__(self, default_handler):
        self.called = False
        self.original_handler, self.default_handler = default_handler, _as_function(default_handler)

    def __call__(self, signum, frame):
        import signal
        if signal.getsignal(signal.SIGINT) is not self:
            # Another handler was set, and it calls this one.
            self.default_handler(signum, frame)
        if self.called:
            self.default_handler(signum, frame)
        self.called = True
        for result in list(_running):
            result.stop()


def registerResult(result):
    """An interrupt stops this result from now on."""
    _running.add(result)


def removeResult(result):
    """An interrupt no longer stops this result. Says whether it did."""
    known = result in _running
    _running.discard(result)
    return known


def installHandler():
    """Handles interrupts from now on. A second call does nothing."""
    global _installed
    if _installed is not None:
        return
    import signal
    _installed = _InterruptHandler(signal.getsignal(signal.SIGINT))
    signal.signal(signal.SIGINT, _installed)


def removeHandler(method=None):
    """Puts back the handler from before `installHandler`; as a decorator, for the time of a call."""
    import signal
    if method is None:
        if _installed is not None:
            signal.signal(signal.SIGINT, _installed.original_handler)
        return None

    @functools.wraps(method)
    def without_handler(*args, **kwargs):
        current = signal.getsignal(signal.SIGINT)
        removeHandler()
        try:
            return method(*args, **kwargs)
        finally:
            signal.signal(signal.SIGINT, current)
    return without_handler

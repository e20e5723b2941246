"""The exceptions of `asyncio`."""

__all__ = ('BrokenBarrierError', 'CancelledError', 'InvalidStateError', 'TimeoutError', 'IncompleteReadError', 'LimitOverrunError',
           'SendfileNotAvailableError')


class CancelledError(BaseException):
    """The future or task was cancelled."""


TimeoutError = TimeoutError


class InvalidStateError(Exception):
    """The operation is not allowed in this state."""


class BrokenBarrierError(RuntimeError):
    """The barrier is broken by a `reset` or an abort."""


class SendfileNotAvailableError(RuntimeError):
    """Files can't be sent."""


class IncompleteReadError(EOFError):
    """The stream ended too early: `partial` is what came of the `expected` number of bytes."""

    def __init__(self, partial, expected):
        wanted = 'undefined' if expected is None else repr(expected)
        EOFError.__init__(self, f'{len(partial)} bytes read on a total of {wanted} expected bytes')
        self.partial, self.expected = partial, expected

    def __reduce__(self): return type(self), (self.partial, self.expected)


class LimitOverrunError(Exception):
    """The buffer is full and has no separator in its first `consumed` bytes."""

    def __init__(self, message, consumed):
        Exception.__init__(self, message)
        self.consumed = consumed

    def __reduce__(self): return type(self), (*self.args[:1], self.consumed)

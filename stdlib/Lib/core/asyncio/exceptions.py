"""What goes wrong between coroutines."""

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
    """The stream ended before all was read: `partial` is what there was."""

    def __init__(self, partial, expected):
        shown = 'undefined' if expected is None else repr(expected)
        super().__init__(f'{len(partial)} bytes read on a total of {shown} expected bytes')
        self.partial = partial
        self.expected = expected

    def __reduce__(self):
        return type(self), (self.partial, self.expected)


class LimitOverrunError(Exception):
    """The buffer is full before a separator was found: `consumed` bytes have none."""

    def __init__(self, message, consumed):
        super().__init__(message)
        self.consumed = consumed

    def __reduce__(self):
        return type(self), (self.args[0], self.consumed)

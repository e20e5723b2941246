"""What goes wrong between coroutines."""

__all__ = ('BrokenBarrierError', 'CancelledError', 'InvalidStateError', 'TimeoutError')


class CancelledError(BaseException):
    """The future or task was cancelled."""


TimeoutError = TimeoutError


class InvalidStateError(Exception):
    """The operation is not allowed in this state."""


class BrokenBarrierError(RuntimeError):
    """The barrier is broken by a `reset` or an abort."""

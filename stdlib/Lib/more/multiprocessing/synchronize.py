"""Locks that processes share."""
import threading
from multiprocessing.process import check_end

__all__ = ['Lock', 'RLock', 'Semaphore', 'BoundedSemaphore', 'Condition', 'Event']


class _Shared:
    """What can be obtained and given back."""

    def acquire(self, block=True, timeout=None):
        if not block or timeout is not None and timeout <= 0:
            return self._inner.acquire(blocking=False)
        got = self._inner.acquire() if timeout is None else self._inner.acquire(timeout=timeout)
        check_end()
        return got

    def release(self):
        self._inner.release()

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *args):
        self.release()


class Lock(_Shared):
    def __init__(self, *, ctx=None):
        self._inner = threading.Semaphore(1)

    def release(self):
        if self._inner._value:
            raise ValueError('semaphore or lock released too many times')
        self._inner.release()

    def __repr__(self):
        return f'<{type(self).__name__}(owner={"None" if self._inner._value else "SomeOtherProcess"})>'


class RLock(_Shared):
    def __init__(self, *, ctx=None):
        self._inner = threading.RLock()

    def release(self):
        if not self._inner._is_owned():
            raise AssertionError('attempt to release recursive lock not owned by thread')
        self._inner.release()

    def __repr__(self):
        count = self._inner._recursion_count()
        return f'<{type(self).__name__}({"MainProcess" if count else None}, {count})>'


class Semaphore(_Shared):
    def __init__(self, value=1, *, ctx=None):
        self._inner = threading.Semaphore(value)

    def get_value(self):
        return self._inner._value

    def __repr__(self):
        return f'<{type(self).__name__}(value={self._inner._value})>'


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1, *, ctx=None):
        self._inner, self._most = threading.Semaphore(value), value

    def release(self):
        if self._inner._value >= self._most:
            raise ValueError('semaphore or lock released too many times')
        self._inner.release()

    def __repr__(self):
        return f'<{type(self).__name__}(value={self._inner._value}, maxvalue={self._most})>'


class Condition:
    def __init__(self, lock=None, *, ctx=None):
        self._lock = RLock() if lock is None else lock
        self._inner = threading.Condition(self._lock._inner)
        self.acquire, self.release = self._lock.acquire, self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)

    def wait(self, timeout=None):
        got = self._inner.wait(timeout)
        check_end()
        return got

    def wait_for(self, predicate, timeout=None):
        got = self._inner.wait_for(predicate, timeout)
        check_end()
        return got

    def notify(self, n=1):
        self._inner.notify(n)

    def notify_all(self):
        self._inner.notify_all()

    def __repr__(self):
        return f'<{type(self).__name__}({self._lock}, 0)>'


class Event:
    def __init__(self, *, ctx=None):
        self._inner = threading.Event()

    def is_set(self):
        check_end()
        return self._inner.is_set()

    def set(self):
        self._inner.set()

    def clear(self):
        self._inner.clear()

    def wait(self, timeout=None):
        got = self._inner.wait(timeout)
        check_end()
        return got

    def __repr__(self):
        return f'<{type(self).__qualname__} at {id(self):#x} {"set" if self._inner.is_set() else "unset"}>'


class Barrier(threading.Barrier):
    def wait(self, timeout=None):
        number = super().wait(timeout)
        check_end()
        return number

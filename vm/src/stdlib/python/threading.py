"""Threads of a machine that runs one thing at a time.

A thread runs from its beginning to its end when it is started. That is one of the orders in which threads may run; an operation
that would wait for what can't happen any more raises RuntimeError, where CPython would wait for ever.
"""
from itertools import count
from _genericpath import _absent, sequence as _sequence

__all__ = ['get_ident', 'active_count', 'Condition', 'current_thread', 'enumerate', 'main_thread', 'TIMEOUT_MAX', 'Event',
           'Lock', 'RLock', 'Semaphore', 'BoundedSemaphore', 'Thread', 'Barrier', 'BrokenBarrierError', 'Timer', 'ThreadError',
           'setprofile', 'settrace', 'local', 'stack_size', 'excepthook', 'ExceptHookArgs', 'gettrace', 'getprofile',
           'setprofile_all_threads', 'settrace_all_threads', 'get_native_id']
TIMEOUT_MAX = 9223372036.0
ThreadError = RuntimeError


def _stuck(what):
    raise RuntimeError(f'{what} would block for ever: the sandbox runs one thread')


from operator import index as _index


def _checked_timeout(blocking, timeout):
    if not isinstance(timeout, float):
        timeout = _index(timeout)
    elif timeout != timeout:
        raise ValueError('Invalid value NaN (not a number)')
    if not -9223372036.854775808 <= timeout <= 9223372036.854775807:
        raise OverflowError('timestamp too large to convert to C PyTime_t')
    if not blocking and timeout != -1:
        raise ValueError("can't specify a timeout for a non-blocking call")
    if timeout < 0 and timeout != -1:
        raise ValueError('timeout value must be a non-negative number')
    if timeout > TIMEOUT_MAX:
        raise OverflowError('timeout value is too large')


class lock:
    """Held or not."""
    __slots__ = ('_held', '__weakref__')
    __module__ = '_thread'

    def __init__(self):
        self._held = False

    def acquire(self, blocking=True, timeout=-1):
        _checked_timeout(blocking, timeout)
        if self._held:
            if blocking and timeout == -1:
                _stuck('acquire() of a lock that is held')
            return False
        self._held = True
        return True

    def release(self):
        if not self._held:
            raise RuntimeError('release unlocked lock')
        self._held = False

    def locked(self):
        return self._held

    acquire_lock, release_lock, locked_lock = acquire, release, locked

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()

    def __repr__(self):
        return f'<{"locked" if self._held else "unlocked"} _thread.lock object at 0x{id(self):012x}>'


Lock = lock


class RLock:
    """A lock that its owner can take again."""
    __slots__ = ('_count', '_owner', '__weakref__')
    __module__ = '_thread'

    def __init__(self, *ignored, **settings):
        self._count = 0
        self._owner = None

    def acquire(self, blocking=True, timeout=-1):
        _checked_timeout(blocking, timeout)
        me = get_ident()
        if self._count and self._owner != me:
            if blocking and timeout == -1:
                _stuck('acquire() of a lock that is held')
            return False
        self._owner = me
        self._count += 1
        return True

    def release(self):
        if not self._count or self._owner != get_ident():
            raise RuntimeError('cannot release un-acquired lock')
        self._count -= 1
        if not self._count:
            self._owner = None

    def _is_owned(self):
        return self._count > 0 and self._owner == get_ident()

    def _recursion_count(self):
        return self._count if self._is_owned() else 0

    def _release_save(self):
        if not self._count:
            raise RuntimeError('cannot release un-acquired lock')
        state = self._count, self._owner
        self._count, self._owner = 0, None
        return state

    def _acquire_restore(self, state, /):
        self._count, self._owner = state

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()

    def __repr__(self):
        return (f'<{"locked" if self._count else "unlocked"} _thread.RLock object owner={self._owner or 0} '
                f'count={self._count} at 0x{id(self):012x}>')


_CRLock = RLock


class Condition:
    """A lock, and waiting for word from who holds it."""

    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire, self.release = self._lock.acquire, self._lock.release
        for name in ('_release_save', '_acquire_restore'):
            if hasattr(self._lock, name):
                setattr(self, name, getattr(self._lock, name))

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)

    def __repr__(self):
        return f'<Condition({self._lock}, 0)>'

    def _is_owned(self):
        owned = getattr(self._lock, '_is_owned', None)
        return owned() if owned is not None else self._lock.locked()

    def wait(self, timeout=None):
        if not self._is_owned():
            raise RuntimeError('cannot wait on un-acquired lock')
        if timeout is None:
            _stuck('wait()')
        return False

    def wait_for(self, predicate, timeout=None):
        found = predicate()
        if not found:
            # Nobody can give word while this waits: it ends as the wait does.
            self.wait(timeout)
        return found

    def notify(self, n=1):
        if not self._is_owned():
            raise RuntimeError('cannot notify on un-acquired lock')

    def notify_all(self):
        self.notify()

    def notifyAll(self):
        self.notify_all()


class Semaphore:
    """Counts down as it is acquired."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError('semaphore initial value must be >= 0')
        self._value = value

    def __repr__(self):
        kind = type(self)
        return f'<{kind.__module__}.{kind.__qualname__} at {id(self):#x}: value={self._value}>'

    def acquire(self, blocking=True, timeout=None):
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        if self._value == 0:
            if blocking and timeout is None:
                _stuck('acquire() of a semaphore at zero')
            return False
        self._value -= 1
        return True

    __enter__ = acquire

    def release(self, n=1):
        if n < 1:
            raise ValueError('n must be one or more')
        self._value += n

    def __exit__(self, *exc):
        self.release()


class BoundedSemaphore(Semaphore):
    """A semaphore that does not go above where it began."""

    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def __repr__(self):
        kind = type(self)
        return f'<{kind.__module__}.{kind.__qualname__} at {id(self):#x}: value={self._value}/{self._initial_value}>'

    def release(self, n=1):
        if n < 1:
            raise ValueError('n must be one or more')
        if self._value + n > self._initial_value:
            raise ValueError('Semaphore released too many times')
        self._value += n


class Event:
    """A flag to wait for."""

    def __init__(self):
        self._flag = False

    def __repr__(self):
        kind = type(self)
        return f'<{kind.__module__}.{kind.__qualname__} at {id(self):#x}: {"set" if self._flag else "unset"}>'

    def is_set(self):
        return self._flag

    def isSet(self):
        return self.is_set()

    def set(self):
        self._flag = True

    def clear(self):
        self._flag = False

    def wait(self, timeout=None):
        if not self._flag:
            if timeout is None:
                _stuck('wait() for an event that is not set')
            if timeout > 0:
                _checked_timeout(True, timeout)
        return self._flag


class BrokenBarrierError(RuntimeError):
    pass


class Barrier:
    """A place where several threads meet; alone, one only meets itself."""

    def __init__(self, parties, action=None, timeout=None):
        if parties < 1:
            raise ValueError('parties must be > 0')
        self._parties, self._action, self._timeout, self._broken = parties, action, timeout, False

    def __repr__(self):
        kind = type(self)
        state = 'broken' if self._broken else f'waiters=0/{self._parties}'
        return f'<{kind.__module__}.{kind.__qualname__} at {id(self):#x}: {state}>'

    def wait(self, timeout=None):
        if self._broken:
            raise BrokenBarrierError
        if self._parties > 1:
            if timeout is None and self._timeout is None:
                _stuck('wait() at a barrier')
            self._broken = True
            raise BrokenBarrierError
        if self._action is not None:
            self._action()
        return 0

    def reset(self):
        self._broken = False

    def abort(self):
        self._broken = True

    parties = property(lambda self: self._parties)
    n_waiting = property(lambda self: 0)
    broken = property(lambda self: self._broken)


class _local:
    """Attributes that each thread has its own of."""
    __module__ = '_thread'

    def __init__(self, /, *args, **kw):
        if (args or kw) and type(self).__init__ is _local.__init__:
            raise TypeError('Initialization arguments are not supported')

    def __new__(cls, /, *args, **kw):
        self = object.__new__(cls)
        object.__setattr__(self, '_local__by_thread', {get_ident(): {}})
        object.__setattr__(self, '_local__made_with', (args, kw))
        return self

    def _local__mine(self):
        by_thread = object.__getattribute__(self, '_local__by_thread')
        me = get_ident()
        if me not in by_thread:
            by_thread[me] = {}
            args, kw = object.__getattribute__(self, '_local__made_with')
            type(self).__init__(self, *args, **kw)
        return by_thread[me]

    def __getattribute__(self, name):
        if name.startswith('_local__'):
            return object.__getattribute__(self, name)
        mine = self._local__mine()
        if name == '__dict__':
            return mine
        if name in mine:
            return mine[name]
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        if name == '__dict__':
            raise AttributeError(f"{type(self).__name__!r} object attribute '__dict__' is read-only")
        self._local__mine()[name] = value

    def __delattr__(self, name):
        mine = self._local__mine()
        if name not in mine:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        del mine[name]


local = _local


class _ExceptHookArgs(tuple):
    """What is known about an exception that ended a thread."""
    __slots__ = ()
    __module__ = '_thread'

    exc_type, exc_value, exc_traceback, thread = (property(lambda self, at=at: self[at]) for at in range(4))
    __match_args__ = ('exc_type', 'exc_value', 'exc_traceback', 'thread')
    n_fields, n_sequence_fields, n_unnamed_fields = 4, 4, 0

    def __new__(cls, sequence=_absent, dict={}):
        return tuple.__new__(cls, _sequence('_thread._ExceptHookArgs', sequence, 4))

    def __repr__(self):
        shown = ', '.join([f'{name}={value!r}' for name, value in zip(self.__match_args__, self)])
        return f'_thread._ExceptHookArgs({shown})'


ExceptHookArgs = _ExceptHookArgs


def excepthook(args, /):
    """Prints the exception that ended a thread."""
    import sys
    if type(args) is not ExceptHookArgs:
        raise TypeError('_thread.excepthook argument type must be ExceptHookArgs')
    if args.exc_type is SystemExit:
        return
    from traceback import print_exception
    name = args.thread.name if args.thread is not None else get_ident()
    print(f'Exception in thread {name}:', file=sys.stderr)
    print_exception(args.exc_type, args.exc_value, args.exc_traceback, file=sys.stderr)


__excepthook__ = excepthook
_numbers = count(1)
_running = []


class Thread:
    """Work that runs when it is started."""

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        assert group is None, 'group argument must be None for now'
        if not name:
            name = f'Thread-{next(_numbers)}'
            if target is not None and hasattr(target, '__name__'):
                name += f' ({target.__name__})'
        self._name = str(name)
        self._target, self._args, self._kwargs = target, args, {} if kwargs is None else kwargs
        self._daemonic = current_thread().daemon if daemon is None else daemon
        self._ident = None
        self._started = self._finished = False

    def __repr__(self):
        state = 'initial' if not self._started else 'stopped' if self._finished else 'started'
        if self._daemonic:
            state += ' daemon'
        if self._ident is not None:
            state += f' {self._ident}'
        return f'<{type(self).__name__}({self._name}, {state})>'

    def start(self):
        if not hasattr(self, '_started'):
            raise RuntimeError('thread.__init__() not called')
        if self._started:
            raise RuntimeError('threads can only be started once')
        self._started = True
        self._ident = id(self)
        _running.append(self)
        try:
            self.run()
        except SystemExit:
            pass
        except Exception as error:
            excepthook(ExceptHookArgs((type(error), error, error.__traceback__, self)))
        finally:
            _running.remove(self)
            self._finished = True

    def run(self):
        try:
            if self._target is not None:
                self._target(*self._args, **self._kwargs)
        finally:
            del self._target, self._args, self._kwargs

    def join(self, timeout=None):
        if not hasattr(self, '_started'):
            raise RuntimeError('Thread.__init__() not called')
        if not self._started:
            raise RuntimeError('cannot join thread before it is started')
        if self is current_thread():
            raise RuntimeError('cannot join current thread')
        if not self._finished:
            _stuck('join()')

    def is_alive(self):
        return self._started and not self._finished

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        self._name = str(name)

    @property
    def ident(self):
        return self._ident

    native_id = ident

    @property
    def daemon(self):
        return self._daemonic

    @daemon.setter
    def daemon(self, daemonic):
        if self._started:
            raise RuntimeError('cannot set daemon status of active thread')
        self._daemonic = daemonic

    def isDaemon(self):
        return self.daemon

    def setDaemon(self, daemonic):
        self.daemon = daemonic

    def getName(self):
        return self.name

    def setName(self, name):
        self.name = name


class Timer(Thread):
    """A thread that waits before it calls a function; here it does not wait."""

    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__()
        self.interval, self.function = interval, function
        self.args = [] if args is None else args
        self.kwargs = {} if kwargs is None else kwargs
        self.finished = Event()

    def cancel(self):
        self.finished.set()

    def run(self):
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()


class _MainThread(Thread):
    def __init__(self):
        self._name, self._daemonic, self._started, self._finished = 'MainThread', False, True, False
        self._ident = id(self)


_main = _MainThread()


def main_thread():
    return _main


def current_thread():
    return _running[-1] if _running else _main


def currentThread():
    return current_thread()


def get_ident():
    return current_thread()._ident


get_native_id = get_ident


def active_count():
    return 1 + len(_running)


def enumerate():
    return [_main, *_running]


def stack_size(size=0, /):
    size = _index(size)
    if size < 0:
        raise ValueError('size must be 0 or a positive value')
    if 0 < size < 0x8000:
        raise ValueError(f'size not valid: {size} bytes')
    return 0


def settrace(func):
    pass


def setprofile(func):
    pass


settrace_all_threads, setprofile_all_threads = settrace, setprofile


def gettrace():
    return None


def getprofile():
    return None

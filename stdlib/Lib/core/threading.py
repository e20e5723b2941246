"""Threads. One runs at a time, until it waits, sleeps or ends: see `_switching`."""
from collections import deque as _deque
from itertools import count
from time import monotonic as _time
import sys as _sys
import _switching
from _switching import wait as _wait, wake as _wake, polled as _polled
from _genericpath import _absent, sequence as _sequence

__all__ = ['get_ident', 'active_count', 'Condition', 'current_thread', 'enumerate', 'main_thread', 'TIMEOUT_MAX', 'Event',
           'Lock', 'RLock', 'Semaphore', 'BoundedSemaphore', 'Thread', 'Barrier', 'BrokenBarrierError', 'Timer', 'ThreadError',
           'setprofile', 'settrace', 'local', 'stack_size', 'excepthook', 'ExceptHookArgs', 'gettrace', 'getprofile',
           'setprofile_all_threads', 'settrace_all_threads', 'get_native_id']
TIMEOUT_MAX = 9223372036.0
ThreadError = RuntimeError


from _stockade import c_int as _c_int, index as _index


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
    __slots__ = ('_held', '_waiters', '_passed_by', '_is_given', '__weakref__')
    __module__ = '_thread'

    def __init__(self):
        self._held = self._passed_by = self._is_given = False
        self._waiters = None

    def acquire(self, blocking=True, timeout=-1):
        if timeout != -1 or not blocking:
            _checked_timeout(blocking, timeout)
        if self._held:
            if not _obtained(self, blocking, timeout):
                return False
        self._held = True
        return True

    def release(self):
        if not self._held:
            raise RuntimeError('release unlocked lock')
        if self._waiters:
            if self._passed_by:
                _give(self)
                return
            _wake(self._waiters)
        self._held = False

    def locked(self):
        if self._held:
            _polled()
        return self._held

    acquire_lock, release_lock, locked_lock = acquire, release, locked

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()

    def _at_fork_reinit(self):
        self._held = False

    def __reduce__(self):
        raise TypeError(f"cannot pickle '_thread.lock' object")

    def __repr__(self):
        return f'<{"locked" if self._held else "unlocked"} _thread.lock object at 0x{id(self):012x}>'


def _give(lock):
    """Wakes who was woken before and found the lock taken again: now it is not free in between."""
    lock._passed_by = False
    lock._is_given = True
    _wake(lock._waiters)


def _obtained(lock, blocking, timeout):
    """Of a lock that another holds: whether it is there to be taken now, or was after waiting for it."""
    if not blocking:
        _polled()
        return False
    if lock._waiters is None:
        lock._waiters = _deque()
    return _until_free(lock, timeout)


def _until_free(lock, timeout):
    """Waits for a lock that another holds: whether it is there to be taken. Who comes first may take it before who was woken, once."""
    end = None if timeout == -1 else _time() + timeout
    was_woken = False
    while lock._held:
        if was_woken:
            lock._passed_by = True
        left = None if end is None else end - _time()
        if left is not None and left <= 0 or not _wait(lock._waiters, left, was_woken):
            return not lock._held
        was_woken = True
        if lock._is_given:
            lock._is_given = False
            return True
    return True


Lock = lock


class RLock:
    """A lock that its owner can take again."""
    __slots__ = ('_count', '_owner', '_waiters', '_passed_by', '_is_given', '__weakref__')
    __module__ = '_thread'

    def __init__(self, *ignored, **settings):
        self._count = 0
        self._owner = self._waiters = None
        self._passed_by = self._is_given = False

    def acquire(self, blocking=True, timeout=-1):
        if timeout != -1 or not blocking:
            _checked_timeout(blocking, timeout)
        me = get_ident()
        if self._count:
            if self._owner == me:
                self._count += 1
                return True
            if not _obtained(self, blocking, timeout):
                return False
        self._owner = me
        self._count = 1
        return True

    _held = property(lambda self: self._count)

    def release(self):
        if not self._count or self._owner != get_ident():
            raise RuntimeError('cannot release un-acquired lock')
        self._count -= 1
        if not self._count:
            self._free()

    def _free(self):
        self._owner = None
        if self._waiters:
            if self._passed_by:
                self._count = 1
                _give(self)
                return
            _wake(self._waiters)

    def _is_owned(self):
        return self._count > 0 and self._owner == get_ident()

    def _recursion_count(self):
        return self._count if self._is_owned() else 0

    def _release_save(self):
        if not self._count:
            raise RuntimeError('cannot release un-acquired lock')
        state = self._count, self._owner
        self._count = 0
        self._free()
        return state

    def _acquire_restore(self, state, /):
        self.acquire()
        self._count, self._owner = state

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()

    def __reduce__(self):
        raise TypeError("cannot pickle '_thread.RLock' object")

    def __repr__(self):
        return (f'<{"locked" if self._count else "unlocked"} _thread.RLock object owner={self._owner or 0} '
                f'count={self._count} at 0x{id(self):012x}>')


_CRLock = RLock


class Condition:
    """A lock, and waiting for word from who holds it."""

    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire, self.release = self._lock.acquire, self._lock.release
        for name in ('_release_save', '_acquire_restore', '_is_owned'):
            if hasattr(self._lock, name):
                setattr(self, name, getattr(self._lock, name))
        self._waiters = _deque()

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)

    def __repr__(self):
        return f'<Condition({self._lock}, {len(self._waiters)})>'

    def _release_save(self):
        self._lock.release()

    def _acquire_restore(self, state):
        self._lock.acquire()

    def _is_owned(self):
        if self._lock.acquire(False):
            self._lock.release()
            return False
        return True

    def wait(self, timeout=None):
        if not self._is_owned():
            raise RuntimeError('cannot wait on un-acquired lock')
        state = self._release_save()
        try:
            if timeout is not None and timeout <= 0:
                _polled()
                return False
            return _wait(self._waiters, timeout)
        finally:
            self._acquire_restore(state)

    def wait_for(self, predicate, timeout=None):
        end = None
        left = timeout
        found = predicate()
        while not found:
            if left is not None:
                if end is None:
                    end = _time() + left
                else:
                    left = end - _time()
                    if left <= 0:
                        break
            self.wait(left)
            found = predicate()
        return found

    def notify(self, n=1):
        if not self._is_owned():
            raise RuntimeError('cannot notify on un-acquired lock')
        if self._waiters:
            _wake(self._waiters, n)

    def notify_all(self):
        self.notify(len(self._waiters))

    def notifyAll(self):
        import warnings
        warnings.warn('notifyAll() is deprecated, use notify_all() instead', DeprecationWarning, stacklevel=2)
        self.notify_all()


class Semaphore:
    """Counts down as it is acquired."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError('semaphore initial value must be >= 0')
        self._value = value
        self._waiters = _deque()

    def __repr__(self):
        kind = type(self)
        return f'<{kind.__module__}.{kind.__qualname__} at {id(self):#x}: value={self._value}>'

    def acquire(self, blocking=True, timeout=None):
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        end = None
        while self._value == 0:
            if not blocking:
                _polled()
                return False
            left = timeout
            if timeout is not None:
                if end is None:
                    end = _time() + timeout
                left = end - _time()
                if left <= 0:
                    return False
            _wait(self._waiters, left)
        self._value -= 1
        return True

    __enter__ = acquire

    def release(self, n=1):
        if n < 1:
            raise ValueError('n must be one or more')
        self._value += n
        if self._waiters:
            _wake(self._waiters, n)

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
        super().release(n)


class Event:
    """A flag to wait for."""

    def __init__(self):
        self._flag = False
        self._waiters = _deque()

    def __repr__(self):
        kind = type(self)
        return f'<{kind.__module__}.{kind.__qualname__} at {id(self):#x}: {"set" if self._flag else "unset"}>'

    def is_set(self):
        if not self._flag:
            _polled()
        return self._flag

    def isSet(self):
        import warnings
        warnings.warn('isSet() is deprecated, use is_set() instead', DeprecationWarning, stacklevel=2)
        return self.is_set()

    def set(self):
        self._flag = True
        _wake(self._waiters, len(self._waiters))

    def clear(self):
        self._flag = False

    def wait(self, timeout=None):
        if self._flag:
            return True
        if timeout is not None:
            if timeout > 0:
                _checked_timeout(True, timeout)
            else:
                _polled()
                return self._flag
        # The event was set, even if it is cleared again before this thread continues.
        return _wait(self._waiters, timeout)


class BrokenBarrierError(RuntimeError):
    pass


_FILLING, _DRAINING, _RESETTING, _BROKEN = range(4)


class Barrier:
    """A place where several threads meet."""

    def __init__(self, parties, action=None, timeout=None):
        if parties < 1:
            raise ValueError('parties must be > 0')
        self._parties, self._action, self._timeout = parties, action, timeout
        self._cond = Condition(Lock())
        self._state = _FILLING
        self._count = 0

    def __repr__(self):
        kind = type(self)
        state = 'broken' if self.broken else f'waiters={self.n_waiting}/{self._parties}'
        return f'<{kind.__module__}.{kind.__qualname__} at {id(self):#x}: {state}>'

    def wait(self, timeout=None):
        if timeout is None:
            timeout = self._timeout
        with self._cond:
            # The threads of the last round leave first.
            self._cond.wait_for(lambda: self._state not in (_DRAINING, _RESETTING))
            if self._state == _BROKEN:
                raise BrokenBarrierError
            place = self._count
            self._count += 1
            try:
                if self._count == self._parties:
                    self._meet()
                else:
                    self._stay(timeout)
                return place
            finally:
                self._count -= 1
                if self._count == 0 and self._state in (_DRAINING, _RESETTING):
                    self._state = _FILLING
                    self._cond.notify_all()

    def _meet(self):
        try:
            if self._action:
                self._action()
        except:
            self._break()
            raise
        self._state = _DRAINING
        self._cond.notify_all()

    def _stay(self, timeout):
        if not self._cond.wait_for(lambda: self._state != _FILLING, timeout):
            self._break()
        if self._state in (_BROKEN, _RESETTING):
            raise BrokenBarrierError

    def _break(self):
        self._state = _BROKEN
        self._cond.notify_all()

    def reset(self):
        with self._cond:
            if self._count == 0:
                self._state = _FILLING
            elif self._state != _DRAINING:
                self._state = _RESETTING
            self._cond.notify_all()

    def abort(self):
        with self._cond:
            self._break()

    parties = property(lambda self: self._parties)
    n_waiting = property(lambda self: self._count if self._state == _FILLING else 0)
    broken = property(lambda self: self._state == _BROKEN)


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
    from traceback import format_exception
    name = args.thread.name if args.thread is not None else get_ident()
    print(f'Exception in thread {name}:', file=sys.stderr)
    text = ''.join(format_exception(args.exc_type, args.exc_value, args.exc_traceback))
    if args.thread is not None and not text.startswith(('Traceback', '  + ')):
        # The exception comes from library code only, whose frames are not shown.
        text = 'Traceback (most recent call last):\n' + text
    print(text, end='', file=sys.stderr)


__excepthook__ = excepthook
_numbers = count(1)
_running = []
_endings = []


class Thread:
    """Work that runs beside other work."""

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
        self._joiners = _deque()
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
        record = _switching.begin(self._bootstrap, self)
        self._started = True
        self._ident = record.ident
        _running.append(self)
        try:
            _switching.launch(record)
        except BaseException:
            self._started = False
            self._ident = None
            _running.remove(self)
            raise

    def _bootstrap(self):
        try:
            self.run()
        except BaseException as error:
            _tell(ExceptHookArgs((type(error), error, error.__traceback__, self)))
            error = None
        self._finished = True
        _running.remove(self)
        _wake(self._joiners, len(self._joiners))

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
            _wait(self._joiners, timeout if timeout is None else max(timeout, 0))

    def is_alive(self):
        if not hasattr(self, '_started'):
            raise AssertionError('Thread.__init__() not called')
        alive = self._started and not self._finished
        if alive:
            _polled()
        return alive

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
        if not hasattr(self, '_started'):
            raise RuntimeError('Thread.__init__() not called')
        if self._started:
            raise RuntimeError('cannot set daemon status of active thread')
        self._daemonic = daemonic

    def isDaemon(self):
        _is_old('isDaemon() is deprecated, get the daemon attribute instead')
        return self.daemon

    def setDaemon(self, daemonic):
        _is_old('setDaemon() is deprecated, set the daemon attribute instead')
        self.daemon = daemonic

    def getName(self):
        _is_old('getName() is deprecated, get the name attribute instead')
        return self.name

    def setName(self, name):
        _is_old('setName() is deprecated, set the name attribute instead')
        self.name = name


def _is_old(text):
    import warnings
    warnings.warn(text, DeprecationWarning, stacklevel=3)


def _tell(args):
    """Hands what ended a thread to the hook; what the hook raises is for `sys.excepthook`."""
    try:
        excepthook(args)
    except BaseException as error:
        error.__suppress_context__ = True
        print('Exception in threading.excepthook:', file=_sys.stderr, flush=True)
        _sys.excepthook(type(error), error, error.__traceback__)


class Timer(Thread):
    """A thread that waits before it calls a function."""

    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__()
        self.interval, self.function = interval, function
        self.args = [] if args is None else args
        self.kwargs = {} if kwargs is None else kwargs
        self.finished = Event()

    def cancel(self):
        self.finished.set()

    def run(self):
        self.finished.wait(self.interval)
        if not self.finished._flag:
            self.function(*self.args, **self.kwargs)
        self.finished.set()


class _MainThread(Thread):
    def __init__(self):
        self._name, self._daemonic, self._started, self._finished = 'MainThread', False, True, False
        self._ident = _switching._main.ident
        self._joiners = _deque()


class _DummyThread(Thread):
    """Stands for a thread that was not begun here."""

    def __init__(self, record):
        self._name, self._daemonic, self._started, self._finished = f'Dummy-{next(_numbers)}', True, True, False
        self._ident = record.ident
        self._joiners = _deque()
        _running.append(self)

    def is_alive(self):
        return not self._finished

    def join(self, timeout=None):
        raise RuntimeError('cannot join a dummy thread')


_main = _switching._main.thread = _MainThread()


def main_thread():
    return _main


def current_thread():
    record = _switching.running()
    if record.thread is None:
        record.thread = _DummyThread(record)
    return record.thread


def currentThread():
    _is_old('currentThread() is deprecated, use current_thread() instead')
    return current_thread()


def get_ident():
    return _switching.running().ident


get_native_id = get_ident


def active_count():
    return 1 + len(_running)


def activeCount():
    _is_old('activeCount() is deprecated, use active_count() instead')
    return active_count()


def enumerate():
    return [_main, *_running]


def _register_atexit(func, *args, **kwargs):
    """Calls a function when the main thread is done, before the others are waited for."""
    _endings.append((func, args, kwargs))


def _shutdown():
    """The main thread is done: waits for all others but daemons."""
    while _endings:
        func, args, kwargs = _endings.pop()
        func(*args, **kwargs)
    while True:
        left = [thread for thread in _running if not thread._daemonic]
        if not left:
            return
        left[0].join()


def stack_size(size=0, /):
    size = _c_int(size, 'ssize_t')
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

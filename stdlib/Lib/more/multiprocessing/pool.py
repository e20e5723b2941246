"""Pools: so many processes, and calls that are shared out among them."""
import itertools
import pickle
import queue
import sys
import threading
import types
from multiprocessing import process
from multiprocessing.context import TimeoutError

__all__ = ['Pool', 'ThreadPool']
INIT, RUN, CLOSE, TERMINATE = 'INIT', 'RUN', 'CLOSE', 'TERMINATE'


class RemoteTraceback(Exception):
    """How an exception came about in another process, as text."""

    def __init__(self, tb):
        self.tb = tb

    def __str__(self):
        return self.tb


class MaybeEncodingError(Exception):
    """A result that can't be handed over."""

    def __init__(self, exc, value):
        self.exc, self.value = repr(exc), repr(value)
        super().__init__(self.exc, self.value)

    def __str__(self):
        return f"Error sending result: '{self.value}'. Reason: '{self.exc}'"

    def __repr__(self):
        return f'<{type(self).__name__}: {self}>'


class _Apart:
    """What is handed from one process to another is a copy."""

    @staticmethod
    def sent(value):
        return pickle.dumps(value)

    @staticmethod
    def received(data):
        return pickle.loads(data)

    @staticmethod
    def failed(error):
        from traceback import format_exception
        text = ''.join(format_exception(error))
        try:
            error = pickle.loads(pickle.dumps(error))
        except Exception as reason:
            error = MaybeEncodingError(reason, error)
        error.__cause__ = RemoteTraceback(f'\n"""\n{text}"""')
        return error


class _Together:
    """Threads hand each other the things themselves."""
    sent = received = failed = staticmethod(lambda value: value)


class _Task:
    """A call for each of some groups of arguments; `done` is called for each group."""

    def __init__(self, number, call, done):
        self.number, self.call, self.done = number, call, done


def mapstar(args):
    return list(map(*args))


def starmapstar(args):
    return list(itertools.starmap(args[0], args[1]))


def _work(tasks, way, initializer, initargs, most):
    """What a process of a pool does: calls, as they come."""
    done = 0
    while True:
        if done == 0 and initializer is not None:
            initializer(*initargs)
        task = tasks.get()
        process.check_end()
        if task is None:
            return
        try:
            call, args, kwargs = way.received(task.call)
            outcome = True, call(*args, **kwargs)
        except Exception as error:
            outcome = False, way.failed(error)
        if outcome[0]:
            try:
                outcome = True, way.received(way.sent(outcome[1]))
            except Exception as error:
                outcome = False, MaybeEncodingError(error, outcome[1])
        task.done(task.number, *outcome)
        done += 1
        if done == most:
            # Another process takes the place of this one.
            process.current_process()._renew()
            done = 0
        task = call = args = kwargs = outcome = None


class ApplyResult:
    """What a call gives, once it is there."""

    def __init__(self, pool, callback=None, error_callback=None):
        self._event = threading.Event()
        self._callback, self._error_callback, self._pool = callback, error_callback, pool
        pool._open.add(self)

    def ready(self):
        return self._event.is_set()

    def successful(self):
        if not self.ready():
            raise ValueError(f'{self!r} not ready')
        return self._success

    def wait(self, timeout=None):
        self._event.wait(timeout)
        process.check_end()

    def get(self, timeout=None):
        self.wait(timeout)
        if not self.ready():
            raise TimeoutError
        if self._success:
            return self._value
        raise self._value

    def _set(self, number, success, value):
        self._success, self._value = success, value
        told = self._callback if success else self._error_callback
        if told:
            told(value)
        self._pool._open.discard(self)
        self._event.set()

    __class_getitem__ = classmethod(types.GenericAlias)


AsyncResult = ApplyResult


class MapResult(ApplyResult):
    """What calls give, in the order of their arguments."""

    def __init__(self, pool, size, length, callback=None, error_callback=None):
        super().__init__(pool, callback, error_callback)
        self._success, self._value = True, [None] * length
        self._size, self._left = size, -(-length // size) if size else 0
        if not self._left:
            pool._open.discard(self)
            self._event.set()

    def _set(self, number, success, value):
        self._left -= 1
        if success and self._success:
            self._value[number * self._size:(number + 1) * self._size] = value
        elif not success and self._success:
            self._success, self._value = False, value
        if not self._left:
            super()._set(number, self._success, self._value)


class IMapIterator:
    """What calls give, one after the other."""
    _in_order = True

    def __init__(self, pool):
        self._changed, self._pool = threading.Condition(), pool
        self._found, self._next, self._length = {}, 0, None
        pool._open.add(self)

    def __iter__(self):
        return self

    def next(self, timeout=None):
        with self._changed:
            while self._next not in self._found:
                if self._next == self._length:
                    raise StopIteration
                if not self._changed.wait(timeout):
                    raise TimeoutError
            success, value = self._found.pop(self._next)
            self._next += 1
        process.check_end()
        if success:
            return value
        raise value

    __next__ = next

    def _set(self, number, success, value):
        with self._changed:
            self._come = getattr(self, '_come', 0) + 1
            self._found[number if self._in_order else self._come - 1] = success, value
            self._check()
            self._changed.notify_all()

    def _set_length(self, length):
        with self._changed:
            self._length = length
            self._check()
            self._changed.notify_all()

    def _check(self):
        if getattr(self, '_come', 0) == self._length:
            self._pool._open.discard(self)


class IMapUnorderedIterator(IMapIterator):
    _in_order = False


class Pool:
    """Processes that make calls."""
    _way = _Apart
    _name = 'PoolWorker'

    def __init__(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None, context=None):
        if processes is None:
            from os import cpu_count
            processes = cpu_count() or 1
        if processes < 1:
            raise ValueError('Number of processes must be at least 1')
        if maxtasksperchild is not None and (not isinstance(maxtasksperchild, int) or maxtasksperchild <= 0):
            raise ValueError('maxtasksperchild must be a positive int or None')
        if initializer is not None and not callable(initializer):
            raise TypeError('initializer must be a callable')
        self._tasks, self._state, self._open = queue.SimpleQueue(), RUN, set()
        self._processes = processes
        self._setting = self._tasks, self._way, initializer, initargs, maxtasksperchild
        self._pool = []
        self._fill()

    def _fill(self):
        """Processes take the places of those that have ended."""
        self._pool = [one for one in self._pool if one.exitcode is None]
        while len(self._pool) < self._processes and self._state == RUN:
            one = self.Process(target=_work, args=self._setting, daemon=True)
            one.name = one.name.replace('Process', f'Fork{self._name}')
            self._pool.append(one)
            one.start()

    Process = staticmethod(process.Process)

    def __repr__(self):
        return f'<{type(self).__module__}.{type(self).__qualname__} state={self._state} pool_size={len(self._pool)}>'

    def _give(self, result, number, call, args, kwargs):
        self._tasks.put(_Task(number, self._way.sent((call, args, kwargs)), result._set))

    def _check_running(self):
        if self._state != RUN:
            raise ValueError('Pool not running')
        self._fill()

    def apply(self, func, args=(), kwds={}):
        return self.apply_async(func, args, kwds).get()

    def apply_async(self, func, args=(), kwds={}, callback=None, error_callback=None):
        self._check_running()
        result = ApplyResult(self, callback, error_callback)
        try:
            self._give(result, 0, func, tuple(args), dict(kwds))
        except Exception as error:
            # An object that cannot be pickled raises where the result is read.
            result._set(0, False, error)
        return result

    def map(self, func, iterable, chunksize=None):
        return self.map_async(func, iterable, chunksize).get()

    def starmap(self, func, iterable, chunksize=None):
        return self.starmap_async(func, iterable, chunksize).get()

    def map_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        return self._map(func, iterable, mapstar, chunksize, callback, error_callback)

    def starmap_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        return self._map(func, iterable, starmapstar, chunksize, callback, error_callback)

    def _map(self, func, iterable, mapper, size, callback, error_callback):
        self._check_running()
        items = list(iterable)
        if size is None:
            size, extra = divmod(len(items), self._processes * 4)
            size += bool(extra)
        result = MapResult(self, size, len(items), callback, error_callback)
        for number, at in enumerate(range(0, len(items), size) if items else ()):
            try:
                self._give(result, number, mapper, ((func, tuple(items[at:at + size])),), {})
            except Exception as error:
                result._set(number, False, error)
        return result

    def imap(self, func, iterable, chunksize=1):
        return self._imap(IMapIterator, func, iterable, chunksize)

    def imap_unordered(self, func, iterable, chunksize=1):
        return self._imap(IMapUnorderedIterator, func, iterable, chunksize)

    def _imap(self, kind, func, iterable, size):
        self._check_running()
        if size < 1:
            raise ValueError(f'Chunksize must be 1+, not {size:n}')
        result = kind(self)
        number = 0
        items = iter(iterable)
        mapper = func if size == 1 else mapstar
        while group := tuple(itertools.islice(items, size)):
            try:
                self._give(result, number, mapper, group if size == 1 else ((func, group),), {})
            except Exception as error:
                result._set(number, False, error)
            number += 1
        result._set_length(number)
        return result if size == 1 else (item for group in result for item in group)

    def close(self):
        if self._state == RUN:
            self._state = CLOSE
            for _ in self._pool:
                self._tasks.put(None)

    def terminate(self):
        self._state = TERMINATE
        for one in self._pool:
            one.terminate()
        for _ in self._pool:
            self._tasks.put(None)

    def join(self):
        if self._state == RUN:
            raise ValueError('Pool is still running')
        if self._state not in (CLOSE, TERMINATE):
            raise ValueError('In unknown state')
        for one in self._pool:
            one.join()

    def __enter__(self):
        self._check_running()
        return self

    def __exit__(self, *exc_info):
        self.terminate()

    def __reduce__(self):
        raise NotImplementedError('pool objects cannot be passed between processes or pickled')

    __class_getitem__ = classmethod(types.GenericAlias)


class ThreadPool(Pool):
    """Threads that make calls: nothing is copied."""
    _way = _Together
    _name = 'ThreadPoolWorker'

    def __init__(self, processes=None, initializer=None, initargs=()):
        Pool.__init__(self, processes, initializer, initargs)

    @staticmethod
    def Process(*args, **kwargs):
        from multiprocessing.dummy import DummyProcess
        return DummyProcess(*args, **kwargs)

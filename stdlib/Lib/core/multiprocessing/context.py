"""What a program takes from `multiprocessing`, for each way to start a process; here all are one."""
from multiprocessing import process

__all__ = ()


class ProcessError(Exception):
    """Something between processes went wrong."""


class BufferTooShort(ProcessError):
    """A message is larger than the place for it."""


class TimeoutError(ProcessError):
    """A result did not come in time."""


class AuthenticationError(ProcessError):
    """The other side does not know the key."""


class BaseContext:
    """Makes processes and what they share."""
    ProcessError = ProcessError
    BufferTooShort = BufferTooShort
    TimeoutError = TimeoutError
    AuthenticationError = AuthenticationError
    Process = process.Process
    current_process = staticmethod(process.current_process)
    parent_process = staticmethod(process.parent_process)
    active_children = staticmethod(process.active_children)
    _method = 'fork'

    def cpu_count(self):
        from os import cpu_count
        return cpu_count()

    def Manager(self):
        from multiprocessing.managers import SyncManager
        made = SyncManager()
        made.start()
        return made

    def Pipe(self, duplex=True):
        from multiprocessing.connection import Pipe
        return Pipe(duplex)

    def Lock(self):
        from multiprocessing.synchronize import Lock
        return Lock()

    def RLock(self):
        from multiprocessing.synchronize import RLock
        return RLock()

    def Condition(self, lock=None):
        from multiprocessing.synchronize import Condition
        return Condition(lock)

    def Semaphore(self, value=1):
        from multiprocessing.synchronize import Semaphore
        return Semaphore(value)

    def BoundedSemaphore(self, value=1):
        from multiprocessing.synchronize import BoundedSemaphore
        return BoundedSemaphore(value)

    def Event(self):
        from multiprocessing.synchronize import Event
        return Event()

    def Barrier(self, parties, action=None, timeout=None):
        from multiprocessing.synchronize import Barrier
        return Barrier(parties, action, timeout)

    def Queue(self, maxsize=0):
        from multiprocessing.queues import Queue
        return Queue(maxsize)

    def JoinableQueue(self, maxsize=0):
        from multiprocessing.queues import JoinableQueue
        return JoinableQueue(maxsize)

    def SimpleQueue(self):
        from multiprocessing.queues import SimpleQueue
        return SimpleQueue()

    def Pool(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None):
        from multiprocessing.pool import Pool
        return Pool(processes, initializer, initargs, maxtasksperchild, self.get_context())

    def RawValue(self, typecode_or_type, *args):
        from multiprocessing.sharedctypes import RawValue
        return RawValue(typecode_or_type, *args)

    def RawArray(self, typecode_or_type, size_or_initializer):
        from multiprocessing.sharedctypes import RawArray
        return RawArray(typecode_or_type, size_or_initializer)

    def Value(self, typecode_or_type, *args, lock=True):
        from multiprocessing.sharedctypes import Value
        return Value(typecode_or_type, *args, lock=lock)

    def Array(self, typecode_or_type, size_or_initializer, *, lock=True):
        from multiprocessing.sharedctypes import Array
        return Array(typecode_or_type, size_or_initializer, lock=lock)

    def freeze_support(self):
        """There is nothing to be frozen."""

    def get_logger(self):
        from multiprocessing.util import get_logger
        return get_logger()

    def log_to_stderr(self, level=None):
        from multiprocessing.util import log_to_stderr
        return log_to_stderr(level)

    def allow_connection_pickling(self):
        """Connections stay in the program."""

    def set_executable(self, executable):
        """No other program is started."""

    def set_forkserver_preload(self, module_names):
        """No other program is started."""

    def get_context(self, method=None):
        if method is None:
            return self
        if method not in _contexts:
            raise ValueError(f'cannot find context for {method!r}')
        return _contexts[method]

    def get_start_method(self, allow_none=False):
        return self._method

    def set_start_method(self, method, force=False):
        raise ValueError('cannot set start method of concrete context')


class DefaultContext(BaseContext):
    """The context of the module's own functions, which can be chosen once."""
    _chosen = None

    def get_context(self, method=None):
        if method is None:
            return _contexts[self._chosen or 'fork']
        return super().get_context(method)

    def set_start_method(self, method, force=False):
        if self._chosen is not None and not force:
            raise RuntimeError('context has already been set')
        self._chosen = None if method is None and force else self.get_context(method)._method

    def get_start_method(self, allow_none=False):
        if self._chosen is None and not allow_none:
            self._chosen = 'fork'
        return self._chosen

    def get_all_start_methods(self):
        return ['fork', 'spawn', 'forkserver']


class ForkContext(BaseContext):
    _method = 'fork'


class SpawnContext(BaseContext):
    _method = 'spawn'


class ForkServerContext(BaseContext):
    _method = 'forkserver'


_contexts = {'fork': ForkContext(), 'spawn': SpawnContext(), 'forkserver': ForkServerContext()}
_default_context = DefaultContext()

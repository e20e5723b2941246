"""Handles of callbacks, the interface of loops, and the current loop."""
import sys
import types
from _stockade import loaded_module as _loaded_module
from asyncio import format_helpers

__all__ = ('AbstractEventLoop', 'AbstractEventLoopPolicy', 'AbstractServer', 'Handle', 'TimerHandle', 'get_event_loop',
           'get_event_loop_policy', 'get_running_loop', 'new_event_loop', 'set_event_loop', 'set_event_loop_policy',
           '_get_running_loop', '_set_running_loop')


class Handle:
    """A callback that the loop will call, unless it is cancelled."""
    __slots__ = ('_callback', '_args', '_cancelled', '_loop', '_source_traceback', '_repr', '__weakref__', '_context')

    def __init__(self, callback, args, loop, context=None):
        self._context = _current_context() if context is None else context
        self._loop, self._callback, self._args = loop, callback, args
        self._cancelled, self._repr = False, None
        self._source_traceback = format_helpers.extract_stack(sys._getframe(0)) if loop.get_debug() else None

    def get_context(self): return self._context
    def cancelled(self): return self._cancelled

    def cancel(self):
        """The loop will not call the callback."""
        if self._cancelled:
            return
        self._cancelled = True
        if self._loop.get_debug():
            # The last repr of the callback is kept.
            self._repr = repr(self)
        self._callback = self._args = None

    def _shown_callback(self):
        return format_helpers._format_callback_source(self._callback, self._args, debug=self._loop.get_debug())

    def _repr_info(self):
        parts = [type(self).__name__] + ['cancelled'] * self._cancelled
        if self._callback is not None:
            parts.append(self._shown_callback())
        if trace := self._source_traceback:
            parts.append(f'created at {trace[-1][0]}:{trace[-1][1]}')
        return parts

    def __repr__(self):
        return f'<{" ".join(self._repr_info())}>' if self._repr is None else self._repr

    def _run(self):
        try:
            if self._context is None:
                self._callback(*self._args)
            else:
                self._context.run(self._callback, *self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            told = {'message': f'Exception in callback {self._shown_callback()}', 'exception': error, 'handle': self}
            if self._source_traceback:
                told['source_traceback'] = self._source_traceback
            self._loop.call_exception_handler(told)


class TimerHandle(Handle):
    """A callback with a time before which it is not called."""
    __slots__ = ('_scheduled', '_when', '_order')

    def __init__(self, when, callback, args, loop, context=None):
        super().__init__(callback, args, loop, context)
        self._when = when
        self._scheduled = False
        # Timers for the same time run in the order in which they were set.
        self._order = 0

    def _repr_info(self):
        parts = super()._repr_info()
        parts.insert(1 + self._cancelled, f'when={self._when}')
        return parts

    def when(self): return self._when

    def cancel(self):
        if not self._cancelled:
            # The loop counts only this class, and removes cancelled timers when there are many.
            self._loop._timer_handle_cancelled(self)
        super().cancel()

    def _key(self): return self._when, self._callback, self._args, self._cancelled
    def __hash__(self): return hash(self._when)

    def __lt__(self, other):
        return (self._when, self._order) < (other._when, other._order) if isinstance(other, TimerHandle) else NotImplemented

    def __gt__(self, other):
        return (self._when, self._order) > (other._when, other._order) if isinstance(other, TimerHandle) else NotImplemented

    def __le__(self, other):
        return self._when < other._when or self.__eq__(other) if isinstance(other, TimerHandle) else NotImplemented

    def __ge__(self, other):
        return self._when > other._when or self.__eq__(other) if isinstance(other, TimerHandle) else NotImplemented

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, TimerHandle) else NotImplemented


def _current_context():
    """A copy of the context variables, where the program uses any."""
    module = _loaded_module('contextvars')
    return None if module is None else module.copy_context()


class AbstractServer:
    """The interface of servers."""

    def get_loop(self): raise NotImplementedError
    def is_serving(self): raise NotImplementedError
    def close(self): raise NotImplementedError
    def close_clients(self): raise NotImplementedError
    def abort_clients(self): raise NotImplementedError
    async def start_serving(self): raise NotImplementedError
    async def serve_forever(self): raise NotImplementedError
    async def wait_closed(self): raise NotImplementedError
    async def __aenter__(self): return self

    async def __aexit__(self, *exc):
        self.close()
        await self.wait_closed()


def _unwritten(name, is_async=False):
    if is_async:
        async def method(self, *args, **kwargs):
            raise NotImplementedError
    else:
        def method(self, *args, **kwargs):
            raise NotImplementedError
    method.__name__ = name
    method.__qualname__ = f'AbstractEventLoop.{name}'
    return method


class AbstractEventLoop:
    """The interface of loops."""


for _name in '''run_forever run_until_complete stop is_running is_closed close _timer_handle_cancelled call_soon call_later call_at time
        create_future create_task call_soon_threadsafe run_in_executor set_default_executor add_reader remove_reader add_writer
        remove_writer add_signal_handler remove_signal_handler set_task_factory get_task_factory get_exception_handler
        set_exception_handler default_exception_handler call_exception_handler get_debug set_debug'''.split():
    setattr(AbstractEventLoop, _name, _unwritten(_name))
for _name in '''shutdown_asyncgens shutdown_default_executor getaddrinfo getnameinfo create_connection create_server start_tls sendfile
        create_unix_connection create_unix_server connect_accepted_socket create_datagram_endpoint connect_read_pipe
        connect_write_pipe subprocess_shell subprocess_exec sock_recv sock_recv_into sock_recvfrom sock_recvfrom_into sock_sendall
        sock_sendto sock_connect sock_accept sock_sendfile'''.split():
    setattr(AbstractEventLoop, _name, _unwritten(_name, True))
del _name


class AbstractEventLoopPolicy:
    """The interface of what makes loops and keeps the current one."""

    def new_event_loop(self): raise NotImplementedError
    def get_event_loop(self): raise NotImplementedError
    def set_event_loop(self, loop): raise NotImplementedError
    def get_child_watcher(self): raise NotImplementedError
    def set_child_watcher(self, watcher): raise NotImplementedError


class BaseDefaultEventLoopPolicy(AbstractEventLoopPolicy):
    """One loop for each thread; only the main thread's is made by itself."""
    _loop_factory = None

    def __init__(self):
        self._locals = {}

    @property
    def _local(self):
        threading = sys.modules.get('threading')
        me = threading.get_ident() if threading else None
        if threading and threading.current_thread() is threading.main_thread():
            me = None
        if me not in self._locals:
            self._locals[me] = types.SimpleNamespace(_loop=None, _set_called=me is not None, _name=me and threading.current_thread().name)
        return self._locals[me]

    def get_event_loop(self):
        return self._current_loop(3)

    def _current_loop(self, stacklevel):
        local = self._local
        if local._loop is None and not local._set_called:
            import warnings
            warnings.warn('There is no current event loop', DeprecationWarning, stacklevel=stacklevel)
            self.set_event_loop(self.new_event_loop())
        if local._loop is None:
            raise RuntimeError(f"There is no current event loop in thread {local._name or 'MainThread'!r}.")
        return local._loop

    def set_event_loop(self, loop):
        self._local._set_called = True
        if loop is not None and not isinstance(loop, AbstractEventLoop):
            raise TypeError(f"loop must be an instance of AbstractEventLoop or None, not '{type(loop).__name__}'")
        self._local._loop = loop

    def new_event_loop(self):
        if self._loop_factory is not None:
            return self._loop_factory()
        from asyncio.base_events import EventLoop
        return EventLoop()


class DefaultEventLoopPolicy(BaseDefaultEventLoopPolicy):
    """The policy of programs that set none."""


_event_loop_policy = None
# The loop of the running thread. `_switching` saves and restores it.
_running = [None]


def _get_running_loop():
    return _running[0]


def _set_running_loop(loop):
    _running[0] = loop


def _finalize_asyncgen(agen):
    """An asynchronous generator was dropped: the loop that runs closes it."""
    loop = _running[0]
    if loop is None or loop.is_closed():
        agen.aclose().send(None)
    else:
        loop.call_soon(loop.create_task, agen.aclose())


def get_running_loop():
    """The loop that runs the caller."""
    loop = _running[0]
    if loop is None:
        raise RuntimeError('no running event loop')
    return loop


def get_event_loop_policy():
    """The policy that was set, or the one that is used otherwise."""
    if _event_loop_policy is None:
        set_event_loop_policy(DefaultEventLoopPolicy())
    return _event_loop_policy


def set_event_loop_policy(policy):
    """Sets the policy; None goes back to the usual one."""
    global _event_loop_policy
    if not isinstance(policy, (AbstractEventLoopPolicy, type(None))):
        raise TypeError(f"policy must be an instance of AbstractEventLoopPolicy or None, not '{type(policy).__name__}'")
    _event_loop_policy = policy


def get_event_loop():
    """The running loop, else the one of the policy."""
    loop = _running[0]
    if loop is not None:
        return loop
    policy = get_event_loop_policy()
    if type(policy).get_event_loop is BaseDefaultEventLoopPolicy.get_event_loop:
        # The warning names the line of the program that called this.
        return policy._current_loop(3)
    return policy.get_event_loop()


def set_event_loop(loop):
    """Make a loop the current one."""
    get_event_loop_policy().set_event_loop(loop)


def new_event_loop():
    """A loop of its own."""
    return get_event_loop_policy().new_event_loop()


# In CPython these are the Python versions of compiled functions.
_py__get_running_loop, _py__set_running_loop = _get_running_loop, _set_running_loop
_py_get_running_loop, _py_get_event_loop = get_running_loop, get_event_loop

"""Handles of callbacks, what a loop is, and which loop is the current one."""
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
        self._loop = loop
        self._callback = callback
        self._args = args
        self._cancelled = False
        self._repr = None
        self._source_traceback = format_helpers.extract_stack(sys._getframe(0)) if loop.get_debug() else None

    def _repr_info(self):
        info = [type(self).__name__]
        if self._cancelled:
            info.append('cancelled')
        if self._callback is not None:
            info.append(format_helpers._format_callback_source(self._callback, self._args, debug=self._loop.get_debug()))
        if self._source_traceback:
            frame = self._source_traceback[-1]
            info.append(f'created at {frame[0]}:{frame[1]}')
        return info

    def __repr__(self):
        if self._repr is not None:
            return self._repr
        return f'<{" ".join(self._repr_info())}>'

    def get_context(self):
        return self._context

    def cancel(self):
        if not self._cancelled:
            self._cancelled = True
            if self._loop.get_debug():
                # What it was stays visible.
                self._repr = repr(self)
            self._callback = None
            self._args = None

    def cancelled(self):
        return self._cancelled

    def _run(self):
        try:
            if self._context is None:
                self._callback(*self._args)
            else:
                self._context.run(self._callback, *self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            shown = format_helpers._format_callback_source(self._callback, self._args, debug=self._loop.get_debug())
            context = {'message': f'Exception in callback {shown}', 'exception': exc, 'handle': self}
            if self._source_traceback:
                context['source_traceback'] = self._source_traceback
            self._loop.call_exception_handler(context)


class TimerHandle(Handle):
    """A callback with a time before which it is not called."""
    __slots__ = ('_scheduled', '_when', '_order')

    def __init__(self, when, callback, args, loop, context=None):
        super().__init__(callback, args, loop, context)
        self._when = when
        self._scheduled = False
        # Timers for the same moment go off in the order in which they were set.
        self._order = 0

    def _repr_info(self):
        info = super()._repr_info()
        info.insert(2 if self._cancelled else 1, f'when={self._when}')
        return info

    def when(self):
        return self._when

    def __hash__(self):
        return hash(self._when)

    def __lt__(self, other):
        if isinstance(other, TimerHandle):
            return (self._when, self._order) < (other._when, other._order)
        return NotImplemented

    def __le__(self, other):
        if isinstance(other, TimerHandle):
            return self._when < other._when or self.__eq__(other)
        return NotImplemented

    def __gt__(self, other):
        if isinstance(other, TimerHandle):
            return (self._when, self._order) > (other._when, other._order)
        return NotImplemented

    def __ge__(self, other):
        if isinstance(other, TimerHandle):
            return self._when > other._when or self.__eq__(other)
        return NotImplemented

    def __eq__(self, other):
        if isinstance(other, TimerHandle):
            return (self._when, self._callback, self._args, self._cancelled) == (other._when, other._callback, other._args,
                                                                                 other._cancelled)
        return NotImplemented

    def cancel(self):
        if not self._cancelled:
            self._loop._timer_handle_cancelled(self)
        super().cancel()


def _current_context():
    """A copy of the context variables, where the program uses any."""
    module = _loaded_module('contextvars')
    return None if module is None else module.copy_context()


class AbstractServer:
    """What a server of connections can be asked."""

    def close(self):
        raise NotImplementedError

    def close_clients(self):
        raise NotImplementedError

    def abort_clients(self):
        raise NotImplementedError

    def get_loop(self):
        raise NotImplementedError

    def is_serving(self):
        raise NotImplementedError

    async def start_serving(self):
        raise NotImplementedError

    async def serve_forever(self):
        raise NotImplementedError

    async def wait_closed(self):
        raise NotImplementedError

    async def __aenter__(self):
        return self

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
    """What can be asked of any loop."""


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
    """How loops are made and kept."""

    def get_event_loop(self):
        raise NotImplementedError

    def set_event_loop(self, loop):
        raise NotImplementedError

    def new_event_loop(self):
        raise NotImplementedError

    def get_child_watcher(self):
        raise NotImplementedError

    def set_child_watcher(self, watcher):
        raise NotImplementedError


class BaseDefaultEventLoopPolicy(AbstractEventLoopPolicy):
    """The one loop of the one thread."""
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
    """The policy that holds when none was set."""


_event_loop_policy = None
# Of the thread that runs: see `_switching`.
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
    global _event_loop_policy
    if _event_loop_policy is None:
        _event_loop_policy = DefaultEventLoopPolicy()
    return _event_loop_policy


def set_event_loop_policy(policy):
    global _event_loop_policy
    if policy is not None and not isinstance(policy, AbstractEventLoopPolicy):
        raise TypeError(f"policy must be an instance of AbstractEventLoopPolicy or None, not '{type(policy).__name__}'")
    _event_loop_policy = policy


def get_event_loop():
    """The running loop, else the one of the policy."""
    if _running[0] is not None:
        return _running[0]
    policy = get_event_loop_policy()
    if type(policy).get_event_loop is BaseDefaultEventLoopPolicy.get_event_loop:
        # What is told of it names the line that asked.
        return policy._current_loop(3)
    return policy.get_event_loop()


def set_event_loop(loop):
    """Make a loop the current one."""
    get_event_loop_policy().set_event_loop(loop)


def new_event_loop():
    """A loop of its own."""
    return get_event_loop_policy().new_event_loop()


# Where some are compiled, these names are those of the functions written in Python.
_py__get_running_loop, _py__set_running_loop = _get_running_loop, _set_running_loop
_py_get_running_loop, _py_get_event_loop = get_running_loop, get_event_loop

"""Helpers for `with`: generators as managers, stacks of exits, redirected output."""
import sys
from functools import wraps

__all__ = ['asynccontextmanager', 'contextmanager', 'closing', 'nullcontext',
           'AbstractContextManager', 'AbstractAsyncContextManager', 'AsyncExitStack',
           'ContextDecorator', 'ExitStack', 'redirect_stdout', 'redirect_stderr', 'suppress', 'aclosing', 'chdir']
_BuiltinAlias = type(list[int])


def __getattr__(name):
    if name == 'AbstractContextManager':
        made = _abstract(name, '__enter__', '__exit__', False)
    elif name == 'AbstractAsyncContextManager':
        made = _abstract(name, '__aenter__', '__aexit__', True)
    else:
        raise AttributeError(f"module 'contextlib' has no attribute {name!r}")
    globals()[name] = made
    return made


def _abstract(name, enter, leave, is_async):
    """An abstract manager: entering gives itself, leaving must be written."""
    from abc import ABCMeta, abstractmethod
    from _collections_abc import _check_methods

    if is_async:
        async def entering(self):
            return self

        async def leaving(self, exc_type, exc_value, traceback):
            return None
    else:
        def entering(self):
            return self

        def leaving(self, exc_type, exc_value, traceback):
            return None

    def hook(cls, C):
        return _check_methods(C, enter, leave) if cls is made else NotImplemented
    entering.__name__, leaving.__name__ = enter, leave
    entering.__qualname__, leaving.__qualname__ = f'{name}.{enter}', f'{name}.{leave}'
    made = ABCMeta(name, (), {
        '__module__': 'contextlib', '__qualname__': name, '__slots__': (), enter: entering,
        leave: abstractmethod(leaving), '__subclasshook__': classmethod(hook),
        '__class_getitem__': classmethod(_BuiltinAlias)})
    return made


class ContextDecorator:
    """A manager that can also decorate a function: each call runs inside it."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return inner


class AsyncContextDecorator:
    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        async def inner(*args, **kwds):
            async with self._recreate_cm():
                return await func(*args, **kwds)
        return inner


class _GeneratorContextManagerBase:
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        doc = getattr(func, '__doc__', None)
        self.__doc__ = type(self).__doc__ if doc is None else doc

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)

    def _begin(self):
        """What it was made with is let go, and it can't begin again."""
        if self.func is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute 'args'", name='args', obj=self)
        # Set to None instead of deleted, because an instance that loses attributes is slower.
        self.func = self.args = self.kwds = None

    def _same(self, raised, value, traceback, stop):
        """Did the generator only pass on the exception it was given?"""
        if raised is value:
            value.__traceback__ = traceback
            return True
        if isinstance(raised, RuntimeError) and isinstance(value, stop) and raised.__cause__ is value:
            value.__traceback__ = traceback
            return True
        return False


class _GeneratorContextManager(_GeneratorContextManagerBase, ContextDecorator):
    def __enter__(self):
        self._begin()
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, typ, value, traceback):
        if typ is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            try:
                raise RuntimeError("generator didn't stop")
            finally:
                self.gen.close()
        if value is None:
            value = typ()
        try:
            self.gen.throw(value)
        except StopIteration as raised:
            return raised is not value
        except BaseException as raised:
            if not self._same(raised, value, traceback, StopIteration):
                raise
            return False
        try:
            raise RuntimeError("generator didn't stop after throw()")
        finally:
            self.gen.close()


class _AsyncGeneratorContextManager(_GeneratorContextManagerBase, AsyncContextDecorator):
    async def __aenter__(self):
        self._begin()
        try:
            return await anext(self.gen)
        except StopAsyncIteration:
            raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, typ, value, traceback):
        if typ is None:
            try:
                await anext(self.gen)
            except StopAsyncIteration:
                return False
            try:
                raise RuntimeError("generator didn't stop")
            finally:
                await self.gen.aclose()
        if value is None:
            value = typ()
        try:
            await self.gen.athrow(value)
        except StopAsyncIteration as raised:
            return raised is not value
        except BaseException as raised:
            if not self._same(raised, value, traceback, (StopIteration, StopAsyncIteration)):
                raise
            return False
        try:
            raise RuntimeError("generator didn't stop after athrow()")
        finally:
            await self.gen.aclose()


def contextmanager(func):
    @wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return helper


def asynccontextmanager(func):
    @wraps(func)
    def helper(*args, **kwds):
        return _AsyncGeneratorContextManager(func, args, kwds)
    return helper


class closing:
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()

    __class_getitem__ = classmethod(_BuiltinAlias)


class aclosing:
    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *exc_info):
        await self.thing.aclose()

    __class_getitem__ = classmethod(_BuiltinAlias)


class _RedirectStream:
    _stream = None

    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []

    def __enter__(self):
        # The streams by name, and nothing else of `sys`: a program may not be allowed to set its other attributes.
        if self._stream not in ('stdin', 'stdout', 'stderr'):
            raise ValueError(f'no stream to redirect: {self._stream!r}')
        self._old_targets.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._new_target)
        return self._new_target

    def __exit__(self, exctype, excinst, exctb):
        setattr(sys, self._stream if self._stream in ('stdin', 'stderr') else 'stdout', self._old_targets.pop())

    __class_getitem__ = classmethod(_BuiltinAlias)


class redirect_stdout(_RedirectStream):
    _stream = 'stdout'


class redirect_stderr(_RedirectStream):
    _stream = 'stderr'


class suppress:
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, exctype, excinst, exctb):
        if exctype is None:
            return
        if issubclass(exctype, self._exceptions):
            return True
        if issubclass(exctype, BaseExceptionGroup):
            rest = excinst.split(self._exceptions)[1]
            if rest is None:
                return True
            raise rest
        return False


class chdir:
    """Another directory for a while."""

    def __init__(self, path):
        self.path = path
        self._old_cwd = []

    def __enter__(self):
        import os
        here = os.getcwd()
        os.chdir(self.path)
        self._old_cwd.append(here)

    def __exit__(self, *excinfo):
        import os
        os.chdir(self._old_cwd.pop())


class nullcontext:
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass

    async def __aenter__(self):
        return self.enter_result

    async def __aexit__(self, *excinfo):
        pass

    __class_getitem__ = classmethod(_BuiltinAlias)


# ---- stacks of exits

def _bind(function, cm):
    """The exit method of a manager's class, bound as `with` binds it."""
    return type(_bound)(function, cm)


_bound = ContextDecorator()._recreate_cm


def _methods(cm, enter, leave, what):
    cls = type(cm)
    try:
        return getattr(cls, enter), getattr(cls, leave)
    except AttributeError:
        raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support "
                        f'the {what} protocol') from None


def _wrap(callback, args, kwds):
    def exit_wrapper(exc_type, exc, tb):
        callback(*args, **kwds)
    exit_wrapper.__wrapped__ = callback
    return exit_wrapper


def _wrap_async(callback, args, kwds):
    async def exit_wrapper(exc_type, exc, tb):
        await callback(*args, **kwds)
    exit_wrapper.__wrapped__ = callback
    return exit_wrapper


def _chain(new, old, outer):
    """Make `old` the context of `new`, as nested `with` statements would."""
    while True:
        context = new.__context__
        if context is None or context is old:
            return
        if context is outer:
            break
        new = context
    new.__context__ = old


class _BaseExitStack:
    def __init__(self):
        from collections import deque
        self._exit_callbacks = deque()

    def pop_all(self):
        from collections import deque
        fresh = type(self)()
        fresh._exit_callbacks = self._exit_callbacks
        self._exit_callbacks = deque()
        return fresh

    def _push(self, callback, is_sync=True):
        self._exit_callbacks.append((is_sync, callback))

    def push(self, exit):
        leave = getattr(type(exit), '__exit__', None)
        self._push(exit if leave is None else _bind(leave, exit))
        return exit

    def enter_context(self, cm):
        enter, leave = _methods(cm, '__enter__', '__exit__', 'context manager')
        result = enter(cm)
        self._push(_bind(leave, cm))
        return result

    def callback(self, callback, /, *args, **kwds):
        self._push(_wrap(callback, args, kwds))
        return callback

    def _finish(self, exc, pending, received, suppressed):
        if pending:
            context = exc.__context__
            try:
                raise exc
            except BaseException:
                exc.__context__ = context
                raise
        return received and suppressed


def _details(exc):
    return (None, None, None) if exc is None else (type(exc), exc, exc.__traceback__)


class ExitStack(_BaseExitStack):
    def __enter__(self):
        return self

    def __exit__(self, *exc_details):
        exc = exc_details[1]
        received = exc is not None
        outer = sys.exception()
        suppressed = pending = False
        while self._exit_callbacks:
            callback = self._exit_callbacks.pop()[1]
            try:
                if callback(*_details(exc)):
                    suppressed, pending, exc = True, False, None
            except BaseException as raised:
                _chain(raised, exc, outer)
                pending, exc = True, raised
        return self._finish(exc, pending, received, suppressed)

    def close(self):
        self.__exit__(None, None, None)


class AsyncExitStack(_BaseExitStack):
    async def enter_async_context(self, cm):
        enter, leave = _methods(cm, '__aenter__', '__aexit__', 'asynchronous context manager')
        result = await enter(cm)
        self._push(_bind(leave, cm), False)
        return result

    def push_async_exit(self, exit):
        leave = getattr(type(exit), '__aexit__', None)
        self._push(exit if leave is None else _bind(leave, exit), False)
        return exit

    def push_async_callback(self, callback, /, *args, **kwds):
        self._push(_wrap_async(callback, args, kwds), False)
        return callback

    async def aclose(self):
        await self.__aexit__(None, None, None)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc_details):
        exc = exc_details[1]
        received = exc is not None
        outer = sys.exception()
        suppressed = pending = False
        while self._exit_callbacks:
            is_sync, callback = self._exit_callbacks.pop()
            try:
                answer = callback(*_details(exc))
                if answer if is_sync else await answer:
                    suppressed, pending, exc = True, False, None
            except BaseException as raised:
                _chain(raised, exc, outer)
                pending, exc = True, raised
        return self._finish(exc, pending, received, suppressed)

"""Names for the interpreter's own types, found by looking at values; and making classes by hand."""
from _services import builtin_type
from _stockade import make_class as _make_class

__all__ = ['AsyncGeneratorType', 'BuiltinFunctionType', 'BuiltinMethodType', 'CapsuleType',
           'CellType', 'ClassMethodDescriptorType', 'CodeType', 'CoroutineType',
           'DynamicClassAttribute', 'EllipsisType', 'FrameType', 'FunctionType', 'GeneratorType',
           'GenericAlias', 'GetSetDescriptorType', 'LambdaType', 'MappingProxyType',
           'MemberDescriptorType', 'MethodDescriptorType', 'MethodType', 'MethodWrapperType',
           'ModuleType', 'NoneType', 'NotImplementedType', 'SimpleNamespace', 'TracebackType',
           'UnionType', 'WrapperDescriptorType', 'coroutine', 'get_original_bases', 'new_class',
           'prepare_class', 'resolve_bases']


class _Probe:
    __slots__ = ('slot',)

    def method(self):
        yield self


def _cell():
    value = None

    def inner():
        return value
    return type(inner.__closure__[0])


def _coroutine_type():
    async def run():
        pass
    made = run()
    made.close()
    return type(made)


def _async_generator_type():
    async def run():
        yield
    return type(run())


def _module_type():
    import sys
    return type(sys)


_FIND = {
    'FunctionType': lambda: type(_cell), 'LambdaType': lambda: type(_cell),
    'CodeType': lambda: type(_cell.__code__), 'MappingProxyType': lambda: type(type.__dict__),
    'CellType': _cell, 'GeneratorType': lambda: type(_Probe().method()),
    'CoroutineType': _coroutine_type, 'AsyncGeneratorType': _async_generator_type,
    'MethodType': lambda: type(_Probe().method), 'BuiltinFunctionType': lambda: type(len),
    'BuiltinMethodType': lambda: type([].append),
    'WrapperDescriptorType': lambda: type(object.__init__),
    'MethodWrapperType': lambda: type(object().__str__),
    'MethodDescriptorType': lambda: type(str.join),
    'ClassMethodDescriptorType': lambda: type(dict.__dict__['fromkeys']),
    'ModuleType': _module_type, 'TracebackType': lambda: builtin_type('traceback'),
    'FrameType': lambda: builtin_type('frame'),
    'GetSetDescriptorType': lambda: type(type(_cell).__code__),
    'MemberDescriptorType': lambda: type(_Probe.slot), 'GenericAlias': lambda: type(list[int]),
    'UnionType': lambda: type(int | str), 'EllipsisType': lambda: type(Ellipsis),
    'NoneType': lambda: type(None), 'NotImplementedType': lambda: type(NotImplemented)}


def __getattr__(name):
    if name not in _FIND:
        raise AttributeError(f"module 'types' has no attribute {name!r}")
    found = globals()[name] = _FIND[name]()
    return found


def __dir__():
    return sorted({*globals(), *__all__})


class CapsuleType:
    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'PyCapsule' instances")


class SimpleNamespace:
    def __init__(self, /, *args, **kwargs):
        if len(args) > 1:
            raise TypeError(f'{type(self).__name__} expected at most 1 argument, got {len(args)}')
        if args:
            given = dict(args[0])
            for key in given:
                if not isinstance(key, str):
                    raise TypeError('keywords must be strings')
            self.__dict__.update(given)
        self.__dict__.update(kwargs)

    def __getattr__(self, name):
        cls = type(self)
        shown = 'types.SimpleNamespace' if cls is SimpleNamespace else cls.__name__
        raise AttributeError(f'{shown!r} object has no attribute {name!r}', name=name, obj=self)

    def __repr__(self):
        cls = type(self)
        name = 'namespace' if cls is SimpleNamespace else cls.__name__
        mark = id(self)
        if mark in _busy:
            return f'{name}(...)'
        _busy.add(mark)
        try:
            shown = ', '.join([f'{key}={value!r}' for key, value in self.__dict__.items()])
        finally:
            _busy.discard(mark)
        return f'{name}({shown})'

    def __eq__(self, other):
        if issubclass(type(other), SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented

    def __lt__(self, other):
        if issubclass(type(other), SimpleNamespace):
            return self.__dict__ < other.__dict__
        return NotImplemented

    def __le__(self, other):
        if issubclass(type(other), SimpleNamespace):
            return self.__dict__ <= other.__dict__
        return NotImplemented

    def __gt__(self, other):
        if issubclass(type(other), SimpleNamespace):
            return self.__dict__ > other.__dict__
        return NotImplemented

    def __ge__(self, other):
        if issubclass(type(other), SimpleNamespace):
            return self.__dict__ >= other.__dict__
        return NotImplemented

    __hash__ = None

    def __reduce__(self):
        return type(self), (), self.__dict__

    def __replace__(self, /, **kwargs):
        made = type(self)()
        made.__dict__.update(self.__dict__)
        made.__dict__.update(kwargs)
        return made


SimpleNamespace.__module__ = 'types'
_busy = set()


# ---- making classes without a class statement

def new_class(name, bases=(), kwds=None, exec_body=None):
    real = resolve_bases(bases)
    meta, ns, kwds = prepare_class(name, real, kwds)
    if exec_body is not None:
        exec_body(ns)
    if real is not bases:
        ns['__orig_bases__'] = bases
    # A policy may deny `type` with three arguments.
    return _make_class(name, real, ns, **kwds) if meta is type else meta(name, real, ns, **kwds)


def resolve_bases(bases):
    made = []
    changed = False
    for base in bases:
        hook = None if isinstance(base, type) else getattr(base, '__mro_entries__', None)
        if hook is None:
            made.append(base)
            continue
        entries = hook(bases)
        if not isinstance(entries, tuple):
            raise TypeError('__mro_entries__ must return a tuple')
        made.extend(entries)
        changed = True
    return tuple(made) if changed else bases


def prepare_class(name, bases=(), kwds=None):
    kwds = {} if kwds is None else dict(kwds)
    if 'metaclass' in kwds:
        meta = kwds.pop('metaclass')
    else:
        meta = type(bases[0]) if bases else type
    if isinstance(meta, type):
        for base in bases:
            other = type(base)
            if issubclass(meta, other):
                continue
            if not issubclass(other, meta):
                raise TypeError('metaclass conflict: the metaclass of a derived class must be a '
                                '(non-strict) subclass of the metaclasses of all its bases')
            meta = other
    prepare = getattr(meta, '__prepare__', None)
    return meta, {} if prepare is None else prepare(name, bases, **kwds), kwds


def get_original_bases(cls, /):
    try:
        return cls.__dict__.get('__orig_bases__', cls.__bases__)
    except AttributeError:
        raise TypeError(f'Expected an instance of type, not {type(cls).__name__!r}') from None


class DynamicClassAttribute:
    """A property on instances; on the class, an AttributeError that `__getattr__` may answer."""
    _redirects_ = True

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget = fget
        self.fset = fset
        self.fdel = fdel
        self.__doc__ = doc or getattr(fget, '__doc__', None)
        self.overwrite_doc = doc is None
        self.__isabstractmethod__ = bool(getattr(fget, '__isabstractmethod__', False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.__isabstractmethod__:
                return self
            raise AttributeError()
        if self.fget is None:
            raise AttributeError('unreadable attribute')
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def _copy(self, fget, fset, fdel, doc):
        made = type(self)(fget, fset, fdel, doc)
        made.overwrite_doc = self.overwrite_doc
        return made

    def getter(self, fget):
        doc = fget.__doc__ if self.overwrite_doc else None
        return self._copy(fget, self.fset, self.fdel, doc or self.__doc__)

    def setter(self, fset):
        return self._copy(self.fget, fset, self.fdel, self.__doc__)

    def deleter(self, fdel):
        return self._copy(self.fget, self.fset, fdel, self.__doc__)


class _GeneratorWrapper:
    """Makes a generator-like object awaitable."""

    def __init__(self, gen):
        self.__wrapped = gen
        self.__isgen = type(gen).__name__ == 'generator'
        self.__name__ = getattr(gen, '__name__', None)
        self.__qualname__ = getattr(gen, '__qualname__', None)

    def send(self, val):
        return self.__wrapped.send(val)

    def throw(self, tp, *rest):
        return self.__wrapped.throw(tp, *rest)

    def close(self):
        return self.__wrapped.close()

    @property
    def gi_code(self):
        return self.__wrapped.gi_code

    @property
    def gi_frame(self):
        return self.__wrapped.gi_frame

    @property
    def gi_running(self):
        return self.__wrapped.gi_running

    @property
    def gi_yieldfrom(self):
        return self.__wrapped.gi_yieldfrom

    cr_code = gi_code
    cr_frame = gi_frame
    cr_running = gi_running
    cr_await = gi_yieldfrom

    def __next__(self):
        return next(self.__wrapped)

    def __iter__(self):
        return self.__wrapped if self.__isgen else self

    __await__ = __iter__


def coroutine(func):
    """Let a generator function be awaited."""
    if not callable(func):
        raise TypeError('types.coroutine() expects a callable')
    if getattr(getattr(func, '__code__', None), 'co_flags', 0) & 0x180:
        return func  # already awaitable
    import functools

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        made = func(*args, **kwargs)
        kind = type(made).__name__
        if kind == 'coroutine':
            return made
        if kind == 'generator' or hasattr(made, 'send') and hasattr(made, 'throw') and \
                hasattr(made, '__next__') and not hasattr(made, '__await__'):
            return _GeneratorWrapper(made)
        return made
    return wrapped

"""Weak references and the containers built on them.

`_weakref` finds out what nothing reaches any more when a reference is asked for its object, at `gc.collect()`, and between
the lines of a program that waits for a callback. So an object is gone here where CPython's counts would reach zero, as far as
a program can tell; a cycle is, too.
"""
from _stockade import guest_delattr as _guest_delattr, guest_getattr as _guest_getattr, guest_setattr as _guest_setattr
from _weakref import get as _get, look as _look, make as _make, owners as _owners, peek as _peek
from _collections_abc import Callable, MutableMapping, MutableSet

__all__ = ['ref', 'proxy', 'getweakrefcount', 'getweakrefs', 'WeakKeyDictionary', 'ReferenceType',
           'ProxyType', 'CallableProxyType', 'ProxyTypes', 'WeakValueDictionary', 'WeakSet', 'WeakMethod',
           'finalize']


class ReferenceType:
    __slots__ = ('_core', '_hash', '_has_callback')

    def __new__(cls, /, *args, **kwargs):
        if not args:
            raise TypeError('__new__ expected at least 1 argument, got 0')
        if len(args) > 2:
            raise TypeError(f'__new__ expected at most 2 arguments, got {len(args)}')
        obj, callback = args if len(args) == 2 else (args[0], None)
        if callback is None and cls is ReferenceType and not kwargs:
            for known in _owners(obj):
                if type(known) is ReferenceType and not known._has_callback:
                    return known
        made = object.__new__(cls)
        made._core = _make(obj, callback, made)
        made._hash = None
        made._has_callback = callback
        if kwargs and cls is ReferenceType:
            raise TypeError('ref() takes no keyword arguments')
        return made

    def __init__(self, obj, callback=None, /):
        pass

    def __call__(self, *args, **kwargs):
        if kwargs:
            raise TypeError('weakref() takes no keyword arguments')
        if args:
            raise TypeError(f'weakref expected 0 arguments, got {len(args)}')
        return _get(self._core)

    @property
    def __callback__(self):
        return self._has_callback if _peek(self._core) is not None else None

    def __eq__(self, other):
        if not isinstance(other, ReferenceType):
            return NotImplemented
        mine, others = _get(self._core), _peek(other._core)
        if mine is None or others is None:
            return self is other
        return mine is others or mine == others

    def __ne__(self, other):
        if not isinstance(other, ReferenceType):
            return NotImplemented
        return not ReferenceType.__eq__(self, other)

    def __hash__(self):
        if self._hash is None:
            obj = _get(self._core)
            if obj is None:
                raise TypeError('weak object has gone away')
            self._hash = hash(obj)
        return self._hash

    def __repr__(self):
        obj = _get(self._core)
        if obj is None:
            return f'<weakref at {id(self):#x}; dead>'
        name = None
        if isinstance(obj, (type, _Function, _Builtin)) or any('__name__' in base.__dict__ for base in type(obj).__mro__):
            name = getattr(obj, '__name__', None)
        shown = f' ({name})' if isinstance(name, str) else ''
        return f"<weakref at {id(self):#x}; to '{_full_name(obj)}' at {id(obj):#x}{shown}>"

    __class_getitem__ = classmethod(type(list[int]))


ReferenceType.__module__ = 'weakref'
ref = ReferenceType


_Function, _Builtin = type(lambda: 0), type(len)


def _full_name(obj):
    kind = type(obj)
    home = kind.__module__
    return kind.__qualname__ if home in ('builtins', '__main__') else f'{home}.{kind.__qualname__}'


def _type_name(obj):
    return type(obj).__name__


class ProxyType:
    __slots__ = ('_core', '_has_callback')

    def __new__(cls, /, *args, **kwargs):
        raise TypeError(f"cannot create 'weakref.{cls.__name__}' instances")

    def __getattribute__(self, name):
        # The program chose the name, so the program's permissions apply.
        return _guest_getattr(_followed(self), name)

    def __setattr__(self, name, value):
        _guest_setattr(_followed(self), name, value)

    def __delattr__(self, name):
        _guest_delattr(_followed(self), name)

    def __repr__(self):
        obj = _get(_core_of(self))
        if obj is None:
            return f'<weakproxy at {id(self):#x}; dead>'
        return f'<weakproxy at {id(self):#x}; to {_full_name(obj)!r} at {id(obj):#x}>'

    def __next__(self):
        obj = _followed(self)
        if not hasattr(type(obj), '__next__'):
            raise TypeError(f'Weakref proxy referenced a non-iterator {_type_name(obj)!r} object')
        return next(obj)

    __hash__ = None


def _core_of(made):
    return object.__getattribute__(made, '_core')


def _followed(made):
    obj = _get(_core_of(made))
    if obj is None:
        raise ReferenceError('weakly-referenced object no longer exists')
    return obj


def _plain(value):
    return _followed(value) if isinstance(type(value), type) and issubclass(type(value), ProxyType) else value


def _fill():
    import operator

    def unary(name, function):
        def method(self):
            return function(_followed(self))
        method.__name__ = name
        setattr(ProxyType, name, method)

    def binary(name, function, reflected=False):
        if reflected:
            def method(self, other):
                return function(_plain(other), _followed(self))
        else:
            def method(self, other):
                return function(_followed(self), _plain(other))
        method.__name__ = name
        setattr(ProxyType, name, method)

    for name, function in [('str', str), ('bytes', bytes), ('len', len), ('iter', iter), ('bool', bool), ('int', int),
                           ('float', float), ('index', operator.index), ('neg', operator.neg), ('pos', operator.pos),
                           ('abs', abs), ('invert', operator.invert), ('reversed', reversed)]:
        unary(f'__{name}__', function)
    for name in ('add', 'sub', 'mul', 'matmul', 'truediv', 'floordiv', 'mod', 'pow', 'lshift', 'rshift', 'and', 'or', 'xor'):
        function = getattr(operator, f'__{name}__')
        binary(f'__{name}__', function)
        binary(f'__r{name}__', function, True)
        binary(f'__i{name}__', getattr(operator, f'__i{name}__'))
    binary('__divmod__', divmod)
    binary('__rdivmod__', divmod, True)
    for name in ('eq', 'ne', 'lt', 'le', 'gt', 'ge', 'getitem', 'delitem', 'contains'):
        binary(f'__{name}__', getattr(operator, f'__{name}__'))
    ProxyType.__setitem__ = lambda self, key, value: operator.setitem(_followed(self), key, value)


_fill()
del _fill


class CallableProxyType(ProxyType):
    __slots__ = ()
    __hash__ = None

    def __call__(self, /, *args, **kwargs):
        return _followed(self)(*args, **kwargs)


ProxyType.__module__ = CallableProxyType.__module__ = 'weakref'
ProxyTypes = (ProxyType, CallableProxyType)


def proxy(obj, callback=None, /):
    """A stand-in for an object that does not keep it alive."""
    cls = CallableProxyType if callable(obj) else ProxyType
    if callback is None:
        for known in _owners(obj):
            if type(known) is cls and object.__getattribute__(known, '_has_callback') is None:
                return known
    made = object.__new__(cls)
    object.__setattr__(made, '_core', _make(obj, callback, made))
    object.__setattr__(made, '_has_callback', callback)
    return made


def getweakrefcount(obj, /):
    _look()
    return len(_owners(obj))


def getweakrefs(obj, /):
    _look()
    found = _owners(obj)
    # The shared reference comes first, as in CPython.
    found.sort(key=lambda each: type(each) is not ReferenceType or each._has_callback is not None)
    return found


class WeakMethod(ref):
    """A reference to a bound method: it keeps the object and the function apart."""

    __slots__ = '_func_ref', '_meth_type', '__weakref__'

    def __new__(cls, meth, callback=None):
        try:
            obj = meth.__self__
            func = meth.__func__
        except AttributeError:
            raise TypeError(f'argument should be a bound method, not {type(meth)}') from None
        called = None
        if callback is not None:
            self_ref = None
            told = []

            def called(_):
                made = self_ref()
                if made is not None and not told:
                    told.append(True)
                    callback(made)
        made = ref.__new__(cls, obj, called)
        made._func_ref = ref(func, called)
        made._meth_type = type(meth)
        self_ref = ref(made)
        return made

    def __init__(self, meth, callback=None):
        pass

    def __call__(self):
        obj = super().__call__()
        func = self._func_ref()
        return None if obj is None or func is None else self._meth_type(func, obj)

    def __eq__(self, other):
        if not isinstance(other, WeakMethod):
            return NotImplemented
        if super().__call__() is None or ref.__call__(other) is None:
            return self is other
        return ref.__eq__(self, other) and self._func_ref == other._func_ref

    def __ne__(self, other):
        if not isinstance(other, WeakMethod):
            return NotImplemented
        return not WeakMethod.__eq__(self, other)

    __hash__ = ref.__hash__


class KeyedRef(ref):
    """A reference that remembers the key of its value in a WeakValueDictionary."""

    __slots__ = 'key',

    def __new__(cls, obj, callback, key):
        made = ref.__new__(cls, obj, callback)
        made.key = key
        return made

    def __init__(self, obj, callback, key):
        super().__init__(obj, callback)


class WeakValueDictionary(MutableMapping):
    """A mapping that does not keep its values alive."""

    def __init__(self, other=(), /, **kw):
        self.data = {}
        self.update(other, **kw)

    def _prune(self):
        _look()
        for key in [key for key, entry in self.data.items() if _peek(entry._core) is None]:
            del self.data[key]

    def __getitem__(self, key):
        obj = self.data[key]()
        if obj is None:
            del self.data[key]
            raise KeyError(key)
        return obj

    def __setitem__(self, key, value):
        self.data[key] = KeyedRef(value, None, key)

    def __delitem__(self, key):
        self[key]
        del self.data[key]

    def __len__(self):
        self._prune()
        return len(self.data)

    def __contains__(self, key):
        entry = self.data.get(key)
        return entry is not None and entry() is not None

    def __repr__(self):
        return f'<{type(self).__name__} at {id(self):#x}>'

    def __iter__(self):
        self._prune()
        for key, entry in self.data.items():
            if entry() is not None:
                yield key

    keys = __iter__

    def items(self):
        self._prune()
        for key, entry in self.data.items():
            obj = entry()
            if obj is not None:
                yield key, obj

    def values(self):
        self._prune()
        for entry in self.data.values():
            obj = entry()
            if obj is not None:
                yield obj

    def itervaluerefs(self):
        self._prune()
        yield from self.data.values()

    def valuerefs(self):
        self._prune()
        return list(self.data.values())

    def copy(self):
        new = WeakValueDictionary()
        for key, obj in self.items():
            new[key] = obj
        return new

    __copy__ = copy

    def __deepcopy__(self, memo):
        from copy import deepcopy
        new = self.__class__()
        for key, obj in self.items():
            new[deepcopy(key, memo)] = obj
        return new

    def get(self, key, default=None):
        entry = self.data.get(key)
        obj = None if entry is None else entry()
        return default if obj is None else obj

    def setdefault(self, key, default=None):
        obj = self.get(key)
        if obj is None:
            self[key] = default
            return default
        return obj

    def pop(self, key, *args):
        entry = self.data.pop(key, None)
        obj = None if entry is None else entry()
        if obj is None:
            if args:
                return args[0]
            raise KeyError(key)
        return obj

    def popitem(self):
        while True:
            key, entry = self.data.popitem()
            obj = entry()
            if obj is not None:
                return key, obj

    def update(self, other=None, /, **kwargs):
        if other is not None:
            pairs = other.items() if hasattr(other, 'items') else dict(other).items()
            for key, obj in pairs:
                self[key] = obj
        for key, obj in kwargs.items():
            self[key] = obj

    def __ior__(self, other):
        self.update(other)
        return self

    def __or__(self, other):
        if not hasattr(other, 'keys'):
            return NotImplemented
        new = self.copy()
        new.update(other)
        return new

    def __ror__(self, other):
        if not hasattr(other, 'keys'):
            return NotImplemented
        new = self.__class__()
        new.update(other)
        new.update(self)
        return new


class WeakKeyDictionary(MutableMapping):
    """A mapping that does not keep its keys alive."""

    def __init__(self, dict=None):
        self.data = {}
        if dict is not None:
            self.update(dict)

    def _prune(self):
        _look()
        for entry in [entry for entry in self.data if _peek(entry._core) is None]:
            del self.data[entry]

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __setitem__(self, key, value):
        self.data[ref(key)] = value

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __len__(self):
        self._prune()
        return len(self.data)

    def __contains__(self, key):
        try:
            entry = ref(key)
        except TypeError:
            return False
        return entry in self.data

    def __repr__(self):
        return f'<{type(self).__name__} at {id(self):#x}>'

    def __iter__(self):
        self._prune()
        for entry in self.data:
            obj = entry()
            if obj is not None:
                yield obj

    keys = __iter__

    def items(self):
        self._prune()
        for entry, value in self.data.items():
            obj = entry()
            if obj is not None:
                yield obj, value

    def values(self):
        self._prune()
        for entry, value in self.data.items():
            if entry() is not None:
                yield value

    def keyrefs(self):
        self._prune()
        return list(self.data)

    def copy(self):
        new = WeakKeyDictionary()
        for key, value in self.items():
            new[key] = value
        return new

    __copy__ = copy

    def __deepcopy__(self, memo):
        from copy import deepcopy
        new = self.__class__()
        for key, value in self.items():
            new[key] = deepcopy(value, memo)
        return new

    def get(self, key, default=None):
        return self.data.get(ref(key), default)

    def setdefault(self, key, default=None):
        return self.data.setdefault(ref(key), default)

    def pop(self, key, *args):
        return self.data.pop(ref(key), *args)

    def popitem(self):
        while True:
            entry, value = self.data.popitem()
            obj = entry()
            if obj is not None:
                return obj, value

    def update(self, dict=None, /, **kwargs):
        if dict is not None:
            pairs = dict.items() if hasattr(dict, 'items') else type({})(dict).items()
            for key, value in pairs:
                self[key] = value
        if kwargs:
            self.update(kwargs)

    __ior__ = WeakValueDictionary.__ior__
    __or__ = WeakValueDictionary.__or__
    __ror__ = WeakValueDictionary.__ror__


def _changed_copy(name):
    """The method that gives a new set where `name` + '_update' changes the set itself."""
    def method(self, other):
        new = self.copy()
        getattr(new, f'{name}_update')(other)
        return new
    method.__name__ = name
    method.__qualname__ = f'WeakSet.{name}'
    return method


class WeakSet(MutableSet):
    """A set that does not keep its members alive."""

    def __init__(self, data=None):
        self.data = set()
        if data is not None:
            self.update(data)

    def _prune(self):
        _look()
        for entry in [entry for entry in self.data if _peek(entry._core) is None]:
            self.data.discard(entry)

    def __iter__(self):
        self._prune()
        for entry in self.data:
            item = entry()
            if item is not None:
                yield item

    def __len__(self):
        self._prune()
        return len(self.data)

    def __contains__(self, item):
        try:
            entry = ref(item)
        except TypeError:
            return False
        return entry in self.data

    def __repr__(self):
        self._prune()
        return repr(self.data)

    def __reduce__(self):
        return self.__class__, (list(self),), self.__getstate__()

    def add(self, item):
        self.data.add(ref(item))

    def clear(self):
        self.data.clear()

    def copy(self):
        return self.__class__(self)

    def pop(self):
        while True:
            try:
                entry = self.data.pop()
            except KeyError:
                raise KeyError('pop from empty WeakSet') from None
            item = entry()
            if item is not None:
                return item

    def remove(self, item):
        self.data.remove(ref(item))

    def discard(self, item):
        self.data.discard(ref(item))

    def update(self, other):
        for item in other:
            self.add(item)

    def __ior__(self, other):
        self.update(other)
        return self

    difference = __sub__ = _changed_copy('difference')

    def difference_update(self, other):
        self.__isub__(other)

    def __isub__(self, other):
        if self is other:
            self.data.clear()
        else:
            self.data.difference_update([ref(item) for item in other])
        return self

    def intersection(self, other):
        return self.__class__(item for item in other if item in self)

    __and__ = intersection

    def intersection_update(self, other):
        self.__iand__(other)

    def __iand__(self, other):
        self.data.intersection_update([ref(item) for item in other])
        return self

    def issubset(self, other):
        return self.data.issubset([ref(item) for item in other])

    __le__ = issubset

    def __lt__(self, other):
        return self.data < {ref(item) for item in other}

    def issuperset(self, other):
        return self.data.issuperset([ref(item) for item in other])

    __ge__ = issuperset

    def __gt__(self, other):
        return self.data > {ref(item) for item in other}

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return self.data == {ref(item) for item in other}

    symmetric_difference = __xor__ = _changed_copy('symmetric_difference')

    def symmetric_difference_update(self, other):
        self.__ixor__(other)

    def __ixor__(self, other):
        if self is other:
            self.data.clear()
        else:
            self.data.symmetric_difference_update([ref(item) for item in other])
        return self

    def union(self, other):
        return self.__class__(item for group in (self, other) for item in group)

    __or__ = union

    def isdisjoint(self, other):
        return len(self.intersection(other)) == 0

    __class_getitem__ = classmethod(type(list[int]))


WeakSet.__module__ = '_weakrefset'


class finalize:
    """A function to be called once, when an object is gone or when it is called for."""

    __slots__ = ()
    _registry = {}
    _count = 0

    def __init__(self, obj, func, /, *args, **kwargs):
        entry = _Entry()
        entry.weakref = ref(obj, self)
        entry.func, entry.args, entry.kwargs = func, args, kwargs or None
        entry.atexit = True
        finalize._count += 1
        entry.index = finalize._count
        if finalize._count == 1:
            import atexit
            atexit.register(_exit_finalizers)
        self._registry[self] = entry

    def __call__(self, _=None):
        entry = self._registry.pop(self, None)
        if entry is not None:
            return entry.func(*entry.args, **(entry.kwargs or {}))

    def detach(self):
        entry = self._registry.get(self)
        obj = entry and entry.weakref()
        if obj is not None and self._registry.pop(self, None):
            return obj, entry.func, entry.args, entry.kwargs or {}

    def peek(self):
        entry = self._registry.get(self)
        obj = entry and entry.weakref()
        if obj is not None:
            return obj, entry.func, entry.args, entry.kwargs or {}

    @property
    def alive(self):
        _look()
        return self in self._registry

    @property
    def atexit(self):
        entry = self._registry.get(self)
        return bool(entry) and entry.atexit

    @atexit.setter
    def atexit(self, value):
        entry = self._registry.get(self)
        if entry:
            entry.atexit = bool(value)

    def __repr__(self):
        entry = self._registry.get(self)
        obj = entry and entry.weakref()
        if obj is None:
            return f'<{type(self).__name__} object at {id(self):#x}; dead>'
        return f'<{type(self).__name__} object at {id(self):#x}; for {type(obj).__qualname__!r} at {id(obj):#x}>'


class _Entry:
    __slots__ = ('weakref', 'func', 'args', 'kwargs', 'atexit', 'index')


def _exit_finalizers():
    """Calls what is left, the latest first."""
    while True:
        waiting = [(entry.index, each) for each, entry in finalize._registry.items() if entry.atexit]
        if not waiting:
            return
        each = max(waiting, key=lambda pair: pair[0])[1]
        each()

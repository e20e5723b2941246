"""Weak references and the containers built on them.

The VM frees objects by tracing, at moments programs cannot see: a referent stays reachable through
`ref` until a collection finds it dead, and the containers here simply keep their items.
"""
try:
    from _weakref import ref, proxy, getweakrefcount, getweakrefs, ReferenceType, ProxyType, CallableProxyType
except ImportError:
    ref = None
from _collections_abc import MutableMapping, MutableSet

__all__ = ['ref', 'proxy', 'getweakrefcount', 'getweakrefs', 'WeakKeyDictionary', 'ReferenceType',
           'ProxyType', 'CallableProxyType', 'ProxyTypes', 'WeakValueDictionary', 'WeakSet', 'WeakMethod',
           'finalize']

if ref is None:
    class ReferenceType:
        __slots__ = ('_obj', '__callback__', '_hash')

        def __new__(cls, obj, callback=None, /):
            _check(obj)
            made = object.__new__(cls)
            made._obj = obj
            made.__callback__ = callback
            return made

        def __init__(self, obj, callback=None, /):
            pass

        def __call__(self):
            return self._obj

        def __eq__(self, other):
            if not isinstance(other, ReferenceType):
                return NotImplemented
            return self._obj is other._obj or self._obj == other._obj

        def __hash__(self):
            return hash(self._obj)

        def __repr__(self):
            obj = self._obj
            return f"<weakref at {id(self):#x}; to '{type(obj).__name__}' at {id(obj):#x}>"

        __class_getitem__ = classmethod(type(list[int]))

    ref = ReferenceType

    def _check(obj):
        if isinstance(obj, (int, float, str, bytes, tuple, list, dict, complex, type(None), range, slice)) and \
                type(obj).__module__ == 'builtins':
            raise TypeError(f"cannot create weak reference to '{type(obj).__name__}' object")

    class ProxyType:
        def __init__(self, obj, callback=None):
            _check(obj)
            object.__setattr__(self, '_obj', obj)

        def __getattribute__(self, name):
            return getattr(object.__getattribute__(self, '_obj'), name)

        def __setattr__(self, name, value):
            setattr(object.__getattribute__(self, '_obj'), name, value)

        def __delattr__(self, name):
            delattr(object.__getattribute__(self, '_obj'), name)

        __hash__ = None

    def _forward(name):
        def method(self, *args):
            return getattr(object.__getattribute__(self, '_obj'), name)(*args)
        return method

    for _name in ('str', 'len', 'getitem', 'setitem', 'delitem', 'contains', 'iter', 'next', 'bool', 'add',
                  'sub', 'mul', 'truediv', 'floordiv', 'mod', 'divmod', 'pow', 'neg', 'pos', 'abs', 'invert',
                  'int', 'float', 'index', 'eq', 'ne', 'lt', 'le', 'gt', 'ge', 'radd', 'rsub', 'rmul'):
        setattr(ProxyType, f'__{_name}__', _forward(f'__{_name}__'))

    class CallableProxyType(ProxyType):
        __hash__ = None

        def __call__(self, *args, **kwargs):
            return object.__getattribute__(self, '_obj')(*args, **kwargs)

    def proxy(obj, callback=None, /):
        return (CallableProxyType if callable(obj) else ProxyType)(obj, callback)

    def getweakrefcount(obj, /):
        return 0

    def getweakrefs(obj, /):
        return []

ProxyTypes = (ProxyType, CallableProxyType)


class WeakMethod(ref):
    """A reference to a bound method: it keeps the object and the function apart."""

    def __new__(cls, meth, callback=None):
        try:
            obj = meth.__self__
            func = meth.__func__
        except AttributeError:
            raise TypeError(f'argument should be a bound method, not {type(meth)}') from None
        made = ref.__new__(cls, obj) if callback is None else ref.__new__(cls, obj, lambda _: callback(made))
        made._func_ref = ref(func)
        made._meth_type = type(meth)
        return made

    __slots__ = '_func_ref', '_meth_type'

    def __init__(self, meth, callback=None):
        pass

    def __call__(self):
        obj = super().__call__()
        func = self._func_ref()
        return None if obj is None or func is None else self._meth_type(func, obj)

    def __eq__(self, other):
        if not isinstance(other, WeakMethod):
            return False
        return ref.__eq__(self, other) and self._func_ref == other._func_ref

    def __ne__(self, other):
        return not self == other

    __hash__ = ref.__hash__


class _Dictionary(MutableMapping):
    def __init__(self, other=(), /, **kw):
        self.data = {}
        self.update(other, **kw)

    def __getitem__(self, key):
        return self.data[key]

    def __setitem__(self, key, value):
        self._check(key, value)
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __contains__(self, key):
        try:
            return key in self.data
        except TypeError:
            return False

    def __iter__(self):
        return iter(list(self.data))

    def __len__(self):
        return len(self.data)

    def __repr__(self):
        return f'<{type(self).__name__} at {id(self):#x}>'

    def copy(self):
        made = type(self)()
        made.data.update(self.data)
        return made

    __copy__ = copy

    def __or__(self, other):
        if isinstance(other, MutableMapping) or hasattr(other, 'keys'):
            made = self.copy()
            made.update(other)
            return made
        return NotImplemented

    def __ior__(self, other):
        self.update(other)
        return self

    def __ror__(self, other):
        if hasattr(other, 'keys'):
            made = type(self)()
            made.update(other)
            made.update(self)
            return made
        return NotImplemented

    def keys(self):
        return iter(list(self.data))

    def values(self):
        return iter(list(self.data.values()))

    def items(self):
        return iter(list(self.data.items()))

    def get(self, key, default=None):
        return self.data.get(key, default)


class WeakValueDictionary(_Dictionary):
    def _check(self, key, value):
        ref(value)

    def __deepcopy__(self, memo):
        import copy
        made = type(self)()
        for key, value in self.data.items():
            made.data[copy.deepcopy(key, memo)] = value
        return made

    def itervaluerefs(self):
        for value in list(self.data.values()):
            yield ref(value)

    def valuerefs(self):
        return [ref(value) for value in self.data.values()]


class WeakKeyDictionary(_Dictionary):
    def __init__(self, dict=None):
        self.data = {}
        if dict is not None:
            self.update(dict)

    def _check(self, key, value):
        ref(key)

    def __deepcopy__(self, memo):
        import copy
        made = type(self)()
        for key, value in self.data.items():
            made.data[key] = copy.deepcopy(value, memo)
        return made

    def keyrefs(self):
        return [ref(key) for key in self.data]


class WeakSet(MutableSet):
    def __init__(self, data=None):
        self.data = {}
        if data is not None:
            self.update(data)

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __iter__(self):
        return iter(list(self.data))

    def __len__(self):
        return len(self.data)

    def __contains__(self, item):
        try:
            return item in self.data
        except TypeError:
            return False

    def add(self, item):
        ref(item)
        self.data[item] = None

    def discard(self, item):
        self.data.pop(item, None)

    def remove(self, item):
        if item not in self.data:
            raise KeyError(ref(item))
        del self.data[item]

    def pop(self):
        if not self.data:
            raise KeyError('pop from empty WeakSet')
        return self.data.popitem()[0]

    def clear(self):
        self.data.clear()

    def copy(self):
        return type(self)(self)

    def update(self, other):
        for item in other:
            self.add(item)

    def _other(self, other):
        return {item: None for item in other}

    def union(self, other):
        made = self.copy()
        made.update(other)
        return made

    def intersection(self, other):
        other = self._other(other)
        return type(self)(item for item in self if item in other)

    def difference(self, other):
        other = self._other(other)
        return type(self)(item for item in self if item not in other)

    def symmetric_difference(self, other):
        made = type(self)(item for item in self if item not in self._other(other))
        made.update(item for item in other if item not in self)
        return made

    __or__, __and__, __sub__, __xor__ = union, intersection, difference, symmetric_difference

    def issubset(self, other):
        other = self._other(other)
        return all([item in other for item in self])

    def issuperset(self, other):
        return all([item in self for item in other])

    __le__, __ge__ = issubset, issuperset

    def __lt__(self, other):
        return self.issubset(other) and len(self) != len(self._other(other))

    def __gt__(self, other):
        return self.issuperset(other) and len(self) != len(self._other(other))

    def __eq__(self, other):
        if not isinstance(other, WeakSet):
            return NotImplemented
        return set(self.data) == set(other.data)

    def intersection_update(self, other):
        self.__iand__(other)

    def difference_update(self, other):
        self.__isub__(other)

    def symmetric_difference_update(self, other):
        self.__ixor__(other)

    def isdisjoint(self, other):
        return len(self.intersection(other)) == 0

    def __repr__(self):
        return repr({ref(item) for item in self.data}) if self.data else repr(set())

    __class_getitem__ = classmethod(type(list[int]))


class KeyedRef(ref):
    __slots__ = 'key',

    def __new__(cls, ob, callback, key):
        made = ref.__new__(cls, ob, callback)
        made.key = key
        return made

    def __init__(self, ob, callback, key):
        pass


class finalize:
    """A call to make once; by hand, for no program can tell when its object dies."""
    __slots__ = ()
    _registry = {}

    def __init__(self, obj, func, /, *args, **kwargs):
        finalize._registry[id(self)] = [self, ref(obj), func, args, kwargs, True]

    def __call__(self, _=None):
        info = self._registry.pop(id(self), None)
        if info:
            return info[2](*info[3], **info[4])

    def detach(self):
        info = self._registry.pop(id(self), None)
        if info:
            return info[1](), info[2], info[3], info[4]

    def peek(self):
        info = self._registry.get(id(self))
        if info:
            return info[1](), info[2], info[3], info[4]

    @property
    def alive(self):
        return id(self) in self._registry

    @property
    def atexit(self):
        info = self._registry.get(id(self))
        return bool(info) and info[5]

    @atexit.setter
    def atexit(self, value):
        info = self._registry.get(id(self))
        if info:
            info[5] = bool(value)

    def __repr__(self):
        info = self._registry.get(id(self))
        if info is None:
            return f'<{type(self).__name__} object at {id(self):#x}; dead>'
        obj = info[1]()
        return (f'<{type(self).__name__} object at {id(self):#x}; for {type(obj).__qualname__!r} '
                f'at {id(obj):#x}>')

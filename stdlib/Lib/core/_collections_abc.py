"""The abstract base classes of `collections.abc`: one-method protocols and container mixins."""
import sys
from abc import ABCMeta, abstractmethod

__name__ = 'collections.abc'  # The name of the module in the `__module__` of its classes.
__all__ = ['Awaitable', 'Coroutine', 'AsyncIterable', 'AsyncIterator', 'AsyncGenerator',
           'Hashable', 'Iterable', 'Iterator', 'Generator', 'Reversible', 'Sized', 'Container',
           'Callable', 'Collection', 'Set', 'MutableSet', 'Mapping', 'MutableMapping',
           'MappingView', 'KeysView', 'ItemsView', 'ValuesView', 'Sequence', 'MutableSequence',
           'ByteString', 'Buffer']

GenericAlias = type(list[int])
_generic = classmethod(GenericAlias)


def _check_methods(cls, *names):
    """True if every name is a method of the class and not None, else NotImplemented."""
    for name in names:
        for base in cls.__mro__:
            if name in base.__dict__:
                if base.__dict__[name] is None:
                    return NotImplemented
                break
        else:
            return NotImplemented
    return True


def _by_methods(*names):
    """A `__subclasshook__`: a class with these methods is a subclass. Classes that inherit the hook do not have it."""
    def hook(cls, C):
        own = cls.__dict__.get('__subclasshook__')
        return _check_methods(C, *names) if own is made else NotImplemented
    hook.__name__ = '__subclasshook__'
    made = classmethod(hook)
    return made


def _raised(typ, val, tb):
    """The exception that `throw` was called with."""
    if val is None and tb is None:
        return typ
    error = typ() if val is None else val
    return error if tb is None else error.with_traceback(tb)


# ---- classes with one method


class Hashable(metaclass=ABCMeta):
    __slots__, __subclasshook__ = (), _by_methods('__hash__')

    @abstractmethod
    def __hash__(self): return 0


class Sized(metaclass=ABCMeta):
    __slots__, __subclasshook__ = (), _by_methods('__len__')

    @abstractmethod
    def __len__(self): return 0


class Container(metaclass=ABCMeta):
    __slots__, __subclasshook__, __class_getitem__ = (), _by_methods('__contains__'), _generic

    @abstractmethod
    def __contains__(self, x): return False


class Buffer(metaclass=ABCMeta):
    __slots__, __subclasshook__ = (), _by_methods('__buffer__')

    @abstractmethod
    def __buffer__(self, flags, /): raise NotImplementedError


# ---- iteration


class Iterable(metaclass=ABCMeta):
    __slots__, __subclasshook__, __class_getitem__ = (), _by_methods('__iter__'), _generic

    @abstractmethod
    def __iter__(self): yield from ()


class Iterator(Iterable):
    __slots__, __subclasshook__ = (), _by_methods('__iter__', '__next__')

    def __iter__(self): return self

    @abstractmethod
    def __next__(self): raise StopIteration


class Reversible(Iterable):
    __slots__, __subclasshook__ = (), _by_methods('__reversed__', '__iter__')

    @abstractmethod
    def __reversed__(self): yield from ()


class Generator(Iterator):
    __slots__, __subclasshook__ = (), _by_methods('__iter__', '__next__', 'send', 'throw', 'close')

    @abstractmethod
    def send(self, value): raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None): raise _raised(typ, val, tb)

    def __next__(self): return self.send(None)

    def close(self):
        try:
            self.throw(GeneratorExit)
        except StopIteration as returned:
            return returned.value
        except GeneratorExit:
            return None
        raise RuntimeError('generator ignored GeneratorExit')


class Collection(Sized, Iterable, Container):
    __slots__, __subclasshook__ = (), _by_methods('__len__', '__iter__', '__contains__')


# ---- waiting


class Awaitable(metaclass=ABCMeta):
    __slots__, __subclasshook__, __class_getitem__ = (), _by_methods('__await__'), _generic

    @abstractmethod
    def __await__(self): yield


class Coroutine(Awaitable):
    __slots__, __subclasshook__ = (), _by_methods('__await__', 'send', 'throw', 'close')

    @abstractmethod
    def send(self, value): raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None): raise _raised(typ, val, tb)

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (StopIteration, GeneratorExit):
            return
        raise RuntimeError('coroutine ignored GeneratorExit')


class AsyncIterable(metaclass=ABCMeta):
    __slots__, __subclasshook__, __class_getitem__ = (), _by_methods('__aiter__'), _generic

    @abstractmethod
    def __aiter__(self): return AsyncIterator()


class AsyncIterator(AsyncIterable):
    __slots__, __subclasshook__ = (), _by_methods('__anext__', '__aiter__')

    def __aiter__(self): return self

    @abstractmethod
    async def __anext__(self): raise StopAsyncIteration


class AsyncGenerator(AsyncIterator):
    __slots__, __subclasshook__ = (), _by_methods('__aiter__', '__anext__', 'asend', 'athrow', 'aclose')

    @abstractmethod
    async def asend(self, value): raise StopAsyncIteration

    @abstractmethod
    async def athrow(self, typ, val=None, tb=None): raise _raised(typ, val, tb)

    async def __anext__(self): return await self.asend(None)

    async def aclose(self):
        try:
            await self.athrow(GeneratorExit)
        except (StopAsyncIteration, GeneratorExit):
            return
        raise RuntimeError('asynchronous generator ignored GeneratorExit')


# ---- callables


def _type_repr(obj):
    if isinstance(obj, type) and not isinstance(obj, GenericAlias):
        if obj.__module__ == 'builtins':
            return obj.__qualname__
        return f'{obj.__module__}.{obj.__qualname__}'
    if obj is Ellipsis:
        return '...'
    return getattr(obj, '__name__', repr(obj)) if type(obj).__name__ == 'function' else repr(obj)


def _is_param_expr(obj):
    if obj is Ellipsis or isinstance(obj, list):
        return True
    return type(obj).__module__ == 'typing' and \
        type(obj).__name__ in ('ParamSpec', '_ConcatenateGenericAlias')


def _callable_alias(origin, args):
    """`Callable[[int], str]`: the parameters are kept flat, and shown as a list."""
    if not (isinstance(args, tuple) and len(args) == 2):
        raise TypeError('Callable must be used as Callable[[arg, ...], result].')
    params, result = args
    if isinstance(params, (tuple, list)):
        args = (*params, result)
    elif not _is_param_expr(params):
        raise TypeError('Expected a list of types, an ellipsis, '
                        f'ParamSpec, or Concatenate. Got {params}')
    return GenericAlias(origin, args)


class Callable(metaclass=ABCMeta):
    __slots__, __subclasshook__ = (), _by_methods('__call__')
    __class_getitem__ = classmethod(_callable_alias)

    @abstractmethod
    def __call__(self, *args, **kwds): return False


# ---- sets


def _has_all(container, items):
    for item in items:
        if item not in container:
            return False
    return True


class Set(Collection):
    __slots__ = ()

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) <= len(other) and _has_all(other, self)

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) >= len(other) and _has_all(self, other)

    def __lt__(self, other):
        return len(self) < len(other) and self.__le__(other) if isinstance(other, Set) else NotImplemented

    def __gt__(self, other):
        return len(self) > len(other) and self.__ge__(other) if isinstance(other, Set) else NotImplemented

    def __eq__(self, other):
        return len(self) == len(other) and self.__le__(other) if isinstance(other, Set) else NotImplemented

    @classmethod
    def _from_iterable(cls, it):
        """The set that an operation gives; a subclass with another constructor replaces this."""
        return cls(it)

    def _other_set(self, other):
        """The other operand as a set, None if it cannot be one."""
        if isinstance(other, Set):
            return other
        return self._from_iterable(other) if isinstance(other, Iterable) else None

    def isdisjoint(self, other):
        for item in other:
            if item in self:
                break
        else:
            return True
        return False

    def __and__(self, other):
        if isinstance(other, Iterable):
            return self._from_iterable(item for item in other if item in self)
        return NotImplemented

    def __or__(self, other):
        if isinstance(other, Iterable):
            return self._from_iterable(item for operand in (self, other) for item in operand)
        return NotImplemented

    def __sub__(self, other):
        if (without := self._other_set(other)) is None:
            return NotImplemented
        return self._from_iterable(item for item in self if item not in without)

    def __rsub__(self, other):
        if (whole := self._other_set(other)) is None:
            return NotImplemented
        return self._from_iterable(item for item in whole if item not in self)

    def __xor__(self, other):
        if (second := self._other_set(other)) is None:
            return NotImplemented
        return (self - second) | (second - self)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def _hash(self):
        """A hash that ignores order and equals frozenset's."""
        mask = 2 * sys.maxsize + 1
        size = len(self)
        total = (size + 1) * 1927868237 & mask
        for item in self:
            code = hash(item)
            total ^= (code ^ 89869747 ^ code << 16) * 3644798167 & mask
        total = (total ^ total >> 11 ^ total >> 25) * 69069 + 907133923 & mask
        # As a signed number. In CPython -1 means an error.
        signed = total - mask - 1 if total > sys.maxsize else total
        return 590923713 if signed == -1 else signed


def _empty(take, nothing_left):
    """Takes items until there are none."""
    try:
        while True:
            take()
    except nothing_left:
        pass


class MutableSet(Set):
    __slots__ = ()

    @abstractmethod
    def add(self, value): raise NotImplementedError

    @abstractmethod
    def discard(self, value): raise NotImplementedError

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        for value in self:
            self.discard(value)
            return value
        raise KeyError from None

    def clear(self): _empty(self.pop, KeyError)

    def __ior__(self, it):
        for value in it:
            self.add(value)
        return self

    def __iand__(self, it):
        for value in self - it:
            self.discard(value)
        return self

    def __isub__(self, it):
        if it is self:
            self.clear()
            return self
        for value in it:
            self.discard(value)
        return self

    def __ixor__(self, it):
        if it is self:
            self.clear()
            return self
        for value in it if isinstance(it, Set) else self._from_iterable(it):
            change = self.discard if value in self else self.add
            change(value)
        return self


# ---- mappings


def _has(items, value):
    """Whether one of the items is the value or equals it."""
    for item in items:
        if item is value or item == value:
            return True
    return False


class Mapping(Collection):
    __slots__ = ()
    __abc_tpflags__ = 1 << 6  # Py_TPFLAGS_MAPPING: `case {}` accepts it
    __reversed__ = None

    @abstractmethod
    def __getitem__(self, key): raise KeyError

    def __contains__(self, key):
        try:
            self[key]
            return True
        except KeyError:
            return False

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def keys(self): return KeysView(self)
    def items(self): return ItemsView(self)
    def values(self): return ValuesView(self)

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items()) if isinstance(other, Mapping) else NotImplemented


class MappingView(Sized):
    __slots__, __class_getitem__ = ('_mapping',), _generic

    def __init__(self, mapping): self._mapping = mapping
    def __len__(self): return len(self._mapping)
    def __repr__(self): return f'{type(self).__name__}({self._mapping!r})'


class KeysView(MappingView, Set):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it): return set(it)

    def __iter__(self): yield from self._mapping
    def __contains__(self, key): return key in self._mapping


class ItemsView(MappingView, Set):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it): return set(it)

    def __iter__(self):
        mapping = self._mapping
        for key in mapping:
            yield key, mapping[key]

    def __contains__(self, item):
        key, value = item
        try:
            found = self._mapping[key]
        except KeyError:
            return False
        return found is value or found == value


class ValuesView(MappingView, Collection):
    __slots__ = ()

    def __iter__(self):
        mapping = self._mapping
        for key in mapping:
            yield mapping[key]

    def __contains__(self, value):
        mapping = self._mapping
        return _has((mapping[key] for key in mapping), value)


# A default that a program cannot pass.
_missing = object()


class MutableMapping(Mapping):
    __slots__ = ()

    @abstractmethod
    def __setitem__(self, key, value): raise KeyError

    @abstractmethod
    def __delitem__(self, key): raise KeyError

    def pop(self, key, default=_missing):
        try:
            value = self[key]
        except KeyError:
            if default is not _missing:
                return default
            raise
        del self[key]
        return value

    def popitem(self):
        for key in self:
            value = self[key]
            del self[key]
            return key, value
        raise KeyError from None

    def clear(self): _empty(self.popitem, KeyError)

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
            return default

    def update(self, other=(), /, **kwds):
        keys = other if isinstance(other, Mapping) else other.keys() if hasattr(other, 'keys') else None
        if keys is None:
            for key, value in other:
                self[key] = value
        else:
            for key in keys:
                self[key] = other[key]
        for name in kwds:
            self[name] = kwds[name]


# ---- sequences


class Sequence(Reversible, Collection):
    __slots__ = ()
    __abc_tpflags__ = 1 << 5  # Py_TPFLAGS_SEQUENCE: `case []` accepts it

    @abstractmethod
    def __getitem__(self, index): raise IndexError

    def __iter__(self):
        at = 0
        while True:
            try:
                yield self[at]
            except IndexError:
                return
            at += 1

    def __reversed__(self):
        for at in range(len(self) - 1, -1, -1):
            yield self[at]

    def __contains__(self, value):
        return _has(self, value)

    def index(self, value, start=0, stop=None):
        at = start
        if at is not None and at < 0:
            at = max(at + len(self), 0)
        end = stop + len(self) if stop is not None and stop < 0 else stop
        while end is None or at < end:
            try:
                item = self[at]
            except IndexError:
                break
            if item is value or item == value:
                return at
            at += 1
        raise ValueError

    def count(self, value):
        found = 0
        for item in self:
            if item is value or item == value:
                found += 1
        return found


class MutableSequence(Sequence):
    __slots__ = ()

    @abstractmethod
    def __setitem__(self, index, value): raise IndexError

    @abstractmethod
    def __delitem__(self, index): raise IndexError

    @abstractmethod
    def insert(self, index, value): raise IndexError

    def append(self, value): self.insert(len(self), value)
    def remove(self, value): del self[self.index(value)]
    def clear(self): _empty(self.pop, IndexError)

    def pop(self, index=-1):
        taken = self[index]
        del self[index]
        return taken

    def extend(self, values):
        # If the list extends itself, it must be copied first. Otherwise the loop would never end.
        for value in list(values) if values is self else values:
            self.append(value)

    def __iadd__(self, values):
        self.extend(values)
        return self

    def reverse(self):
        low, high = 0, len(self) - 1
        while low < high:
            self[low], self[high] = self[high], self[low]
            low, high = low + 1, high - 1


class _DeprecateByteStringMeta(ABCMeta):
    def __new__(cls, name, bases, namespace, **kwargs):
        if name != 'ByteString':
            from warnings import _deprecated
            _deprecated('collections.abc.ByteString', remove=(3, 14))
        return super().__new__(cls, name, bases, namespace, **kwargs)

    def __instancecheck__(cls, instance):
        from warnings import _deprecated
        _deprecated('collections.abc.ByteString', remove=(3, 14))
        return super().__instancecheck__(instance)


class ByteString(Sequence, metaclass=_DeprecateByteStringMeta):
    __slots__ = ()


def _adopt(*rows):
    """Builtin containers are virtual subclasses; no cycle is possible, so none is looked for."""
    for cls, *kinds in rows:
        cls._abc_impl.registry.extend(kinds)


_adopt((Buffer, bytes, bytearray, memoryview), (Set, frozenset), (MutableSet, set), (Mapping, type(type.__dict__)),
       (MutableMapping, dict), (KeysView, type({}.keys())), (ItemsView, type({}.items())),
       (ValuesView, type({}.values())), (Sequence, tuple, str, range, memoryview),
       (ByteString, bytes, bytearray), (MutableSequence, list, bytearray))
try:
    from _collections import deque
except ImportError:
    from collections import deque
_adopt((MutableSequence, deque))
del deque

"""Containers beyond list, dict, set and tuple. `deque` is native; parts that few programs need are imported when they are first used."""
from itertools import islice
from _collections import deque, _count_elements, _field, _keep_order
from _stockade import loaded_module as _loaded_module, make_class as _make_class

__all__ = ['ChainMap', 'Counter', 'OrderedDict', 'UserDict', 'UserList', 'UserString', 'defaultdict', 'deque', 'namedtuple']


def __getattr__(name):
    if name == 'abc':
        import collections.abc as module
        return module
    if name in ('ChainMap', 'UserDict', 'UserList', 'UserString'):
        import _collections_py
        return getattr(_collections_py, name)
    raise AttributeError(f"module 'collections' has no attribute '{name}'")


# --- namedtuple

def _no_set(self, value):
    raise AttributeError("can't set attribute")


def _no_delete(self):
    raise AttributeError("can't delete attribute")


def _and(names):
    """'a', 'b', and 'c'"""
    quoted = [repr(name) for name in names]
    if len(quoted) == 1:
        return quoted[0]
    if len(quoted) == 2:
        return f'{quoted[0]} and {quoted[1]}'
    return f'{", ".join(quoted[:-1])}, and {quoted[-1]}'


def _bind(where, fields, defaults, args, kwds):
    """The field values a call gives, with the errors of a function that has the fields as parameters."""
    count = len(fields)
    if len(args) > count:
        least = count - len(defaults)
        most = count + 1
        takes = f'from {least + 1} to {most}' if defaults else f'{most}'
        plural = '' if most == 1 and not defaults else 's'
        raise TypeError(f'{where}() takes {takes} positional argument{plural} but {len(args) + 1} were given')
    values = dict(zip(fields, args))
    for name, value in kwds.items():
        if name not in fields:
            from _stockade import unexpected_keyword
            unexpected_keyword(f'{where}()', name, fields)
        if name in values:
            raise TypeError(f"{where}() got multiple values for argument '{name}'")
        values[name] = value
    missing = []
    result = []
    for name in fields:
        if name in values:
            result.append(values[name])
        elif name in defaults:
            result.append(defaults[name])
        else:
            missing.append(name)
    if missing:
        plural = '' if len(missing) == 1 else 's'
        raise TypeError(f'{where}() missing {len(missing)} required positional argument{plural}: {_and(missing)}')
    return result


def _told_defaults(fields, values):
    """The defaults of the last fields, by name."""
    return dict(zip(fields[-len(values):], values[-len(fields):])) if values else {}


def _field_names(typename, names, rename):
    from keyword import iskeyword
    if isinstance(names, str):
        names = names.replace(',', ' ').split()
    names = [str(name) for name in names]
    if rename:
        seen = set()
        for at, name in enumerate(names):
            if not name.isidentifier() or iskeyword(name) or name.startswith('_') or name in seen:
                names[at] = f'_{at}'
            seen.add(name)
    for name in [typename] + names:
        if not name.isidentifier():
            raise ValueError(f'Type names and field names must be valid identifiers: {name!r}')
        if iskeyword(name):
            raise ValueError(f'Type names and field names cannot be a keyword: {name!r}')
    seen = set()
    for name in names:
        if name.startswith('_') and not rename:
            raise ValueError(f'Field names cannot start with an underscore: {name!r}')
        if name in seen:
            raise ValueError(f'Encountered duplicate field name: {name!r}')
        seen.add(name)
    return tuple(names)


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """Returns a new subclass of tuple with named fields."""
    typename = str(typename)
    fields = _field_names(typename, field_names, rename)
    count = len(fields)
    given = None
    if defaults is not None:
        given = tuple(defaults)
        if len(given) > count:
            raise TypeError('Got more default values than field names')
    defaults = _told_defaults(fields, given)
    where = f'{typename}.__new__'
    make = tuple.__new__

    def __new__(_cls, *args, **kwds):
        if kwds or len(args) != count:
            now = __new__.__defaults__
            args = _bind(where, fields, defaults if now is given else _told_defaults(fields, now), args, kwds)
        return make(_cls, args)

    def _make(cls, iterable):
        values = tuple(iterable)
        if len(values) != count:
            raise TypeError(f'Expected {count} arguments, got {len(values)}')
        return make(cls, values)

    def _replace(self, /, **kwds):
        values = []
        for name, value in zip(fields, self):
            values.append(kwds.pop(name, value))
        if kwds:
            raise TypeError(f'Got unexpected field names: {list(kwds)!r}')
        return self._make(values)

    def __repr__(self):
        shown = ', '.join([f'{name}={value!r}' for name, value in zip(fields, tuple.__iter__(self))])
        return f'{type(self).__name__}({shown})'

    def _asdict(self):
        return dict(zip(fields, self))

    def __getnewargs__(self):
        return tuple(self)

    listed = ', '.join(fields)
    # A program may replace the defaults later. The new ones then apply.
    __new__.__defaults__ = given
    __new__.__doc__ = f'Create new instance of {typename}({listed})'
    _make.__doc__ = f'Make a new {typename} object from a sequence or iterable'
    _replace.__doc__ = f'Return a new {typename} object replacing specified fields with new values'
    __repr__.__doc__ = 'Return a nicely formatted representation string'
    _asdict.__doc__ = 'Return a new dict which maps field names to their values.'
    __getnewargs__.__doc__ = 'Return self as a plain tuple.  Used by copy and pickle.'
    for function in (__new__, _make, _replace, __repr__, _asdict, __getnewargs__):
        function.__qualname__ = f'{typename}.{function.__name__}'
    namespace = {
        '__doc__': f'{typename}({listed})',
        '__slots__': (),
        '_fields': fields,
        '_field_defaults': defaults,
        '__new__': __new__,
        '_make': classmethod(_make),
        '__replace__': _replace,
        '_replace': _replace,
        '__repr__': __repr__,
        '_asdict': _asdict,
        '__getnewargs__': __getnewargs__,
        '__match_args__': fields,
    }
    for at, name in enumerate(fields):
        namespace[name] = property(_field(at), _no_set, _no_delete, f'Alias for field number {at}')
    # The default for a program, which is one module. Callers in the library pass another module.
    if module is None:
        from _stockade import caller_place
        place = caller_place('', 1)
        module = place is not None and place[5] or '__main__'
    namespace['__module__'] = module
    return _make_class(typename, (tuple,), namespace)


# --- defaultdict

class defaultdict(dict):
    """A dict that makes the values of missing keys."""
    __slots__ = ('default_factory',)

    def __new__(cls, *args, **kwds):
        made = dict.__new__(cls)
        object.__setattr__(made, 'default_factory', None)
        return made

    def __init__(self, default_factory=None, /, *args, **kwds):
        if default_factory is not None and not callable(default_factory):
            raise TypeError('first argument must be callable or None')
        object.__setattr__(self, 'default_factory', default_factory)
        if args or kwds:
            dict.__init__(self, *args, **kwds)

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value

    def __repr__(self):
        if self._enter():
            try:
                factory = repr(self.default_factory)
            finally:
                _running.discard(id(self))
        else:
            factory = '...'
        return f'{type(self).__name__}({factory}, {dict.__repr__(self)})'

    def _enter(self):
        if id(self) in _running:
            return False
        _running.add(id(self))
        return True

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __reduce__(self):
        args = () if self.default_factory is None else (self.default_factory,)
        return type(self), args, None, None, iter(self.items())

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        result = self.copy()
        dict.update(result, other)
        return result

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        if isinstance(other, _defaultdict_class):
            return _defaultdict_class.__or__(other, self)
        result = type(self)(self.default_factory, other)
        dict.update(result, self)
        return result


# Used by functions, because a program may replace the public name.
_defaultdict_class = defaultdict


_absent = object()
# Objects whose repr is being computed.
_running = set()


# --- OrderedDict

# Types whose comparison runs no code of the program.
_INERT = frozenset((str, int, float, bytes, bool, type(None)))


def _holds_just(mapping, keys):
    return dict.__len__(mapping) == len(keys) and all(found is key for found, key in zip(dict.__iter__(mapping), keys))


def _pair(item):
    """The key and the value in an item of an argument of `update`."""
    parts = list(islice(iter(item), 3))
    if len(parts) == 2:
        return parts
    if len(parts) > 2:
        raise ValueError('too many values to unpack (expected 2)')
    raise ValueError('need more than 1 value to unpack' if parts else 'need more than 0 values to unpack')


def _missing(key):
    # As in CPython, a tuple becomes the arguments of the error, and None becomes no argument.
    return KeyError() if key is None else KeyError(*key) if isinstance(key, tuple) else KeyError(key)


class OrderedDict(dict):
    """A dict that can move its items to either end, and whose order counts in comparisons."""

    def __init__(self, /, *args, **kwds):
        if len(args) > 1:
            raise TypeError(f'expected at most 1 arguments, got {len(args)}')
        _keep_order(self)
        _ordered_dict_class.update(self, *args, **kwds)

    def move_to_end(self, key, last=True):
        if not dict.__len__(self) or not dict.__contains__(self, key):
            raise _missing(key)
        if last:
            for end in dict.__reversed__(self):
                break
            if end is not key and end != key:
                value = dict.pop(self, key)
                dict.__setitem__(self, key, value)
            return
        rest = [(other, value) for other, value in dict.items(self) if other != key]
        value = dict.__getitem__(self, key)
        dict.clear(self)
        dict.__setitem__(self, key, value)
        for other, value in rest:
            dict.__setitem__(self, other, value)

    def popitem(self, last=True):
        if not dict.__len__(self):
            raise KeyError('dictionary is empty')
        if last:
            return dict.popitem(self)
        for key in dict.__iter__(self):
            break
        return key, dict.pop(self, key)

    def pop(self, key, default=_absent):
        if default is _absent and (key is None or isinstance(key, tuple)) and not dict.__contains__(self, key):
            raise _missing(key)
        return dict.pop(self, key) if default is _absent else dict.pop(self, key, default)

    def setdefault(self, key, default=None):
        if key in self:
            return self[key]
        self[key] = default
        return default

    def __reversed__(self):
        return dict.__reversed__(self)

    def keys(self):
        return _views().odict_keys(self)

    def values(self):
        return _views().odict_values(self)

    def items(self):
        return _views().odict_items(self)

    def update(self, /, *args, **kwds):
        if len(args) > 1:
            raise TypeError(f'update() takes at most 1 positional argument ({len(args)} given)')
        other = args[0] if args else ()
        if type(self).__setitem__ is dict.__setitem__:
            if not args or type(other) in (dict, _ordered_dict_class, _defaultdict_class, Counter):
                return dict.update(self, other, **kwds)
            if not hasattr(other, 'keys'):
                return dict.update(self, map(_pair, other), **kwds)
        if hasattr(other, 'keys'):
            for key in other.keys():
                self[key] = other[key]
        else:
            for item in other:
                key, value = _pair(item)
                self[key] = value
        for key, value in kwds.items():
            self[key] = value

    def __repr__(self):
        name = type(self).__name__
        if not dict.__len__(self):
            return f'{name}()'
        if id(self) in _running:
            return '...'
        _running.add(id(self))
        try:
            # A subclass is copied with its own `keys` and items, like any mapping.
            shown = dict(dict.items(self)) if type(self) is _ordered_dict_class else {key: self[key] for key in [*self.keys()]}
            return f'{name}({shown!r})'
        finally:
            _running.discard(id(self))

    def __eq__(self, other):
        if not isinstance(other, _ordered_dict_class):
            return dict.__eq__(self, other)
        if not dict.__eq__(self, other):
            return False
        mine, theirs = [*dict.__iter__(self)], [*dict.__iter__(other)]
        for left, right in zip(mine, theirs):
            if left is right:
                continue
            equal = left == right
            if type(left) not in _INERT and not (_holds_just(self, mine) and _holds_just(other, theirs)):
                raise RuntimeError('OrderedDict mutated during iteration')
            if not equal:
                return False
        return True

    __hash__ = None

    def __ne__(self, other):
        result = self.__eq__(other)
        return result if result is NotImplemented else not result

    def copy(self):
        if type(self) is _ordered_dict_class:
            return _ordered_dict_class(self)
        result = type(self)()
        for key in dict.__iter__(self):
            result[key] = self[key]
        return result

    @classmethod
    def fromkeys(cls, iterable, value=None):
        result = cls()
        for key in iterable:
            result[key] = value
        return result

    def __reduce__(self):
        return type(self), (), self.__getstate__() or None, None, iter(self.items())

    def __sizeof__(self):
        # The size of a dict, and of the links that keep the order.
        return dict(dict.items(self)).__sizeof__() + 80 + 48 * len(self)

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        result = type(self)(self)
        _ordered_dict_class.update(result, other)
        return result

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        if isinstance(other, _ordered_dict_class):
            return _ordered_dict_class.__or__(other, self)
        result = type(self)(other)
        _ordered_dict_class.update(result, self)
        return result

    def __ior__(self, other):
        _ordered_dict_class.update(self, other)
        return self


_ordered_dict_class = OrderedDict


def _views():
    import _collections_views
    return _collections_views


# --- Counter

class Counter(dict):
    """A dict of counts: missing keys count zero."""

    def __init__(self, iterable=None, /, **kwds):
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def total(self):
        return sum(self.values())

    def most_common(self, n=None):
        """The n most common elements and their counts, from the most common to the least."""
        if n is not None:
            from heapq import nlargest
            return nlargest(n, self.items(), key=lambda item: item[1])
        return sorted(self.items(), key=lambda item: item[1], reverse=True)

    def elements(self):
        from itertools import chain, repeat, starmap
        return chain.from_iterable(starmap(repeat, self.items()))

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError('Counter.fromkeys() is undefined.  Use Counter(iterable) instead.')

    def update(self, iterable=None, /, **kwds):
        """Adds counts: of the elements of an iterable, or the counts of a mapping."""
        if iterable is not None:
            if _is_mapping(iterable):
                if self:
                    get = self.get
                    for element, count in iterable.items():
                        self[element] = count + get(element, 0)
                else:
                    dict.update(self, iterable)
            elif type(self) is Counter or type(self).__setitem__ is dict.__setitem__ and type(self).get is dict.get:
                _count_elements(self, iterable)
            else:
                get = self.get
                for element in iterable:
                    self[element] = get(element, 0) + 1
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        """Takes counts away; they may become zero or less."""
        if iterable is not None:
            get = self.get
            if _is_mapping(iterable):
                for element, count in iterable.items():
                    self[element] = get(element, 0) - count
            else:
                for element in iterable:
                    self[element] = get(element, 0) - 1
        if kwds:
            self.subtract(kwds)

    def copy(self):
        return type(self)(self)

    def __reduce__(self):
        return type(self), (dict(self),)

    def __delitem__(self, elem):
        if elem in self:
            dict.__delitem__(self, elem)

    def __repr__(self):
        if not self:
            return f'{type(self).__name__}()'
        try:
            shown = dict(self.most_common())
        except TypeError:
            shown = dict(self)
        return f'{type(self).__name__}({shown!r})'

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] == other[e] for c in (self, other) for e in c)

    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    __hash__ = None

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] <= other[e] for c in (self, other) for e in c)

    def __lt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] >= other[e] for c in (self, other) for e in c)

    def __gt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self >= other and self != other

    def __add__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for element, count in self.items():
            total = count + other[element]
            if total > 0:
                result[element] = total
        for element, count in other.items():
            if element not in self and count > 0:
                result[element] = count
        return result

    def __sub__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for element, count in self.items():
            left = count - other[element]
            if left > 0:
                result[element] = left
        for element, count in other.items():
            if element not in self and count < 0:
                result[element] = 0 - count
        return result

    def __or__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for element, count in self.items():
            theirs = other[element]
            most = theirs if count < theirs else count
            if most > 0:
                result[element] = most
        for element, count in other.items():
            if element not in self and count > 0:
                result[element] = count
        return result

    def __and__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for element, count in self.items():
            theirs = other[element]
            least = count if count < theirs else theirs
            if least > 0:
                result[element] = least
        return result

    def __pos__(self):
        result = Counter()
        for element, count in self.items():
            if count > 0:
                result[element] = count
        return result

    def __neg__(self):
        result = Counter()
        for element, count in self.items():
            if count < 0:
                result[element] = 0 - count
        return result

    def _keep_positive(self):
        for element in [element for element, count in self.items() if not count > 0]:
            del self[element]
        return self

    def __iadd__(self, other):
        for element, count in other.items():
            self[element] += count
        return self._keep_positive()

    def __isub__(self, other):
        for element, count in other.items():
            self[element] -= count
        return self._keep_positive()

    def __ior__(self, other):
        for element, theirs in other.items():
            if theirs > self[element]:
                self[element] = theirs
        return self._keep_positive()

    def __iand__(self, other):
        for element, count in list(self.items()):
            theirs = other[element]
            if theirs < count:
                self[element] = theirs
        return self._keep_positive()


def _is_mapping(value):
    if isinstance(value, dict):
        return True
    if isinstance(value, (str, list, tuple, set, frozenset)):
        return False
    if not hasattr(value, 'keys') and _loaded_module('_collections_abc') is None:
        return False  # Nothing is registered as a mapping, and the import takes longer than most programs.
    from _collections_abc import Mapping
    return isinstance(value, Mapping)

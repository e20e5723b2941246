"""The classes of `collections` that are written in Python: ChainMap, UserDict, UserList, UserString."""
import sys as _sys
import _collections_abc

__all__ = ['ChainMap', 'UserDict', 'UserList', 'UserString']


def _recursive_repr(function):
    """`...` instead of a repr that would never end."""
    running = set()

    def wrapper(self):
        key = id(self)
        if key in running:
            return '...'
        running.add(key)
        try:
            return function(self)
        finally:
            running.discard(key)
    wrapper.__name__ = '__repr__'
    wrapper.__qualname__ = function.__qualname__
    return wrapper


class ChainMap(_collections_abc.MutableMapping):
    """Several mappings that look like one. Reading finds the first one that has a key; writing changes the first one."""
    __module__ = 'collections'

    def __init__(self, *maps): self.maps = [*maps] or [{}]
    def __missing__(self, key): raise KeyError(key)
    def __contains__(self, key): return any(key in one for one in self.maps)
    def __bool__(self): return any(self.maps)
    def __len__(self): return len(set().union(*self.maps))

    def __getitem__(self, key):
        for one in self.maps:
            try:
                return one[key]
            except KeyError:
                continue
        return self.__missing__(key)

    def get(self, key, default=None): return self[key] if key in self else default

    def __iter__(self):
        # The order of a dict that all maps update, the last map first.
        order = {}
        for one in self.maps[::-1]:
            order.update(dict.fromkeys(one))
        return iter(order)

    @_recursive_repr
    def __repr__(self):
        return '%s(%s)' % (self.__class__.__name__, ', '.join([repr(one) for one in self.maps]))

    @classmethod
    def fromkeys(cls, iterable, value=None, /):
        """A chain of one dict with these keys."""
        return cls(dict.fromkeys(iterable, value))

    def copy(self):
        """A chain with a copy of the first mapping, and the others themselves."""
        return self.__class__(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        """A chain with one more mapping in front."""
        if m is not None and kwargs:
            m.update(kwargs)
        return self.__class__(kwargs if m is None else m, *self.maps)

    parents = property(lambda self: self.__class__(*self.maps[1:]), doc='The chain without its first mapping.')

    def __setitem__(self, key, value): self.maps[0][key] = value
    def clear(self): self.maps[0].clear()

    def __delitem__(self, key):
        first = self.maps[0]
        try:
            del first[key]
        except KeyError:
            raise KeyError(f'Key not found in the first mapping: {key!r}')

    def pop(self, key, *args):
        """Takes a key out of the first mapping."""
        first = self.maps[0]
        try:
            return first.pop(key, *args)
        except KeyError:
            raise KeyError(f'Key not found in the first mapping: {key!r}')

    def popitem(self):
        """Takes a pair out of the first mapping."""
        first = self.maps[0]
        try:
            return first.popitem()
        except KeyError:
            raise KeyError('No keys found in the first mapping.')

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    def __or__(self, other):
        if isinstance(other, _collections_abc.Mapping):
            joined = self.copy()
            joined.maps[0].update(other)
            return joined
        return NotImplemented

    def __ror__(self, other):
        if isinstance(other, _collections_abc.Mapping):
            joined = dict(other)
            for one in self.maps[::-1]:
                joined.update(one)
            return self.__class__(joined)
        return NotImplemented


class UserDict(_collections_abc.MutableMapping):
    """A dict to be subclassed: its items are in `data`."""
    __module__ = 'collections'

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)

    def __len__(self): return len(self.data)

    def __getitem__(self, key):
        held = self.data
        if key in held:
            return held[key]
        missing = getattr(self.__class__, '__missing__', None)
        if missing is None:
            raise KeyError(key)
        return missing(self, key)

    def __setitem__(self, key, item): self.data[key] = item
    def __delitem__(self, key): del self.data[key]
    def __iter__(self): return iter(self.data)
    def __contains__(self, key): return key in self.data
    def get(self, key, default=None): return self[key] if key in self else default
    def __repr__(self): return repr(self.data)

    def __or__(self, other):
        other = other.data if isinstance(other, UserDict) else other
        return self.__class__(self.data | other) if isinstance(other, dict) else NotImplemented

    def __ror__(self, other):
        other = other.data if isinstance(other, UserDict) else other
        return self.__class__(other | self.data) if isinstance(other, dict) else NotImplemented

    def __ior__(self, other):
        self.data |= other.data if isinstance(other, UserDict) else other
        return self

    def __copy__(self):
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.__dict__['data'] = self.__dict__['data'].copy()
        return made

    def copy(self):
        if self.__class__ is UserDict:
            return UserDict(self.data.copy())
        import copy
        data = self.data
        try:
            # The copy is filled with the methods of the subclass.
            self.data = {}
            made = copy.copy(self)
        finally:
            self.data = data
        made.update(self)
        return made

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made


class UserList(_collections_abc.MutableSequence):
    """A list to be subclassed: its items are in `data`."""
    __module__ = 'collections'

    def __init__(self, initlist=None):
        self.data = []
        if isinstance(initlist, UserList):
            initlist = initlist.data
        if initlist is not None:
            self.data = list(initlist)

    def __repr__(self): return repr(self.data)
    def __cast(self, other): return other.data if isinstance(other, UserList) else other
    def __lt__(self, other): return self.data < self.__cast(other)
    def __le__(self, other): return self.data <= self.__cast(other)
    def __eq__(self, other): return self.data == self.__cast(other)
    def __gt__(self, other): return self.data > self.__cast(other)
    def __ge__(self, other): return self.data >= self.__cast(other)

    __hash__ = None

    def __contains__(self, item): return item in self.data
    def __len__(self): return len(self.data)
    def __getitem__(self, i): return self.__class__(self.data[i]) if isinstance(i, slice) else self.data[i]
    def __setitem__(self, i, item): self.data[i] = item
    def __delitem__(self, i): del self.data[i]

    def _listed(self, other):
        if isinstance(other, UserList):
            return other.data
        return other if isinstance(other, type(self.data)) else list(other)

    def __add__(self, other): return self.__class__(self.data + self._listed(other))
    def __radd__(self, other): return self.__class__(self._listed(other) + self.data)

    def __iadd__(self, other):
        self.data += self._listed(other)
        return self

    def __mul__(self, n): return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        self.data *= n
        return self

    def __copy__(self):
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.__dict__['data'] = self.__dict__['data'][:]
        return made

    def append(self, item): self.data.append(item)
    def insert(self, i, item): self.data.insert(i, item)
    def pop(self, i=-1): return self.data.pop(i)
    def remove(self, item): self.data.remove(item)
    def clear(self): self.data.clear()
    def copy(self): return self.__class__(self)
    def count(self, item): return self.data.count(item)
    def index(self, item, *args): return self.data.index(item, *args)
    def reverse(self): self.data.reverse()
    def sort(self, /, *args, **kwds): self.data.sort(*args, **kwds)
    def extend(self, other): self.data.extend(other.data if isinstance(other, UserList) else other)


def _plain(value):
    return value.data if isinstance(value, UserString) else value


class UserString(_collections_abc.Sequence):
    """A str to be subclassed: its text is in `data`."""
    __module__ = 'collections'

    def __init__(self, seq):
        text = _plain(seq)
        self.data = text if isinstance(text, str) else str(seq)

    def __str__(self): return str(self.data)
    def __repr__(self): return repr(self.data)
    def __int__(self): return int(self.data)
    def __float__(self): return float(self.data)
    def __complex__(self): return complex(self.data)
    def __hash__(self): return hash(self.data)
    def __getnewargs__(self): return (self.data[:],)
    def __eq__(self, string): return self.data == _plain(string)
    def __lt__(self, string): return self.data < _plain(string)
    def __le__(self, string): return self.data <= _plain(string)
    def __gt__(self, string): return self.data > _plain(string)
    def __ge__(self, string): return self.data >= _plain(string)
    def __contains__(self, char): return _plain(char) in self.data
    def __len__(self): return len(self.data)
    def __getitem__(self, index): return self.__class__(self.data[index])

    def __add__(self, other):
        return self.__class__(self.data + (_plain(other) if isinstance(other, (str, UserString)) else str(other)))

    def __radd__(self, other): return self.__class__((other if isinstance(other, str) else str(other)) + self.data)
    def __mul__(self, n): return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __mod__(self, args): return self.__class__(self.data % args)
    def __rmod__(self, template): return self.__class__(str(template) % self)
    def count(self, sub, start=0, end=_sys.maxsize): return self.data.count(_plain(sub), start, end)

    def encode(self, encoding='utf-8', errors='strict'):
        return self.data.encode('utf-8' if encoding is None else encoding, 'strict' if errors is None else errors)

    def endswith(self, suffix, start=0, end=_sys.maxsize): return self.data.endswith(suffix, start, end)
    def startswith(self, prefix, start=0, end=_sys.maxsize): return self.data.startswith(prefix, start, end)
    def find(self, sub, start=0, end=_sys.maxsize): return self.data.find(_plain(sub), start, end)
    def rfind(self, sub, start=0, end=_sys.maxsize): return self.data.rfind(_plain(sub), start, end)
    def index(self, sub, start=0, end=_sys.maxsize): return self.data.index(_plain(sub), start, end)
    def rindex(self, sub, start=0, end=_sys.maxsize): return self.data.rindex(sub, start, end)
    def format(self, /, *args, **kwds): return self.data.format(*args, **kwds)
    def format_map(self, mapping): return self.data.format_map(mapping)
    def join(self, seq): return self.data.join(seq)
    def partition(self, sep): return self.data.partition(_plain(sep))
    def rpartition(self, sep): return self.data.rpartition(_plain(sep))
    def split(self, sep=None, maxsplit=-1): return self.data.split(sep, maxsplit)
    def rsplit(self, sep=None, maxsplit=-1): return self.data.rsplit(sep, maxsplit)
    def splitlines(self, keepends=False): return self.data.splitlines(keepends)
    def replace(self, old, new, maxsplit=-1): return self.__class__(self.data.replace(_plain(old), _plain(new), maxsplit))
    def removeprefix(self, prefix, /): return self.__class__(self.data.removeprefix(_plain(prefix)))
    def removesuffix(self, suffix, /): return self.__class__(self.data.removesuffix(_plain(suffix)))
    def isalpha(self): return self.data.isalpha()
    def isalnum(self): return self.data.isalnum()
    def isascii(self): return self.data.isascii()
    def isdecimal(self): return self.data.isdecimal()
    def isdigit(self): return self.data.isdigit()
    def isidentifier(self): return self.data.isidentifier()
    def islower(self): return self.data.islower()
    def isnumeric(self): return self.data.isnumeric()
    def isprintable(self): return self.data.isprintable()
    def isspace(self): return self.data.isspace()
    def istitle(self): return self.data.istitle()
    def isupper(self): return self.data.isupper()
    def capitalize(self): return self.__class__(self.data.capitalize())
    def casefold(self): return self.__class__(self.data.casefold())
    def lower(self): return self.__class__(self.data.lower())
    def swapcase(self): return self.__class__(self.data.swapcase())
    def title(self): return self.__class__(self.data.title())
    def upper(self): return self.__class__(self.data.upper())
    def center(self, width, *args): return self.__class__(self.data.center(width, *args))
    def ljust(self, width, *args): return self.__class__(self.data.ljust(width, *args))
    def rjust(self, width, *args): return self.__class__(self.data.rjust(width, *args))
    def lstrip(self, chars=None): return self.__class__(self.data.lstrip(chars))
    def rstrip(self, chars=None): return self.__class__(self.data.rstrip(chars))
    def strip(self, chars=None): return self.__class__(self.data.strip(chars))
    def expandtabs(self, tabsize=8): return self.__class__(self.data.expandtabs(tabsize))
    def translate(self, *args): return self.__class__(self.data.translate(*args))
    def zfill(self, width): return self.__class__(self.data.zfill(width))

    maketrans = str.maketrans

"""Memory that processes share by its name."""
import types
from _stockade import index as _index

__all__ = ['SharedMemory', 'ShareableList']
_blocks = {}


class SharedMemory:
    """Bytes that are found again by a name."""

    def __init__(self, name=None, create=False, size=0, *, track=True):
        if not size >= 0:
            raise ValueError("'size' must be a positive integer")
        if create and size == 0:
            raise ValueError("'size' must be a positive number different from zero")
        if name is None and not create:
            raise ValueError("'name' can only be None if create=True")
        if create:
            if name is None:
                name = f'psm_{len(_blocks) + 1:08x}'
            if name in _blocks:
                raise FileExistsError(17, 'File exists', f'/{name}')
            _blocks[name] = bytearray(size)
        elif name not in _blocks:
            raise FileNotFoundError(2, 'No such file or directory', f'/{name}')
        self._name, self._block = name, _blocks[name]
        self._buf = memoryview(self._block)

    @property
    def buf(self):
        return self._buf

    @property
    def name(self):
        return self._name

    @property
    def size(self):
        return len(self._block)

    def close(self):
        if self._buf is not None:
            self._buf.release()
            self._buf = None

    def unlink(self):
        if _blocks.pop(self._name, None) is None:
            raise FileNotFoundError(2, 'No such file or directory', f'/{self._name}')

    def __reduce__(self):
        return type(self), (self.name, False, self.size)

    def __repr__(self):
        return f'{type(self).__name__}({self.name!r}, size={self.size})'


class ShareableList:
    """A list of so many numbers, texts, bytes, bools and Nones, each of which keeps its room."""
    _lists = {}

    def __init__(self, sequence=None, *, name=None):
        if sequence is None and name is not None:
            self.shm = SharedMemory(name)
            self._items, self._rooms = self._lists[name]
            return
        items = list(() if sequence is None else sequence)
        self._rooms = [self._room(item) for item in items]
        self._items = items
        self.shm = SharedMemory(name, True, 8 + 25 * len(items) + sum(self._rooms))
        self._lists[self.shm.name] = self._items, self._rooms

    @staticmethod
    def _room(item):
        if item is None or isinstance(item, (int, float)):
            return 8
        if not isinstance(item, (str, bytes)):
            raise KeyError(type(item))
        size = len(item.encode() if isinstance(item, str) else item)
        return 8 * (size // 8 + 1)

    def _at(self, position):
        at = _index(position)
        if not -len(self._items) <= at < len(self._items):
            raise IndexError('index out of range')
        return at

    def __getitem__(self, position):
        return self._items[self._at(position)]

    def __setitem__(self, position, value):
        try:
            at = self._at(position)
        except IndexError:
            raise IndexError('assignment index out of range') from None
        room = self._room(value)
        if isinstance(value, (str, bytes)) and len(value.encode() if isinstance(value, str) else value) > self._rooms[at]:
            raise ValueError('bytes/str item exceeds available storage')
        self._items[at] = value

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(list(self._items))

    def count(self, value):
        return self._items.count(value)

    def index(self, value):
        for at, item in enumerate(self._items):
            if item == value:
                return at
        raise ValueError('ShareableList.index(x): x not in list')

    def __reduce__(self):
        return _list_of, (self.shm.name,)

    def __repr__(self):
        return f'{type(self).__name__}({self._items}, name={self.shm.name!r})'

    __class_getitem__ = classmethod(types.GenericAlias)


def _list_of(name):
    return ShareableList(name=name)

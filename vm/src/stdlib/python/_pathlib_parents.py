"""The sequence of a path's parents."""
from _collections_abc import Sequence


class PathParents(Sequence):
    __slots__ = ('_path',)

    def __init__(self, path):
        self._path = path

    def __len__(self):
        return len(self._path._tail)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return tuple(self[k] for k in range(*i.indices(len(self))))
        size = len(self)
        if i >= size or i < -size:
            raise IndexError(i)
        if i < 0:
            i += size
        path = self._path
        return path._made(path._drive, path._root, path._tail[:-i - 1])

    def __repr__(self):
        return f'<{type(self._path).__name__}.parents>'

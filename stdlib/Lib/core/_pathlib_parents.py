"""The sequence of a path's parents."""
from _collections_abc import Sequence


class _PathParents(Sequence):
    __slots__ = ('_path',)
    __qualname__ = '_PathParents'

    def __init__(self, path):
        self._path = path

    def __len__(self):
        return len(self._path._tail)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return tuple(self[k] for k in range(*idx.indices(len(self))))
        i = idx
        size = len(self)
        if i >= size or i < -size:
            raise IndexError(i)
        if i < 0:
            i += size
        path = self._path
        return path._made(path._drive, path._root, path._tail[:-i - 1])

    def __repr__(self):
        return f'<{type(self._path).__name__}.parents>'

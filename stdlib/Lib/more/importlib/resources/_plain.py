"""Files of packages whose loaders have readers without `files`, or none."""
from importlib.resources.abc import Traversable


def _as_text(stream, mode, arguments, named):
    if 'b' in mode:
        return stream
    from io import TextIOWrapper
    return TextIOWrapper(stream, *arguments, **named)


def _no_entries(self): return iter(())
def _no(self): return False


class PackagePath(Traversable):
    """A package."""
    is_file = is_dir = _no

    def __init__(self, spec, reader): self._spec, self._reader = spec, reader

    name = property(lambda self: self._spec.name)

    def iterdir(self):
        names = self._reader.contents() if self._reader else ()
        return iter([FilePath(self._reader, name) for name in names])

    def joinpath(self, other): return FilePath(self._reader, other) if self._reader else NoPath(other)

    def open(self, mode='r', *args, **kwargs):
        return _as_text(self._reader.open_resource(None), mode, args, kwargs)


class FilePath(Traversable):
    """A file that a reader knows by name."""
    iterdir = _no_entries

    def __init__(self, reader, name): self._reader, self._name = reader, name

    name = property(lambda self: self._name)

    def is_file(self): return self._reader.is_resource(self._name)
    def is_dir(self): return not self.is_file()
    def joinpath(self, other): return NoPath(self._name, other)

    def open(self, mode='r', *args, **kwargs):
        return _as_text(self._reader.open_resource(self._name), mode, args, kwargs)


class NoPath(Traversable):
    """A path that no reader knows."""
    is_file = is_dir = _no
    iterdir = _no_entries

    def __init__(self, *parts):
        if not parts:
            raise ValueError('Need at least one path part to construct a path')
        self._parts = parts

    name = property(lambda self: self._parts[-1])

    def joinpath(self, other): return NoPath(*self._parts, other)

    def open(self, mode='r', *args, **kwargs):
        raise FileNotFoundError("Can't open orphan path")

"""Files of packages whose loaders have readers without `files`, or none."""
from importlib.resources.abc import Traversable


def _as_text(stream, mode, arguments, named):
    if 'b' in mode:
        return stream
    from io import TextIOWrapper
    return TextIOWrapper(stream, *arguments, **named)


class PackagePath(Traversable):
    """A package."""

    def __init__(self, spec, reader):
        self._spec, self._reader = spec, reader

    def iterdir(self):
        return iter([FilePath(self._reader, name) for name in self._reader.contents()] if self._reader else ())

    def is_file(self):
        return False

    is_dir = is_file

    def joinpath(self, other):
        return FilePath(self._reader, other) if self._reader else NoPath(other)

    @property
    def name(self):
        return self._spec.name

    def open(self, mode='r', *args, **kwargs):
        return _as_text(self._reader.open_resource(None), mode, args, kwargs)


class FilePath(Traversable):
    """What a reader knows by name."""

    def __init__(self, reader, name):
        self._reader, self._name = reader, name

    def iterdir(self):
        return iter(())

    def is_file(self):
        return self._reader.is_resource(self.name)

    def is_dir(self):
        return not self.is_file()

    def joinpath(self, other):
        return NoPath(self.name, other)

    @property
    def name(self):
        return self._name

    def open(self, mode='r', *args, **kwargs):
        return _as_text(self._reader.open_resource(self.name), mode, args, kwargs)


class NoPath(Traversable):
    """What no reader knows."""

    def __init__(self, *parts):
        if not parts:
            raise ValueError('Need at least one path part to construct a path')
        self._parts = parts

    def iterdir(self):
        return iter(())

    def is_file(self):
        return False

    is_dir = is_file

    def joinpath(self, other):
        return NoPath(*self._parts, other)

    @property
    def name(self):
        return self._parts[-1]

    def open(self, mode='r', *args, **kwargs):
        raise FileNotFoundError("Can't open orphan path")

"""The files of packages that the host gave. They can be read here, also where the policy does not grant `open`."""
from _stockade import files_granted, package_data, package_entries
from importlib.resources.abc import Traversable, TraversableResources


class GivenPath(Traversable):
    """A file or a folder of a package."""

    def __init__(self, path):
        self._path = path

    def __repr__(self):
        return f'{type(self).__name__}({self._path!r})'

    def __str__(self):
        return self._path

    def __eq__(self, other):
        return type(other) is GivenPath and other._path == self._path

    def __hash__(self):
        return hash(self._path)

    @property
    def name(self):
        return self._path.rpartition('/')[2]

    def is_file(self):
        return package_data(self._path) is not None

    def is_dir(self):
        return bool(package_entries(self._path))

    def iterdir(self):
        return iter([GivenPath(f'{self._path}/{name}') for name, _ in package_entries(self._path)])

    def joinpath(self, *names):
        from posixpath import join, normpath
        return GivenPath(normpath(join(self._path, *map(str, names))))

    __truediv__ = joinpath

    def read_bytes(self):
        data = package_data(self._path)
        if data is None:
            if self.is_dir():
                raise IsADirectoryError(21, 'Is a directory', self._path)
            raise FileNotFoundError(2, 'No such file or directory', self._path)
        return data

    def read_text(self, encoding=None, errors=None):
        with self.open('r', encoding=encoding, errors=errors) as stream:
            return stream.read()

    def open(self, mode='r', *args, **kwargs):
        from io import BytesIO, TextIOWrapper
        if mode not in ('r', 'rb', 'rt', 'br', 'tr'):
            raise ValueError(f"Invalid mode {mode!r}: files of packages are read")
        stream = BytesIO(self.read_bytes())
        return stream if 'b' in mode else TextIOWrapper(stream, *args, **kwargs)


class Reader(TraversableResources):
    """The files beside a module. Where the policy grants files, they are the paths that CPython gives."""

    def __init__(self, folder):
        self._folder = folder

    def files(self):
        if files_granted():
            from pathlib import Path
            return Path(self._folder)
        return GivenPath(self._folder)

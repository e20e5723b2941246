"""The interfaces of what reads the files of a package."""
from abc import ABCMeta, abstractmethod
from typing import Protocol, runtime_checkable

__all__ = ['ResourceReader', 'Traversable', 'TraversableResources']


class ResourceReader(metaclass=ABCMeta):
    """Gives the files of one package by name."""

    @abstractmethod
    def open_resource(self, resource):
        """A stream of the bytes of a file."""
        raise FileNotFoundError

    @abstractmethod
    def resource_path(self, resource):
        """The path of a file, if it has one."""
        raise FileNotFoundError

    @abstractmethod
    def is_resource(self, path):
        """Whether there is a file with that name."""
        raise FileNotFoundError

    @abstractmethod
    def contents(self):
        """The names of all files and folders of the package."""
        raise FileNotFoundError


class TraversalError(Exception):
    """No such file or folder was found."""


@runtime_checkable
class Traversable(Protocol):
    """A file or a folder, with a part of the methods of `pathlib.Path`."""

    @property
    @abstractmethod
    def name(self): """The last part of the path."""

    @abstractmethod
    def is_dir(self): """Whether this is a folder."""

    @abstractmethod
    def is_file(self): """Whether this is a file."""

    @abstractmethod
    def iterdir(self): """The files and folders in a folder."""

    @abstractmethod
    def open(self, mode='r', *args, **kwargs): """A stream of a file: of text, or with 'rb' of bytes."""

    def read_bytes(self):
        """The bytes of a file."""
        with self.open('rb') as stream:
            return stream.read()

    def read_text(self, encoding=None, errors=None):
        """The text of a file."""
        with self.open(encoding=encoding, errors=errors) as stream:
            return stream.read()

    def joinpath(self, *descendants):
        """The file or folder with that path below this one."""
        if not descendants:
            return self
        from pathlib import PurePosixPath
        names = iter([part for path in descendants for part in PurePosixPath(path).parts])
        first = next(names)
        for item in self.iterdir():
            if item.name == first:
                return item.joinpath(*names)
        raise TraversalError('Target not found during traversal.', first, list(names))

    def __truediv__(self, child):
        return self.joinpath(child)


class TraversableResources(ResourceReader):
    """Gives the files of one package as a folder."""

    @abstractmethod
    def files(self): """The folder of the package."""

    def open_resource(self, resource):
        return self.files().joinpath(resource).open('rb')

    def resource_path(self, resource):
        raise FileNotFoundError(resource)

    def is_resource(self, path):
        return self.files().joinpath(path).is_file()

    def contents(self):
        return (item.name for item in self.files().iterdir())

"""What readers of the files of packages are to have."""
import abc
from typing import Protocol, runtime_checkable

__all__ = ['ResourceReader', 'Traversable', 'TraversableResources']


class ResourceReader(metaclass=abc.ABCMeta):
    """Gives the files of one package by their names."""

    @abc.abstractmethod
    def open_resource(self, resource):
        """A stream of the bytes of a file."""
        raise FileNotFoundError

    @abc.abstractmethod
    def resource_path(self, resource):
        """The path of a file, if it has one."""
        raise FileNotFoundError

    @abc.abstractmethod
    def is_resource(self, path):
        """Whether there is a file of that name."""
        raise FileNotFoundError

    @abc.abstractmethod
    def contents(self):
        """The names of all that the package brings."""
        raise FileNotFoundError


class TraversalError(Exception):
    pass


@runtime_checkable
class Traversable(Protocol):
    """A folder or a file, as some of what `pathlib.Path` has."""

    @abc.abstractmethod
    def iterdir(self):
        """What is in a folder."""

    def read_bytes(self):
        with self.open('rb') as stream:
            return stream.read()

    def read_text(self, encoding=None, errors=None):
        with self.open(encoding=encoding, errors=errors) as stream:
            return stream.read()

    @abc.abstractmethod
    def is_dir(self):
        """Whether this is a folder."""

    @abc.abstractmethod
    def is_file(self):
        """Whether this is a file."""

    def joinpath(self, *descendants):
        """What is below this by way of names."""
        if not descendants:
            return self
        from pathlib import PurePosixPath
        names = iter([part for path in descendants for part in PurePosixPath(path).parts])
        target = next(names)
        for item in self.iterdir():
            if item.name == target:
                return item.joinpath(*names)
        raise TraversalError('Target not found during traversal.', target, list(names))

    def __truediv__(self, child):
        return self.joinpath(child)

    @abc.abstractmethod
    def open(self, mode='r', *args, **kwargs):
        """A stream of a file: of text, or with 'rb' of bytes."""

    @property
    @abc.abstractmethod
    def name(self):
        """The name without what is above it."""


class TraversableResources(ResourceReader):
    """Gives the files of one package as a folder."""

    @abc.abstractmethod
    def files(self):
        """The folder."""

    def open_resource(self, resource):
        return self.files().joinpath(resource).open('rb')

    def resource_path(self, resource):
        raise FileNotFoundError(resource)

    def is_resource(self, path):
        return self.files().joinpath(path).is_file()

    def contents(self):
        return (item.name for item in self.files().iterdir())

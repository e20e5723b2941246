"""What finders and loaders of modules are to have."""
import abc
from importlib import _frozen, machinery

__all__ = ['Loader', 'MetaPathFinder', 'PathEntryFinder', 'ResourceLoader', 'InspectLoader', 'ExecutionLoader', 'FileLoader',
           'SourceLoader']


def __getattr__(name):
    # Names that moved to another module.
    if name in ('ResourceReader', 'Traversable', 'TraversableResources'):
        from importlib.resources import abc as moved
        from warnings import warn
        warn(f"'importlib.abc.{name}' is deprecated and slated for removal in Python 3.14", DeprecationWarning, stacklevel=2)
        return getattr(moved, name)
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


class Loader(metaclass=abc.ABCMeta):
    """Makes modules."""
    __module__ = 'importlib._abc'

    def create_module(self, spec):
        """The module is made as any other."""

    def load_module(self, fullname):
        """The module of that name, for loaders with `exec_module`."""
        if not hasattr(self, 'exec_module'):
            raise ImportError
        return _frozen._load_module(self, fullname)


class MetaPathFinder(metaclass=abc.ABCMeta):
    """Finds modules by their names."""

    def invalidate_caches(self):
        """Forgets what was found."""


class PathEntryFinder(metaclass=abc.ABCMeta):
    """Finds modules in one place."""

    def invalidate_caches(self):
        """Forgets what was found."""


class ResourceLoader(Loader):
    """Gives what is stored under a path."""

    @abc.abstractmethod
    def get_data(self, path):
        raise OSError


class InspectLoader(Loader):
    """Gives the sources of the modules it makes."""

    def is_package(self, fullname):
        raise ImportError

    def get_code(self, fullname):
        """The code of a module; None of one that has no source."""
        source = self.get_source(fullname)
        return None if source is None else self.source_to_code(source)

    @abc.abstractmethod
    def get_source(self, fullname):
        raise ImportError

    @staticmethod
    def source_to_code(data, path='<string>'):
        return compile(data, path, 'exec', dont_inherit=True)

    exec_module = _frozen._LoaderBasics.exec_module
    load_module = _frozen._LoaderBasics.load_module


class ExecutionLoader(InspectLoader):
    """Tells the files of the modules it makes."""

    @abc.abstractmethod
    def get_filename(self, fullname):
        raise ImportError

    def get_code(self, fullname):
        """The code of a module; None of one that has no source."""
        source = self.get_source(fullname)
        if source is None:
            return None
        try:
            path = self.get_filename(fullname)
        except ImportError:
            return self.source_to_code(source)
        return self.source_to_code(source, path)


class FileLoader(_frozen.FileLoader, ResourceLoader, ExecutionLoader):
    """Loads one file."""


class SourceLoader(_frozen.SourceLoader, ResourceLoader, ExecutionLoader):
    """Loads sources: what `get_data` gives for the path of `get_filename`."""

    def path_mtime(self, path):
        """When the source was changed."""
        if self.path_stats.__func__ is SourceLoader.path_stats:
            raise OSError
        return int(self.path_stats(path)['mtime'])

    def path_stats(self, path):
        if self.path_mtime.__func__ is SourceLoader.path_mtime:
            raise OSError
        return {'mtime': self.path_mtime(path)}

    def set_data(self, path, data):
        """Nothing is written."""


for _kind, _members in ((MetaPathFinder, 'BuiltinImporter FrozenImporter PathFinder WindowsRegistryFinder'),
                        (PathEntryFinder, 'FileFinder'), (InspectLoader, 'BuiltinImporter FrozenImporter NamespaceLoader'),
                        (ExecutionLoader, 'ExtensionFileLoader AppleFrameworkLoader'),
                        (FileLoader, 'SourceFileLoader SourcelessFileLoader'), (SourceLoader, 'SourceFileLoader')):
    for _name in _members.split():
        _kind.register(getattr(machinery, _name))
del _kind, _members, _name

"""Files that come with packages: those of the program's own loaders and of packages that the host gave. The library's packages have none."""
from types import ModuleType as _ModuleType
from importlib.resources.abc import ResourceReader

__all__ = ['Package', 'Anchor', 'as_file', 'files', 'ResourceReader', 'contents', 'is_resource', 'open_binary', 'open_text', 'path',
           'read_binary', 'read_text']

Package = _ModuleType | str
Anchor = Package

_absent = object()


def files(anchor=None):
    """Where the files of a package are: of the asking module's, where none is named."""
    from importlib import import_module
    if anchor is None:
        from _stockade import caller_place
        place = caller_place('importlib.resources', 1)
        anchor = '__main__' if place is None or place[5] is None else place[5]
    module = import_module(anchor) if isinstance(anchor, str) else anchor
    spec = getattr(module, '__spec__', None)
    loader = getattr(spec, 'loader', None)
    if loader is None or isinstance(loader, type):
        # The library's, the program itself, and packages of no one place.
        from pathlib import Path
        return Path(getattr(module, '__file__', None) or module.__name__.replace('.', '/')).parent
    asked = getattr(loader, 'get_resource_reader', None)
    reader = None if asked is None else asked(spec.name)
    if hasattr(reader, 'files'):
        return reader.files()
    from importlib.resources._plain import PackagePath
    return PackagePath(spec, reader)


def as_file(path):
    """A context in which a file has a place of its own, which only one that is a place has."""
    from contextlib import nullcontext
    from pathlib import Path
    if isinstance(path, Path):
        return nullcontext(path)
    return _Placed(path)


class _Placed:
    def __init__(self, path):
        self.path = path

    def __enter__(self):
        raise PermissionError('there are no files in the sandbox')

    def __exit__(self, *error):
        pass


def _resource(anchor, names):
    if anchor is None:
        raise TypeError('anchor must be module or string, got None')
    return files(anchor).joinpath(*names)


def _encoding(encoding, names):
    if encoding is not _absent:
        return encoding
    if len(names) > 1:
        raise TypeError("'encoding' argument required with multiple path names")
    return 'utf-8'


def open_binary(anchor, *path_names):
    """A stream of the bytes of a file."""
    return _resource(anchor, path_names).open('rb')


def open_text(anchor, *path_names, encoding=_absent, errors='strict'):
    """A stream of the text of a file."""
    encoding = _encoding(encoding, path_names)
    return _resource(anchor, path_names).open('r', encoding=encoding, errors=errors)


def read_binary(anchor, *path_names):
    return _resource(anchor, path_names).read_bytes()


def read_text(anchor, *path_names, encoding=_absent, errors='strict'):
    encoding = _encoding(encoding, path_names)
    return _resource(anchor, path_names).read_text(encoding=encoding, errors=errors)


def path(anchor, *path_names):
    """`as_file` of a file."""
    return as_file(_resource(anchor, path_names))


def is_resource(anchor, *path_names):
    """Whether there is such a file."""
    return _resource(anchor, path_names).is_file()


def contents(anchor, *path_names):
    """The names of what a package brings."""
    from warnings import warn
    warn('importlib.resources.contents is deprecated. Use files(anchor).iterdir() instead.', DeprecationWarning, stacklevel=1)
    return (item.name for item in _resource(anchor, path_names).iterdir())

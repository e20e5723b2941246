"""Files that come with packages: no package has any."""
__all__ = ['Package', 'Anchor', 'as_file', 'files', 'contents', 'is_resource', 'open_binary', 'open_text', 'path', 'read_binary',
           'read_text']
from types import ModuleType as _ModuleType

Package = _ModuleType | str
Anchor = Package


def _named(anchor):
    from importlib import import_module
    return import_module(anchor) if isinstance(anchor, str) else anchor


def files(anchor):
    """Where a package is, which is nowhere that could be read."""
    from pathlib import PurePosixPath
    module = _named(anchor)
    return PurePosixPath(getattr(module, '__file__', None) or module.__name__).parent


def _missing(anchor, names):
    raise FileNotFoundError(2, 'No such file or directory', str(files(anchor).joinpath(*names)))


def open_binary(anchor, *path_names):
    _missing(anchor, path_names)


def open_text(anchor, *path_names, encoding='utf-8', errors='strict'):
    _missing(anchor, path_names)


def read_binary(anchor, *path_names):
    _missing(anchor, path_names)


def read_text(anchor, *path_names, encoding='utf-8', errors='strict'):
    _missing(anchor, path_names)


def path(anchor, *path_names):
    return as_file(files(anchor).joinpath(*path_names))


def as_file(path):
    from contextlib import nullcontext
    return nullcontext(path)


def is_resource(anchor, *path_names):
    return False


def contents(anchor, *path_names):
    return iter(())

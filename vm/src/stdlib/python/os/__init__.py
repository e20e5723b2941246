"""The part of `os` that reaches nothing: paths as text and constants.

Files, processes, users and the environment are not here.
"""
import posixpath as path
from _genericpath import fspath

__all__ = ['path', 'fspath', 'curdir', 'pardir', 'sep', 'extsep', 'altsep', 'pathsep', 'linesep', 'name',
           'PathLike', 'fsencode', 'fsdecode', 'error', 'devnull', 'defpath']

name = 'posix'
linesep = '\n'
error = OSError
curdir, pardir, sep, extsep = path.curdir, path.pardir, path.sep, path.extsep
altsep, pathsep, devnull, defpath = path.altsep, path.pathsep, path.devnull, path.defpath


def __getattr__(name):
    if name == 'PathLike':
        globals()[name] = made = _path_like()
        return made
    raise AttributeError(f"module 'os' has no attribute {name!r}")


def _path_like():
    from abc import ABCMeta, abstractmethod

    def __fspath__(self):
        """The path as str or bytes."""
        raise NotImplementedError

    def hook(cls, subclass):
        if cls is made:
            return any('__fspath__' in base.__dict__ for base in subclass.__mro__) or NotImplemented
        return NotImplemented

    made = ABCMeta('PathLike', (), {'__module__': 'os', '__doc__': 'Anything with a path.',
                                    '__fspath__': abstractmethod(__fspath__),
                                    '__subclasshook__': classmethod(hook), '__slots__': ()})
    return made


def fsencode(filename):
    """A path as bytes."""
    filename = fspath(filename)
    return filename.encode('utf-8', 'surrogateescape') if isinstance(filename, str) else filename


def fsdecode(filename):
    """A path as str."""
    filename = fspath(filename)
    return filename.decode('utf-8', 'surrogateescape') if isinstance(filename, bytes) else filename

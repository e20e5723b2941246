"""Paths of a file system in which there is nothing: pure paths that find no file."""
from pathlib import PurePath, PurePosixPath, PureWindowsPath


class UnsupportedOperation(NotImplementedError):
    """Something that this system cannot do."""


class Path(PurePath):
    """A path to a file that is not there."""
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        return object.__new__(PosixPath if cls is Path else cls)

    def __init__(self, *args, **kwargs):
        if kwargs:
            from warnings import warn
            warn('support for supplying keyword arguments to pathlib.PurePath is deprecated and scheduled for removal in Python 3.14',
                 DeprecationWarning, stacklevel=2)
        super().__init__(*args)

    @classmethod
    def from_uri(cls, uri):
        """The path that a file: URI names."""
        if not uri.startswith('file:'):
            raise ValueError(f"URI does not start with 'file:': {uri!r}")
        path = uri[5:]
        for start, kept in (('///', 2), ('//localhost/', 11)):
            if path.startswith(start):
                path = path[kept:]
                break
        # A drive has a slash before it, and may be marked by a bar.
        if path.startswith('///') or path[:1] == '/' and path[2:3] in ':|':
            path = path[1:]
        if path[1:2] == '|':
            path = path[:1] + ':' + path[2:]
        from urllib.parse import unquote_to_bytes
        made = cls(unquote_to_bytes(path).decode('utf-8', 'surrogateescape'))
        if not made.is_absolute():
            raise ValueError(f'URI is not absolute: {uri!r}')
        return made

    def exists(self, *, follow_symlinks=True):
        return False

    is_dir = is_file = exists

    def is_mount(self):
        return False

    is_symlink = is_junction = is_block_device = is_char_device = is_fifo = is_socket = is_mount

    def _missing(self, *args, **kwargs):
        raise FileNotFoundError(2, 'No such file or directory', str(self))

    stat = lstat = read_text = read_bytes = iterdir = rmdir = owner = group = readlink = samefile = _missing

    def chmod(self, mode, *, follow_symlinks=True):
        from os import chmod
        chmod(self, mode)

    def lchmod(self, mode):
        self.chmod(mode)

    def rename(self, target):
        from os import rename
        rename(self, target)

    def replace(self, target):
        from os import replace
        replace(self, target)

    def unlink(self, missing_ok=False):
        if not missing_ok:
            self._missing()

    def open(self, mode='r', buffering=-1, encoding=None, errors=None, newline=None):
        if 'r' in mode:
            self._missing()
        self._refused()

    def _refused(self, *args, **kwargs):
        raise PermissionError(13, 'Permission denied', str(self))

    mkdir = touch = symlink_to = hardlink_to = _refused

    def write_text(self, data, encoding=None, errors=None, newline=None):
        if not isinstance(data, str):
            raise TypeError(f'data must be str, not {type(data).__name__}')
        self._refused()

    def write_bytes(self, data):
        memoryview(data)
        self._refused()

    def glob(self, pattern, *, case_sensitive=None, recurse_symlinks=False):
        """Nothing is there that a pattern could match."""
        if not isinstance(pattern, PurePath):
            pattern = self.with_segments(pattern)
        if pattern.anchor:
            raise NotImplementedError('Non-relative patterns are unsupported')
        if not pattern.parts:
            raise ValueError(f'Unacceptable pattern: {pattern!r}')
        return iter(())

    def rglob(self, pattern, *, case_sensitive=None, recurse_symlinks=False):
        if not isinstance(pattern, PurePath):
            pattern = self.with_segments(pattern)
        return self.glob('**' / pattern, case_sensitive=case_sensitive, recurse_symlinks=recurse_symlinks)

    def walk(self, top_down=True, on_error=None, follow_symlinks=False):
        return iter(())

    @classmethod
    def cwd(cls):
        return cls('/')

    @classmethod
    def home(cls):
        return cls('/')

    def absolute(self):
        return self if self.is_absolute() else type(self)('/', self)

    def resolve(self, strict=False):
        if strict:
            self._missing()
        import posixpath
        return type(self)(posixpath.normpath(str(self.absolute())))

    def expanduser(self):
        return self


class PosixPath(Path, PurePosixPath):
    """A Path of this system."""
    __slots__ = ()


class WindowsPath(Path, PureWindowsPath):
    """A Path of another system."""
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise UnsupportedOperation(f'cannot instantiate {cls.__name__!r} on your system')


for _kind in (Path, PosixPath, WindowsPath, UnsupportedOperation):
    _kind.__module__ = 'pathlib._local'
UnsupportedOperation.__module__ = 'pathlib._abc'
del _kind

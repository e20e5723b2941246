"""The part of `os` that reaches nothing: paths as text and constants.

Processes, users and the host's environment are not here: the environment is empty, and so is the file system.
"""
import posixpath as path
from _genericpath import _absent, converted as _converted, fspath, sequence as _sequence
from _stockade import index as _index

__all__ = ['path', 'fspath', 'curdir', 'pardir', 'sep', 'extsep', 'altsep', 'pathsep', 'linesep', 'name',
           'PathLike', 'fsencode', 'fsdecode', 'error', 'devnull', 'defpath', 'environ', 'getenv', 'putenv', 'unsetenv', 'getcwd',
           'chdir', 'cpu_count', 'process_cpu_count', 'getpid', 'kill', 'getppid', 'urandom', 'listdir', 'scandir', 'walk', 'stat', 'lstat', 'remove', 'unlink', 'rmdir', 'mkdir', 'makedirs',
           'rename', 'replace', 'readlink', 'symlink', 'link', 'chmod', 'utime', 'truncate', 'removedirs', 'renames', 'open', 'close',
           'read', 'write', 'lseek', 'fstat', 'isatty', 'system', 'popen', 'access', 'F_OK', 'R_OK', 'W_OK', 'X_OK', 'SEEK_SET', 'SEEK_CUR', 'SEEK_END', 'O_RDONLY', 'O_WRONLY', 'O_RDWR', 'O_CREAT',
           'O_EXCL', 'O_NOCTTY', 'O_TRUNC', 'O_APPEND', 'O_NONBLOCK', 'O_CLOEXEC', 'O_SYNC', 'O_DIRECTORY', 'O_NOFOLLOW', 'EX_OK',
           'EX_USAGE', 'EX_DATAERR', 'EX_NOINPUT', 'EX_SOFTWARE', 'EX_OSERR', 'EX_IOERR', 'EX_CONFIG',
           'get_terminal_size', 'stat_result', 'strerror', 'terminal_size']

name = 'posix'
linesep = '\n'
error = OSError
curdir, pardir, sep, extsep = path.curdir, path.pardir, path.sep, path.extsep
altsep, pathsep, devnull, defpath = path.altsep, path.pathsep, path.devnull, path.defpath


def __getattr__(name):
    if name == 'PathLike':
        globals()[name] = made = _path_like()
        return made
    if name == 'environ':
        globals()[name] = made = _environment_class()()
        return made
    if name == '_Environ':
        # Who shows mappings asks for its class by this name.
        from os import environ
        return type(environ)
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
                                    '__subclasshook__': classmethod(hook), '__slots__': (),
                                    '__class_getitem__': classmethod(type(list[int]))})
    return made


def fsencode(filename):
    """A path as bytes."""
    filename = fspath(filename)
    return filename.encode('utf-8', 'surrogateescape') if isinstance(filename, str) else filename


def fsdecode(filename):
    """A path as str."""
    filename = fspath(filename)
    return filename.decode('utf-8', 'surrogateescape') if isinstance(filename, bytes) else filename


def _environment_class():
    from collections.abc import MutableMapping

    class _Environ(MutableMapping):
        """The variables of the environment, which are the program's own."""
        __module__ = 'os'
        __qualname__ = '_Environ'

        def __init__(self):
            self._data = {}

        def __getitem__(self, key):
            return self._data[_checked(key)]

        def __setitem__(self, key, value):
            key, value = _checked(key), _checked(value)
            self._data[key] = value

        def __delitem__(self, key):
            del self._data[_checked(key)]

        def __iter__(self):
            return iter([*self._data])

        def __len__(self):
            return len(self._data)

        def __repr__(self):
            return f'environ({self._data!r})'

        def copy(self):
            return dict(self._data)

        def __or__(self, other):
            from collections.abc import Mapping
            return {**self._data, **other} if isinstance(other, Mapping) else NotImplemented

        def __ror__(self, other):
            from collections.abc import Mapping
            return {**other, **self._data} if isinstance(other, Mapping) else NotImplemented

        def __ior__(self, other):
            self.update(other)
            return self

    return _Environ


F_OK, X_OK, W_OK, R_OK = 0, 1, 2, 4
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_NOCTTY, O_TRUNC, O_APPEND, O_NONBLOCK = 0, 1, 2, 0o100, 0o200, 0o400, 0o1000, 0o2000, 0o4000
O_CLOEXEC, O_SYNC, O_DIRECTORY, O_NOFOLLOW = 0o2000000, 0o4010000, 0o200000, 0o400000
EX_OK, EX_USAGE, EX_DATAERR, EX_NOINPUT, EX_SOFTWARE, EX_OSERR, EX_IOERR, EX_CONFIG = 0, 64, 65, 66, 70, 71, 74, 78


def getenv(key, default=None):
    """A variable of the environment, which is the program's own."""
    variables = globals().get('environ')
    return default if variables is None and isinstance(_checked(key), str) else variables.get(key, default)


def _checked(key):
    if not isinstance(key, str):
        raise TypeError(f'str expected, not {type(key).__name__}')
    return key


def putenv(name, value, /):
    """Sets what processes started later would see, of which there are none: `environ` is not told, as in CPython."""
    name, value = fsencode(name), fsencode(value)
    for text in name, value:
        if b'\0' in text:
            raise ValueError('embedded null byte')
    if b'=' in name:
        raise ValueError('illegal environment variable name')
    if not name:
        raise OSError(22, 'Invalid argument')


def unsetenv(name, /):
    name = fsencode(name)
    if not name or b'=' in name:
        raise OSError(22, 'Invalid argument')


def getcwd():
    return '/'


def getcwdb():
    return b'/'


def strerror(code, /):
    from _error_texts import text_of
    code = _index(code)
    if not -0x80000000 <= code < 0x80000000:
        raise OverflowError('Python int too large to convert to C int')
    return text_of(code)


def getpid():
    """There is one process."""
    return 1


def kill(pid, signal, /):
    """Sends a signal to the program itself, the only process there is."""
    from operator import index
    pid, signal = index(pid), index(signal)
    if pid != getpid():
        raise ProcessLookupError(3, 'No such process')
    from signal import raise_signal
    raise_signal(signal)


def getppid():
    return 0


def chdir(path):
    """The one directory there is can be gone to."""
    text = _converted(path, 'chdir', number=_OR_NUMBER)
    if isinstance(text, int):
        raise OSError(9, 'Bad file descriptor', text)
    where = fsdecode(text)
    if globals()['path'].normpath(globals()['path'].join('/', where)) != '/' or not where:
        raise FileNotFoundError(2, 'No such file or directory', text)


def cpu_count():
    return 1


process_cpu_count = cpu_count


def urandom(size, /):
    """Bytes from the randomness that the host grants."""
    from secrets import token_bytes
    size = _index(size)
    if size < 0:
        raise ValueError('negative argument not allowed')
    return token_bytes(size)


# The words of a call that takes the number of an open file too, or None.
_OR_NUMBER = ', os.PathLike or integer'
_OR_NONE = ', os.PathLike, integer or None'


def _number_of_folder(*numbers):
    """What the number of an open folder can be: there is none."""
    for number in numbers:
        if number is not None and not hasattr(type(number), '__index__'):
            raise TypeError(f'argument should be integer or None, not {type(number).__name__}')
        number = _index(0 if number is None else number)
        if not -0x80000000 <= number < 0x80000000:
            raise OverflowError('fd is greater than maximum' if number > 0 else 'fd is less than minimum')


def access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    _converted(path, 'access'), _index(mode), _number_of_folder(dir_fd)
    return False


def walk(top, topdown=True, onerror=None, followlinks=False):
    """There is nothing to walk."""
    fspath(top)
    yield from ()


def _nothing(path, call, number='', named=True, dir_fd=None):
    """Nothing is there."""
    found = _converted(path, call, number=number, none=number is _OR_NONE)
    _number_of_folder(dir_fd)
    if isinstance(found, int):
        raise OSError(9, 'Bad file descriptor', *[found] * named)
    raise FileNotFoundError(2, 'No such file or directory', found)


def _nothing_there(call, src, dst, *folders):
    """Nothing is there that could be moved."""
    src, dst = _converted(src, call, 'src'), _converted(dst, call, 'dst')
    _number_of_folder(*folders)
    raise FileNotFoundError(2, 'No such file or directory', src, None, dst)


def _refused(path, call='open'):
    """Nothing can be made."""
    raise PermissionError(13, 'Permission denied', _converted(path, call))


def listdir(path=None):
    _nothing(path, 'listdir', _OR_NONE, False)


def scandir(path=None):
    _nothing(path, 'scandir', _OR_NONE, False)


def stat(path, *, dir_fd=None, follow_symlinks=True):
    _nothing(path, 'stat', _OR_NUMBER, dir_fd=dir_fd)


def lstat(path, *, dir_fd=None):
    _nothing(path, 'lstat', dir_fd=dir_fd)


def remove(path, *, dir_fd=None):
    _nothing(path, 'remove', dir_fd=dir_fd)


def unlink(path, *, dir_fd=None):
    _nothing(path, 'unlink', dir_fd=dir_fd)


def rmdir(path, *, dir_fd=None):
    _nothing(path, 'rmdir', dir_fd=dir_fd)


def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _nothing_there('rename', src, dst, src_dir_fd, dst_dir_fd)


def replace(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _nothing_there('replace', src, dst, src_dir_fd, dst_dir_fd)


def removedirs(name):
    _nothing(name, 'rmdir')


def renames(old, new):
    fspath(new)
    _nothing_there('rename', old, new)


def readlink(path, *, dir_fd=None):
    _nothing(path, 'readlink', dir_fd=dir_fd)


def link(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True):
    _nothing_there('link', src, dst, src_dir_fd, dst_dir_fd)


def chmod(path, mode, *, dir_fd=None, follow_symlinks=True):
    path = _converted(path, 'chmod', number=_OR_NUMBER)
    _index(mode)
    _nothing(path, 'chmod', _OR_NUMBER, dir_fd=dir_fd)


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    path = _converted(path, 'utime', number=_OR_NUMBER)
    if times is not None and not (isinstance(times, tuple) and len(times) == 2):
        raise TypeError("utime: 'times' must be either a tuple of two ints or None")
    if ns is not None and not (isinstance(ns, tuple) and len(ns) == 2):
        raise TypeError("utime: 'ns' must be a tuple of two ints")
    _nothing(path, 'utime', _OR_NUMBER, dir_fd=dir_fd)


def truncate(path, length):
    path = _converted(path, 'truncate', number=_OR_NUMBER)
    if _index(length) < 0:
        raise OSError(22, 'Invalid argument', path)
    _nothing(path, 'truncate', _OR_NUMBER, False)


def symlink(src, dst, target_is_directory=False, *, dir_fd=None):
    src, dst = _converted(src, 'symlink', 'src'), _converted(dst, 'symlink', 'dst')
    _number_of_folder(dir_fd)
    raise PermissionError(13, 'Permission denied', src, None, dst)


def open(path, flags, mode=0o777, *, dir_fd=None):
    """A number for a file, of which there is none."""
    path, flags = _converted(path, 'open'), _index(flags)
    _index(mode), _number_of_folder(dir_fd)
    _refused(path) if flags & (O_CREAT | O_WRONLY | O_RDWR) else _nothing(path, 'open')


def _no_number(fd, *numbers):
    """There is no number of an open file."""
    _index(fd), *map(_index, numbers)
    raise OSError(9, 'Bad file descriptor')


def close(fd):
    _no_number(fd)


def read(fd, length, /):
    _no_number(fd, length)


def write(fd, data, /):
    _index(fd)
    try:
        memoryview(data)
    except TypeError:
        raise TypeError(f'a bytes-like object is required, not {type(data).__name__!r}') from None
    _no_number(fd)


def lseek(fd, position, whence, /):
    _no_number(fd, position, whence)


def fstat(fd):
    _no_number(fd)


def isatty(fd, /):
    """Nothing here is a terminal."""
    _index(fd)
    return False


def system(command):
    """There is no shell."""
    fsencode(command)
    _refused('/bin/sh')


def popen(cmd, mode='r', buffering=-1):
    """There is no shell."""
    if not isinstance(cmd, str):
        raise TypeError(f'invalid cmd type ({type(cmd)}, expected string)')
    if mode not in ('r', 'w'):
        raise ValueError(f'invalid mode {mode!r}')
    if buffering == 0 or buffering is None:
        raise ValueError('popen() does not support unbuffered streams')
    _refused('/bin/sh')


def mkdir(path, mode=0o777, *, dir_fd=None):
    path = _converted(path, 'mkdir')
    _index(mode), _number_of_folder(dir_fd)
    _refused(path)


def makedirs(name, mode=0o777, exist_ok=False):
    fspath(name)
    mkdir(name, mode)


class stat_result(tuple):
    """What is known of a file; no file of the sandbox has one."""
    n_fields, n_sequence_fields, n_unnamed_fields = 19, 10, 3
    __match_args__ = ('st_mode', 'st_ino', 'st_dev', 'st_nlink', 'st_uid', 'st_gid', 'st_size')
    _more = ('st_atime', 'st_mtime', 'st_ctime', 'st_atime_ns', 'st_mtime_ns', 'st_ctime_ns', 'st_blksize', 'st_blocks', 'st_rdev')
    st_mode, st_ino, st_dev, st_nlink, st_uid, st_gid, st_size = (property(lambda self, at=at: self[at]) for at in range(7))
    (st_atime, st_mtime, st_ctime, st_atime_ns, st_mtime_ns, st_ctime_ns, st_blksize, st_blocks,
     st_rdev) = (property(lambda self, at=at: self.__dict__['_hidden'][at]) for at in range(9))

    def __new__(cls, sequence, dict={}):
        try:
            values = tuple(sequence)
        except TypeError:
            raise TypeError('constructor requires a sequence') from None
        for wrong, words in ((len(values) < 10, 'least 10'), (len(values) > 19, 'most 19')):
            if wrong:
                raise TypeError(f'os.stat_result() takes an at {words}-sequence ({len(values)}-sequence given)')
        given = values[10:]
        if any(name not in cls._more[len(given):] for name in dict):
            raise TypeError('os.stat_result() got duplicate or unexpected field name(s)')
        hidden = [*given, *(dict.get(name) for name in cls._more[len(given):])]
        for at in range(3):
            if hidden[at] is None:
                hidden[at] = values[7 + at]
        self = tuple.__new__(cls, values[:10])
        self.__dict__['_hidden'] = tuple(hidden)
        return self

    def __repr__(self):
        names = (*self.__match_args__, *self._more)
        return f'os.stat_result({", ".join([f"{name}={value!r}" for name, value in zip(names, self)])})'

    def __reduce__(self):
        return type(self), (tuple(self), dict(zip(self._more, self.__dict__['_hidden'])))

    def __replace__(self, /, **changes):
        raise TypeError('__replace__() is not supported for os.stat_result because it has unnamed field(s)')


class terminal_size(tuple):
    """Columns and lines."""
    __slots__ = ()
    columns, lines = (property(lambda self, at=at: self[at]) for at in range(2))
    __match_args__ = ('columns', 'lines')
    n_fields, n_sequence_fields, n_unnamed_fields = 2, 2, 0

    def __new__(cls, sequence=_absent, dict={}):
        return tuple.__new__(cls, _sequence('os.terminal_size', sequence, 2))

    def __repr__(self):
        return f'os.terminal_size(columns={self[0]!r}, lines={self[1]!r})'


def get_terminal_size(fd=1, /):
    _index(fd)
    raise OSError(25, 'Inappropriate ioctl for device')

"""The part of `os` that reaches nothing of the host: paths as text, constants, and the files in memory that a policy may lend (`_files`).

Processes, users and the host's environment are not here: the environment begins empty.
"""
import _files
import posixpath as path
from _genericpath import _absent, converted as _converted, fspath, sequence as _sequence
from _stockade import c_int as _c_int, index as _index, sealed as _sealed, unsealed as _unsealed, withheld as _withheld

__all__ = ['path', 'fspath', 'curdir', 'pardir', 'sep', 'extsep', 'altsep', 'pathsep', 'linesep', 'name',
           'PathLike', 'fsencode', 'fsdecode', 'error', 'devnull', 'defpath', 'environ', 'getenv', 'putenv', 'unsetenv', 'getcwd',
           'chdir', 'cpu_count', 'process_cpu_count', 'getpid', 'getuid', 'geteuid', 'getgid', 'getegid', 'kill', 'getppid', 'urandom', 'listdir', 'scandir', 'walk', 'stat', 'lstat', 'remove', 'unlink', 'rmdir', 'mkdir', 'makedirs',
           'rename', 'replace', 'readlink', 'symlink', 'link', 'chmod', 'utime', 'truncate', 'removedirs', 'renames', 'open', 'close',
           'read', 'write', 'lseek', 'fstat', 'isatty', 'fdopen', 'closerange', 'dup', 'ftruncate', 'fsync', 'fdatasync', 'umask', 'getcwdb', 'DirEntry', 'supports_dir_fd', 'supports_effective_ids', 'supports_fd',
           'supports_follow_symlinks', 'system', 'popen', 'access', 'F_OK', 'R_OK', 'W_OK', 'X_OK', 'SEEK_SET', 'SEEK_CUR', 'SEEK_END', 'O_RDONLY', 'O_WRONLY', 'O_RDWR', 'O_CREAT',
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
        # Code that shows mappings looks up the class by this name.
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


def strerror(code, /):
    from _error_texts import text_of
    return text_of(_c_int(code))


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


def getuid():
    """The number of the program's user. It is its own superuser, as the owner of all its files."""
    return 0


getgid = geteuid = getegid = getuid


def getppid():
    return 0


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


# For the error messages of calls that also accept the number of an open file, or None.
_OR_NUMBER = ', os.PathLike or integer'
_OR_NONE = ', os.PathLike, integer or None'


def _number_of_folder(*numbers):
    """What the number of an open folder can be: paths are not taken from one."""
    for number in numbers:
        if number is not None and not hasattr(type(number), '__index__'):
            raise TypeError(f'argument should be integer or None, not {type(number).__name__}')
        number = _index(0 if number is None else number)
        if not -0x80000000 <= number < 0x80000000:
            raise OverflowError('fd is greater than maximum' if number > 0 else 'fd is less than minimum')


def _node(path, call, number='', named=True, dir_fd=None, follow=True):
    """The file of a path or of the number of an open file."""
    found = _converted(path, call, number=number, none=number is _OR_NONE)
    _number_of_folder(dir_fd)
    if isinstance(found, int):
        if found in _files.opened:
            return _files.opened[found].node
        raise OSError(9, 'Bad file descriptor', *[found] * named)
    return _files.found(fsdecode(found), found, follow)


def _pair(call, src, dst, *folders):
    """Two paths: as they were given, and as texts."""
    src, dst = _converted(src, call, 'src'), _converted(dst, call, 'dst')
    _number_of_folder(*folders)
    return fsdecode(src), fsdecode(dst), src, dst


def _alone(path, call, dir_fd=None):
    """A path as text, and as it was given."""
    path = _converted(path, call)
    _number_of_folder(dir_fd)
    return fsdecode(path), path


def _like(path, names):
    """Names as the path they were asked of is: texts, or bytes."""
    return [*map(fsencode, names)] if isinstance(path, bytes) else names


def getcwd():
    return _files.here()


def getcwdb():
    return fsencode(getcwd())


def chdir(path):
    path = _converted(path, 'chdir', number=_OR_NUMBER)
    if isinstance(path, int):
        raise OSError(9, 'Bad file descriptor', path)
    if fsdecode(path) == '/' and _files.tree() is None:
        # Without files there is only the root folder, and changing to it is allowed.
        return
    _files.go_to(fsdecode(path), path)


def access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    path, mode = _converted(path, 'access'), _index(mode)
    _number_of_folder(dir_fd)
    try:
        node = _files.found(fsdecode(path), path, follow_symlinks)
    except OSError:
        return False
    return not mode & X_OK or node.mode & 0o111 != 0


def listdir(path=None):
    node = _node(path, 'listdir', _OR_NONE, False)
    if not isinstance(node, _files.Folder):
        raise NotADirectoryError(20, 'Not a directory', path)
    return _like(_converted(path, 'listdir', number=_OR_NONE, none=True), [*node.entries])


class DirEntry:
    """What a folder holds, as `scandir` gives it."""
    __slots__ = 'name', 'path', '_node', '_where'
    __module__ = 'posix'

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'posix.DirEntry' instances")

    def __repr__(self):
        return f'<DirEntry {self.name!r}>'

    def __fspath__(self):
        return self.path

    def _of(self, kind, follow_symlinks):
        try:
            return kind(self.stat(follow_symlinks=follow_symlinks).st_mode & 0o170000)
        except FileNotFoundError:
            return False

    def is_dir(self, *, follow_symlinks=True):
        return self._of(_files.S_IFDIR.__eq__, follow_symlinks)

    def is_file(self, *, follow_symlinks=True):
        return self._of(_files.S_IFREG.__eq__, follow_symlinks)

    def is_symlink(self):
        return isinstance(_unsealed(self._node), _files.Link)

    def is_junction(self):
        return False

    def inode(self):
        return _unsealed(self._node).number

    def stat(self, *, follow_symlinks=True):
        if isinstance(_unsealed(self._node), _files.Link) and follow_symlinks:
            return _asked(_files.found(self._where, self.path))
        return _asked(_unsealed(self._node))

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)


class ScandirIterator:
    """What `scandir` gives, one after the other."""
    __slots__ = '_left',
    __module__ = 'posix'

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'posix.ScandirIterator' instances")

    def __iter__(self):
        return self

    def __next__(self):
        if not self._left:
            raise StopIteration
        return self._left.pop()

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.close()

    def close(self):
        self._left = []


def scandir(path=None):
    node = _node(path, 'scandir', _OR_NONE, False)
    folder = _converted(path, 'scandir', number=_OR_NONE, none=True)
    if not isinstance(node, _files.Folder):
        raise NotADirectoryError(20, 'Not a directory', path)
    at, entries = globals()['path'], []
    for name, held in node.entries.items():
        entry = object.__new__(DirEntry)
        entry.name = fsencode(name) if isinstance(folder, bytes) else name
        entry.path = entry.name if isinstance(folder, int) else at.join(folder, entry.name)
        entry._node, entry._where = _sealed(held), at.join('' if isinstance(folder, int) else at.abspath(fsdecode(folder)), name)
        entries.append(entry)
    found = object.__new__(ScandirIterator)
    found._left = entries[::-1]
    return found


def walk(top, topdown=True, onerror=None, followlinks=False):
    """(path, names of folders, names of others) of a folder and of those below it."""
    at, todo = globals()['path'], [fspath(top)]
    while todo:
        top = todo.pop()
        if isinstance(top, tuple):
            yield top
            continue
        folders, others, below = [], [], []
        try:
            entries = [*scandir(top)]
        except OSError as error:
            if onerror is not None:
                onerror(error)
            continue
        for entry in entries:
            try:
                is_folder = entry.is_dir()
            except OSError:
                is_folder = False
            if is_folder:
                folders.append(entry.name)
                if not topdown and (followlinks or not entry.is_symlink()):
                    below.append(entry.path)
            else:
                others.append(entry.name)
        if topdown:
            yield top, folders, others
            # The consumer may have changed the names in between.
            paths = [at.join(top, name) for name in reversed(folders)]
            todo += [path for path in paths if followlinks or not at.islink(path)]
        else:
            todo.append((top, folders, others))
            todo += reversed(below)


def stat(path, *, dir_fd=None, follow_symlinks=True):
    return _asked(_node(path, 'stat', _OR_NUMBER, dir_fd=dir_fd, follow=follow_symlinks))


def _asked(node):
    """What is known of a file, once all is written to it."""
    _files.written(node)
    return _files.status(node)


def lstat(path, *, dir_fd=None):
    return _asked(_node(path, 'lstat', dir_fd=dir_fd, follow=False))


def fstat(fd):
    fd = _c_int(fd)
    if fd == 0:
        import sys
        # An input that is there as a whole is like a file: programs read as much as it says at once.
        return _files.status(_files.pipe(), sys._input_left())
    return _files.status(_files.pipe() if fd in (1, 2) else _files.by_number(fd).node)


def remove(path, *, dir_fd=None):
    _files.remove(*_alone(path, 'remove', dir_fd))


def unlink(path, *, dir_fd=None):
    _files.remove(*_alone(path, 'unlink', dir_fd))


def mkdir(path, mode=0o777, *, dir_fd=None):
    text, path = _alone(path, 'mkdir', dir_fd)
    _files.make_folder(text, _index(mode), path)


def makedirs(name, mode=0o777, exist_ok=False):
    """Makes a folder and those that it is to be in."""
    at = globals()['path']
    head, tail = at.split(name)
    if not tail:
        head, tail = at.split(head)
    if head and tail and not at.exists(head):
        try:
            makedirs(head, exist_ok=exist_ok)
        except FileExistsError:
            pass
        if tail in ('.', b'.'):
            return
    try:
        mkdir(name, mode)
    except OSError:
        if not exist_ok or not at.isdir(name):
            raise


def rmdir(path, *, dir_fd=None):
    _files.remove_folder(*_alone(path, 'rmdir', dir_fd))


def removedirs(name):
    """Removes a folder and those it was in, as far as they are empty."""
    rmdir(name)
    at = globals()['path']
    head, tail = at.split(name)
    if not tail:
        head, tail = at.split(head)
    while head and tail:
        try:
            rmdir(head)
        except OSError:
            break
        head, tail = at.split(head)


def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _files.move(*_pair('rename', src, dst, src_dir_fd, dst_dir_fd))


def replace(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _files.move(*_pair('replace', src, dst, src_dir_fd, dst_dir_fd))


def renames(old, new):
    """Renames, making the folders that are wanted and removing those that became empty."""
    at = globals()['path']
    head, tail = at.split(new)
    if head and tail and not at.exists(head):
        makedirs(head)
    rename(old, new)
    head, tail = at.split(old)
    if head and tail:
        try:
            removedirs(head)
        except OSError:
            pass


def readlink(path, *, dir_fd=None):
    text, path = _alone(path, 'readlink', dir_fd)
    return _like(path, [_files.target_of(text, path)])[0]


def link(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True):
    _files.hard_link(*_pair('link', src, dst, src_dir_fd, dst_dir_fd), follow_symlinks)


def symlink(src, dst, target_is_directory=False, *, dir_fd=None):
    _files.soft_link(*_pair('symlink', src, dst, dir_fd))


def chmod(path, mode, *, dir_fd=None, follow_symlinks=True):
    _converted(path, 'chmod', number=_OR_NUMBER)
    mode = _index(mode)
    node = _node(path, 'chmod', _OR_NUMBER, dir_fd=dir_fd, follow=follow_symlinks)
    _files.writable(path)
    node.mode, node.changed = node.mode & 0o170000 | mode & 0o7777, _files.now()


def umask(mask, /):
    """What new files and folders do not let others do; gives what it was."""
    mask, _files.MASK = _files.MASK, _index(mask) & 0o777
    return mask


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    _converted(path, 'utime', number=_OR_NUMBER)
    if times is not None and not (isinstance(times, tuple) and len(times) == 2):
        raise TypeError("utime: 'times' must be either a tuple of two ints or None")
    if ns is not None and not (isinstance(ns, tuple) and len(ns) == 2):
        raise TypeError("utime: 'ns' must be a tuple of two ints")
    if times is not None and ns is not None:
        raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
    node = _node(path, 'utime', _OR_NUMBER, dir_fd=dir_fd, follow=follow_symlinks)
    _files.writable(path)
    if times is not None:
        ns = [int(time // 1) * 1000000000 + int(time % 1 * 1000000000) for time in times]
    node.changed = _files.now()
    node.read, node.written = (node.changed, node.changed) if ns is None else map(_index, ns)


def truncate(path, length):
    given = _converted(path, 'truncate', number=_OR_NUMBER)
    length = _c_int(length, 'long')
    if length < 0:
        raise OSError(22, 'Invalid argument', given)
    _files.cut(_node(path, 'truncate', _OR_NUMBER, False), length, given)


def ftruncate(fd, length, /):
    fd, length = _c_int(fd), _c_int(length, 'long')
    if 0 <= fd <= 2 and fd not in _files.opened:
        raise OSError(22, 'Invalid argument')
    file = _files.by_number(fd)
    if length < 0 or not file.writes:
        raise OSError(22, 'Invalid argument')
    _files.cut(file.node, length)


def open(path, flags, mode=0o777, *, dir_fd=None):
    """The number of a file that is opened."""
    path, flags = _converted(path, 'open'), _index(flags)
    mode = _index(mode)
    _number_of_folder(dir_fd)
    return _files.open_file(fsdecode(path), flags, mode, path)


def fdopen(fd, mode='r', buffering=-1, encoding=None, *args, **kwargs):
    """A stream of an open file."""
    if not isinstance(fd, int):
        raise TypeError(f'invalid fd type ({type(fd)}, expected integer)')
    import io
    if 'b' not in mode:
        encoding = io.text_encoding(encoding)
    return io.open(fd, mode, buffering, encoding, *args, **kwargs)


def close(fd):
    _files.close(_c_int(fd))


def closerange(fd_low, fd_high, /):
    low, high = _c_int(fd_low), _c_int(fd_high)
    for number in [number for number in _files.opened if low <= number < high]:
        del _files.opened[number]


def dup(fd, /):
    return _files.numbered(_files.by_number(_c_int(fd)))


def read(fd, length, /):
    fd, length = _c_int(fd), _c_int(length, 'ssize_t')
    if length < 0:
        raise OSError(22, 'Invalid argument')
    if fd == 0:
        import sys
        return sys._read_input(length)
    return _files.read(_files.by_number(fd), length)


def write(fd, data, /):
    fd = _c_int(fd)
    try:
        memoryview(data)
    except TypeError:
        raise TypeError(f'a bytes-like object is required, not {type(data).__name__!r}') from None
    if fd in (1, 2):
        return _files.write_standard(fd, data)
    return _files.write(_files.by_number(fd), data)


def lseek(fd, position, whence, /):
    fd, position, whence = _c_int(fd), _c_int(position, 'long'), _c_int(whence)
    return _files.seek(_files.by_number(fd), position, whence)


def fsync(fd):
    """Everything is written already."""
    if not isinstance(fd, int):
        asked = getattr(fd, 'fileno', None)
        if asked is None:
            raise TypeError('argument must be an int, or have a fileno() method.')
        fd = asked()
        if not isinstance(fd, int):
            raise TypeError('fileno() returned a non-integer')
    fd = _c_int(fd)
    if fd < 0:
        raise ValueError(f'file descriptor cannot be a negative integer ({fd})')
    if fd <= 2:
        raise OSError(22, 'Invalid argument')
    _files.by_number(fd)


def fdatasync(fd):
    fsync(fd)


supports_dir_fd, supports_effective_ids = set(), set()
supports_fd = {chdir, chmod, listdir, scandir, stat, truncate, utime}
supports_follow_symlinks = {access, chmod, link, stat, utime}


def isatty(fd, /):
    """Nothing here is a terminal."""
    _c_int(fd)
    return False


def _refused(name):
    """Nothing can be run."""
    raise _withheld(PermissionError(13, 'Permission denied', '/bin/sh'), name)


def _exit(status):
    """Ends the program as `sys.exit` does: what comes at its end comes here, too."""
    raise SystemExit(_index(status))


def system(command):
    """There is no shell."""
    fsencode(command)
    _refused('os.system')


def popen(cmd, mode='r', buffering=-1):
    """There is no shell."""
    if not isinstance(cmd, str):
        raise TypeError(f'invalid cmd type ({type(cmd)}, expected string)')
    if mode not in ('r', 'w'):
        raise ValueError(f'invalid mode {mode!r}')
    if buffering == 0 or buffering is None:
        raise ValueError('popen() does not support unbuffered streams')
    _refused('os.popen')


class stat_result(tuple):
    """What is known of a file."""
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
    _c_int(fd)
    raise OSError(25, 'Inappropriate ioctl for device')

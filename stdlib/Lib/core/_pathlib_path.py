"""Paths that find files: those in memory, where a policy lends any (`_files`)."""
import os

from pathlib import PurePath, PurePosixPath, PureWindowsPath


class UnsupportedOperation(NotImplementedError):
    """Something that this system cannot do."""


class Path(PurePath):
    """A path with the operations of a file system."""
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
        # A drive follows a slash, and a bar may mark it.
        if path.startswith('///') or path[:1] == '/' and path[2:3] in ':|':
            path = path[1:]
        if path[1:2] == '|':
            path = path[:1] + ':' + path[2:]
        from urllib.parse import unquote_to_bytes
        made = cls(unquote_to_bytes(path).decode('utf-8', 'surrogateescape'))
        if not made.is_absolute():
            raise ValueError(f'URI is not absolute: {uri!r}')
        return made

    def stat(self, *, follow_symlinks=True):
        """What is known of the file."""
        return os.stat(self, follow_symlinks=follow_symlinks)

    def lstat(self):
        return os.lstat(self)

    def exists(self, *, follow_symlinks=True):
        """Whether the path leads to something."""
        return os.path.exists(self) if follow_symlinks else os.path.lexists(self)

    def _kind(self, follow_symlinks=True):
        try:
            return self.stat(follow_symlinks=follow_symlinks).st_mode & 0o170000
        except (OSError, ValueError):
            return 0

    def is_dir(self, *, follow_symlinks=True):
        return self._kind(follow_symlinks) == 0o40000

    def is_file(self, *, follow_symlinks=True):
        return self._kind(follow_symlinks) == 0o100000

    def is_symlink(self):
        return self._kind(False) == 0o120000

    def is_char_device(self):
        return self._kind() == 0o20000

    def is_block_device(self):
        return self._kind() == 0o60000

    def is_fifo(self):
        return self._kind() == 0o10000

    def is_socket(self):
        return self._kind() == 0o140000

    def is_mount(self):
        return os.path.ismount(self)

    def is_junction(self):
        return False

    def samefile(self, other_path):
        """Whether both lead to one file."""
        mine = self.stat()
        theirs = other_path.stat() if hasattr(other_path, 'stat') else self.with_segments(other_path).stat()
        return os.path.samestat(mine, theirs)

    def open(self, mode='r', buffering=-1, encoding=None, errors=None, newline=None):
        """A stream of the file."""
        return open(self, mode, buffering, encoding, errors, newline)

    def read_bytes(self):
        with self.open('rb') as file:
            return file.read()

    def read_text(self, encoding=None, errors=None, newline=None):
        with self.open('r', encoding=encoding, errors=errors, newline=newline) as file:
            return file.read()

    def write_bytes(self, data):
        view = memoryview(data)
        with self.open('wb') as file:
            return file.write(view)

    def write_text(self, data, encoding=None, errors=None, newline=None):
        if not isinstance(data, str):
            raise TypeError(f'data must be str, not {type(data).__name__}')
        with self.open('w', encoding=encoding, errors=errors, newline=newline) as file:
            return file.write(data)

    def _below(self, name):
        return self.with_segments(name if str(self) == '.' else os.path.join(str(self), name))

    def iterdir(self):
        """The paths of what the folder holds."""
        return iter([self._below(name) for name in os.listdir(self)])

    def glob(self, pattern, *, case_sensitive=None, recurse_symlinks=False):
        """The paths below this one that match a pattern."""
        folders_only = False
        if not isinstance(pattern, PurePath):
            text, pattern = pattern, self.with_segments(pattern)
            folders_only = os.fspath(text)[-1:] == '/'
        if pattern.anchor:
            raise NotImplementedError('Non-relative patterns are unsupported')
        parts = list(pattern.parts)
        if not parts:
            raise ValueError(f'Unacceptable pattern: {pattern!r}')
        parts = [part for at, part in enumerate(parts) if part != '**' or parts[at - 1:at] != ['**']]
        found = self._matching(parts, folders_only, self._part_matcher(case_sensitive), case_sensitive is not None, recurse_symlinks)
        return self._once(found) if parts.count('**') > 1 else found

    @staticmethod
    def _once(paths):
        seen = set()
        for path in paths:
            if path not in seen:
                seen.add(path)
                yield path

    def _matching(self, parts, folders_only, matches, magic, follow):
        part, rest = parts[0], parts[1:]
        if part == '**':
            if rest:
                yield from self._matching(rest, folders_only, matches, magic, follow)
            elif self.is_dir():
                yield self
            todo = [self]
            while todo:
                for path, is_folder in todo.pop()._entries(follow):
                    if is_folder:
                        todo.append(path)
                        if rest:
                            yield from path._matching(rest, folders_only, matches, magic, follow)
                    if not rest and (is_folder or not folders_only):
                        yield path
        elif part == '..' or not magic and not any(letter in part for letter in '*?['):
            path = self._below(part)
            if rest:
                yield from path._matching(rest, folders_only, matches, magic, follow)
            elif path.is_dir() if folders_only else path.exists(follow_symlinks=False):
                yield path
        else:
            for path, is_folder in self._entries(True):
                if matches(path.name, part, False) and (is_folder or not rest and not folders_only):
                    if rest:
                        yield from path._matching(rest, folders_only, matches, magic, follow)
                    else:
                        yield path

    def _entries(self, follow):
        """What the folder holds, and whether that is a folder."""
        found = []
        try:
            with os.scandir(self) as entries:
                for entry in entries:
                    try:
                        is_folder = entry.is_dir(follow_symlinks=follow)
                    except OSError:
                        # A link in a cycle.
                        is_folder = False
                    found.append((self._below(entry.name), is_folder))
        except OSError:
            pass
        return found

    def rglob(self, pattern, *, case_sensitive=None, recurse_symlinks=False):
        """The paths anywhere below this one that match a pattern."""
        slash = ''
        if not isinstance(pattern, PurePath):
            text, pattern = pattern, self.with_segments(pattern)
            slash = '/' if os.fspath(text)[-1:] == '/' else ''
        if pattern.anchor:
            raise NotImplementedError('Non-relative patterns are unsupported')
        whole = '**' / pattern
        return self.glob(f'{whole}{slash}' if slash else whole, case_sensitive=case_sensitive, recurse_symlinks=recurse_symlinks)

    def walk(self, top_down=True, on_error=None, follow_symlinks=False):
        """(path, names of folders, names of others) of this folder and of those below it."""
        todo = [self]
        while todo:
            path = todo.pop()
            if isinstance(path, tuple):
                yield path
                continue
            folders, others = [], []
            try:
                entries = [*os.scandir(path)]
            except OSError as error:
                if on_error is not None:
                    on_error(error)
                continue
            for entry in entries:
                try:
                    is_folder = entry.is_dir(follow_symlinks=follow_symlinks)
                except OSError:
                    is_folder = False
                (folders if is_folder else others).append(entry.name)
            if top_down:
                yield path, folders, others
            else:
                todo.append((path, folders, others))
            todo += [path._below(name) for name in reversed(folders)]

    @classmethod
    def cwd(cls):
        """The current folder."""
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        """The user's folder."""
        home = cls('~').expanduser()
        return cls('/') if str(home) == '~' else home

    def absolute(self):
        """The path from the root; nothing else of it is changed."""
        return self if self.is_absolute() else self.with_segments(os.getcwd(), self)

    def resolve(self, strict=False):
        """The path from the root without links and dots."""
        path = self.with_segments(os.path.realpath(self, strict=strict))
        if not strict:
            # A cycle of links is an error in any case.
            try:
                path.lstat()
                os.stat(path)
            except OSError as error:
                if error.errno == 40:
                    raise RuntimeError(f'Symlink loop from {str(path)!r}') from None
        return path

    def expanduser(self):
        """The path with `~` at its begin replaced."""
        if self._root or not self._tail or self._tail[0][:1] != '~':
            return self
        home = os.path.expanduser(self._tail[0])
        if home[:1] == '~':
            raise RuntimeError('Could not determine home directory.')
        return self.with_segments(home, *self._tail[1:])

    def owner(self, *, follow_symlinks=True):
        self.stat(follow_symlinks=follow_symlinks)
        return 'root'

    group = owner

    def readlink(self):
        """The path that a link names."""
        return self.with_segments(os.readlink(self))

    def touch(self, mode=0o666, exist_ok=True):
        """Makes the file, or says that it was written to now."""
        if exist_ok:
            try:
                os.utime(self)
                return
            except OSError:
                pass
        os.close(os.open(self, os.O_CREAT | os.O_WRONLY | (0 if exist_ok else os.O_EXCL), mode))

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        """Makes the folder."""
        try:
            os.mkdir(self, mode)
        except FileNotFoundError:
            if not parents or self.parent == self:
                raise
            self.parent.mkdir(parents=True, exist_ok=True)
            self.mkdir(mode, parents=False, exist_ok=exist_ok)
        except OSError:
            if not exist_ok or not self.is_dir():
                raise

    def chmod(self, mode, *, follow_symlinks=True):
        os.chmod(self, mode, follow_symlinks=follow_symlinks)

    def lchmod(self, mode):
        self.chmod(mode, follow_symlinks=False)

    def unlink(self, missing_ok=False):
        """Removes the file."""
        try:
            os.unlink(self)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rmdir(self):
        os.rmdir(self)

    def rename(self, target):
        """Moves the file; gives the new path."""
        os.rename(self, target)
        return self.with_segments(target)

    def replace(self, target):
        os.replace(self, target)
        return self.with_segments(target)

    def symlink_to(self, target, target_is_directory=False):
        os.symlink(target, self, target_is_directory)

    def hardlink_to(self, target):
        os.link(target, self)


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

"""What paths have in common, whatever system they are of: the classes that a program's own kinds of paths begin from."""

__all__ = ['UnsupportedOperation']

from _pathlib_path import UnsupportedOperation


def _refusal(name, call=True):
    """A method, or a property, that says that its class does not have it."""
    def refuse(self, *args, **kwargs):
        raise UnsupportedOperation(self._unsupported_msg(name + '()' if call else name))
    refuse.__name__ = name
    return refuse if call else property(refuse)


class ParserBase:
    """How the texts of paths are read; nothing of it is known here."""

    @classmethod
    def _unsupported_msg(cls, attribute):
        return f'{cls.__name__}.{attribute} is unsupported'

    sep = _refusal('sep', call=False)
    join = _refusal('join')
    split = _refusal('split')
    splitdrive = _refusal('splitdrive')
    splitext = _refusal('splitext')
    normcase = _refusal('normcase')
    isabs = _refusal('isabs')


class PurePathBase:
    """A path that is only read as a text, in the way its class's `parser` says."""

    __slots__ = ('_raw_path', '_resolving')
    parser = ParserBase()

    def __init__(self, path, *paths):
        if paths:
            path = self.parser.join(path, *paths)
        if not isinstance(path, str):
            raise TypeError(f'path should be a str, not {type(path).__name__!r}')
        self._raw_path = path
        self._resolving = False

    def with_segments(self, *pathsegments):
        """A path of the same kind; subclasses override it."""
        return type(self)(*pathsegments)

    def __str__(self):
        return self._raw_path

    def as_posix(self):
        """The path with forward slashes."""
        return str(self).replace(self.parser.sep, '/')

    def _walk_up(self):
        """The texts above this path, each with the name that was taken off to come to it."""
        path = self._raw_path
        while True:
            above, name = self.parser.split(path)
            if above == path:
                return
            yield above, name
            path = above

    @property
    def _stack(self):
        """The uppermost text above, and the names below it, the last one first."""
        top, names = self._raw_path, []
        for top, name in self._walk_up():
            names.append(name)
        return top, names

    @property
    def anchor(self):
        """What is left when every name is taken off."""
        return self._stack[0]

    @property
    def drive(self):
        """The drive of the anchor."""
        return self.parser.splitdrive(self.anchor)[0]

    @property
    def root(self):
        """The anchor without its drive."""
        return self.parser.splitdrive(self.anchor)[1]

    @property
    def parts(self):
        """The anchor, if any, and the names."""
        anchor, names = self._stack
        return (*([anchor] if anchor else ()), *reversed(names))

    @property
    def name(self):
        """The last name."""
        return self.parser.split(self._raw_path)[1]

    def _dot(self):
        """Where the extension of the name begins; its length if there is none."""
        name = self.name
        at = name.rfind('.')
        return at if 0 < at < len(name) - 1 else len(name)

    @property
    def suffix(self):
        """The extension of the last name, with its dot."""
        return self.name[self._dot():]

    @property
    def stem(self):
        """The last name without its extension."""
        return self.name[:self._dot()]

    @property
    def suffixes(self):
        """All extensions of the last name."""
        name = self.name
        return [] if name.endswith('.') else ['.' + part for part in name.lstrip('.').split('.')[1:]]

    def with_name(self, name):
        """The path with another last name."""
        if self.parser.split(name)[0]:
            raise ValueError(f'Invalid name {name!r}')
        return self.with_segments(self.parser.split(self._raw_path)[0], name)

    def with_stem(self, stem):
        """The path with another last name and the same extension."""
        suffix = self.suffix
        if suffix and not stem:
            raise ValueError(f'{self!r} has a non-empty suffix')
        return self.with_name(stem + suffix)

    def with_suffix(self, suffix):
        """The path with another extension; an empty one takes it away."""
        stem = self.stem
        if not stem:
            raise ValueError(f'{self!r} has an empty name')
        if suffix and (suffix == '.' or not suffix.startswith('.')):
            raise ValueError(f'Invalid suffix {suffix!r}')
        return self.with_name(stem + suffix)

    def _apart(self, other):
        """The other path, the names that only this one has, and those that only the other has; None without a common anchor."""
        if not isinstance(other, PurePathBase):
            other = self.with_segments(other)
        (anchor, mine), (other_anchor, theirs) = self._stack, other._stack
        if anchor != other_anchor:
            return other, None, None
        while mine and theirs and mine[-1] == theirs[-1]:
            mine.pop()
            theirs.pop()
        return other, mine, [name for name in theirs if name and name != '.']

    def relative_to(self, other, *, walk_up=False):
        """The way from another path to this one."""
        other, mine, theirs = self._apart(other)
        if mine is None:
            raise ValueError(f'{self._raw_path!r} and {other._raw_path!r} have different anchors')
        if theirs and not walk_up:
            raise ValueError(f'{self._raw_path!r} is not in the subpath of {other._raw_path!r}')
        if '..' in theirs:
            raise ValueError(f"'..' segment in {other._raw_path!r} cannot be walked")
        return self.with_segments('', *['..'] * len(theirs), *reversed(mine))

    def is_relative_to(self, other):
        """Whether this path is another one or below it."""
        return self._apart(other)[2] == []

    def joinpath(self, *pathsegments):
        """The path and further ones below it."""
        return self.with_segments(self._raw_path, *pathsegments)

    def __truediv__(self, key):
        try:
            return self.joinpath(key)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return self.with_segments(key, self._raw_path)
        except TypeError:
            return NotImplemented

    @property
    def parent(self):
        """The path without its last name."""
        for above, _ in self._walk_up():
            found = self.with_segments(above)
            found._resolving = self._resolving
            return found
        return self

    @property
    def parents(self):
        """The parent, its parent and so on."""
        return tuple(self.with_segments(above) for above, _ in self._walk_up())

    def is_absolute(self):
        """Whether the path begins at a root."""
        return self.parser.isabs(self._raw_path)

    @property
    def _pattern_str(self):
        return str(self)

    def _regex(self, pattern, sep, case_sensitive, recursive):
        import re
        from glob import translate
        if case_sensitive is None:
            case_sensitive = self.parser.normcase('Aa') == 'Aa'
        text = translate(pattern, recursive=recursive, include_hidden=True, seps=sep)
        return re.compile(text, re.NOFLAG if case_sensitive else re.IGNORECASE).match

    def match(self, path_pattern, *, case_sensitive=None):
        """Whether a pattern matches the path, a relative pattern from the right."""
        if not isinstance(path_pattern, PurePathBase):
            path_pattern = self.with_segments(path_pattern)
        sep = path_pattern.parser.sep
        mine, theirs = self.parts, path_pattern.parts
        if not theirs:
            raise ValueError('empty pattern')
        if len(mine) < len(theirs) or len(mine) > len(theirs) and path_pattern.anchor:
            return False
        return all(self._regex(pattern, sep, case_sensitive, False)(part) for part, pattern in zip(mine[-len(theirs):], theirs))

    def full_match(self, pattern, *, case_sensitive=None):
        """Whether a pattern matches the whole path; `**` matches any number of names."""
        if not isinstance(pattern, PurePathBase):
            pattern = self.with_segments(pattern)
        match = self._regex(pattern._pattern_str, pattern.parser.sep, case_sensitive, True)
        return match(self._pattern_str) is not None


def _of_kind(name):
    """A method that tells whether a path is of a kind that its mode says."""
    def is_kind(self):
        import stat
        mode = self._mode(True)
        return mode is not None and getattr(stat, 'S_IS' + name)(mode)
    return is_kind


class PathBase(PurePathBase):
    """A path of a system that has files; a program's own class says how they are reached."""

    __slots__ = ()

    @classmethod
    def _unsupported_msg(cls, attribute):
        return f'{cls.__name__}.{attribute} is unsupported'

    for _name in ('stat', 'open', 'iterdir', 'absolute', 'expanduser', 'readlink', 'symlink_to', 'hardlink_to', 'touch', 'mkdir',
                  'rename', 'replace', 'chmod', 'unlink', 'rmdir', 'owner', 'group', 'as_uri'):
        locals()[_name] = _refusal(_name)
    for _name in ('cwd', 'home', 'from_uri'):
        locals()[_name] = classmethod(_refusal(_name))
    del _name

    def lstat(self):
        """What is known of the path itself, not of what it links to."""
        return self.stat(follow_symlinks=False)

    def lchmod(self, mode):
        """Sets the mode of the path itself, not of what it links to."""
        self.chmod(mode, follow_symlinks=False)

    def _mode(self, follow_symlinks):
        """The mode of what the path names; None if there is nothing."""
        from errno import EBADF, ELOOP, ENOENT, ENOTDIR
        try:
            return self.stat(follow_symlinks=follow_symlinks).st_mode
        except OSError as error:
            if error.errno not in (EBADF, ELOOP, ENOENT, ENOTDIR):
                raise
        except ValueError:
            pass
        return None

    def exists(self, *, follow_symlinks=True):
        """Whether there is something."""
        return self._mode(follow_symlinks) is not None

    def is_dir(self, *, follow_symlinks=True):
        """Whether it is a directory."""
        from stat import S_ISDIR
        mode = self._mode(follow_symlinks)
        return mode is not None and S_ISDIR(mode)

    def is_file(self, *, follow_symlinks=True):
        """Whether it is an ordinary file."""
        from stat import S_ISREG
        mode = self._mode(follow_symlinks)
        return mode is not None and S_ISREG(mode)

    def is_symlink(self):
        """Whether it is a symbolic link."""
        from stat import S_ISLNK
        mode = self._mode(False)
        return mode is not None and S_ISLNK(mode)

    def is_junction(self):
        """Whether it is a junction; nothing is."""
        return False

    def is_mount(self):
        """Whether another device, or the root, begins at this directory."""
        if self.is_symlink() or not self.is_dir():
            return False
        here, above = self.stat(), self.parent.stat()
        return here.st_dev != above.st_dev or here.st_ino == above.st_ino

    def resolve(self, strict=False):
        """The absolute path without links and without `..`."""
        if self._resolving:
            return self
        anchor, names = self._stack
        begin = self.with_segments(anchor)
        try:
            begin = begin.absolute()
        except UnsupportedOperation:
            found = []
        else:
            anchor, found = begin._stack
            found.reverse()
        links = 0
        while names:
            name = names.pop()
            if not name or name == '.':
                continue
            if name == '..':
                if found and found[-1] != '..':
                    found.pop()
                    continue
                if anchor and not found:
                    continue
            found.append(name)
            path = self.with_segments(anchor, *found)
            path._resolving = True
            try:
                if not path.is_symlink():
                    if names and strict and path.stat() is not None and not path.is_dir():
                        from errno import ENOTDIR
                        raise NotADirectoryError(ENOTDIR, 'Not a directory', path._raw_path)
                    if strict:
                        path.stat()
                    continue
                links += 1
                if links > 40:
                    from errno import ELOOP
                    raise OSError(ELOOP, 'Too many levels of symbolic links', self._raw_path)
                to_anchor, to_names = path.readlink()._stack
            except UnsupportedOperation:
                continue
            found.pop()
            if to_anchor:
                anchor, found = to_anchor, []
            names += to_names
        path = self.with_segments(anchor, *found)
        path._resolving = True
        return path

    is_block_device = _of_kind('BLK')
    is_char_device = _of_kind('CHR')
    is_fifo = _of_kind('FIFO')
    is_socket = _of_kind('SOCK')

    def samefile(self, other_path):
        """Whether another path names the same file."""
        if not isinstance(other_path, PathBase):
            other_path = self.with_segments(other_path)
        mine, other = self.stat(), other_path.stat()
        return (mine.st_ino, mine.st_dev) == (other.st_ino, other.st_dev)

    def read_bytes(self):
        """All bytes of the file."""
        with self.open(mode='rb') as file:
            return file.read()

    def read_text(self, encoding=None, errors=None, newline=None):
        """The text of the file."""
        with self.open(mode='r', encoding=encoding, errors=errors, newline=newline) as file:
            return file.read()

    def write_bytes(self, data):
        """Makes the bytes those of the file."""
        view = memoryview(data)
        with self.open(mode='wb') as file:
            return file.write(view)

    def write_text(self, data, encoding=None, errors=None, newline=None):
        """Makes the text that of the file."""
        if not isinstance(data, str):
            raise TypeError('data must be str, not %s' % type(data).__name__)
        with self.open(mode='w', encoding=encoding, errors=errors, newline=newline) as file:
            return file.write(data)

    def walk(self, top_down=True, on_error=None, follow_symlinks=False):
        """Each directory below with the names of its directories and files."""
        waiting = [self]
        while waiting:
            path = waiting.pop()
            if isinstance(path, tuple):
                yield path
                continue
            directories, files = [], []
            try:
                for child in path.iterdir():
                    (directories if child.is_dir(follow_symlinks=follow_symlinks) else files).append(child.name)
            except OSError as error:
                if on_error is not None:
                    on_error(error)
                continue
            if top_down:
                yield path, directories, files
            else:
                waiting.append((path, directories, files))
            waiting += [path.joinpath(name) for name in reversed(directories)]

    def _below(self):
        """This path and what is below it, links to directories not followed."""
        yield self
        for path, directories, files in self.walk():
            for name in directories + files:
                yield path.joinpath(name)

    def glob(self, pattern, *, case_sensitive=None, recurse_symlinks=True):
        """The paths below that a pattern matches."""
        if not isinstance(pattern, PurePathBase):
            pattern = self.with_segments(pattern)
        anchor, names = pattern._stack
        if anchor:
            raise NotImplementedError('Non-relative patterns are unsupported')
        if not names:
            raise ValueError(f'Unacceptable pattern: {str(pattern)!r}')
        whole = self.joinpath(*reversed(names))
        return (path for path in self._below() if path.full_match(whole, case_sensitive=case_sensitive))

    def rglob(self, pattern, *, case_sensitive=None, recurse_symlinks=True):
        """The paths anywhere below whose end a pattern matches."""
        if not isinstance(pattern, PurePathBase):
            pattern = self.with_segments(pattern)
        return self.glob(self.with_segments('**').joinpath(pattern._raw_path), case_sensitive=case_sensitive)

"""Paths as objects: the pure ones; those that find files are in `_pathlib_path`."""
from _pathlib_parents import _PathParents
import posixpath

__all__ = ['PurePath', 'PurePosixPath', 'PureWindowsPath', 'Path', 'PosixPath', 'WindowsPath', 'UnsupportedOperation']


def __getattr__(name):
    if name == 'PureWindowsPath':
        from _pathlib_windows import PureWindowsPath
        globals()[name] = PureWindowsPath
        return PureWindowsPath
    if name in ('Path', 'PosixPath', 'WindowsPath', 'UnsupportedOperation'):
        import _pathlib_path
        found = globals()[name] = getattr(_pathlib_path, name)
        return found
    raise AttributeError(f"module 'pathlib' has no attribute {name!r}")


class PurePath:
    """A path: a root and parts. Making one is making a PurePosixPath."""
    __module__ = 'pathlib._local'
    __slots__ = ('_drive', '_root', '_tail', '_str', '_hash')
    parser = posixpath

    def __new__(cls, *args, **kwargs):
        if cls is PurePath:
            cls = PurePosixPath
        return object.__new__(cls)

    def __init__(self, *args):
        pieces = []
        for arg in args:
            if isinstance(arg, PurePath):
                # The `__str__` of a subclass may differ from its path.
                path = PurePath.__str__(arg)
                pieces.append(path if arg.parser is self.parser else path.replace(arg.parser.sep, '/'))
                continue
            try:
                path = arg.__fspath__() if not isinstance(arg, str) else arg
            except AttributeError:
                path = arg
            if not isinstance(path, str):
                raise TypeError('argument should be a str or an os.PathLike object where __fspath__ returns '
                                f'a str, not {type(path).__name__!r}')
            pieces.append(path)
        joined = self.parser.join(*pieces) if pieces else ''
        self._drive, self._root, self._tail = self._parse(joined)

    @classmethod
    def _parse(cls, path):
        """(drive, root, parts) of a text."""
        if not path:
            return '', '', []
        drive, root, rest = cls.parser.splitroot(path)
        return drive, root, [part for part in rest.split('/') if part and part != '.']

    @classmethod
    def _parse_path(cls, path):
        return cls._parse(path)

    def with_segments(self, *pathsegments):
        """A path of the same kind; subclasses override it."""
        return type(self)(*pathsegments)

    def _made(self, drive, root, tail):
        text = self._format(drive, root, tail)
        path = self.with_segments(text)
        return path

    def _format(self, drive, root, tail):
        sep = self.parser.sep
        if drive or root:
            return drive + root + sep.join(tail)
        if tail and self.parser.splitdrive(tail[0])[0]:
            tail = ['.'] + tail
        return sep.join(tail)

    def __reduce__(self):
        return self.__class__, (PurePath.__str__(self),)

    def __str__(self):
        try:
            return self._str
        except AttributeError:
            self._str = self._format(self._drive, self._root, self._tail) or '.'
            return self._str

    def __fspath__(self):
        return str(self)

    def __bytes__(self):
        return str(self).encode('utf-8', 'surrogateescape')

    def as_posix(self):
        """The path with forward slashes."""
        return str(self).replace(self.parser.sep, '/')

    def __repr__(self):
        return f'{self.__class__.__name__}({self.as_posix()!r})'

    def as_uri(self):
        """The path as a file: URI."""
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        drive = self.drive
        if len(drive) == 2 and drive[1] == ':':
            prefix, path = 'file:///' + drive, self.as_posix()[2:]
        elif drive:
            prefix, path = 'file:', self.as_posix()
        else:
            prefix, path = 'file://', str(self)
        from urllib.parse import quote_from_bytes
        return prefix + quote_from_bytes(path.encode('utf-8', 'surrogateescape'))

    def _compared(self):
        """What makes two paths equal."""
        return str(self)

    def _ordered(self):
        return self._compared().split(self.parser.sep)

    def __hash__(self):
        try:
            return self._hash
        except AttributeError:
            self._hash = hash(self._compared())
            return self._hash

    def __eq__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self._compared() == other._compared() and self.parser is other.parser

    def __lt__(self, other):
        if not isinstance(other, PurePath) or self.parser is not other.parser:
            return NotImplemented
        return self._ordered() < other._ordered()

    def __le__(self, other):
        if not isinstance(other, PurePath) or self.parser is not other.parser:
            return NotImplemented
        return self._ordered() <= other._ordered()

    def __gt__(self, other):
        if not isinstance(other, PurePath) or self.parser is not other.parser:
            return NotImplemented
        return self._ordered() > other._ordered()

    def __ge__(self, other):
        if not isinstance(other, PurePath) or self.parser is not other.parser:
            return NotImplemented
        return self._ordered() >= other._ordered()

    @property
    def drive(self):
        """The drive, empty on POSIX."""
        return self._drive

    @property
    def root(self):
        """The root, empty for relative paths."""
        return self._root

    @property
    def anchor(self):
        """Drive and root."""
        return self._drive + self._root

    @property
    def parts(self):
        """The anchor, if any, and the components."""
        if self._drive or self._root:
            return (self._drive + self._root,) + tuple(self._tail)
        return tuple(self._tail)

    @property
    def name(self):
        """The last component."""
        return self._tail[-1] if self._tail else ''

    @property
    def suffix(self):
        """The extension of the last component, with its dot."""
        name = self.name
        i = name.rfind('.')
        return name[i:] if 0 < i < len(name) - 1 else ''

    @property
    def suffixes(self):
        """All extensions of the last component."""
        name = self.name
        if name.endswith('.'):
            return []
        return ['.' + suffix for suffix in name.lstrip('.').split('.')[1:]]

    @property
    def stem(self):
        """The last component without its extension."""
        name = self.name
        i = name.rfind('.')
        return name[:i] if 0 < i < len(name) - 1 else name

    def with_name(self, name):
        """The path with another last component."""
        p = self.parser
        if not name or p.sep in name or p.altsep and p.altsep in name or name == '.':
            raise ValueError(f'Invalid name {name!r}')
        if not self._tail:
            raise ValueError(f'{self!r} has an empty name')
        return self._made(self._drive, self._root, self._tail[:-1] + [name])

    def with_stem(self, stem):
        """The path with another last component and the same extension."""
        suffix = self.suffix
        if not suffix:
            return self.with_name(stem)
        if not stem:
            raise ValueError(f'{self!r} has a non-empty suffix')
        return self.with_name(stem + suffix)

    def with_suffix(self, suffix):
        """The path with another extension; an empty one takes it away."""
        stem = self.stem
        if not stem:
            raise ValueError(f'{self!r} has an empty name')
        if suffix and not (suffix.startswith('.') and len(suffix) > 1):
            raise ValueError(f'Invalid suffix {suffix!r}')
        return self.with_name(stem + suffix)

    def relative_to(self, other, /, *_deprecated, walk_up=False):
        """The way from another path to this one."""
        other = self._several('relative_to', other, _deprecated)
        up = []
        for step, path in enumerate([other, *other.parents]):
            if path == self or path in self.parents:
                break
            if not walk_up:
                raise ValueError(f'{str(self)!r} is not in the subpath of {str(other)!r}')
            if path.name == '..':
                raise ValueError(f"'..' segment in {str(other)!r} cannot be walked")
            up.append('..')
        else:
            raise ValueError(f'{str(self)!r} and {str(other)!r} have different anchors')
        return self._made('', '', up + self._tail[len(path._tail):])

    def _several(self, name, other, more):
        """The path that several arguments of a method mean, which is deprecated."""
        if more:
            from warnings import warn
            words = 'positional argument' if name == 'relative_to' else 'argument'
            warn(f'support for supplying more than one {words} to pathlib.PurePath.{name}() is deprecated and scheduled for '
                 'removal in Python 3.14', DeprecationWarning, 3)
        elif isinstance(other, PurePath):
            return other
        return self.with_segments(other, *more)

    def is_relative_to(self, other, /, *_deprecated):
        """Whether this path is another one or below it."""
        other = self._several('is_relative_to', other, _deprecated)
        return other == self or other in self.parents

    def joinpath(self, *pathsegments):
        """The path and further ones below it."""
        return self.with_segments(self, *pathsegments)

    def __truediv__(self, key):
        try:
            return self.with_segments(self, key)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return self.with_segments(key, self)
        except TypeError:
            return NotImplemented

    @property
    def parent(self):
        """The path without its last component."""
        if not self._tail:
            return self
        return self._made(self._drive, self._root, self._tail[:-1])

    @property
    def parents(self):
        """The parent, its parent and so on."""
        return _PathParents(self)

    def is_absolute(self):
        """Whether the path begins at the root."""
        return bool(self._root)

    def is_reserved(self):
        """Whether the name means a device; never on POSIX."""
        from warnings import warn
        warn('pathlib.PurePath.is_reserved() is deprecated and scheduled for removal in Python 3.15. Use os.path.isreserved() to detect '
             'reserved paths on Windows.', DeprecationWarning, 2)
        return self._is_reserved()

    def _is_reserved(self):
        return False

    def match(self, path_pattern, *, case_sensitive=None):
        """Whether a pattern matches the path, a relative pattern from the right."""
        pattern = path_pattern if isinstance(path_pattern, PurePath) else self.with_segments(path_pattern)
        if not pattern.parts:
            raise ValueError('empty pattern')
        mine, theirs = self.parts, pattern.parts
        if len(mine) < len(theirs) or len(mine) > len(theirs) and pattern.anchor:
            return False
        match = self._part_matcher(case_sensitive)
        return all(match(a, b, False) for a, b in zip(reversed(mine), reversed(theirs)))

    def full_match(self, pattern, *, case_sensitive=None):
        """Whether a pattern matches the whole path; `**` matches any number of components."""
        pattern = pattern if isinstance(pattern, PurePath) else self.with_segments(pattern)
        match = self._part_matcher(case_sensitive)
        mine, theirs = self.parts, pattern.parts
        # reachable: the positions in the path where a match of the pattern so far can end.
        reachable = {0}
        for part in theirs:
            if part == '**':
                first = min(reachable, default=None)
                if first is not None:
                    reachable = set(range(first, len(mine) + 1))
                    if first == 0 and self.anchor and len(theirs) > 1:
                        # The root alone does not match **.
                        reachable.discard(1)
            else:
                reachable = {i + 1 for i in reachable if i < len(mine) and match(mine[i], part, True)}
        return len(mine) in reachable

    def _part_matcher(self, case_sensitive):
        from fnmatch import fnmatchcase
        sensitive = self.parser is posixpath if case_sensitive is None else case_sensitive

        def match(part, pattern, full):
            if not sensitive:
                part, pattern = part.lower(), pattern.lower()
            if self.parser.sep in part:
                # The anchor. Only an anchor matches it, or `**` where it matches everything.
                return self.parser.sep in pattern and fnmatchcase(part, pattern)
            return fnmatchcase(part, pattern.replace('**', '*'))
        return match


class PurePosixPath(PurePath):
    """A path with forward slashes."""
    __module__ = 'pathlib._local'
    __slots__ = ()

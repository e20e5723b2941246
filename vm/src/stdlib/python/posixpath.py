"""Paths as text: the functions of `os.path` that ask nothing of a file system."""
import _genericpath as genericpath

__all__ = ['normcase', 'isabs', 'join', 'splitdrive', 'splitroot', 'split', 'splitext', 'basename',
           'dirname', 'commonprefix', 'normpath', 'abspath', 'relpath', 'commonpath', 'expanduser', 'expandvars',
           'realpath', 'supports_unicode_filenames',
           'curdir', 'pardir', 'sep', 'pathsep', 'defpath', 'altsep', 'extsep', 'devnull', 'exists', 'isfile', 'isdir',
           'islink', 'ismount', 'isjunction', 'isdevdrive', 'lexists', 'getsize', 'getmtime', 'getatime', 'getctime', 'samefile',
           'sameopenfile', 'samestat']

_converted = genericpath.converted
curdir = '.'
pardir = '..'
extsep = '.'
sep = '/'
pathsep = ':'
defpath = '/bin:/usr/bin'
altsep = None
devnull = '/dev/null'
supports_unicode_filenames = False
commonprefix = genericpath.commonprefix
_fspath = genericpath.fspath


def _like(path, text):
    """A text as str or bytes, as the path is."""
    return text.encode() if isinstance(path, bytes) else text


def normcase(s):
    """The path itself: case counts."""
    return _fspath(s)


def isabs(s):
    """Whether a path begins at the root."""
    s = _fspath(s)
    return s.startswith(_like(s, '/'))


def join(a, *p):
    """Parts with separators between them; an absolute part begins anew."""
    a = _fspath(a)
    slash = _like(a, '/')
    path = a
    try:
        for b in map(_fspath, p):
            if b.startswith(slash) or not path:
                path = b
            elif path.endswith(slash):
                path += b
            else:
                path += slash + b
    except (TypeError, AttributeError, BytesWarning):
        genericpath.check_types('join', a, *p)
        raise
    return path


def split(p):
    """Everything before the last separator, and what follows it."""
    p = _fspath(p)
    slash = _like(p, '/')
    at = p.rfind(slash) + 1
    head, tail = p[:at], p[at:]
    if head and head != slash * len(head):
        head = head.rstrip(slash)
    return head, tail


def splitext(p):
    """The path without its extension, and the extension with its dot."""
    p = _fspath(p)
    dot = _like(p, '.')
    name = p.rfind(_like(p, '/')) + 1
    at = p.rfind(dot)
    # Dots at the beginning of a name belong to the name.
    if at > name and p[name:at].strip(dot):
        return p[:at], p[at:]
    return p, p[:0]


def splitdrive(p):
    """There are no drives."""
    p = _fspath(p)
    return p[:0], p


def _path_of(path, function):
    try:
        return _fspath(path)
    except TypeError:
        raise TypeError(f'{function}: path should be string, bytes or os.PathLike, not {type(path).__name__}') from None


def splitroot(path):
    """(no drive, root, the rest); two leading slashes are a root of their own."""
    p = _path_of(path, '_path_splitroot_ex')
    slash, empty = _like(p, '/'), p[:0]
    if p[:1] != slash:
        return empty, empty, p
    if p[1:2] != slash or p[2:3] == slash:
        return empty, slash, p[1:]
    return empty, p[:2], p[2:]


def basename(p):
    """What follows the last separator."""
    p = _fspath(p)
    return p[p.rfind(_like(p, '/')) + 1:]


def dirname(p):
    """Everything before the last separator."""
    return split(p)[0]


def normpath(path):
    """A path without double separators, `.` and `..` that can be resolved."""
    path = _path_of(path, '_path_normpath')
    slash, dot, up = _like(path, '/'), _like(path, '.'), _like(path, '..')
    if not path:
        return dot
    _, root, rest = splitroot(path)
    parts = []
    for part in rest.split(slash):
        if not part or part == dot:
            continue
        if part != up or not root and not parts or parts and parts[-1] == up:
            parts.append(part)
        elif parts:
            parts.pop()
    return root + slash.join(parts) or dot


def abspath(path):
    """The normalized path; relative ones are below the folder that is the current one."""
    path = _fspath(path)
    if not isabs(path):
        import os
        path = join(os.getcwdb() if isinstance(path, bytes) else os.getcwd(), path)
    return normpath(path)


def realpath(filename, *, strict=False):
    """As `abspath`: there are no links."""
    return abspath(filename)


def expanduser(path):
    """The path with `~` at its begin replaced by what HOME says; the homes of others are not known."""
    path = _fspath(path)
    tilde, slash = _like(path, '~'), _like(path, '/')
    if not path.startswith(tilde) or path[1:2] not in (path[:0], slash):
        return path
    import os
    home = os.environ.get('HOME')
    if home is None:
        return path
    return _like(path, home).rstrip(slash) + path[1:] or slash


def expandvars(path):
    """The path with `$name` and `${name}` replaced by variables of the environment that are there."""
    path = _fspath(path)
    dollar = _like(path, '$')
    if dollar not in path:
        return path
    import os
    import re

    def value(found):
        name = found[1]
        if name.startswith(_like(path, '{')):
            name = name[1:-1]
        known = os.environ.get(os.fsdecode(name))
        return found[0] if known is None else os.fsencode(known) if isinstance(path, bytes) else known
    return re.sub(_like(path, r'\$(\w+|\{[^}]*\})'), value, path, flags=re.ASCII)


def relpath(path, start=None):
    """The way from one path to another."""
    path = _fspath(path)
    if not path:
        raise ValueError('no path specified')
    slash, up = _like(path, '/'), _like(path, '..')
    start = _like(path, '.') if start is None else _fspath(start)
    try:
        here = [x for x in abspath(start).lstrip(slash).split(slash) if x]
        there = [x for x in abspath(path).lstrip(slash).split(slash) if x]
    except (TypeError, AttributeError, BytesWarning):
        genericpath.check_types('relpath', path, start)
        raise
    shared = len(commonprefix([here, there]))
    parts = [up] * (len(here) - shared) + there[shared:]
    return join(*parts) if parts else _like(path, '.')


def commonpath(paths):
    """The longest path that several begin with."""
    paths = tuple(map(_fspath, paths))
    if not paths:
        raise ValueError('commonpath() arg is an empty sequence')
    slash, dot = _like(paths[0], '/'), _like(paths[0], '.')
    try:
        absolute = {p.startswith(slash) for p in paths}
        if len(absolute) > 1:
            raise ValueError("Can't mix absolute and relative paths")
        split_paths = [[c for c in p.split(slash) if c and c != dot] for p in paths]
    except (TypeError, AttributeError):
        genericpath.check_types('commonpath', *paths)
        raise
    low, high = min(split_paths), max(split_paths)
    shared = 0
    while shared < len(low) and shared < len(high) and low[shared] == high[shared]:
        shared += 1
    return (slash if True in absolute else slash[:0]) + slash.join(low[:shared])


# There is no file system: nothing is there.

def exists(path):
    """Whether something has that path: never."""
    try:
        _converted(path, 'stat', number=', os.PathLike or integer')
    except (ValueError, OverflowError):
        pass
    return False


def isfile(path):
    return exists(path)


def isdir(s):
    return exists(s)


def islink(path):
    try:
        _converted(path, 'lstat')
    except ValueError:
        pass
    return False


def ismount(path):
    return islink(path)


def isjunction(path):
    _fspath(path)
    return False


def isdevdrive(path):
    _fspath(path)
    return False


def lexists(path):
    return islink(path)


def _nothing(path):
    from os import stat
    stat(path)


def getsize(filename):
    """The size of a file, of which there are none."""
    _nothing(filename)


def getmtime(filename):
    _nothing(filename)


def getatime(filename):
    _nothing(filename)


def getctime(filename):
    _nothing(filename)


def samefile(f1, f2):
    _nothing(f1)


def sameopenfile(fp1, fp2):
    if not hasattr(type(fp1), '__index__'):
        raise TypeError(f"'{type(fp1).__name__}' object cannot be interpreted as an integer")
    raise OSError(9, 'Bad file descriptor')


def samestat(s1, s2):
    return s1.st_ino == s2.st_ino and s1.st_dev == s2.st_dev

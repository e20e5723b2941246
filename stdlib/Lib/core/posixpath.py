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
    # Dots at the start of a name belong to the name.
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
    """The path without links; where something is missing, or links go round, as far as that can be told unless `strict`."""
    import os
    filename = _fspath(filename)
    slash, dot, up = (_like(filename, text) for text in ('/', '.', '..'))
    path = slash if filename.startswith(slash) else os.getcwdb() if isinstance(filename, bytes) else os.getcwd()
    # The remaining names, the next one last. None marks the end of a link.
    rest, known = filename.split(slash)[::-1], {}
    while rest:
        name = rest.pop()
        if name is None:
            known[rest.pop()] = path
            continue
        if not name or name == dot:
            continue
        if name == up:
            path = path[:path.rindex(slash)] or slash
            continue
        below = path + name if path == slash else path + slash + name
        try:
            is_link = os.lstat(below).st_mode & 0o170000 == 0o120000
        except OSError:
            if strict:
                raise
            is_link = False
        if not is_link:
            path = below
        elif known.get(below) is not None:
            path = known[below]
        elif below in known:
            if strict:
                os.stat(below)
            path = below
        else:
            known[below] = None
            target = os.readlink(below)
            if target.startswith(slash):
                path = slash
            rest += [below, None, *target.split(slash)[::-1]]
    return path


def expanduser(path):
    """The path with `~` at its begin replaced by what HOME says, or where the program begins; the homes of others are not known."""
    path = _fspath(path)
    tilde, slash = _like(path, '~'), _like(path, '/')
    if not path.startswith(tilde) or path[1:2] not in (path[:0], slash):
        return path
    import os
    home = os.environ.get('HOME', '/home/user')
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


# Queries of the files in memory, if the policy grants any.

def _status(path, call='stat'):
    """What is known of a path; None where nothing is there."""
    import os
    try:
        return getattr(os, call)(path)
    except (OSError, ValueError):
        return None


def exists(path):
    """Whether a path leads to something."""
    return _status(path) is not None


def lexists(path):
    """Whether something has that path, be it a link to nowhere."""
    return _status(path, 'lstat') is not None


def _is(status, kind):
    return status is not None and status.st_mode & 0o170000 == kind


def isfile(path):
    return _is(_status(path), 0o100000)


def isdir(s):
    return _is(_status(s), 0o40000)


def islink(path):
    return _is(_status(path, 'lstat'), 0o120000)


def ismount(path):
    """Whether a path is that of the root, the only place where one tree begins."""
    return _is(_status(path, 'lstat'), 0o40000) and samefile(path, '/')


def isjunction(path):
    _fspath(path)
    return False


def isdevdrive(path):
    _fspath(path)
    return False


def getsize(filename):
    """The size of a file in bytes."""
    import os
    return os.stat(filename).st_size


def getmtime(filename):
    import os
    return os.stat(filename).st_mtime


def getatime(filename):
    import os
    return os.stat(filename).st_atime


def getctime(filename):
    import os
    return os.stat(filename).st_ctime


def samefile(f1, f2):
    """Whether two paths lead to one file."""
    import os
    return samestat(os.stat(f1), os.stat(f2))


def sameopenfile(fp1, fp2):
    import os
    return samestat(os.fstat(fp1), os.fstat(fp2))


def samestat(s1, s2):
    return s1.st_ino == s2.st_ino and s1.st_dev == s2.st_dev

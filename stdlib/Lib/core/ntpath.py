"""Paths of Windows as text: drives, backslashes, case that does not count. No file is looked up."""
import _genericpath as genericpath
from posixpath import (exists, getatime, getctime, getmtime, getsize, isdir, isfile, islink, ismount, lexists, samefile, sameopenfile,
                       samestat)

__all__ = ['normcase', 'isabs', 'join', 'splitdrive', 'splitroot', 'split', 'splitext', 'basename', 'dirname', 'commonprefix',
           'getsize', 'getmtime', 'getatime', 'getctime', 'islink', 'exists', 'lexists', 'isdir', 'isfile', 'ismount', 'isreserved',
           'expanduser', 'expandvars', 'normpath', 'abspath', 'curdir', 'pardir', 'sep', 'pathsep', 'defpath', 'altsep', 'extsep', 'devnull',
           'realpath', 'supports_unicode_filenames', 'relpath', 'samefile', 'sameopenfile', 'samestat', 'commonpath', 'isjunction',
           'isdevdrive']

curdir = '.'
pardir = '..'
extsep = '.'
sep = '\\'
pathsep = ';'
altsep = '/'
defpath = '.;C:\\bin'
devnull = 'nul'
supports_unicode_filenames = True
commonprefix = genericpath.commonprefix
_fspath = genericpath.fspath

_PORTS = [f'{kind}{number}' for kind in ('COM', 'LPT') for number in '123456789\xb9\xb2\xb3']
_RESERVED_NAMES = frozenset(['CON', 'PRN', 'AUX', 'NUL', 'CONIN$', 'CONOUT$', *_PORTS])
_RESERVED_CHARS = frozenset([*map(chr, range(32)), *'"*:<>?|/\\'])


def _signs(path):
    """Separator, other separator, both, dot: as str or bytes, as the path is."""
    return (b'\\', b'/', b'\\/', b'.') if isinstance(path, bytes) else ('\\', '/', '\\/', '.')


def normcase(s):
    """Lower case, and backslashes."""
    s = _fspath(s)
    backslash, slash, _, _ = _signs(s)
    return s.replace(slash, backslash).lower()


def isabs(s):
    """Whether a path has a drive and begins at its root, or names a server."""
    s = _fspath(s)
    backslash, slash, _, _ = _signs(s)
    start = s[:3].replace(slash, backslash)
    return start[:2] == backslash * 2 or start[1:] == (b':\\' if isinstance(s, bytes) else ':\\')


def splitroot(p):
    """(drive, root, the rest); a server's share is a drive."""
    p = _fspath(p)
    backslash, slash, _, _ = _signs(p)
    empty, plain = p[:0], p.replace(slash, backslash)
    if plain[:1] == backslash:
        if plain[1:2] != backslash:
            return empty, p[:1], p[1:]
        prefix = b'\\\\?\\UNC\\' if isinstance(p, bytes) else '\\\\?\\UNC\\'
        end = plain.find(backslash, 8 if plain[:8].upper() == prefix else 2)
        end = end if end < 0 else plain.find(backslash, end + 1)
        return (p, empty, empty) if end < 0 else (p[:end], p[end:end + 1], p[end + 1:])
    if plain[1:2] != (b':' if isinstance(p, bytes) else ':'):
        return empty, empty, p
    if plain[2:3] == backslash:
        return p[:2], p[2:3], p[3:]
    return p[:2], empty, p[2:]


def splitdrive(p):
    """The drive, and what follows it."""
    drive, root, rest = splitroot(p)
    return drive, root + rest


def join(path, *paths):
    """Parts with separators between them; a part with a root, or on another drive, begins anew."""
    path = _fspath(path)
    backslash, _, both, _ = _signs(path)
    try:
        drive, root, rest = splitroot(path)
        for part in map(_fspath, paths):
            own_drive, own_root, own_rest = splitroot(part)
            if own_root:
                if own_drive or not drive:
                    drive = own_drive
                root, rest = own_root, own_rest
                continue
            if own_drive and own_drive != drive:
                if own_drive.lower() != drive.lower():
                    drive, root, rest = own_drive, own_root, own_rest
                    continue
                drive = own_drive
            if rest and rest[-1] not in both:
                rest += backslash
            rest += own_rest
        if rest and not root and drive and drive[-1:] not in (backslash, both[1:], b':' if isinstance(path, bytes) else ':'):
            return drive + backslash + rest
        return drive + root + rest
    except (TypeError, AttributeError, BytesWarning):
        genericpath.check_types('join', path, *paths)
        raise


def split(p):
    """Everything before the last separator, and what follows it."""
    p = _fspath(p)
    both = _signs(p)[2]
    drive, root, rest = splitroot(p)
    at = len(rest)
    while at and rest[at - 1] not in both:
        at -= 1
    return drive + root + rest[:at].rstrip(both), rest[at:]


def splitext(p):
    """The path without its extension, and the extension with its dot."""
    p = _fspath(p)
    backslash, slash, _, dot = _signs(p)
    name = max(p.rfind(backslash), p.rfind(slash)) + 1
    at = p.rfind(dot)
    if at > name and p[name:at].strip(dot):
        return p[:at], p[at:]
    return p, p[:0]


def basename(p):
    """What follows the last separator."""
    return split(p)[1]


def dirname(p):
    """Everything before the last separator."""
    return split(p)[0]


def normpath(path):
    """A path with backslashes, without double separators, `.` and `..` that can be resolved."""
    path = _fspath(path)
    backslash, slash, _, dot = _signs(path)
    drive, root, rest = splitroot(path.replace(slash, backslash))
    parts = []
    for part in rest.split(backslash):
        if not part or part == dot:
            continue
        if part == dot * 2:
            if parts and parts[-1] != part:
                parts.pop()
                continue
            if root and not parts:
                continue
        parts.append(part)
    if not parts and not drive and not root:
        parts.append(dot)
    return drive + root + backslash.join(parts)


def abspath(path):
    """The path seen from the root."""
    path = _fspath(path)
    if not isabs(path):
        from os import getcwd
        here = getcwd()
        path = join(here.encode() if isinstance(path, bytes) else here, path)
    return normpath(path)


def realpath(path, *, strict=False):
    """There are no links."""
    return abspath(path)


def relpath(path, start=None):
    """A path from another one."""
    path = _fspath(path)
    backslash, _, _, dot = _signs(path)
    if not path:
        raise ValueError('no path specified')
    start = dot if start is None else _fspath(start)
    try:
        from_drive, _, from_rest = splitroot(abspath(start))
        to_drive, _, to_rest = splitroot(abspath(path))
        if normcase(from_drive) != normcase(to_drive):
            raise ValueError(f'path is on mount {to_drive!r}, start on mount {from_drive!r}')
        here = from_rest.split(backslash) if from_rest else []
        there = to_rest.split(backslash) if to_rest else []
        same = 0
        for mine, other in zip(here, there):
            if normcase(mine) != normcase(other):
                break
            same += 1
        return backslash.join([dot * 2] * (len(here) - same) + there[same:]) or dot
    except (TypeError, ValueError, AttributeError, BytesWarning, DeprecationWarning):
        genericpath.check_types('relpath', path, start)
        raise


def commonpath(paths):
    """The longest path that all begin with."""
    paths = tuple(map(_fspath, paths))
    if not paths:
        raise ValueError('commonpath() arg is an empty iterable')
    backslash, slash, _, dot = _signs(paths[0])
    try:
        parts = [splitroot(path.replace(slash, backslash).lower()) for path in paths]
        if len({drive for drive, _, _ in parts}) != 1:
            raise ValueError("Paths don't have the same drive")
        drive, root, rest = splitroot(paths[0].replace(slash, backslash))
        if len({root for _, root, _ in parts}) != 1:
            raise ValueError("Can't mix absolute and relative paths" if drive else "Can't mix rooted and not-rooted paths")
        split_paths = [[name for name in rest.split(backslash) if name and name != dot] for _, _, rest in parts]
        names = [name for name in rest.split(backslash) if name and name != dot]
        low, high = min(split_paths), max(split_paths)
        same = 0
        while same < len(low) and low[same] == high[same]:
            same += 1
        return drive + root + backslash.join(names[:same])
    except (TypeError, AttributeError):
        genericpath.check_types('commonpath', *paths)
        raise


def isreserved(path):
    """Whether a part of the path is a name that Windows keeps for itself."""
    rest = splitroot(path)[2]
    if isinstance(rest, bytes):
        rest = rest.decode('utf-8', 'surrogateescape')
    return any(map(_is_reserved_name, rest.replace('/', '\\').split('\\')))


def _is_reserved_name(name):
    if name[-1:] in ('.', ' '):
        return name not in ('.', '..')
    return bool(_RESERVED_CHARS.intersection(name)) or name.partition('.')[0].rstrip(' ').upper() in _RESERVED_NAMES


def isjunction(path):
    """There are none."""
    _fspath(path)
    return False


def isdevdrive(path):
    """There are none."""
    _fspath(path)
    return False


def expanduser(path):
    """The path with `~` and `~name` at its begin replaced by the home that the environment knows."""
    path = _fspath(path)
    if path[:1] not in ('~', b'~'):
        return path
    import os
    user, rest = path[1:], path[:0]
    for at in range(1, len(path)):
        if path[at:at + 1] in ('\\', '/', b'\\', b'/'):
            user, rest = path[1:at], path[at:]
            break
    known = os.environ
    home = known.get('USERPROFILE')
    if home is None:
        if 'HOMEPATH' not in known:
            return path
        home = join(known.get('HOMEDRIVE', ''), known['HOMEPATH'])
    if user and os.fsdecode(user) != known.get('USERNAME'):
        # Home folders are assumed to be next to each other, if this one has the name of its user.
        if known.get('USERNAME') != basename(home):
            return path
        home = join(dirname(home), os.fsdecode(user))
    return (os.fsencode(home) if isinstance(path, bytes) else home) + rest


def expandvars(path):
    """The path with `$name`, `${name}` and `%name%` replaced by variables of the environment; what is in quotes stays."""
    path = _fspath(path)
    if isinstance(path, bytes):
        import os
        return os.fsencode(expandvars(os.fsdecode(path)))
    if '$' not in path and '%' not in path:
        return path
    import os
    import re

    def value(found):
        whole = found[0]
        if found.lastgroup is None:
            return whole[:1] if whole in ('%%', '$$') else whole
        return os.environ.get(found[found.lastgroup], whole)
    # After an unclosed quote or name, the rest is copied as it is.
    return re.sub(r"'[^']*(?:'|$)|%%|%(?P<percent>[^%]*)%|%.*|\$\$|\$\{(?P<braces>[^}]*)\}|\$\{.*|\$(?P<plain>[-\w]*)",
                  value, path, flags=re.ASCII | re.DOTALL)

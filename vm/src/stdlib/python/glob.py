"""Patterns of paths: as regular expressions, and what they match, which without files is nothing."""
import fnmatch as _fnmatch
import re

__all__ = ['escape', 'glob', 'iglob', 'translate']
magic_check = re.compile('([*?[])')
magic_check_bytes = re.compile(b'([*?[])')


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The paths that match a pattern."""
    return list(iglob(pathname, root_dir=root_dir, dir_fd=dir_fd, recursive=recursive, include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The paths that match a pattern, one after the other."""
    if root_dir is None:
        pathname[:0]
    return _matches(pathname)


def _matches(pathname):
    has_magic(pathname)
    return
    yield


def glob0(dirname, pattern):
    return []


def glob1(dirname, pattern):
    return []


def has_magic(s):
    """Whether a path is a pattern."""
    check = magic_check_bytes if isinstance(s, bytes) else magic_check
    return check.search(s) is not None


def escape(pathname):
    """The pattern that a path alone matches."""
    from os.path import splitdrive
    drive, rest = splitdrive(pathname)
    if isinstance(rest, bytes):
        return drive + magic_check_bytes.sub(br'[\1]', rest)
    return drive + magic_check.sub(r'[\1]', rest)


def translate(pat, *, recursive=False, include_hidden=False, seps=None):
    """The regular expression of what a pattern of paths matches."""
    known = ''.join(map(re.escape, seps or '/'))
    between = f'[{known}]' if len(seps or '/') > 1 else known
    letter = f'[^{known}]'
    # Of one name that is any, and of any number of directories; hidden ones begin with a dot.
    name = f'{letter}+' if include_hidden else f'[^{known}.]{letter}*'
    folders = f'(?:.+{between})?' if include_hidden else f'(?:{name}{between})*'
    rest = '.*' if include_hidden else f'{folders}(?:{name})?'
    parts, found = re.split(between, pat), []
    for at, part in enumerate(parts):
        is_last = at == len(parts) - 1
        if recursive and part == '**':
            if is_last:
                found.append(rest)
            elif parts[at + 1] != '**':
                found.append(folders)
            continue
        if part == '*':
            found.append(name)
        elif part:
            if not include_hidden and part[0] in '*?':
                found.append(r'(?!\.)')
            found += _fnmatch._translate(part, f'{letter}*', letter)
        if not is_last:
            found.append(between)
    return f'(?s:{"".join(found)})\\Z'

"""Patterns of paths: as regular expressions, and what they match."""
import fnmatch as _fnmatch
import os as _os
import re

__all__ = ['escape', 'glob', 'iglob', 'translate']
magic_check = re.compile('([*?[])')
magic_check_bytes = re.compile(b'([*?[])')


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The paths that match a pattern."""
    return list(iglob(pathname, root_dir=root_dir, dir_fd=dir_fd, recursive=recursive, include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The paths that match a pattern, one after the other."""
    root_dir = pathname[:0] if root_dir is None else _os.fspath(root_dir)
    found = _matches(pathname, root_dir, recursive, include_hidden, False)
    if not pathname or recursive and _is_recursive(pathname[:2]):
        try:
            # The folder in which the search starts has no name.
            if next(found):
                found = _matches(pathname, root_dir, recursive, include_hidden, False)
        except StopIteration:
            pass
    return found


def _matches(pathname, root_dir, recursive, hidden, folders_only):
    path = _os.path
    folder, name = path.split(pathname)
    if not has_magic(pathname):
        where = path.join(root_dir, pathname)
        if path.lexists(where) if name else path.isdir(path.join(root_dir, folder)):
            yield pathname
        return
    if not folder:
        if recursive and _is_recursive(name):
            yield from _below(root_dir, folder, folders_only, hidden)
        else:
            yield from _named(root_dir, folder, name, folders_only, hidden)
        return
    folders = [folder]
    if folder != pathname and has_magic(folder):
        folders = _matches(folder, root_dir, recursive, hidden, True)
    for folder in folders:
        if not has_magic(name):
            where = path.join(root_dir, folder)
            names = [name] if (path.lexists(path.join(where, name)) if name else path.isdir(where)) else []
        elif recursive and _is_recursive(name):
            names = _below(root_dir, folder, folders_only, hidden)
        else:
            names = _named(root_dir, folder, name, folders_only, hidden)
        for found in names:
            yield path.join(folder, found)


def _entries(root_dir, folder, folders_only):
    where = _os.path.join(root_dir, folder) if folder else root_dir
    if not where:
        where = b'.' if isinstance(where, bytes) else '.'
    try:
        with _os.scandir(where) as entries:
            return [entry.name for entry in entries if not folders_only or _is_folder(entry)]
    except OSError:
        return []


def _is_folder(entry):
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_hidden(name):
    return name[0] in ('.', 46)


def _named(root_dir, folder, pattern, folders_only, hidden):
    """The names in a folder that match a pattern."""
    names = _entries(root_dir, folder, folders_only)
    if not (hidden or _is_hidden(pattern)):
        names = [name for name in names if not _is_hidden(name)]
    return _fnmatch.filter(names, pattern)


def _below(root_dir, folder, folders_only, hidden):
    """What is below a folder, and the folder."""
    if not folder or _os.path.isdir(_os.path.join(root_dir, folder)):
        yield (folder or root_dir)[:0]
    yield from _deeper(root_dir, folder, folders_only, hidden)


def _deeper(root_dir, folder, folders_only, hidden):
    for name in _entries(root_dir, folder, folders_only):
        if hidden or not _is_hidden(name):
            yield name
            path = _os.path.join(folder, name) if folder else name
            for below in _deeper(root_dir, path, folders_only, hidden):
                yield _os.path.join(name, below)


def _is_recursive(pattern):
    return pattern in ('**', b'**')


def glob0(dirname, pattern):
    return [pattern] if _os.path.lexists(_os.path.join(dirname, pattern)) else []


def glob1(dirname, pattern):
    return _named(dirname[:0], dirname, pattern, False, False)


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
    # Patterns for one name, and for any number of folders. Hidden ones start with a dot.
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

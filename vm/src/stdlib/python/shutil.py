"""Copying and packing of files: no file is there to be copied, and none can be made. Streams are copied, formats registered."""
import os
from collections import namedtuple

__all__ = ['copyfileobj', 'copyfile', 'copymode', 'copystat', 'copy', 'copy2', 'copytree', 'move', 'rmtree', 'Error', 'SpecialFileError',
           'ExecError', 'make_archive', 'get_archive_formats', 'register_archive_format', 'unregister_archive_format',
           'get_unpack_formats', 'register_unpack_format', 'unregister_unpack_format', 'unpack_archive', 'ignore_patterns', 'chown',
           'which', 'get_terminal_size', 'SameFileError', 'disk_usage']
COPY_BUFSIZE = 65536
nt = None


class Error(OSError):
    pass


class SameFileError(Error):
    """Source and target are one file."""


class SpecialFileError(OSError):
    """The file is of a kind that cannot be copied."""


class ExecError(OSError):
    """A command could not be run."""


class ReadError(OSError):
    """An archive could not be read."""


class RegistryError(Exception):
    """A format could not be registered."""


def copyfileobj(fsrc, fdst, length=0):
    """Writes to one stream what another one has left."""
    read, write = fsrc.read, fdst.write
    length = length or COPY_BUFSIZE
    while piece := read(length):
        write(piece)


def copyfile(src, dst, *, follow_symlinks=True):
    os.fspath(dst)
    os.stat(src)


def copymode(src, dst, *, follow_symlinks=True):
    os.stat(src)


def copystat(src, dst, *, follow_symlinks=True):
    os.stat(src)


def copy(src, dst, *, follow_symlinks=True):
    copyfile(src, dst)


def copy2(src, dst, *, follow_symlinks=True):
    copyfile(src, dst)


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False, dirs_exist_ok=False):
    os.scandir(src)


def move(src, dst, copy_function=copy2):
    os.fspath(dst)
    os.fspath(src)
    return copy_function(src, dst)


def rmtree(path, ignore_errors=False, onerror=None, *, onexc=None, dir_fd=None):
    """Removes what is in a directory, and the directory."""
    try:
        os.lstat(os.fsdecode(path))
    except OSError as error:
        if ignore_errors:
            return
        if onexc is not None:
            onexc(os.lstat, path, error)
        elif onerror is not None:
            onerror(os.lstat, path, (type(error), error, error.__traceback__))
        else:
            raise


rmtree.avoids_symlink_attacks = True


def chown(path, user=None, group=None, *, dir_fd=None, follow_symlinks=True):
    if user is None and group is None:
        raise ValueError('user and/or group must be set')
    if isinstance(user, str):
        raise LookupError(f'no such user: {user!r}')
    if group is not None and not isinstance(group, int):
        raise LookupError(f'no such group: {group!r}')
    os.stat(path)


_usage = namedtuple('usage', 'total used free', module=__name__)


def disk_usage(path):
    os.stat(path)


def ignore_patterns(*patterns):
    """For `copytree`: a function that gives the names that match any of the patterns."""
    import fnmatch

    def _ignore_patterns(path, names):
        return {name for pattern in patterns for name in fnmatch.filter(names, pattern)}
    return _ignore_patterns


def which(cmd, mode=1, path=None):
    """Where a command is found: nowhere."""
    os.path.split(cmd)


def get_terminal_size(fallback=(80, 24)):
    """What the environment tells, or what is given."""
    def told(name):
        try:
            return max(int(os.environ[name]), 0)
        except (KeyError, ValueError):
            return 0
    columns, lines = told('COLUMNS'), told('LINES')
    if not (columns and lines):
        size = os.terminal_size(fallback)
        columns, lines = columns or size.columns, lines or size.lines
    return os.terminal_size((columns, lines))


def _pack(base_name, base_dir, **told):
    raise PermissionError('there are no files in the sandbox')


def _unpack(filename, extract_dir, **told):
    os.stat(filename)


_packers = {'tar': (_pack, [('compress', None)], 'uncompressed tar file'),
            'gztar': (_pack, [('compress', 'gzip')], "gzip'ed tar-file"),
            'zip': (_pack, [], 'ZIP file'),
            'bztar': (_pack, [('compress', 'bzip2')], "bzip2'ed tar-file"),
            'xztar': (_pack, [('compress', 'xz')], "xz'ed tar-file")}
_unpackers = {'tar': (['.tar'], _unpack, [], 'uncompressed tar file'),
              'zip': (['.zip'], _unpack, [], 'ZIP file'),
              'gztar': (['.tar.gz', '.tgz'], _unpack, [], "gzip'ed tar-file"),
              'bztar': (['.tar.bz2', '.tbz2'], _unpack, [], "bzip2'ed tar-file"),
              'xztar': (['.tar.xz', '.txz'], _unpack, [], "xz'ed tar-file")}


def get_archive_formats():
    """Names and descriptions of what can be made."""
    return sorted([(name, known[2]) for name, known in _packers.items()])


def register_archive_format(name, function, extra_args=None, description=''):
    extra_args = [] if extra_args is None else extra_args
    if not callable(function):
        raise TypeError(f'The {function} object is not callable')
    if not isinstance(extra_args, (tuple, list)):
        raise TypeError('extra_args needs to be a sequence')
    if not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in extra_args):
        raise TypeError('extra_args elements are : (arg_name, value)')
    _packers[name] = function, extra_args, description


def unregister_archive_format(name):
    del _packers[name]


def make_archive(base_name, format, root_dir=None, base_dir=None, verbose=0, dry_run=0, owner=None, group=None, logger=None):
    """Packs a directory, as the function for the format does it."""
    if format not in _packers:
        raise ValueError(f"unknown archive format '{format}'")
    function, more, _ = _packers[format]
    if root_dir is not None:
        os.stat(root_dir)
    told = {'dry_run': dry_run, 'logger': logger, 'owner': owner, 'group': group, **dict(more)}
    return function(base_name, '.' if base_dir is None else base_dir, **told)


def get_unpack_formats():
    """Names, suffixes and descriptions of what can be unpacked."""
    return sorted([(name, known[0], known[3]) for name, known in _unpackers.items()])


def register_unpack_format(name, extensions, function, extra_args=None, description=''):
    taken = {suffix: name for name, known in _unpackers.items() for suffix in known[0]}
    for suffix in extensions:
        if suffix in taken:
            raise RegistryError(f'{suffix} is already registered for "{taken[suffix]}"')
    if not callable(function):
        raise TypeError('The registered function must be a callable')
    _unpackers[name] = extensions, function, [] if extra_args is None else extra_args, description


def unregister_unpack_format(name):
    del _unpackers[name]


def unpack_archive(filename, extract_dir=None, format=None, *, filter=None):
    """Unpacks an archive, as the function for the format or for the suffix does it."""
    extract_dir = os.fspath(os.getcwd() if extract_dir is None else extract_dir)
    filename = os.fspath(filename)
    if format is None:
        found = [known for known in _unpackers.values() if any(filename.endswith(suffix) for suffix in known[0])]
        if not found:
            raise ReadError(f"Unknown archive format '{filename}'")
        known = found[0]
    elif format not in _unpackers:
        raise ValueError(f"Unknown unpack format '{format}'")
    else:
        known = _unpackers[format]
    known[1](filename, extract_dir, **dict(known[2]), **({} if filter is None else {'filter': filter}))

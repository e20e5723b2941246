"""Copying, removing and packing of files: those in memory, where a policy lends any (`_files`)."""
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


def _same(src, dst):
    try:
        return os.path.samefile(src, dst)
    except OSError:
        return False


def copyfile(src, dst, *, follow_symlinks=True):
    """Copies what a file holds."""
    if _same(src, dst):
        raise SameFileError(f'{src!r} and {dst!r} are the same file')
    if not follow_symlinks and os.path.islink(src):
        os.symlink(os.readlink(src), dst)
        return dst
    with open(src, 'rb') as source:
        try:
            with open(dst, 'wb') as target:
                target.write(source.read())
        except IsADirectoryError as error:
            if os.path.exists(dst):
                raise
            raise FileNotFoundError(f'Directory does not exist: {dst}') from error
    return dst


def copymode(src, dst, *, follow_symlinks=True):
    """Copies who may do what with a file."""
    if follow_symlinks or not (os.path.islink(src) and os.path.islink(dst)):
        os.chmod(dst, os.stat(src).st_mode & 0o7777)


def copystat(src, dst, *, follow_symlinks=True):
    """Copies what is known of a file but its size and owner."""
    follow = follow_symlinks or not (os.path.islink(src) and os.path.islink(dst))
    known = os.stat(src) if follow else os.lstat(src)
    os.utime(dst, ns=(known.st_atime_ns, known.st_mtime_ns), follow_symlinks=follow)
    if follow:
        os.chmod(dst, known.st_mode & 0o7777)


def _within(src, dst):
    return os.path.join(dst, os.path.basename(src)) if os.path.isdir(dst) else dst


def copy(src, dst, *, follow_symlinks=True):
    """Copies a file and its mode; gives the new path."""
    dst = _within(src, dst)
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copymode(src, dst, follow_symlinks=follow_symlinks)
    return dst


def copy2(src, dst, *, follow_symlinks=True):
    """Copies a file and all that is known of it; gives the new path."""
    dst = _within(src, dst)
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copystat(src, dst, follow_symlinks=follow_symlinks)
    return dst


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False, dirs_exist_ok=False):
    """Copies a folder with all it holds; gives the new path."""
    with os.scandir(src) as found:
        entries = [*found]
    left_out = ignore(os.fspath(src), [entry.name for entry in entries]) if ignore is not None else ()
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    errors, plain = [], copy_function is copy2 or copy_function is copy
    for entry in entries:
        if entry.name in left_out:
            continue
        source, target = os.path.join(src, entry.name), os.path.join(dst, entry.name)
        given = entry if plain else source
        try:
            if entry.is_symlink():
                aim = os.readlink(source)
                if symlinks:
                    os.symlink(aim, target)
                    copystat(given, target, follow_symlinks=False)
                elif os.path.exists(source):
                    if entry.is_dir():
                        copytree(given, target, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
                    else:
                        copy_function(given, target)
                elif not ignore_dangling_symlinks:
                    copy_function(given, target)
            elif entry.is_dir():
                copytree(given, target, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
            else:
                copy_function(given, target)
        except Error as error:
            errors.extend(error.args[0])
        except OSError as why:
            errors.append((source, target, str(why)))
    try:
        copystat(src, dst)
    except OSError as why:
        errors.append((src, dst, str(why)))
    if errors:
        raise Error(errors)
    return dst


def move(src, dst, copy_function=copy2):
    """Moves a file or a folder; gives the new path."""
    target = dst
    if os.path.isdir(dst):
        if _same(src, dst) and not os.path.islink(src):
            os.rename(src, dst)
            return None
        target = os.path.join(dst, os.path.basename(os.fspath(src).rstrip(b'/' if isinstance(os.fspath(src), bytes) else '/')))
        if os.path.exists(target):
            raise Error(f"Destination path '{target}' already exists")
    try:
        os.rename(src, target)
    except OSError:
        if os.path.islink(src):
            os.symlink(os.readlink(src), target)
            os.unlink(src)
        elif os.path.isdir(src):
            if f'{os.path.abspath(target)}/'.startswith(f'{os.path.abspath(src)}/'):
                raise Error(f"Cannot move a directory '{src}' into itself '{dst}'.") from None
            copytree(src, target, True, None, copy_function)
            rmtree(src)
        else:
            copy_function(src, target)
            os.unlink(src)
    return target


def rmtree(path, ignore_errors=False, onerror=None, *, onexc=None, dir_fd=None):
    """Removes what is in a folder, and the folder."""
    if ignore_errors:
        def onexc(function, path, error):
            pass
    elif onerror is not None and onexc is None:
        def onexc(function, path, error):
            onerror(function, path, (type(error), error, error.__traceback__))
    elif onexc is None:
        def onexc(function, path, error):
            raise error
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    try:
        os.lstat(path)
    except OSError as error:
        onexc(os.lstat, path, error)
        return
    if os.path.islink(path):
        try:
            raise OSError('Cannot call rmtree on a symbolic link')
        except OSError as error:
            onexc(os.path.islink, path, error)
            return
    _remove_below(path, onexc)


def _remove_below(path, onexc):
    try:
        with os.scandir(path) as found:
            entries = [*found]
    except OSError as error:
        onexc(os.scandir, path, error)
        entries = ()
    for entry in entries:
        below = os.path.join(path, entry.name)
        if entry.is_dir(follow_symlinks=False):
            _remove_below(below, onexc)
        else:
            try:
                os.unlink(below)
            except OSError as error:
                onexc(os.unlink, below, error)
    try:
        os.rmdir(path)
    except OSError as error:
        onexc(os.rmdir, path, error)


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
    """There is no disk."""
    os.stat(path)
    return _usage(0, 0, 0)


def ignore_patterns(*patterns):
    """For `copytree`: a function that gives the names that match any of the patterns."""
    import fnmatch

    def _ignore_patterns(path, names):
        return {name for pattern in patterns for name in fnmatch.filter(names, pattern)}
    return _ignore_patterns


def which(cmd, mode=os.F_OK | os.X_OK, path=None):
    """Where a command is found."""
    def runs(file):
        return os.path.exists(file) and os.access(file, mode) and not os.path.isdir(file)
    folder, name = os.path.split(cmd)
    if folder:
        return cmd if runs(cmd) else None
    if path is None:
        path = os.environ.get('PATH', os.defpath)
    if not path:
        return None
    folders = os.fsencode(path).split(b':') if isinstance(cmd, bytes) else os.fsdecode(path).split(':')
    for folder in dict.fromkeys(folders):
        if runs(file := os.path.join(folder, cmd)):
            return file
    return None


def get_terminal_size(fallback=(80, 24)):
    """A value from the environment, or the given one."""
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


def _pack_tar(base_name, base_dir, compress='gzip', owner=None, group=None, dry_run=0, logger=None, root_dir=None):
    """Packs a folder into a tar file; gives its path."""
    kind, suffix = {None: ('', ''), 'gzip': ('gz', '.gz'), 'bzip2': ('bz2', '.bz2'), 'xz': ('xz', '.xz')}[compress]
    name = f'{base_name}.tar{suffix}'
    _folder_for(name, dry_run)
    if not dry_run:
        import tarfile
        with tarfile.open(name, f'w|{kind}') as archive:
            archive.add(base_dir if root_dir is None else os.path.join(root_dir, base_dir), base_dir)
    return name if root_dir is None else os.path.abspath(name)


def _pack_zip(base_name, base_dir, verbose=0, dry_run=0, logger=None, owner=None, group=None, root_dir=None):
    """Packs a folder into a zip file; gives its path."""
    name = f'{base_name}.zip'
    _folder_for(name, dry_run)
    if not dry_run:
        import zipfile
        begin = base_dir if root_dir is None else os.path.join(root_dir, base_dir)
        with zipfile.ZipFile(name, 'w', compression=zipfile.ZIP_DEFLATED) as archive:
            within = os.path.normpath(base_dir)
            if within != os.curdir:
                archive.write(os.path.normpath(begin), within)
            for folder, folders, files in os.walk(begin):
                here = folder if root_dir is None else os.path.relpath(folder, root_dir)
                for file in sorted(folders) + [file for file in files if os.path.isfile(os.path.join(folder, file))]:
                    archive.write(os.path.normpath(os.path.join(folder, file)), os.path.normpath(os.path.join(here, file)))
    return name if root_dir is None else os.path.abspath(name)


def _folder_for(name, dry_run):
    folder = os.path.dirname(name)
    if folder and not os.path.exists(folder) and not dry_run:
        os.makedirs(folder)


def _unpack_tar(filename, extract_dir, *, filter=None):
    import tarfile
    try:
        archive = tarfile.open(filename)
    except tarfile.TarError:
        raise ReadError(f'{filename} is not a compressed or uncompressed tar file') from None
    with archive:
        archive.extractall(extract_dir, filter=filter)


def _unpack_zip(filename, extract_dir):
    import zipfile
    if not zipfile.is_zipfile(filename):
        raise ReadError(f'{filename} is not a zip file')
    with zipfile.ZipFile(filename) as archive:
        for info in archive.infolist():
            name = info.filename
            if name.startswith('/') or '..' in name:
                continue
            path = os.path.join(extract_dir, *name.split('/'))
            _folder_for(path, False)
            if not name.endswith('/'):
                with archive.open(info) as source, open(path, 'wb') as target:
                    copyfileobj(source, target)


_packers = {'tar': (_pack_tar, [('compress', None)], 'uncompressed tar file'),
            'gztar': (_pack_tar, [('compress', 'gzip')], "gzip'ed tar-file"),
            'zip': (_pack_zip, [], 'ZIP file'),
            'bztar': (_pack_tar, [('compress', 'bzip2')], "bzip2'ed tar-file"),
            'xztar': (_pack_tar, [('compress', 'xz')], "xz'ed tar-file")}
_unpackers = {'tar': (['.tar'], _unpack_tar, [], 'uncompressed tar file'),
              'zip': (['.zip'], _unpack_zip, [], 'ZIP file'),
              'gztar': (['.tar.gz', '.tgz'], _unpack_tar, [], "gzip'ed tar-file"),
              'bztar': (['.tar.bz2', '.tbz2'], _unpack_tar, [], "bzip2'ed tar-file"),
              'xztar': (['.tar.xz', '.txz'], _unpack_tar, [], "xz'ed tar-file")}


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
    """Packs a folder, as the function for the format does it."""
    if format not in _packers:
        raise ValueError(f"unknown archive format '{format}'")
    function, more, _ = _packers[format]
    told = {'dry_run': dry_run, 'logger': logger, 'owner': owner, 'group': group, **dict(more)}
    base_dir = os.curdir if base_dir is None else base_dir
    if root_dir is None:
        return function(base_name, base_dir, **told)
    if not os.path.isdir(root_dir):
        raise NotADirectoryError(20, 'Not a directory', root_dir)
    base_name = os.fspath(base_name)
    if function in (_pack_tar, _pack_zip):
        return function(base_name, base_dir, **told, root_dir=os.fspath(root_dir))
    here = os.getcwd()
    os.chdir(root_dir)
    try:
        return function(os.path.abspath(base_name), base_dir, **told)
    finally:
        os.chdir(here)


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

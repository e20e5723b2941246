"""Temporary files: in memory, as all are; those that have no name are there even where a policy lends no files."""
import io
import os as _os
from _stockade import index as _index

__all__ = ['NamedTemporaryFile', 'SpooledTemporaryFile', 'TMP_MAX', 'TemporaryDirectory', 'TemporaryFile', 'gettempdir', 'gettempdirb',
           'gettempprefix', 'gettempprefixb', 'mkdtemp', 'mkstemp', 'mktemp', 'tempdir']
TMP_MAX = 238328
template = 'tmp'
tempdir = None
# The flags for opening files. The sandbox has no special ones for text.
_text_openflags = _bin_openflags = 131266


def _infer_return_type(*args):
    """Whether names are texts or bytes, as those that are given are."""
    kind = None
    for arg in args:
        if arg is None:
            continue
        path = arg if isinstance(arg, (str, bytes)) else _os.fspath(arg)
        this = bytes if isinstance(path, bytes) else str
        if kind is not None and this is not kind:
            raise TypeError("Can't mix bytes and non-bytes in path components.")
        kind = this
    if kind is None:
        return bytes if isinstance(tempdir, bytes) else str
    return kind


class _RandomNameSequence:
    """Random names."""

    characters = 'abcdefghijklmnopqrstuvwxyz0123456789_'

    @property
    def rng(self):
        if not hasattr(self, '_rng'):
            from random import Random
            self._rng = Random()
        return self._rng

    def __iter__(self):
        return self

    def __next__(self):
        return ''.join(self.rng.choices(self.characters, k=8))


_name_sequence = None


def _get_candidate_names():
    global _name_sequence
    if _name_sequence is None:
        _name_sequence = _RandomNameSequence()
    return _name_sequence


def _candidate_tempdir_list():
    """Where files would be kept."""
    told = [_os.getenv(name) for name in ('TMPDIR', 'TEMP', 'TMP')]
    return [*filter(None, told), '/tmp', '/var/tmp', '/usr/tmp', _os.curdir]


def gettempprefix():
    return template


def gettempprefixb():
    return _os.fsencode(template)


def _get_default_tempdir(dirlist=None):
    """The first of the folders there are."""
    for folder in map(_os.path.abspath, _candidate_tempdir_list() if dirlist is None else dirlist):
        if _os.path.isdir(folder):
            return folder
    raise FileNotFoundError(2, f'No usable temporary directory found in {_candidate_tempdir_list()}')


def _gettempdir():
    global tempdir
    if tempdir is None:
        tempdir = _get_default_tempdir()
    return tempdir


def gettempdir():
    """The folder for temporary files, as text."""
    return _os.fsdecode(_gettempdir())


def gettempdirb():
    return _os.fsencode(_gettempdir())


def _sanitize_params(prefix, suffix, dir):
    """What names begin and end with and where they are, of one kind."""
    kind = _infer_return_type(prefix, suffix, dir)
    if suffix is None:
        suffix = kind()
    if prefix is None:
        prefix = template if kind is str else _os.fsencode(template)
    if dir is None:
        dir = gettempdir() if kind is str else gettempdirb()
    return prefix, suffix, dir, kind


def _named(make, dir, prefix, suffix, kind):
    """What was made at the first name that is free, and its path."""
    names = _get_candidate_names()
    for _ in range(TMP_MAX):
        name = next(names)
        path = _os.path.join(dir, prefix + (_os.fsencode(name) if kind is bytes else name) + suffix)
        try:
            return make(path), _os.path.abspath(path)
        except FileExistsError:
            pass
    raise FileExistsError(17, 'No usable temporary file name found')


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    """Makes a file; gives its number, open, and its path."""
    prefix, suffix, dir, kind = _sanitize_params(prefix, suffix, dir)
    flags = _text_openflags if text else _bin_openflags
    return _named(lambda path: _os.open(path, flags, 0o600), dir, prefix, suffix, kind)


def mkdtemp(suffix=None, prefix=None, dir=None):
    """Makes a folder; gives its path."""
    prefix, suffix, dir, kind = _sanitize_params(prefix, suffix, dir)
    return _named(lambda path: _os.mkdir(path, 0o700), dir, prefix, suffix, kind)[1]


def mktemp(suffix='', prefix=template, dir=None):
    """A path where nothing is yet."""
    if dir is None:
        dir = gettempdir()
    for name in _get_candidate_names():
        path = _os.path.join(dir, prefix + name + suffix)
        if not _os.path.lexists(path):
            return path


class _TemporaryFileCloser:
    """Closes a file and removes it, once."""
    cleanup_called = close_called = False

    def __init__(self, file, name, delete=True, delete_on_close=True, warn_message='Implicitly cleaning up unknown file'):
        self.file, self.name, self.delete, self.delete_on_close, self.warn_message = file, name, delete, delete_on_close, warn_message

    def cleanup(self, windows=False, unlink=_os.unlink):
        if not self.cleanup_called:
            self.cleanup_called = True
            try:
                if not self.close_called:
                    self.close_called = True
                    self.file.close()
            finally:
                if self.delete:
                    try:
                        unlink(self.name)
                    except FileNotFoundError:
                        pass

    def close(self):
        if not self.close_called:
            self.close_called = True
            try:
                self.file.close()
            finally:
                if self.delete and self.delete_on_close:
                    self.cleanup()


class _TemporaryFileWrapper:
    """A stream of a file that is removed when it is closed."""

    def __init__(self, file, name, delete=True, delete_on_close=True):
        self.file, self.name = file, name
        self._closer = _TemporaryFileCloser(file, name, delete, delete_on_close, f'Implicitly cleaning up {self!r}')

    def __repr__(self):
        return f'<{type(self).__name__} file={self.__dict__["file"]!r}>'

    def __getattr__(self, name):
        file = self.__dict__['file']
        found = getattr(file, name)
        if callable(found) and not isinstance(found, int):
            method = found

            def found(*args, **kwargs):
                return method(*args, **kwargs)
            found.__name__ = found.__qualname__ = name
            # A method keeps its file alive.
            found._closer = self._closer
        if not isinstance(found, int):
            setattr(self, name, found)
        return found

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, exc, value, tb):
        result = self.file.__exit__(exc, value, tb)
        self._closer.cleanup()
        return result

    def close(self):
        """Closes the file, and removes it where that was asked for."""
        self._closer.close()

    def __iter__(self):
        for line in self.file:
            yield line


def NamedTemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, delete=True, *,
                       errors=None, delete_on_close=True):
    """A file with a name, which is removed when it is closed."""
    number, name = mkstemp(suffix, prefix, dir)
    try:
        file = io.open(name, mode.replace('x', 'w'), buffering, encoding, errors, newline)
        raw = getattr(file, 'buffer', file)
        getattr(raw, 'raw', raw).name = name
        return _TemporaryFileWrapper(file, name, delete, delete_on_close)
    except:
        _os.unlink(name)
        raise
    finally:
        _os.close(number)


class TemporaryDirectory:
    """A folder that is removed with all it holds when the `with` is over."""

    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False, *, delete=True):
        self.name = mkdtemp(suffix, prefix, dir)
        self._ignore_cleanup_errors, self._delete = ignore_cleanup_errors, delete

    @classmethod
    def _rmtree(cls, name, ignore_errors=False, repeated=False):
        from shutil import rmtree
        rmtree(name, ignore_errors)

    def __repr__(self):
        return f'<{type(self).__name__} {self.name!r}>'

    def __enter__(self):
        return self.name

    def __exit__(self, exc, value, tb):
        if self._delete:
            self.cleanup()

    def cleanup(self):
        """Removes the folder now."""
        if _os.path.exists(self.name):
            self._rmtree(self.name, self._ignore_cleanup_errors)

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)


def TemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *, errors=None):
    """A file that is gone when it is closed."""
    from _stockade import files_granted
    if files_granted():
        prefix, suffix, dir, kind = _sanitize_params(prefix, suffix, dir)
        number, name = _named(lambda path: _os.open(path, _bin_openflags, 0o600), dir, prefix, suffix, kind)
        _os.unlink(name)
        return io.open(number, mode, buffering, encoding, errors, newline)
    data = io.BytesIO()
    if 'b' in mode:
        for given, name in ((encoding, 'n encoding'), (errors, 'n errors'), (newline, ' newline')):
            if given is not None:
                raise ValueError(f"binary mode doesn't take a{name} argument")
        return data
    return io.TextIOWrapper(data, encoding or 'UTF-8', errors, newline)


class SpooledTemporaryFile(io.IOBase):
    """A temporary file that stays in memory while it is small; here it always does."""

    def __init__(self, max_size=0, mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *,
                 errors=None):
        # Arguments about text are only checked when a text file is opened.
        self._file = io.BytesIO() if 'b' in mode else io.TextIOWrapper(io.BytesIO(), encoding or 'UTF-8', errors, newline)
        self._mode = mode
        self._max_size = max_size
        self._rolled = False

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)

    def readinto(self, b):
        return self._file.readinto(b)

    def readinto1(self, b):
        return self._file.readinto1(b)

    def rollover(self):
        self._rolled = True

    def truncate(self, size=None):
        if size is None:
            return self._file.truncate()
        if size > self._max_size:
            self._rolled = True
        if not self._rolled:
            return self._file.truncate(size)
        # `truncate` can also make a file longer.
        wanted = _index(size)
        if wanted < 0:
            raise OSError(22, 'Invalid argument')
        self._file.flush()
        held = getattr(self._file, 'buffer', self._file)
        place = held.tell()
        more = wanted - held.seek(0, 2)
        if more > 0:
            held.write(bytes(more))
        held.seek(place)
        held.truncate(wanted)
        return size

    def __iter__(self):
        return iter(self._file)

    def __enter__(self):
        if self._file.closed:
            raise ValueError('Cannot enter context with closed file')
        return self

    def __exit__(self, kind, value, trace):
        self._file.close()

    @property
    def closed(self):
        return self._file.closed

    @property
    def name(self):
        return None

    @property
    def mode(self):
        return self._mode

    @property
    def encoding(self):
        return self._file.encoding

    @property
    def errors(self):
        return self._file.errors

    @property
    def newlines(self):
        return self._file.newlines


def _handed(name):
    def method(self, *args):
        result = getattr(self._file, name)(*args)
        if name in ('write', 'writelines') and self._max_size and not self._rolled and self._file.tell() > self._max_size:
            self._rolled = True
        return result
    method.__name__ = name
    method.__qualname__ = f'SpooledTemporaryFile.{name}'
    return method


for _name in 'close detach flush isatty read read1 readable readline readlines seek seekable tell writable write writelines'.split():
    setattr(SpooledTemporaryFile, _name, _handed(_name))
del _name

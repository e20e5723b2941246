"""Temporary files: the nameless ones are kept in memory, there are no others."""
import io
import os as _os
from _stockade import index as _index

__all__ = ['NamedTemporaryFile', 'SpooledTemporaryFile', 'TMP_MAX', 'TemporaryDirectory', 'TemporaryFile', 'gettempdir', 'gettempdirb',
           'gettempprefix', 'gettempprefixb', 'mkdtemp', 'mkstemp', 'mktemp', 'tempdir']
TMP_MAX = 238328
template = 'tmp'
tempdir = None
# How files would be opened: to the sandbox text is nothing special.
_text_openflags = _bin_openflags = 131266


def _none(*args, **kwargs):
    raise PermissionError('there are no files in the sandbox')


mkstemp = mkdtemp = mktemp = NamedTemporaryFile = TemporaryDirectory = gettempdir = gettempdirb = _none


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
    """Names that nobody else will have thought of."""

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
    return 'tmp'


def gettempprefixb():
    return b'tmp'


def TemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *, errors=None):
    """A file that is gone when it is closed."""
    data = io.BytesIO()
    if 'b' in mode:
        for given, name in ((encoding, 'n encoding'), (errors, 'n errors'), (newline, ' newline')):
            if given is not None:
                raise ValueError(f"binary mode doesn't take a{name} argument")
        return data
    return io.TextIOWrapper(data, encoding or 'utf-8', errors, newline)


class SpooledTemporaryFile(io.IOBase):
    """A temporary file that stays in memory while it is small; here it always does."""

    def __init__(self, max_size=0, mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *,
                 errors=None):
        # What is said of text is looked at when a file of text is opened.
        self._file = io.BytesIO() if 'b' in mode else TemporaryFile(mode, buffering, encoding, newline, errors=errors)
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
        # A file can be made longer this way.
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

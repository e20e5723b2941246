"""Temporary files: the nameless ones are kept in memory, there are no others."""
import io
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

    def __getattr__(self, name):
        if name in ('encoding', 'errors', 'newlines'):
            return getattr(self._file, name)
        raise AttributeError(f"'SpooledTemporaryFile' object has no attribute {name!r}")


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

"""Sound in WAVE files: samples and how they are to be understood."""
from collections import namedtuple
import struct

__all__ = ['open', 'Error', 'Wave_read', 'Wave_write']

WAVE_FORMAT_PCM = 0x0001
WAVE_FORMAT_EXTENSIBLE = 0xFFFE
KSDATAFORMAT_SUBTYPE_PCM = b'\x01\x00\x00\x00\x00\x00\x10\x00\x80\x00\x00\xaa\x008\x9bq'
_open = open
_wave_params = namedtuple('_wave_params', 'nchannels sampwidth framerate nframes comptype compname', module=__name__)


class Error(Exception):
    """A file is not in the form it should have, or a parameter is not what it can be."""


def _byteswap(data, width):
    """Samples with their bytes in the other order."""
    swapped = bytearray(len(data))
    for at in range(width):
        swapped[at::width] = data[width - 1 - at::width]
    return bytes(swapped)


class _Chunk:
    """A named part of a file, which is read as a file of its own."""

    def __init__(self, file):
        self.file = file
        head = file.read(8)
        if len(head) < 8:
            raise EOFError
        self.name, self.size = head[:4], struct.unpack('<L', head[4:])[0]
        self.read_so_far = 0
        try:
            self.start = file.tell()
        except (AttributeError, OSError):
            self.start = None

    @property
    def closed(self):
        return self.file.closed

    def read(self, size=-1):
        left = self.size - self.read_so_far
        if left <= 0:
            return b''
        data = self.file.read(left if size < 0 or size > left else size)
        self.read_so_far += len(data)
        if self.read_so_far == self.size and self.size & 1:
            # What has an odd number of bytes is filled up.
            self.read_so_far += len(self.file.read(1))
        return data

    def tell(self):
        return self.read_so_far

    def seek(self, at):
        if self.start is None:
            raise OSError('cannot seek')
        if at < 0 or at > self.size:
            raise RuntimeError
        self.file.seek(self.start + at)
        self.read_so_far = at

    def skip(self):
        if self.start is not None:
            try:
                end = self.size + (self.size & 1)
                self.file.seek(self.start + end)
                self.read_so_far = end
                return
            except OSError:
                pass
        while self.read_so_far < self.size:
            if not self.read(8192):
                raise EOFError


def _begin(sound, f, mode):
    """Goes by a file, or by one of a name, which is then closed with it."""
    sound._i_opened_the_file = None
    if isinstance(f, str):
        f = sound._i_opened_the_file = _open(f, mode)
    try:
        sound.initfp(f)
    except:
        if sound._i_opened_the_file:
            f.close()
        raise


def _close_own(sound):
    """Closes the file if it was opened here, and not given by the program."""
    sound._file = None
    own, sound._i_opened_the_file = sound._i_opened_the_file, None
    if own:
        own.close()


def _unpack(form, data):
    try:
        return struct.unpack_from(form, data)
    except struct.error:
        # Too little was left of the file.
        raise EOFError from None


def _described(chunk):
    """(channels, bytes in a sample, frames in a second), as a `fmt ` chunk says it."""
    form, channels, rate, _, _ = _unpack('<HHLLH', chunk.read(14))
    if form not in (WAVE_FORMAT_PCM, WAVE_FORMAT_EXTENSIBLE):
        raise Error(f'unknown format: {form!r}')
    bits, = _unpack('<H', chunk.read(2))
    if form == WAVE_FORMAT_EXTENSIBLE:
        _unpack('<HHL', chunk.read(8))
        kind = chunk.read(16)
        if len(kind) < 16:
            raise EOFError
        if kind != KSDATAFORMAT_SUBTYPE_PCM:
            raise Error(f'unknown extended format: {kind!r}')
    width = (bits + 7) // 8
    for value, name in ((width, 'sample width'), (channels, '# of channels')):
        if not value:
            raise Error(f'bad {name}')
    return channels, width, rate


class Wave_read:
    """A WAVE file that is read."""

    def __init__(self, f):
        _begin(self, f, 'rb')

    def initfp(self, file):
        """Reads the header."""
        self._file = riff = _Chunk(file)
        if riff.name != b'RIFF':
            raise Error('file does not start with RIFF id')
        if riff.read(4) != b'WAVE':
            raise Error('not a WAVE file')
        format = None
        self._samples = None
        while self._samples is None:
            try:
                chunk = _Chunk(riff)
            except EOFError:
                raise Error('fmt chunk and/or data chunk missing') from None
            if chunk.name == b'data':
                if format is None:
                    raise Error('data chunk before fmt chunk')
                self._samples = chunk
            else:
                if chunk.name == b'fmt ':
                    format = _described(chunk)
                chunk.skip()
        channels, width, rate = format
        self._framesize = channels * width
        self._params = _wave_params(channels, width, rate, self._samples.size // self._framesize, 'NONE', 'not compressed')
        # The frame that is read next, and whether the file must be moved to it first.
        self._at, self._moved = 0, False

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def close(self):
        """Lets go of the file."""
        _close_own(self)

    def getfp(self): return self._file
    def getparams(self): return self._params
    def getnchannels(self): return self._params.nchannels
    def getsampwidth(self): return self._params.sampwidth
    def getframerate(self): return self._params.framerate
    def getnframes(self): return self._params.nframes
    def getcomptype(self): return self._params.comptype
    def getcompname(self): return self._params.compname
    def tell(self): return self._at

    def setpos(self, pos):
        """Goes to a frame."""
        if not 0 <= pos <= self._params.nframes:
            raise Error('position not in range')
        self._at, self._moved = pos, True

    def rewind(self):
        """Goes back to the first frame."""
        self._at, self._moved = 0, True

    def readframes(self, nframes):
        """The bytes of the next frames."""
        if self._moved:
            self._samples.seek(self._at * self._framesize)
            self._moved = False
        data = self._samples.read(nframes * self._framesize) if nframes else b''
        self._at += len(data) // self._framesize
        return data

    def getmarkers(self):
        _deprecated('Wave_read.getmarkers')

    def getmark(self, id):
        _deprecated('Wave_read.getmark')
        raise Error('no marks')


class Wave_write:
    """A WAVE file that is written."""

    def __init__(self, f):
        _begin(self, f, 'wb')

    def initfp(self, file):
        """Begins without parameters, which must be set before the first frame."""
        self._file = file
        self._channels = self._width = self._rate = self._frames = 0
        # Bytes and frames that were written, and the bytes that the header speaks of (None before it is written).
        self._written, self._count, self._promised = 0, 0, None

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def _set(self, value, possible=True, problem=None):
        """A parameter that may be set: not once there are frames, and only if it is possible."""
        if self._written:
            raise Error('cannot change parameters after starting to write')
        if not possible:
            raise Error(problem)
        return value

    def setnchannels(self, nchannels):
        self._set(None)
        self._channels = self._set(nchannels, nchannels >= 1, 'bad # of channels')

    def setsampwidth(self, sampwidth):
        self._set(None)
        self._width = self._set(sampwidth, 1 <= sampwidth <= 4, 'bad sample width')

    def setframerate(self, framerate):
        self._set(None)
        self._rate = int(round(self._set(framerate, framerate > 0, 'bad frame rate')))

    def setnframes(self, nframes):
        self._frames = self._set(nframes)

    def setcomptype(self, comptype, compname):
        self._comptype, self._compname = self._set((comptype, compname), comptype == 'NONE', 'unsupported compression type')

    def setparams(self, params):
        """Sets all parameters at once."""
        channels, width, rate, frames, comptype, compname = params
        self._set(None)
        for set_one, value in ((self.setnchannels, channels), (self.setsampwidth, width), (self.setframerate, rate),
                               (self.setnframes, frames)):
            set_one(value)
        self.setcomptype(comptype, compname)

    @staticmethod
    def _known(value, problem):
        if not value:
            raise Error(problem)
        return value

    def getnchannels(self): return self._known(self._channels, 'number of channels not set')
    def getsampwidth(self): return self._known(self._width, 'sample width not set')
    def getframerate(self): return self._known(self._rate, 'frame rate not set')
    def getnframes(self): return self._count
    def getcomptype(self): return self._comptype
    def getcompname(self): return self._compname
    def tell(self): return self._count

    def getparams(self):
        self._known(self._channels and self._width and self._rate, 'not all parameters set')
        return _wave_params(self._channels, self._width, self._rate, self._frames, self._comptype, self._compname)

    def setmark(self, id, pos, name):
        _deprecated('Wave_write.setmark')
        raise Error('setmark() not supported')

    def getmark(self, id):
        _deprecated('Wave_write.getmark')
        raise Error('no marks')

    def getmarkers(self):
        _deprecated('Wave_write.getmarkers')

    def writeframesraw(self, data):
        """Writes frames. The header is corrected only when the file is closed."""
        if not isinstance(data, (bytes, bytearray)):
            data = memoryview(data).cast('B')
        self._begin_data(len(data))
        self._file.write(data)
        self._written += len(data)
        self._count += len(data) // (self._width * self._channels)

    def writeframes(self, data):
        """Writes frames, and corrects the header."""
        self.writeframesraw(data)
        self._correct_header()

    def close(self):
        """Writes the header if it was not written, and corrects it."""
        try:
            if self._file:
                self._begin_data(0)
                self._correct_header()
                self._file.flush()
        finally:
            _close_own(self)

    def _begin_data(self, size):
        """Writes the header before the first frames, which are `size` bytes."""
        if self._promised is not None:
            return
        self._known(self._channels, '# channels not specified')
        self._known(self._width, 'sample width not specified')
        self._known(self._rate, 'sampling rate not specified')
        framesize = self._channels * self._width
        self._frames = self._frames or size // framesize
        promised = self._frames * framesize
        self._file.write(b'RIFF')
        # Where the two sizes are, which may have to be corrected. Not every file can say that.
        try:
            first = self._file.tell()
        except (AttributeError, OSError):
            first = None
        self._file.write(struct.pack('<L4s4sLHHLLHH4s', promised + 36, b'WAVE', b'fmt ', 16, WAVE_FORMAT_PCM, self._channels,
                                     self._rate, self._rate * framesize, framesize, self._width * 8, b'data'))
        self._sizes_at = first, None if first is None else self._file.tell()
        self._file.write(struct.pack('<L', promised))
        self._promised = promised

    def _correct_header(self):
        """Writes the true sizes if the header has others."""
        if self._promised == self._written:
            return
        end = self._file.tell()
        for at, more in zip(self._sizes_at, (36, 0)):
            self._file.seek(at)
            self._file.write(struct.pack('<L', self._written + more))
        self._file.seek(end)
        self._promised = self._written


def _deprecated(name):
    from warnings import warn
    warn(f'{name!r} is deprecated and slated for removal in Python 3.15', DeprecationWarning, stacklevel=3)


def open(f, mode=None):
    """A file to be read ('r', 'rb') or to be written ('w', 'wb')."""
    if mode is None:
        mode = getattr(f, 'mode', 'rb')
    if mode in ('r', 'rb'):
        return Wave_read(f)
    if mode in ('w', 'wb'):
        return Wave_write(f)
    raise Error("mode must be 'r', 'rb', 'w', or 'wb'")

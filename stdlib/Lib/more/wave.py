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


class Wave_read:
    """A file that is read."""

    def __init__(self, f):
        _begin(self, f, 'rb')

    def initfp(self, file):
        self._convert = None
        self._soundpos = 0
        self._file = _Chunk(file)
        if self._file.name != b'RIFF':
            raise Error('file does not start with RIFF id')
        if self._file.read(4) != b'WAVE':
            raise Error('not a WAVE file')
        self._data_chunk, described = None, False
        self._data_seek_needed = 1
        while True:
            try:
                chunk = _Chunk(self._file)
            except EOFError:
                break
            if chunk.name == b'fmt ':
                self._read_fmt_chunk(chunk)
                described = True
            elif chunk.name == b'data':
                if not described:
                    raise Error('data chunk before fmt chunk')
                self._data_chunk = chunk
                self._nframes = chunk.size // self._framesize
                self._data_seek_needed = 0
                break
            chunk.skip()
        if not described or not self._data_chunk:
            raise Error('fmt chunk and/or data chunk missing')

    def _read_fmt_chunk(self, chunk):
        try:
            form, self._nchannels, self._framerate, _, _ = struct.unpack_from('<HHLLH', chunk.read(14))
        except struct.error:
            raise EOFError from None
        if form not in (WAVE_FORMAT_PCM, WAVE_FORMAT_EXTENSIBLE):
            raise Error('unknown format: %r' % (form,))
        try:
            bits = struct.unpack_from('<H', chunk.read(2))[0]
            if form == WAVE_FORMAT_EXTENSIBLE:
                struct.unpack_from('<HHL', chunk.read(8))
                kind = chunk.read(16)
                if len(kind) < 16:
                    raise EOFError
                if kind != KSDATAFORMAT_SUBTYPE_PCM:
                    raise Error(f'unknown extended format: {kind!r}')
        except struct.error:
            raise EOFError from None
        self._sampwidth = (bits + 7) // 8
        if not self._sampwidth:
            raise Error('bad sample width')
        if not self._nchannels:
            raise Error('bad # of channels')
        self._framesize = self._nchannels * self._sampwidth
        self._comptype, self._compname = 'NONE', 'not compressed'

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def getfp(self):
        return self._file

    def rewind(self):
        """Go back to the first frame."""
        self._data_seek_needed = 1
        self._soundpos = 0

    def close(self):
        """Let go of the file, and close it if it was opened here."""
        self._file = None
        file, self._i_opened_the_file = self._i_opened_the_file, None
        if file:
            file.close()

    def tell(self):
        return self._soundpos

    def getnchannels(self):
        return self._nchannels

    def getnframes(self):
        return self._nframes

    def getsampwidth(self):
        return self._sampwidth

    def getframerate(self):
        return self._framerate

    def getcomptype(self):
        return self._comptype

    def getcompname(self):
        return self._compname

    def getparams(self):
        return _wave_params(self._nchannels, self._sampwidth, self._framerate, self._nframes, self._comptype, self._compname)

    def getmarkers(self):
        _deprecated('Wave_read.getmarkers')
        return None

    def getmark(self, id):
        _deprecated('Wave_read.getmark')
        raise Error('no marks')

    def setpos(self, pos):
        """Go to a frame."""
        if pos < 0 or pos > self._nframes:
            raise Error('position not in range')
        self._soundpos = pos
        self._data_seek_needed = 1

    def readframes(self, nframes):
        """Frames from here, as bytes."""
        if self._data_seek_needed:
            self._data_chunk.seek(0)
            at = self._soundpos * self._framesize
            if at:
                self._data_chunk.seek(at)
            self._data_seek_needed = 0
        if nframes == 0:
            return b''
        data = self._data_chunk.read(nframes * self._framesize)
        if self._convert and data:
            data = self._convert(data)
        self._soundpos += len(data) // (self._nchannels * self._sampwidth)
        return data


class Wave_write:
    """A file that is written."""

    def __init__(self, f):
        _begin(self, f, 'wb')

    def initfp(self, file):
        self._file = file
        self._convert = None
        self._nchannels = self._sampwidth = self._framerate = self._nframes = 0
        self._nframeswritten = self._datawritten = self._datalength = 0
        self._headerwritten = False

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def _unbegun(self):
        if self._datawritten:
            raise Error('cannot change parameters after starting to write')

    def setnchannels(self, nchannels):
        self._unbegun()
        if nchannels < 1:
            raise Error('bad # of channels')
        self._nchannels = nchannels

    def getnchannels(self):
        if not self._nchannels:
            raise Error('number of channels not set')
        return self._nchannels

    def setsampwidth(self, sampwidth):
        self._unbegun()
        if sampwidth < 1 or sampwidth > 4:
            raise Error('bad sample width')
        self._sampwidth = sampwidth

    def getsampwidth(self):
        if not self._sampwidth:
            raise Error('sample width not set')
        return self._sampwidth

    def setframerate(self, framerate):
        self._unbegun()
        if framerate <= 0:
            raise Error('bad frame rate')
        self._framerate = int(round(framerate))

    def getframerate(self):
        if not self._framerate:
            raise Error('frame rate not set')
        return self._framerate

    def setnframes(self, nframes):
        self._unbegun()
        self._nframes = nframes

    def getnframes(self):
        return self._nframeswritten

    def setcomptype(self, comptype, compname):
        self._unbegun()
        if comptype not in ('NONE',):
            raise Error('unsupported compression type')
        self._comptype, self._compname = comptype, compname

    def getcomptype(self):
        return self._comptype

    def getcompname(self):
        return self._compname

    def setparams(self, params):
        """Set all parameters at once."""
        nchannels, sampwidth, framerate, nframes, comptype, compname = params
        self._unbegun()
        self.setnchannels(nchannels)
        self.setsampwidth(sampwidth)
        self.setframerate(framerate)
        self.setnframes(nframes)
        self.setcomptype(comptype, compname)

    def getparams(self):
        if not self._nchannels or not self._sampwidth or not self._framerate:
            raise Error('not all parameters set')
        return _wave_params(self._nchannels, self._sampwidth, self._framerate, self._nframes, self._comptype, self._compname)

    def setmark(self, id, pos, name):
        _deprecated('Wave_write.setmark')
        raise Error('setmark() not supported')

    def getmark(self, id):
        _deprecated('Wave_write.getmark')
        raise Error('no marks')

    def getmarkers(self):
        _deprecated('Wave_write.getmarkers')
        return None

    def tell(self):
        return self._nframeswritten

    def writeframesraw(self, data):
        """Write frames; what the header says is corrected at the end."""
        if not isinstance(data, (bytes, bytearray)):
            data = memoryview(data).cast('B')
        self._ensure_header_written(len(data))
        frames = len(data) // (self._sampwidth * self._nchannels)
        if self._convert:
            data = self._convert(data)
        self._file.write(data)
        self._datawritten += len(data)
        self._nframeswritten += frames

    def writeframes(self, data):
        """Write frames, and say in the header how many there are."""
        self.writeframesraw(data)
        if self._datalength != self._datawritten:
            self._patchheader()

    def close(self):
        """Write what is left to be written."""
        try:
            if self._file:
                self._ensure_header_written(0)
                if self._datalength != self._datawritten:
                    self._patchheader()
                self._file.flush()
        finally:
            self._file = None
            file, self._i_opened_the_file = self._i_opened_the_file, None
            if file:
                file.close()

    def _ensure_header_written(self, datasize):
        if self._headerwritten:
            return
        if not self._nchannels:
            raise Error('# channels not specified')
        if not self._sampwidth:
            raise Error('sample width not specified')
        if not self._framerate:
            raise Error('sampling rate not specified')
        self._write_header(datasize)

    def _write_header(self, initlength):
        self._file.write(b'RIFF')
        framesize = self._nchannels * self._sampwidth
        if not self._nframes:
            self._nframes = initlength // framesize
        self._datalength = self._nframes * framesize
        try:
            self._form_length_pos = self._file.tell()
        except (AttributeError, OSError):
            self._form_length_pos = None
        self._file.write(struct.pack('<L4s4sLHHLLHH4s', 36 + self._datalength, b'WAVE', b'fmt ', 16, WAVE_FORMAT_PCM, self._nchannels,
                                     self._framerate, framesize * self._framerate, framesize, self._sampwidth * 8, b'data'))
        if self._form_length_pos is not None:
            self._data_length_pos = self._file.tell()
        self._file.write(struct.pack('<L', self._datalength))
        self._headerwritten = True

    def _patchheader(self):
        if self._datawritten == self._datalength:
            return
        here = self._file.tell()
        for place, size in ((self._form_length_pos, 36 + self._datawritten), (self._data_length_pos, self._datawritten)):
            self._file.seek(place)
            self._file.write(struct.pack('<L', size))
        self._file.seek(here)
        self._datalength = self._datawritten


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

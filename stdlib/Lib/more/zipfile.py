"""Archives of files in the ZIP format, read from streams and written to them."""
import bz2
import io
import os
import stat
import struct
import time
import zlib

__all__ = ['BadZipFile', 'BadZipfile', 'error', 'ZIP_STORED', 'ZIP_DEFLATED', 'ZIP_BZIP2', 'ZIP_LZMA', 'is_zipfile', 'ZipInfo',
           'ZipFile', 'LargeZipFile', 'Path']

ZIP_STORED = 0
ZIP_DEFLATED = 8
ZIP_BZIP2 = 12
ZIP_LZMA = 14
ZIP64_LIMIT = (1 << 31) - 1
ZIP_FILECOUNT_LIMIT = (1 << 16) - 1
ZIP_MAX_COMMENT = (1 << 16) - 1
DEFAULT_VERSION, ZIP64_VERSION, BZIP2_VERSION, LZMA_VERSION, MAX_EXTRACT_VERSION = 20, 45, 46, 63, 63

_FILE = struct.Struct('<4s2B4HL2L2H')
_DIRECTORY = struct.Struct('<4s4B4HL2L5H2L')
_END = struct.Struct('<4s4H2LH')
# Of archives with more, or larger, than the other fields can say.
_END64, _LOCATOR = struct.Struct('<4sQ2H2L4Q'), struct.Struct('<4sLQL')
sizeFileHeader, sizeCentralDir, sizeEndCentDir = _FILE.size, _DIRECTORY.size, _END.size
sizeEndCentDir64, sizeEndCentDir64Locator = _END64.size, _LOCATOR.size
_FILE_MARK, _DIRECTORY_MARK, _END_MARK = b'PK\003\004', b'PK\001\002', b'PK\005\006'
_END64_MARK, _LOCATOR_MARK = b'PK\006\006', b'PK\006\007'
_FULL16, _FULL32, _FULL64 = 0xffff, 0xffffffff, 0xffffffffffffffff
_ENCRYPTED, _LATER, _PATCHED, _STRONG, _UTF8 = 1, 8, 0x20, 0x40, 0x800
compressor_names = {0: 'store', 1: 'shrink', 2: 'reduce', 3: 'reduce', 4: 'reduce', 5: 'reduce', 6: 'implode', 7: 'tokenize',
                    8: 'deflate', 9: 'deflate64', 10: 'implode', 12: 'bzip2', 14: 'lzma', 18: 'terse', 19: 'lz77', 97: 'wavpack',
                    98: 'ppmd'}


class BadZipFile(Exception):
    """The file is not an archive, or a broken one."""


class LargeZipFile(Exception):
    """An archive that would need the extensions for large ones."""


error = BadZipfile = BadZipFile


def _check_compression(compression):
    if compression not in (ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA):
        raise NotImplementedError('That compression method is not supported')


def _lzma_packed(data):
    """A raw stream with the head that archives give it: a version and the properties."""
    import lzma
    properties = lzma._encode_filter_properties({'id': lzma.FILTER_LZMA1})
    filters = [lzma._decode_filter_properties(lzma.FILTER_LZMA1, properties)]
    return struct.pack('<BBH', 9, 4, len(properties)) + properties + lzma.compress(data, lzma.FORMAT_RAW, filters=filters)


def _lzma_unpacked(data):
    import lzma
    begin = 4 + int.from_bytes(data[2:4], 'little')
    if len(data) <= begin:
        return b''
    filters = [lzma._decode_filter_properties(lzma.FILTER_LZMA1, data[4:begin])]
    return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=filters).decompress(data[begin:])


def _end_of(file):
    """Where the end records begin, the directory's size and offset, and the comment; None where there is none."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _END.size - ZIP_MAX_COMMENT))
    tail = file.read()
    if isinstance(tail, str):
        return None
    at = tail.rfind(_END_MARK)
    if at < 0 or len(tail) - at < _END.size:
        return None
    *_, listed, begin, comment_size = _END.unpack_from(tail, at)
    comment = tail[at + _END.size:at + _END.size + comment_size]
    where = size - len(tail) + at
    if where >= _LOCATOR.size + _END64.size:
        file.seek(where - _LOCATOR.size - _END64.size)
        large = file.read(_END64.size)
        mark, disk, _, disks = _LOCATOR.unpack(file.read(_LOCATOR.size))
        if mark == _LOCATOR_MARK:
            if disk or disks > 1:
                raise BadZipFile('zipfiles that span multiple disks are not supported')
            if large.startswith(_END64_MARK):
                *_, listed, begin = _END64.unpack(large)
                where -= _LOCATOR.size + _END64.size
    return where, listed, begin, comment


def is_zipfile(filename):
    """Whether a file, by name or opened, ends as archives do."""
    try:
        if hasattr(filename, 'read'):
            at = filename.tell()
            try:
                return _end_of(filename) is not None
            finally:
                filename.seek(at)
        with io.open(filename, 'rb') as file:
            return _end_of(file) is not None
    except OSError:
        return False


class ZipInfo:
    """What an archive knows of one of its members."""
    __slots__ = ('orig_filename', 'filename', 'date_time', 'compress_type', 'compress_level', 'comment', 'extra', 'create_system',
                 'create_version', 'extract_version', 'reserved', 'flag_bits', 'volume', 'internal_attr', 'external_attr',
                 'header_offset', 'CRC', 'compress_size', 'file_size', '_end_offset')

    def __init__(self, filename='NoName', date_time=(1980, 1, 1, 0, 0, 0)):
        self.orig_filename = filename
        self.filename = filename.partition('\0')[0]
        if date_time[0] < 1980:
            raise ValueError('ZIP does not support timestamps before 1980')
        self.date_time = date_time
        self.compress_type = ZIP_STORED
        self.compress_level = None
        self.comment = self.extra = b''
        self.create_system = 3
        self.create_version = self.extract_version = DEFAULT_VERSION
        self.reserved = self.flag_bits = self.volume = self.internal_attr = self.external_attr = 0
        self.header_offset = self.CRC = self.compress_size = self.file_size = 0
        self._end_offset = None

    def __repr__(self):
        shown = [f'<{self.__class__.__name__} filename={self.filename!r}']
        if self.compress_type != ZIP_STORED:
            shown.append(f' compress_type={compressor_names.get(self.compress_type, self.compress_type)}')
        high, low = self.external_attr >> 16, self.external_attr & 0xffff
        if high:
            shown.append(f' filemode={stat.filemode(high)!r}')
        if low:
            shown.append(f' external_attr={low:#x}')
        directory = self.is_dir()
        if not directory or self.file_size:
            shown.append(f' file_size={self.file_size!r}')
        if (not directory or self.compress_size) and (self.compress_type != ZIP_STORED or self.file_size != self.compress_size):
            shown.append(f' compress_size={self.compress_size!r}')
        return ''.join(shown) + '>'

    @property
    def _compresslevel(self):
        return self.compress_level

    @_compresslevel.setter
    def _compresslevel(self, level):
        self.compress_level = level

    def is_dir(self):
        return self.filename.endswith('/')

    @classmethod
    def from_file(cls, filename, arcname=None, *, strict_timestamps=True):
        """What an archive is to know of a file."""
        filename = os.fspath(filename)
        known = os.stat(filename)
        is_folder = stat.S_ISDIR(known.st_mode)
        moment = time.localtime(known.st_mtime)[:6]
        if not strict_timestamps:
            moment = (1980, 1, 1, 0, 0, 0) if moment[0] < 1980 else (2107, 12, 31, 23, 59, 59) if moment[0] > 2107 else moment
        arcname = os.path.normpath(os.path.splitdrive(filename if arcname is None else arcname)[1]).lstrip('/')
        made = cls(arcname + '/' if is_folder else arcname, moment)
        made.external_attr = (known.st_mode & 0xffff) << 16
        if is_folder:
            made.file_size, made.external_attr = 0, made.external_attr | 0x10
        else:
            made.file_size = known.st_size
        return made

    def _name(self):
        """The name as bytes, and the flags that say of which characters it is."""
        if self.filename.isascii():
            return self.filename.encode('ascii'), self.flag_bits
        return self.filename.encode('utf-8'), self.flag_bits | _UTF8

    def _moment(self):
        year, month, day, hour, minute, second = self.date_time[:6]
        return hour << 11 | minute << 5 | second // 2, year - 1980 << 9 | month << 5 | day

    def _needs(self, version):
        if self.compress_type == ZIP_BZIP2:
            version = max(version, BZIP2_VERSION)
        elif self.compress_type == ZIP_LZMA:
            version = max(version, LZMA_VERSION)
        return max(version, self.create_version), max(version, self.extract_version)

    def FileHeader(self, zip64=None):
        """The header before the member's data."""
        name, flags = self._name()
        clock, date = self._moment()
        crc, packed, full = (0, 0, 0) if self.flag_bits & _LATER else (self.CRC, self.compress_size, self.file_size)
        extra, version = self.extra, 0
        if packed > ZIP64_LIMIT or full > ZIP64_LIMIT if zip64 is None else zip64:
            extra += struct.pack('<HHQQ', 1, 16, full, packed)
            packed, full, version = _FULL32, _FULL32, ZIP64_VERSION
        self.create_version, self.extract_version = self._needs(version)
        return _FILE.pack(_FILE_MARK, self.extract_version, self.reserved, flags, self.compress_type, clock, date, crc,
                          packed, full, len(name), len(extra)) + name + extra

    def _directory_entry(self):
        name, flags = self._name()
        clock, date = self._moment()
        packed, full, offset = self.compress_size, self.file_size, self.header_offset
        extra, large = self.extra, []
        if packed > ZIP64_LIMIT or full > ZIP64_LIMIT:
            large += full, packed
            packed = full = _FULL32
        if offset > ZIP64_LIMIT:
            large.append(offset)
            offset = _FULL32
        if large:
            extra = struct.pack(f'<HH{len(large)}Q', 1, 8 * len(large), *large) + _Extra.strip(extra, (1,))
        created, needed = self._needs(ZIP64_VERSION if large else 0)
        return _DIRECTORY.pack(_DIRECTORY_MARK, created, self.create_system, needed, self.reserved, flags,
                               self.compress_type, clock, date, self.CRC, packed, full, len(name), len(extra), len(self.comment), 0,
                               self.internal_attr, self.external_attr, offset) + name + extra + self.comment

    def _read_extra(self, name):
        """What the fields that members may have more say of sizes and of the name, whose bytes are given."""
        rest = self.extra
        while len(rest) >= 4:
            kind, size = struct.unpack('<HH', rest[:4])
            if size + 4 > len(rest):
                raise BadZipFile('Corrupt extra field %04x (size=%d)' % (kind, size))
            data, rest = rest[4:size + 4], rest[size + 4:]
            if kind == 1:
                self._read_large(data)
            elif kind == 0x7075:
                self._read_name(data, name)

    def _read_large(self, data):
        for field, shown, full in (('file_size', 'File size', (_FULL32, _FULL64)), ('compress_size', 'Compress size', (_FULL32,)),
                                   ('header_offset', 'Header offset', (_FULL32,))):
            if getattr(self, field) in full:
                if len(data) < 8:
                    raise BadZipFile(f'Corrupt zip64 extra field. {shown} not found.')
                setattr(self, field, int.from_bytes(data[:8], 'little'))
                data = data[8:]

    def _read_name(self, data, name):
        try:
            version, crc = struct.unpack('<BL', data[:5])
            found = data[5:].decode('utf-8') if version == 1 and crc == zlib.crc32(name) else None
        except struct.error as error:
            raise BadZipFile('Corrupt unicode path extra field (0x7075)') from error
        except UnicodeDecodeError as error:
            raise BadZipFile('Corrupt unicode path extra field (0x7075): invalid utf-8 bytes') from error
        if found:
            self.filename = found.partition('\0')[0]
        elif found is not None:
            import warnings
            warnings.warn('Empty unicode path extra field (0x7075)', stacklevel=2)


def _keys(password):
    """What a password begins a cipher with."""
    keys = [0x12345678, 0x23456789, 0x34567890]
    for byte in password:
        _turn(keys, byte)
    return keys


def _turn(keys, byte):
    keys[0] = ~zlib.crc32(bytes((byte,)), ~keys[0] & 0xffffffff) & 0xffffffff
    keys[1] = ((keys[1] + (keys[0] & 0xff)) * 134775813 + 1) & 0xffffffff
    keys[2] = ~zlib.crc32(bytes((keys[1] >> 24,)), ~keys[2] & 0xffffffff) & 0xffffffff


def _decrypted(data, keys):
    """Bytes without the cipher that archives have had from the beginning."""
    made = bytearray()
    for byte in data:
        mixed = keys[2] | 2
        byte ^= mixed * (mixed ^ 1) >> 8 & 0xff
        _turn(keys, byte)
        made.append(byte)
    return bytes(made)


class _Told:
    """A stream that cannot tell where it is."""

    def __init__(self, stream):
        self._stream, self._at = stream, 0

    def write(self, data):
        count = self._stream.write(data)
        self._at += count
        return count

    def tell(self):
        return self._at

    def flush(self):
        self._stream.flush()

    def close(self):
        self._stream.close()


class ZipExtFile(io.BufferedIOBase):
    """A member that is read: its data when it is first asked for."""
    MIN_READ_SIZE = 4096
    _content = None
    _broken = _short = False

    def __init__(self, load, mode, zipinfo):
        self._load = load
        self._crc = zipinfo.CRC
        self.mode = mode
        self.name = zipinfo.filename
        self.newlines = None

    def __repr__(self):
        return f'<{self.__class__.__module__}.{self.__class__.__qualname__} name={self.name!r} mode={self.mode!r}>'

    def _open(self):
        if self.closed:
            raise ValueError('I/O operation on closed file.')
        if self._content is None:
            data, self._short = self._load()
            self._content = io.BytesIO(data)
            self._broken = not self._short and zlib.crc32(data) != self._crc
        return self._content

    def readable(self):
        if self.closed:
            raise ValueError('I/O operation on closed file.')
        return True

    seekable = readable

    def _checked(self, data):
        """What was read, unless all is read now and is not what was written."""
        if self._broken:
            at = self._content.tell()
            # What is left is looked at as soon as it is little enough.
            if self._content.seek(0, 2) - at <= self.MIN_READ_SIZE:
                raise BadZipFile(f'Bad CRC-32 for file {self.name!r}')
            self._content.seek(at)
        return data

    def read(self, n=-1):
        data = self._open().read(n)
        if self._short and (n is None or n < 0 or len(data) < n):
            raise EOFError
        return self._checked(data)

    def read1(self, n=-1):
        data = self._open().read1(n)
        if self._short and not data:
            raise EOFError
        return self._checked(data)

    def readline(self, limit=-1):
        data = self._open().readline(limit)
        if self._short and not data:
            raise EOFError
        return self._checked(data)

    def peek(self, n=1):
        content = self._open()
        at = content.tell()
        try:
            return content.read(max(n, 512))
        finally:
            content.seek(at)

    def seek(self, offset, whence=0):
        return self._open().seek(offset, whence)

    def tell(self):
        return self._open().tell()


class _ZipWriteFile(io.BufferedIOBase):
    """A member that is written; it comes into the archive when it is closed."""

    def __init__(self, archive, zipinfo, zip64):
        self._archive = archive
        self._zinfo = zipinfo
        self._zip64 = zip64
        self._data = io.BytesIO()

    def writable(self):
        return True

    @property
    def name(self):
        return self._zinfo.filename

    @property
    def mode(self):
        return 'wb'

    def write(self, data):
        if self.closed:
            raise ValueError('I/O operation on closed file.')
        return self._data.write(data)

    def close(self):
        if self.closed:
            return
        super().close()
        try:
            self._archive._add(self._zinfo, self._data.getvalue(), self._zip64)
        finally:
            self._archive._writing = False


class ZipFile:
    """An archive that is read (`r`), written (`w`, `x`) or added to (`a`)."""
    fp = None

    def __init__(self, file, mode='r', compression=ZIP_STORED, allowZip64=True, compresslevel=None, *, strict_timestamps=True,
                 metadata_encoding=None):
        if mode not in ('r', 'w', 'x', 'a'):
            raise ValueError("ZipFile requires mode 'r', 'w', 'x', or 'a'")
        _check_compression(compression)
        if metadata_encoding and mode != 'r':
            raise ValueError('metadata_encoding is only supported for reading files')
        self.debug = 0
        self._strict_timestamps = strict_timestamps
        self.NameToInfo = {}
        self.filelist = []
        self.compression = compression
        self.compresslevel = compresslevel
        self.mode = mode
        self.pwd = None
        self.metadata_encoding = metadata_encoding
        self._comment = b''
        self._allow64 = allowZip64
        self._changed = self._writing = False
        self._seekable = True
        self._passed = hasattr(file, 'read') or hasattr(file, 'write')
        if self._passed:
            self.fp, self.filename = file, getattr(file, 'name', None)
        else:
            self.filename = file = os.fspath(file)
            # One that is added to is made where it is missing.
            try:
                self.fp = io.open(file, {'r': 'rb', 'w': 'w+b', 'x': 'x+b', 'a': 'r+b'}[mode])
            except OSError:
                if mode != 'a':
                    raise
                self.fp = io.open(file, 'w+b')
        try:
            if mode == 'r':
                self._read_directory()
            elif mode == 'a' and _end_of(self.fp) is not None:
                self._read_directory()
            else:
                self._changed = True
                self._begin(mode)
        except BaseException:
            fp, self.fp = self.fp, None
            if not self._passed:
                fp.close()
            raise

    def _begin(self, mode):
        """Where members will stand."""
        if mode == 'a':
            self.start_dir = self.fp.seek(0, 2)
            return
        try:
            self.start_dir = self.fp.tell()
        except (AttributeError, OSError):
            self.fp, self.start_dir, self._seekable = _Told(self.fp), 0, False
            return
        try:
            self.fp.seek(self.start_dir)
        except (AttributeError, OSError):
            self._seekable = False

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        self.close()

    def __repr__(self):
        shown = [f'<{self.__class__.__module__}.{self.__class__.__qualname__}']
        if self.fp is None:
            shown.append(' [closed]')
        else:
            shown.append(f' file={self.fp!r}' if self._passed else f' filename={self.filename!r}')
            shown.append(f' mode={self.mode!r}')
        return ''.join(shown) + '>'

    def _read_directory(self):
        found = _end_of(self.fp)
        if found is None:
            raise BadZipFile('File is not a zip file')
        where, size, offset, self._comment = found
        # Data before the archive shifts all offsets.
        before = where - size - offset
        self.start_dir = offset + before
        if self.start_dir < 0:
            raise BadZipFile('Bad offset for central directory')
        self.fp.seek(self.start_dir)
        data = self.fp.read(size)
        at = 0
        while at < size:
            if len(data) - at < _DIRECTORY.size:
                raise BadZipFile('Truncated central directory')
            (mark, created, system, needed, reserved, flags, method, clock, date, crc, packed, full, name_size, extra_size,
             comment_size, volume, internal, external, header) = _DIRECTORY.unpack_from(data, at)
            if mark != _DIRECTORY_MARK:
                raise BadZipFile('Bad magic number for central directory')
            at += _DIRECTORY.size
            name = data[at:at + name_size]
            info = ZipInfo(name.decode('utf-8' if flags & _UTF8 else self.metadata_encoding or 'cp437'))
            at += name_size
            info.extra = data[at:at + extra_size]
            at += extra_size
            info.comment = data[at:at + comment_size]
            at += comment_size
            info.create_version, info.create_system, info.extract_version, info.reserved = created, system, needed, reserved
            info.flag_bits, info.compress_type, info.CRC, info.compress_size, info.file_size = flags, method, crc, packed, full
            info.volume, info.internal_attr, info.external_attr, info.header_offset = volume, internal, external, header
            info.date_time = ((date >> 9) + 1980, date >> 5 & 15, date & 31, clock >> 11, clock >> 5 & 63, (clock & 31) * 2)
            if needed > MAX_EXTRACT_VERSION:
                raise NotImplementedError('zip file version %.1f' % (needed / 10))
            info._read_extra(name)
            info.header_offset += before
            self.filelist.append(info)
            self.NameToInfo[info.filename] = info
        end = self.start_dir
        for info in sorted(self.filelist, key=lambda info: info.header_offset, reverse=True):
            info._end_offset, end = end, info.header_offset

    def namelist(self):
        return [info.filename for info in self.filelist]

    def infolist(self):
        return self.filelist

    def printdir(self, file=None):
        print('%-46s %19s %12s' % ('File Name', 'Modified    ', 'Size'), file=file)
        for info in self.filelist:
            print('%-46s %s %12d' % (info.filename, '%d-%02d-%02d %02d:%02d:%02d' % info.date_time[:6], info.file_size), file=file)

    def testzip(self):
        """The name of the first broken member."""
        for info in self.filelist:
            try:
                self.read(info)
            except BadZipFile:
                return info.filename
        return None

    def getinfo(self, name):
        info = self.NameToInfo.get(name)
        if info is None:
            raise KeyError(f'There is no item named {name!r} in the archive')
        return info

    def setpassword(self, pwd):
        if pwd and not isinstance(pwd, bytes):
            raise TypeError(f'pwd: expected bytes, got {type(pwd).__name__}')
        self.pwd = pwd or None

    @property
    def comment(self):
        return self._comment

    @comment.setter
    def comment(self, comment):
        if not isinstance(comment, bytes):
            raise TypeError(f'comment: expected bytes, got {type(comment).__name__}')
        self._comment = comment[:ZIP_MAX_COMMENT]
        self._changed = True

    def read(self, name, pwd=None):
        with self.open(name, 'r', pwd) as member:
            return member.read()

    def open(self, name, mode='r', pwd=None, *, force_zip64=False):
        if mode not in ('r', 'w'):
            raise ValueError('open() requires mode "r" or "w"')
        if pwd and mode == 'w':
            raise ValueError('pwd is only supported for reading files')
        if self.fp is None:
            raise ValueError('Attempt to use ZIP archive that was already closed')
        if isinstance(name, ZipInfo):
            info = name
        elif mode == 'w':
            info = ZipInfo(name)
            info.compress_type = self.compression
            info.compress_level = self.compresslevel
        else:
            info = self.getinfo(name)
        if mode == 'w':
            return self._begin_member(info, force_zip64)
        if self._writing:
            raise ValueError("Can't read from the ZIP file while there is an open writing handle on it. Close the writing "
                             "handle before trying to read.")
        pwd = pwd or self.pwd
        if pwd and not isinstance(pwd, bytes):
            raise TypeError(f'pwd: expected bytes, got {type(pwd).__name__}')
        return ZipExtFile(self._content(info, pwd), 'rb', info)

    def _content(self, info, pwd):
        self.fp.seek(info.header_offset)
        header = self.fp.read(_FILE.size)
        if len(header) != _FILE.size:
            raise BadZipFile('Truncated file header')
        fields = _FILE.unpack(header)
        if fields[0] != _FILE_MARK:
            raise BadZipFile('Bad magic number for file header')
        name = self.fp.read(fields[10])
        self.fp.read(fields[11])
        shown = name.decode('utf-8' if fields[3] & _UTF8 else self.metadata_encoding or 'cp437')
        if shown != info.orig_filename:
            raise BadZipFile(f'File name in directory {info.orig_filename!r} and header {name!r} differ.')
        if info.flag_bits & _PATCHED:
            raise NotImplementedError('compressed patched data (flag bit 5)')
        if info.flag_bits & _STRONG:
            raise NotImplementedError('strong encryption (flag bit 6)')
        if info._end_offset is not None and self.fp.tell() + info.compress_size > info._end_offset:
            raise BadZipFile(f'Overlapped entries: {info.orig_filename!r} (possible zip bomb)')
        if info.flag_bits & _ENCRYPTED and not pwd:
            raise RuntimeError(f'File {info.filename!r} is encrypted, password required for extraction')
        _check_compression(info.compress_type)
        file, begin = self.fp, self.fp.tell()
        keys = None
        if info.flag_bits & _ENCRYPTED:
            keys = _keys(pwd)
            # The last of twelve bytes shows whether the password was right.
            checked = (info._moment()[0] >> 8 if info.flag_bits & _LATER else info.CRC >> 24) & 0xff
            if _decrypted(file.read(12), _keys(pwd))[11:12] != bytes((checked,)):
                raise RuntimeError(f'Bad password for file {info.filename!r}')

        def load():
            """The data, and whether the file ends before it does."""
            file.seek(begin)
            data = file.read(info.compress_size)
            is_short = len(data) < info.compress_size
            if keys is not None:
                data = _decrypted(data, keys)[12:]
            if info.compress_type == ZIP_DEFLATED:
                data = zlib.decompressobj(-15).decompress(data)
            elif info.compress_type == ZIP_BZIP2:
                data = bz2.BZ2Decompressor().decompress(data)
            elif info.compress_type == ZIP_LZMA:
                data = _lzma_unpacked(data)
            return data, is_short
        return load

    def _check_writing(self):
        if self.mode not in ('w', 'x', 'a'):
            raise ValueError("write() requires mode 'w', 'x', or 'a'")
        if self._writing:
            raise ValueError("Can't write to the ZIP file while there is another write handle open on it. Close the first "
                             "handle before opening another.")

    def _begin_member(self, info, force_zip64=False):
        """A member that will be written where the directory was."""
        if force_zip64 and not self._allow64:
            raise ValueError('force_zip64 is True, but allowZip64 was False when opening the ZIP file.')
        self._check_writing()
        info.compress_size = info.CRC = 0
        # In a stream the sizes are not known yet, and follow the data.
        info.flag_bits = (2 if info.compress_type == ZIP_LZMA else 0) | (0 if self._seekable else _LATER)
        if not info.external_attr:
            info.external_attr = 0o600 << 16
        # Compressed data can be larger than the data.
        zip64 = force_zip64 or info.file_size * 1.05 > ZIP64_LIMIT
        if zip64 and not self._allow64:
            raise LargeZipFile('Filesize would require ZIP64 extensions')
        info.header_offset = self.start_dir
        if info.filename in self.NameToInfo:
            import warnings
            warnings.warn(f'Duplicate name: {info.filename!r}', stacklevel=4)
        _check_compression(info.compress_type)
        if not self._allow64:
            crowded = ('Files count' if len(self.filelist) >= ZIP_FILECOUNT_LIMIT else 'Zipfile size' if self.start_dir > ZIP64_LIMIT else None)
            if crowded is not None:
                raise LargeZipFile(crowded + ' would require ZIP64 extensions')
        self._changed = self._writing = True
        return _ZipWriteFile(self, info, zip64)

    def _add(self, info, data, zip64):
        """A member with its data."""
        info.file_size = len(data)
        info.CRC = zlib.crc32(data)
        if info.compress_type == ZIP_DEFLATED:
            level = zlib.Z_DEFAULT_COMPRESSION if info.compress_level is None else info.compress_level
            packer = zlib.compressobj(level, zlib.DEFLATED, -15)
            data = packer.compress(data) + packer.flush()
        elif info.compress_type == ZIP_BZIP2:
            data = bz2.compress(data, 9 if info.compress_level is None else info.compress_level)
        elif info.compress_type == ZIP_LZMA:
            data = _lzma_packed(data)
        info.compress_size = len(data)
        if not zip64:
            if info.file_size > ZIP64_LIMIT:
                raise RuntimeError('File size too large, try using force_zip64')
            if info.compress_size > ZIP64_LIMIT:
                raise RuntimeError('Compressed size too large, try using force_zip64')
        if self._seekable:
            self.fp.seek(self.start_dir)
        self.fp.write(info.FileHeader(zip64))
        self.fp.write(data)
        if info.flag_bits & _LATER:
            self.fp.write(struct.pack('<4sLQQ' if zip64 else '<4s3L', b'PK\007\010', info.CRC, info.compress_size, info.file_size))
        self.start_dir = self.fp.tell()
        self.filelist.append(info)
        self.NameToInfo[info.filename] = info

    def writestr(self, zinfo_or_arcname, data, compress_type=None, compresslevel=None):
        if isinstance(data, str):
            data = data.encode('utf-8')
        if isinstance(zinfo_or_arcname, ZipInfo):
            info = zinfo_or_arcname
        else:
            info = ZipInfo(zinfo_or_arcname, time.localtime(time.time())[:6])
            info.compress_type = self.compression
            info.compress_level = self.compresslevel
            info.external_attr = 0o40775 << 16 | 0x10 if info.is_dir() else 0o600 << 16
        if self.fp is None:
            raise ValueError('Attempt to write to ZIP archive that was already closed')
        if self._writing:
            raise ValueError("Can't write to ZIP archive while an open writing handle exists.")
        if compress_type is not None:
            info.compress_type = compress_type
        if compresslevel is not None:
            info.compress_level = compresslevel
        info.file_size = len(data)
        with self._begin_member(info) as member:
            member.write(data)

    def mkdir(self, zinfo_or_directory, mode=511):
        if isinstance(zinfo_or_directory, ZipInfo):
            info = zinfo_or_directory
            if not info.is_dir():
                raise ValueError('The given ZipInfo does not describe a directory')
        elif isinstance(zinfo_or_directory, str):
            info = ZipInfo(zinfo_or_directory if zinfo_or_directory.endswith('/') else zinfo_or_directory + '/')
            info.external_attr = (0o40000 | mode) << 16 | 0x10
        else:
            raise TypeError('Expected type str or ZipInfo')
        self._begin_member(info).close()

    def write(self, filename, arcname=None, compress_type=None, compresslevel=None):
        """Takes a file in."""
        if self.fp is None:
            raise ValueError('Attempt to write to ZIP archive that was already closed')
        if self._writing:
            raise ValueError("Can't write to ZIP archive while an open writing handle exists")
        info = ZipInfo.from_file(filename, arcname, strict_timestamps=self._strict_timestamps)
        if info.is_dir():
            info.compress_size = info.CRC = 0
            self.mkdir(info)
            return
        info.compress_type = self.compression if compress_type is None else compress_type
        info._compresslevel = self.compresslevel if compresslevel is None else compresslevel
        with io.open(filename, 'rb') as source, self.open(info, 'w') as target:
            while piece := source.read(65536):
                target.write(piece)

    def extract(self, member, path=None, pwd=None):
        """Puts a member among the files; gives its path."""
        return self._extract_member(member, os.getcwd() if path is None else os.fspath(path), pwd)

    def extractall(self, path=None, members=None, pwd=None):
        """Puts all members, or some, among the files."""
        path = os.getcwd() if path is None else os.fspath(path)
        for member in self.namelist() if members is None else members:
            self._extract_member(member, path, pwd)

    def _extract_member(self, member, targetpath, pwd):
        if not isinstance(member, ZipInfo):
            member = self.getinfo(member)
        # Names can't lead out of the folder.
        name = os.path.splitdrive(member.filename)[1]
        name = '/'.join([part for part in name.split('/') if part not in ('', '.', '..')])
        if not name and not member.is_dir():
            raise ValueError('Empty filename.')
        targetpath = os.path.normpath(os.path.join(targetpath, name))
        above = os.path.dirname(targetpath)
        if above and not os.path.exists(above):
            os.makedirs(above, exist_ok=True)
        if member.is_dir():
            if not os.path.isdir(targetpath):
                try:
                    os.mkdir(targetpath)
                except FileExistsError:
                    if not os.path.isdir(targetpath):
                        raise
            return targetpath
        with self.open(member, pwd=pwd) as source, io.open(targetpath, 'wb') as target:
            while piece := source.read(65536):
                target.write(piece)
        return targetpath

    def close(self):
        """Writes the directory; without it there is no archive."""
        if self.fp is None:
            return
        if self._writing:
            raise ValueError("Can't close the ZIP file while there is an open writing handle on it. Close the writing handle "
                             "before closing the zip.")
        try:
            if self.mode in ('w', 'x', 'a') and self._changed:
                if self._seekable:
                    self.fp.seek(self.start_dir)
                for info in self.filelist:
                    self.fp.write(info._directory_entry())
                self._write_end(self.fp.tell())
                if self.mode == 'a':
                    self.fp.truncate()
                if hasattr(self.fp, 'flush'):
                    self.fp.flush()
        finally:
            file, self.fp = self.fp, None
            if not self._passed:
                file.close()


    def _write_end(self, where):
        count, size, offset = len(self.filelist), where - self.start_dir, self.start_dir
        crowded = ('Files count' if count > ZIP_FILECOUNT_LIMIT else 'Central directory offset' if offset > ZIP64_LIMIT
                   else 'Central directory size' if size > ZIP64_LIMIT else None)
        if crowded is not None:
            if not self._allow64:
                raise LargeZipFile(crowded + ' would require ZIP64 extensions')
            self.fp.write(_END64.pack(_END64_MARK, 44, 45, 45, 0, 0, count, count, size, offset))
            self.fp.write(_LOCATOR.pack(_LOCATOR_MARK, 0, where, 1))
            count, size, offset = min(count, _FULL16), min(size, _FULL32), min(offset, _FULL32)
        self.fp.write(_END.pack(_END_MARK, 0, 0, count, count, size, offset, len(self._comment)))
        self.fp.write(self._comment)


class _Extra(bytes):
    """A field of those that members may have more."""
    FIELD_STRUCT = struct.Struct('<HH')

    def __new__(cls, val, id=None):
        return super().__new__(cls, val)

    def __init__(self, val, id=None):
        self.id = id

    @classmethod
    def read_one(cls, raw):
        """The first field, and what follows it."""
        if len(raw) < 4:
            return cls(raw), b''
        kind, size = cls.FIELD_STRUCT.unpack(raw[:4])
        return cls(raw[:4 + size], kind), raw[4 + size:]

    @classmethod
    def split(cls, data):
        """All fields, one after the other."""
        while data:
            field, data = cls.read_one(data)
            yield field

    @classmethod
    def strip(cls, data, xids):
        """Without the fields of some kinds."""
        return b''.join([field for field in cls.split(data) if field.id not in xids])


class Path:
    """A member of an archive, or a directory in it, as a path."""

    def __init__(self, root, at=''):
        self.root = root if isinstance(root, ZipFile) else ZipFile(root)
        self.at = at

    def _names(self):
        """All names, with the directories that are only part of others."""
        names = dict.fromkeys(self.root.namelist())
        for name in list(names):
            parts = name.rstrip('/').split('/')[:-1]
            for size in range(len(parts), 0, -1):
                names.setdefault('/'.join(parts[:size]) + '/')
        return names

    def __eq__(self, other):
        if self.__class__ is not other.__class__:
            return NotImplemented
        return (self.root, self.at) == (other.root, other.at)

    def __hash__(self):
        return hash((self.root, self.at))

    def __repr__(self):
        return f'{self.__class__.__name__}({self.root.filename!r}, {self.at!r})'

    def __str__(self):
        return f"{self.root.filename or ':zipfile:'}/{self.at}"

    @property
    def name(self):
        return self.at.rstrip('/').rpartition('/')[2]

    @property
    def suffix(self):
        dot = self.name.rfind('.')
        return self.name[dot:] if 0 < dot < len(self.name) - 1 else ''

    @property
    def stem(self):
        return self.name[:len(self.name) - len(self.suffix)] if self.suffix else self.name

    @property
    def parent(self):
        above = self.at.rstrip('/').rpartition('/')[0]
        return self.__class__(self.root, above + '/' if above else '')

    def is_dir(self):
        return not self.at or self.at.endswith('/')

    def is_file(self):
        return self.exists() and not self.is_dir()

    def exists(self):
        return self.at in self._names()

    def iterdir(self):
        if not self.is_dir():
            raise ValueError("Can't listdir a file")
        for name in self._names():
            inner = name[len(self.at):].rstrip('/')
            if name.startswith(self.at) and inner and '/' not in inner:
                yield self.__class__(self.root, name)

    def joinpath(self, *other):
        joined = '/'.join([part for part in [self.at.rstrip('/'), *map(str, other)] if part])
        if not joined.endswith('/') and joined not in self._names() and joined + '/' in self._names():
            joined += '/'
        return self.__class__(self.root, joined)

    __truediv__ = joinpath

    def open(self, mode='r', *args, pwd=None, **kwargs):
        if self.is_dir():
            raise IsADirectoryError(self)
        if mode[0] == 'r' and not self.exists():
            raise FileNotFoundError(self)
        stream = self.root.open(self.at, mode[0], pwd=pwd)
        if 'b' in mode:
            if args or kwargs:
                raise ValueError('encoding args invalid for binary operation')
            return stream
        return io.TextIOWrapper(stream, *args, **kwargs)

    def read_text(self, *args, **kwargs):
        with self.open('r', *args, **kwargs) as stream:
            return stream.read()

    def read_bytes(self):
        with self.open('rb') as stream:
            return stream.read()

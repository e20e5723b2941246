"""The headers of tar archives: bytes to what they say of a member, and back."""
import re
import stat
import struct

NUL = b'\0'
BLOCKSIZE = 512
RECORDSIZE = BLOCKSIZE * 20
GNU_MAGIC = b'ustar  \0'
POSIX_MAGIC = b'ustar\x0000'
LENGTH_NAME = LENGTH_LINK = 100
LENGTH_PREFIX = 155

REGTYPE, AREGTYPE, LNKTYPE, SYMTYPE, CHRTYPE = b'0', NUL, b'1', b'2', b'3'
BLKTYPE, DIRTYPE, FIFOTYPE, CONTTYPE = b'4', b'5', b'6', b'7'
GNUTYPE_LONGNAME, GNUTYPE_LONGLINK, GNUTYPE_SPARSE = b'L', b'K', b'S'
XHDTYPE, XGLTYPE, SOLARIS_XHDTYPE = b'x', b'g', b'X'
USTAR_FORMAT, GNU_FORMAT, PAX_FORMAT = 0, 1, 2
DEFAULT_FORMAT = PAX_FORMAT
ENCODING = 'utf-8'

REGULAR_TYPES = (REGTYPE, AREGTYPE, CONTTYPE, GNUTYPE_SPARSE)
GNU_TYPES = (GNUTYPE_LONGNAME, GNUTYPE_LONGLINK, GNUTYPE_SPARSE)
SUPPORTED_TYPES = (REGTYPE, AREGTYPE, LNKTYPE, SYMTYPE, DIRTYPE, FIFOTYPE, CONTTYPE, CHRTYPE, BLKTYPE, *GNU_TYPES)
PAX_FIELDS = ('path', 'linkpath', 'size', 'mtime', 'uid', 'gid', 'uname', 'gname')
PAX_NAME_FIELDS = {'path', 'linkpath', 'uname', 'gname'}
PAX_NUMBER_FIELDS = {'atime': float, 'ctime': float, 'mtime': float, 'uid': int, 'gid': int, 'size': int}


class TarError(Exception):
    """The base of the errors of archives."""


class ExtractError(TarError):
    """A member that can't be taken out."""


class ReadError(TarError):
    """What can't be read as an archive."""


class CompressionError(TarError):
    """A compression that is not there."""


class StreamError(TarError):
    """What can't be done with a stream that only goes forward."""


class HeaderError(TarError):
    """A header that is none."""


class EmptyHeaderError(HeaderError):
    """No header, for nothing is left."""


class TruncatedHeaderError(HeaderError):
    """Less than a header."""


class EOFHeaderError(HeaderError):
    """The block that ends an archive."""


class InvalidHeaderError(HeaderError):
    """A block that is no header."""


class SubsequentHeaderError(HeaderError):
    """A header that should follow another one, and is none."""


# --- fields

def stn(s, length, encoding, errors):
    """A text as a field of that length."""
    if s is None:
        raise ValueError('metadata cannot contain None')
    return s.encode(encoding, errors)[:length].ljust(length, NUL)


def nts(s, encoding, errors):
    """The text of a field, which ends at its first zero."""
    return s.partition(NUL)[0].decode(encoding, errors)


def nti(s):
    """The number of a field: octal digits, or a binary number marked by its first byte."""
    if s[0] in (0o200, 0o377):
        return int.from_bytes(s[1:], 'big') - (256 ** (len(s) - 1) if s[0] == 0o377 else 0)
    try:
        return int(nts(s, 'ascii', 'strict').strip() or '0', 8)
    except ValueError:
        raise InvalidHeaderError('invalid header')


def itn(n, digits=8, format=DEFAULT_FORMAT):
    """A number as a field: GNU's format has binary ones for what does not fit otherwise."""
    n = int(n)
    if 0 <= n < 8 ** (digits - 1):
        return b'%0*o\0' % (digits - 1, n)
    if format == GNU_FORMAT and -256 ** (digits - 1) <= n < 256 ** (digits - 1):
        return bytes([0o200 if n >= 0 else 0o377]) + (n % 256 ** (digits - 1)).to_bytes(digits - 1, 'big')
    raise ValueError('overflow in number field')


def calc_chksums(buf):
    """The sum of a header whose own sum is blank: of its bytes without signs, and with them."""
    counted = buf[:148] + buf[156:512]
    unsigned = 256 + sum(counted)
    return unsigned, unsigned - 256 * sum(byte > 127 for byte in counted)


def blocks(count):
    """The size of the blocks that so many bytes are in."""
    return -(-count // BLOCKSIZE) * BLOCKSIZE


def padded(payload):
    """Bytes up to the end of their last block."""
    return payload.ljust(blocks(len(payload)), NUL)


def _header(info, format, encoding, errors):
    kind = info.get('type', REGTYPE)
    if kind is None:
        raise ValueError('TarInfo.type must not be None')
    is_device = kind in (CHRTYPE, BLKTYPE)
    devices = [itn(info.get(name, 0), 8, format) if is_device else stn('', 8, encoding, errors) for name in ('devmajor', 'devminor')]
    parts = [stn(info.get('name', ''), 100, encoding, errors), itn(info.get('mode', 0) & 0o7777, 8, format),
             itn(info.get('uid', 0), 8, format), itn(info.get('gid', 0), 8, format), itn(info.get('size', 0), 12, format),
             itn(info.get('mtime', 0), 12, format), b' ' * 8, kind, stn(info.get('linkname', ''), 100, encoding, errors),
             info.get('magic', POSIX_MAGIC), stn(info.get('uname', ''), 32, encoding, errors),
             stn(info.get('gname', ''), 32, encoding, errors), *devices, stn(info.get('prefix', ''), LENGTH_PREFIX, encoding, errors)]
    made = b''.join(parts).ljust(BLOCKSIZE, NUL)
    return made[:148] + b'%06o\0' % calc_chksums(made)[0] + made[155:]


def _long_header(name, kind, encoding, errors):
    name = name.encode(encoding, errors) + NUL
    info = {'name': '././@LongLink', 'type': kind, 'size': len(name), 'magic': GNU_MAGIC}
    return _header(info, USTAR_FORMAT, encoding, errors) + padded(name)


def pax_header(headers, kind, encoding):
    """Keywords with their values, as a member before the one that they describe."""
    is_binary = False
    for value in headers.values():
        try:
            value.encode('utf-8', 'strict')
        except UnicodeEncodeError:
            is_binary = True
    records = b'21 hdrcharset=BINARY\n' if is_binary else b''
    for keyword, value in headers.items():
        value = value.encode(encoding, 'surrogateescape') if is_binary else value.encode()
        record = b' ' + keyword.encode() + b'=' + value + b'\n'
        size = len(record)
        # The length that a record begins with counts its own digits.
        while size != len(record) + len(str(size)):
            size = len(record) + len(str(size))
        records += str(size).encode() + record
    info = {'name': '././@PaxHeader', 'type': kind, 'size': len(records), 'magic': POSIX_MAGIC}
    return _header(info, USTAR_FORMAT, 'ascii', 'replace') + padded(records)


def pax_records(buf):
    """The (keyword, value) pairs of a member of keywords, as bytes."""
    at = 0
    while at < len(buf) and buf[at]:
        found = re.compile(br'(\d{1,20}) ').match(buf, at)
        if not found:
            raise InvalidHeaderError('invalid header')
        try:
            size = int(found.group(1))
        except ValueError:
            raise InvalidHeaderError('invalid header')
        # The shortest record is `5 x=` and a line end.
        if size < 5 or at + size > len(buf):
            raise InvalidHeaderError('invalid header')
        keyword, equals, value = buf[found.end():at + size - 1].partition(b'=')
        if not keyword or equals != b'=' or buf[at + size - 1] != 0x0a:
            raise InvalidHeaderError('invalid header')
        yield keyword, value
        at += size


class TarInfo:
    """What is known of a member; its bytes are in the archive."""
    __slots__ = {'name': 'Name of the member.', 'mode': 'Permission bits.', 'uid': 'User.', 'gid': 'Group.',
                 'size': 'Size in bytes.', 'mtime': 'Time of the last change.', 'chksum': 'Sum of the header.',
                 'type': 'Which kind of member it is.', 'linkname': 'What a link leads to.', 'uname': 'Name of the user.',
                 'gname': 'Name of the group.', 'devmajor': 'Major number of a device.', 'devminor': 'Minor number of a device.',
                 'offset': 'Where the header begins.', 'offset_data': 'Where the bytes begin.',
                 'pax_headers': 'Keywords with their values.', 'sparse': 'The parts of a sparse member.', '_tarfile': None,
                 '_sparse_structs': None, '_link_target': None}

    def __init__(self, name=''):
        self.name = name
        self.mode = 0o644
        self.uid = self.gid = self.size = self.mtime = self.chksum = 0
        self.type = REGTYPE
        self.linkname = self.uname = self.gname = ''
        self.devmajor = self.devminor = self.offset = self.offset_data = 0
        self.sparse = None
        self.pax_headers = {}

    @property
    def tarfile(self):
        import warnings
        warnings.warn('The undocumented "tarfile" attribute of TarInfo objects is deprecated and will be removed in Python 3.16',
                      DeprecationWarning, stacklevel=2)
        return self._tarfile

    @tarfile.setter
    def tarfile(self, tarfile):
        import warnings
        warnings.warn('The undocumented "tarfile" attribute of TarInfo objects is deprecated and will be removed in Python 3.16',
                      DeprecationWarning, stacklevel=2)
        self._tarfile = tarfile

    @property
    def path(self):
        """The name, as keywords call it."""
        return self.name

    @path.setter
    def path(self, name):
        self.name = name

    @property
    def linkpath(self):
        """The name of what a link leads to, as keywords call it."""
        return self.linkname

    @linkpath.setter
    def linkpath(self, linkname):
        self.linkname = linkname

    def __repr__(self):
        return '<%s %r at %#x>' % (self.__class__.__name__, self.name, id(self))

    def replace(self, *, name=..., mtime=..., mode=..., linkname=..., uid=..., gid=..., uname=..., gname=..., deep=True):
        """A copy in which some is different."""
        import copy
        made = copy.deepcopy(self) if deep else copy.copy(self)
        given = {'name': name, 'mtime': mtime, 'mode': mode, 'linkname': linkname, 'uid': uid, 'gid': gid, 'uname': uname, 'gname': gname}
        for field, value in given.items():
            if value is not ...:
                setattr(made, field, value)
        return made

    def get_info(self):
        """What goes into a header, as a dict."""
        names = ('name', 'mode', 'uid', 'gid', 'size', 'mtime', 'chksum', 'type', 'linkname', 'uname', 'gname', 'devmajor', 'devminor')
        info = {name: getattr(self, name) for name in names}
        if self.mode is not None:
            info['mode'] = self.mode & 0o7777
        if info['type'] == DIRTYPE and not info['name'].endswith('/'):
            info['name'] += '/'
        return info

    def tobuf(self, format=DEFAULT_FORMAT, encoding=ENCODING, errors='surrogateescape'):
        """The header as bytes, with an extended header before it if it cannot hold all."""
        info = self.get_info()
        for name, value in info.items():
            if value is None:
                raise ValueError('%s may not be None' % name)
        if format == USTAR_FORMAT:
            return self.create_ustar_header(info, encoding, errors)
        if format == GNU_FORMAT:
            return self.create_gnu_header(info, encoding, errors)
        if format == PAX_FORMAT:
            return self.create_pax_header(info, encoding)
        raise ValueError('invalid format')

    def create_ustar_header(self, info, encoding, errors):
        """The header in the format of POSIX.1-1988."""
        info['magic'] = POSIX_MAGIC
        if len(info['linkname'].encode(encoding, errors)) > LENGTH_LINK:
            raise ValueError('linkname is too long')
        if len(info['name'].encode(encoding, errors)) > LENGTH_NAME:
            info['prefix'], info['name'] = self._posix_split_name(info['name'], encoding, errors)
        return _header(info, USTAR_FORMAT, encoding, errors)

    def create_gnu_header(self, info, encoding, errors):
        """The header in GNU's format, long names before it."""
        info['magic'] = GNU_MAGIC
        before = b''
        if len(info['linkname'].encode(encoding, errors)) > LENGTH_LINK:
            before += _long_header(info['linkname'], GNUTYPE_LONGLINK, encoding, errors)
        if len(info['name'].encode(encoding, errors)) > LENGTH_NAME:
            before += _long_header(info['name'], GNUTYPE_LONGNAME, encoding, errors)
        return before + _header(info, GNU_FORMAT, encoding, errors)

    def create_pax_header(self, info, encoding):
        """The header in the format of POSIX.1-2001, keywords before it."""
        info['magic'] = POSIX_MAGIC
        headers = self.pax_headers.copy()
        for name, keyword, length in (('name', 'path', LENGTH_NAME), ('linkname', 'linkpath', LENGTH_LINK), ('uname', 'uname', 32),
                                      ('gname', 'gname', 32)):
            if keyword not in headers and (not info[name].isascii() or len(info[name]) > length):
                headers[keyword] = info[name]
        for name, digits in (('uid', 8), ('gid', 8), ('size', 12), ('mtime', 12)):
            value = info[name]
            whole = int(value)
            fits = 0 <= whole < 8 ** (digits - 1)
            info[name] = whole if fits else 0
            if fits and isinstance(value, float):
                info[name] = int(round(value)) if round(value) < 8 ** (digits - 1) else 0
            if (not fits or isinstance(value, float)) and name not in headers:
                headers[name] = str(value)
        before = pax_header(headers, XHDTYPE, encoding) if headers else b''
        return before + _header(info, USTAR_FORMAT, 'ascii', 'replace')

    @classmethod
    def create_pax_global_header(cls, pax_headers):
        """Keywords for all members that follow."""
        return pax_header(pax_headers, XGLTYPE, 'utf-8')

    def _posix_split_name(self, name, encoding, errors):
        parts = name.split('/')
        for at in range(1, len(parts)):
            prefix, rest = '/'.join(parts[:at]), '/'.join(parts[at:])
            if len(prefix.encode(encoding, errors)) <= LENGTH_PREFIX and len(rest.encode(encoding, errors)) <= LENGTH_NAME:
                return prefix, rest
        raise ValueError('name is too long')

    @classmethod
    def frombuf(cls, buf, encoding, errors):
        """What a block says as a header."""
        if len(buf) == 0:
            raise EmptyHeaderError('empty header')
        if len(buf) != BLOCKSIZE:
            raise TruncatedHeaderError('truncated header')
        if buf.count(NUL) == BLOCKSIZE:
            raise EOFHeaderError('end of file header')
        chksum = nti(buf[148:156])
        if chksum not in calc_chksums(buf):
            raise InvalidHeaderError('bad checksum')
        made = cls()
        made.name = nts(buf[0:100], encoding, errors)
        made.mode, made.uid, made.gid = nti(buf[100:108]), nti(buf[108:116]), nti(buf[116:124])
        made.size, made.mtime, made.chksum = nti(buf[124:136]), nti(buf[136:148]), chksum
        made.type = buf[156:157]
        made.linkname = nts(buf[157:257], encoding, errors)
        made.uname, made.gname = nts(buf[265:297], encoding, errors), nts(buf[297:329], encoding, errors)
        made.devmajor, made.devminor = nti(buf[329:337]), nti(buf[337:345])
        prefix = nts(buf[345:500], encoding, errors)
        # The oldest archives mark a folder by its name alone.
        if made.type == AREGTYPE and made.name.endswith('/'):
            made.type = DIRTYPE
        if made.type == GNUTYPE_SPARSE:
            made._sparse_structs = _sparse_parts(buf, 386, 4), bool(buf[482]), nti(buf[483:495])
        if made.isdir():
            made.name = made.name.rstrip('/')
        if prefix and made.type not in GNU_TYPES:
            made.name = f'{prefix}/{made.name}'
        return made

    @classmethod
    def fromtarfile(cls, tarfile):
        """The next member of an archive that is read."""
        made = cls.frombuf(tarfile.fileobj.read(BLOCKSIZE), tarfile.encoding, tarfile.errors)
        made.offset = tarfile.fileobj.tell() - BLOCKSIZE
        return made._proc_member(tarfile)

    # What kinds of members need to be read on: classes that derive from this one change these.

    def _proc_member(self, tarfile):
        if self.type in (GNUTYPE_LONGNAME, GNUTYPE_LONGLINK):
            return self._proc_gnulong(tarfile)
        if self.type == GNUTYPE_SPARSE:
            return self._proc_sparse(tarfile)
        if self.type in (XHDTYPE, XGLTYPE, SOLARIS_XHDTYPE):
            return self._proc_pax(tarfile)
        return self._proc_builtin(tarfile)

    def _proc_builtin(self, tarfile):
        self.offset_data = tarfile.fileobj.tell()
        tarfile.offset = self.offset_data + (self._block(self.size) if self._has_data() else 0)
        self._apply_pax_info(tarfile.pax_headers, tarfile.encoding, tarfile.errors)
        if self.isdir():
            self.name = self.name.rstrip('/')
        return self

    def _has_data(self):
        return self.isreg() or self.type not in SUPPORTED_TYPES

    def _following(self, tarfile):
        try:
            return self.fromtarfile(tarfile)
        except HeaderError as error:
            raise SubsequentHeaderError(str(error)) from None

    def _proc_gnulong(self, tarfile):
        long = nts(tarfile.fileobj.read(self._block(self.size)), tarfile.encoding, tarfile.errors)
        found = self._following(tarfile)
        found.offset = self.offset
        if self.type == GNUTYPE_LONGNAME:
            found.name = long
        else:
            found.linkname = long
        if found.isdir():
            found.name = found.name.removesuffix('/')
        return found

    def _proc_sparse(self, tarfile):
        parts, goes_on, size = self._sparse_structs
        del self._sparse_structs
        while goes_on:
            buf = tarfile.fileobj.read(BLOCKSIZE)
            parts = parts + _sparse_parts(buf, 0, 21)
            goes_on = bool(buf[504])
        self.sparse = parts
        self.offset_data = tarfile.fileobj.tell()
        tarfile.offset = self.offset_data + self._block(self.size)
        self.size = size
        return self

    def _proc_pax(self, tarfile):
        buf = tarfile.fileobj.read(self._block(self.size))
        headers = tarfile.pax_headers if self.type == XGLTYPE else tarfile.pax_headers.copy()
        records = [*pax_records(buf)]
        given = [value for keyword, value in records if keyword == b'hdrcharset']
        if given:
            headers['hdrcharset'] = given[0].decode('utf-8')
        charset = headers.get('hdrcharset')
        encoding = tarfile.encoding if charset == 'BINARY' else 'utf-8'
        for raw_keyword, raw_value in records:
            keyword = self._decode_pax_field(raw_keyword, 'utf-8', 'utf-8', tarfile.errors)
            if keyword in PAX_NAME_FIELDS:
                value = self._decode_pax_field(raw_value, encoding, tarfile.encoding, tarfile.errors)
            else:
                value = self._decode_pax_field(raw_value, 'utf-8', 'utf-8', tarfile.errors)
            headers[keyword] = value
        found = self._following(tarfile)
        # Three ways to say which parts a sparse member has.
        if 'GNU.sparse.map' in headers:
            numbers = [int(number) for number in headers['GNU.sparse.map'].split(',')]
            found.sparse = [*zip(numbers[::2], numbers[1::2])]
        elif 'GNU.sparse.size' in headers:
            told = {keyword: [int(value) for name, value in records if name == b'GNU.sparse.' + keyword]
                    for keyword in (b'offset', b'numbytes')}
            found.sparse = [*zip(told[b'offset'], told[b'numbytes'])]
        elif headers.get('GNU.sparse.major') == '1' and headers.get('GNU.sparse.minor') == '0':
            found.sparse = _sparse_map(found, tarfile)
        if self.type in (XHDTYPE, SOLARIS_XHDTYPE):
            found._apply_pax_info(headers, tarfile.encoding, tarfile.errors)
            found.offset = self.offset
            if 'size' in headers:
                tarfile.offset = found.offset_data + (found._block(found.size) if found._has_data() else 0)
        return found

    def _apply_pax_info(self, pax_headers, encoding, errors):
        for keyword, value in pax_headers.items():
            if keyword == 'GNU.sparse.name':
                self.path = value
            elif keyword in ('GNU.sparse.size', 'GNU.sparse.realsize'):
                self.size = int(value)
            elif keyword in PAX_FIELDS:
                if keyword in PAX_NUMBER_FIELDS:
                    try:
                        value = PAX_NUMBER_FIELDS[keyword](value)
                    except ValueError:
                        value = 0
                if keyword == 'path':
                    value = value.rstrip('/')
                setattr(self, keyword, value)
        self.pax_headers = pax_headers.copy()

    def _decode_pax_field(self, value, encoding, fallback_encoding, fallback_errors):
        try:
            return value.decode(encoding, 'strict')
        except UnicodeDecodeError:
            return value.decode(fallback_encoding, fallback_errors)

    def _block(self, count):
        if count < 0:
            raise InvalidHeaderError('invalid offset')
        return blocks(count)

    def isreg(self):
        """Whether it is a regular file."""
        return self.type in REGULAR_TYPES

    isfile = isreg

    def isdir(self):
        """Whether it is a folder."""
        return self.type == DIRTYPE

    def issym(self):
        """Whether it is a symbolic link."""
        return self.type == SYMTYPE

    def islnk(self):
        """Whether it is a hard link."""
        return self.type == LNKTYPE

    def ischr(self):
        """Whether it is a device of characters."""
        return self.type == CHRTYPE

    def isblk(self):
        """Whether it is a device of blocks."""
        return self.type == BLKTYPE

    def isfifo(self):
        """Whether it is a pipe with a name."""
        return self.type == FIFOTYPE

    def issparse(self):
        """Whether it has holes that are not in the archive."""
        return self.sparse is not None

    def isdev(self):
        """Whether it is a device or a pipe."""
        return self.type in (CHRTYPE, BLKTYPE, FIFOTYPE)

    def _filemode(self):
        if self.mode is None:
            return '??????????'
        letter = '-' if self.isreg() else {DIRTYPE: 'd', SYMTYPE: 'l', CHRTYPE: 'c', BLKTYPE: 'b', FIFOTYPE: 'p'}.get(self.type, '?')
        return letter + stat.filemode(self.mode)[1:]


def _sparse_parts(buf, at, count):
    """The (offset, size) pairs of a header."""
    parts = []
    for start in range(at, at + 24 * count, 24):
        try:
            offset, size = nti(buf[start:start + 12]), nti(buf[start + 12:start + 24])
        except (ValueError, IndexError, InvalidHeaderError):
            break
        if offset and size or (not parts and size):
            parts.append((offset, size))
    return parts


def _sparse_map(found, tarfile):
    """The parts that a member of version 1.0 begins with: numbers on lines, in blocks of their own."""
    tarfile.fileobj.seek(found.offset_data)
    buf = tarfile.fileobj.read(BLOCKSIZE)
    count, _, buf = buf.partition(b'\n')
    numbers, count = [], 2 * int(count)
    while len(numbers) < count:
        if b'\n' not in buf:
            more = tarfile.fileobj.read(BLOCKSIZE)
            if not more:
                raise ReadError('unexpected end of data')
            buf += more
        number, _, buf = buf.partition(b'\n')
        numbers.append(int(number))
    found.offset_data = tarfile.fileobj.tell()
    return [*zip(numbers[::2], numbers[1::2])]

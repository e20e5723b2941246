"""Archives in the tar format, read from streams and written to them."""
import builtins
import copy
import io
import os
import time
from _stockade import guest_getattr as _guest_getattr
from _tarinfo import (
    AREGTYPE, BLKTYPE, BLOCKSIZE, CHRTYPE, CONTTYPE, CompressionError, DEFAULT_FORMAT, DIRTYPE, ENCODING, EOFHeaderError,
    EmptyHeaderError, ExtractError, FIFOTYPE, GNUTYPE_LONGLINK, GNUTYPE_LONGNAME, GNUTYPE_SPARSE, GNU_FORMAT, GNU_MAGIC, GNU_TYPES,
    HeaderError, InvalidHeaderError, LENGTH_LINK, LENGTH_NAME, LENGTH_PREFIX, LNKTYPE, NUL, PAX_FIELDS, PAX_FORMAT, PAX_NAME_FIELDS,
    PAX_NUMBER_FIELDS, POSIX_MAGIC, RECORDSIZE, REGTYPE, REGULAR_TYPES, ReadError, SOLARIS_XHDTYPE, SUPPORTED_TYPES, SYMTYPE,
    StreamError, SubsequentHeaderError, TarError, TarInfo, TruncatedHeaderError, USTAR_FORMAT, XGLTYPE, XHDTYPE, calc_chksums, itn,
    nti, nts, stn)

__all__ = ['TarFile', 'TarInfo', 'is_tarfile', 'TarError', 'ReadError', 'CompressionError', 'StreamError', 'ExtractError',
           'HeaderError', 'ENCODING', 'USTAR_FORMAT', 'GNU_FORMAT', 'PAX_FORMAT', 'DEFAULT_FORMAT', 'open', 'fully_trusted_filter',
           'data_filter', 'tar_filter', 'FilterError', 'AbsoluteLinkError', 'OutsideDestinationError', 'SpecialFileError',
           'AbsolutePathError', 'LinkOutsideDestinationError']
version = '0.9.0'

for _moved in (TarInfo, TarError, ReadError, CompressionError, StreamError, ExtractError, HeaderError, EmptyHeaderError,
               TruncatedHeaderError, EOFHeaderError, InvalidHeaderError, SubsequentHeaderError):
    _moved.__module__ = __name__
del _moved


def copyfileobj(src, dst, length=None, exception=OSError, bufsize=None):
    """Copies so many bytes of a stream, or all that is left of it."""
    bufsize = bufsize or 16 * 1024
    while length is None or length > 0:
        data = src.read(bufsize if length is None else min(bufsize, length))
        if length is not None and len(data) < min(bufsize, length):
            raise exception('unexpected end of data')
        if not data:
            return
        dst.write(data)
        if length is not None:
            length -= len(data)


# --- what may be taken out

class FilterError(TarError):
    """A member that a filter refuses."""


class AbsolutePathError(FilterError):
    def __init__(self, tarinfo):
        self.tarinfo = tarinfo
        super().__init__(f'member {tarinfo.name!r} has an absolute path')


class OutsideDestinationError(FilterError):
    def __init__(self, tarinfo, path):
        self.tarinfo = tarinfo
        self._path = path
        super().__init__(f'{tarinfo.name!r} would be extracted to {path!r}, which is outside the destination')


class SpecialFileError(FilterError):
    def __init__(self, tarinfo):
        self.tarinfo = tarinfo
        super().__init__(f'{tarinfo.name!r} is a special file')


class AbsoluteLinkError(FilterError):
    def __init__(self, tarinfo):
        self.tarinfo = tarinfo
        super().__init__(f'{tarinfo.name!r} is a link to an absolute path')


class LinkOutsideDestinationError(FilterError):
    def __init__(self, tarinfo, path):
        self.tarinfo = tarinfo
        self._path = path
        super().__init__(f'{tarinfo.name!r} would link to {path!r}, which is outside the destination')


def _judged(member, dest_path, for_data):
    """What a filter changes of a member, once it has found nothing against it."""
    changes = {}
    name = member.name
    dest_path = os.path.realpath(dest_path)
    if name.startswith(('/', os.sep)):
        name = changes['name'] = member.path.lstrip('/' + os.sep)
    if os.path.isabs(name):
        raise AbsolutePathError(member)
    target = os.path.realpath(os.path.join(dest_path, name))
    if os.path.commonpath([target, dest_path]) != dest_path:
        raise OutsideDestinationError(member, target)
    mode = member.mode
    if mode is not None:
        mode &= 0o755
        if for_data:
            if member.isreg() or member.islnk():
                if not mode & 0o100:
                    mode &= ~0o111
                mode |= 0o600
            elif member.isdir() or member.issym():
                mode = None
            else:
                raise SpecialFileError(member)
        if mode != member.mode:
            changes['mode'] = mode
    if for_data:
        changes.update({field: None for field in ('uid', 'gid', 'uname', 'gname') if getattr(member, field) is not None})
        if member.islnk() or member.issym():
            if os.path.isabs(member.linkname):
                raise AbsoluteLinkError(member)
            home = os.path.dirname(name) if member.issym() else ''
            target = os.path.realpath(os.path.join(dest_path, home, member.linkname))
            if os.path.commonpath([target, dest_path]) != dest_path:
                raise LinkOutsideDestinationError(member, target)
    return changes


def fully_trusted_filter(member, dest_path):
    """Changes nothing."""
    return member


def tar_filter(member, dest_path):
    """Refuses what would land outside, and takes rights of others away."""
    changes = _judged(member, dest_path, False)
    return member.replace(**changes, deep=False) if changes else member


def data_filter(member, dest_path):
    """As `tar_filter`, and leaves out all but plain data."""
    changes = _judged(member, dest_path, True)
    return member.replace(**changes, deep=False) if changes else member


# --- streams

class _Forward:
    """A stream that is read or written from its begin to its end, compressed or not."""

    def __init__(self, name, mode, comptype, fileobj, bufsize, compresslevel):
        self._extfileobj = fileobj is not None
        if fileobj is None:
            fileobj = builtins.open(name, 'rb' if mode == 'r' else 'wb')
        if comptype == '*':
            fileobj = _Peeked(fileobj)
            comptype = fileobj.comptype()
        self.name = name or ''
        self.mode = mode
        self.comptype = comptype
        self.bufsize = bufsize
        self.fileobj = fileobj
        self.pos = 0
        self.closed = False
        self._inner = fileobj
        self._errors = OSError, EOFError
        if comptype == 'gz':
            import gzip
            self._inner = gzip.GzipFile(os.path.basename(self.name), mode + 'b', compresslevel, fileobj)
        elif comptype == 'bz2':
            import bz2
            self._inner = bz2.BZ2File(fileobj, mode + 'b', compresslevel=compresslevel)
        elif comptype == 'xz':
            import lzma
            self._inner = lzma.LZMAFile(fileobj, mode + 'b')
            self._errors = lzma.LZMAError, EOFError
        elif comptype != 'tar':
            raise CompressionError('unknown compression type %r' % comptype)
        self._held = b''

    def write(self, data):
        self.pos += len(data)
        if self.comptype != 'tar':
            self._inner.write(data)
            return
        self._held += data
        while len(self._held) >= self.bufsize:
            self.fileobj.write(self._held[:self.bufsize])
            self._held = self._held[self.bufsize:]

    def read(self, size):
        data = b''
        while len(data) < size:
            try:
                more = self._inner.read(size - len(data))
            except self._errors as error:
                raise ReadError('not a gzip file' if self.comptype == 'gz' and self.pos == 0 else 'invalid compressed data') from error
            if not more:
                if self.comptype == 'gz' and self.pos == 0 and not data:
                    raise ReadError('not a gzip file')
                break
            data += more
        self.pos += len(data)
        return data

    def tell(self):
        return self.pos

    def seek(self, pos=0):
        if pos < self.pos:
            raise StreamError('seeking backwards is not allowed')
        while pos > self.pos and self.read(min(pos - self.pos, self.bufsize)):
            pass
        return self.pos

    def close(self):
        if self.closed:
            return
        self.closed = True
        if self._inner is not self.fileobj:
            self._inner.close()
        elif self.mode == 'w' and self._held:
            self.fileobj.write(self._held)
        if not self._extfileobj:
            self.fileobj.close()


class _Peeked:
    """A stream whose first block has been looked at."""

    def __init__(self, fileobj):
        self.fileobj = fileobj
        self.begin = fileobj.read(BLOCKSIZE)

    def comptype(self):
        if self.begin.startswith(b'\x1f\x8b\x08'):
            return 'gz'
        if self.begin.startswith(b'BZh') and self.begin[4:10] == b'1AY&SY':
            return 'bz2'
        return 'xz' if self.begin.startswith((b']\x00\x00\x80', b'\xfd7zXZ')) else 'tar'

    def read(self, size=-1):
        if not self.begin:
            return self.fileobj.read(size)
        if size < 0:
            size = len(self.begin)
        part, self.begin = self.begin[:size], self.begin[size:]
        return part

    def close(self):
        self.fileobj.close()


class _Part(io.RawIOBase):
    """The bytes of a member, within its archive."""

    def __init__(self, tarfile, tarinfo):
        self._stream = tarfile.fileobj
        self.name = tarinfo.name
        self.size = tarinfo.size
        self._position = 0
        at, self._map = tarinfo.offset_data, []
        # (first byte, end, where it is in the archive)
        for offset, length in [(0, tarinfo.size)] if tarinfo.sparse is None else tarinfo.sparse:
            self._map.append((offset, offset + length, at))
            at += length

    def readable(self):
        return True

    def seekable(self):
        seekable = getattr(self._stream, 'seekable', None)
        return True if seekable is None else seekable()

    def tell(self):
        return self._position

    def seek(self, position, whence=io.SEEK_SET):
        if whence == io.SEEK_SET:
            self._position = min(max(position, 0), self.size)
        elif whence == io.SEEK_CUR:
            self._position = max(min(self._position + position, self.size), 0)
        elif whence == io.SEEK_END:
            self._position = max(min(self.size + position, self.size), 0)
        else:
            raise ValueError('Invalid argument')
        return self._position

    def read(self, size=-1):
        left = self.size - self._position
        end = self._position + (left if size is None or size < 0 else min(size, left))
        parts = []
        for start, stop, at in [*self._map, (self.size, self.size, None)]:
            hole = min(start, end) - self._position
            if hole > 0:
                parts.append(NUL * hole)
                self._position += hole
            length = min(stop, end) - self._position
            if length > 0:
                self._stream.seek(at + self._position - start)
                data = self._stream.read(length)
                if len(data) < length:
                    raise ReadError('unexpected end of data')
                parts.append(data)
                self._position += length
        return b''.join(parts)

    def readinto(self, buffer):
        data = self.read(len(buffer))
        buffer[:len(data)] = data
        return len(data)


class ExFileObject(io.BufferedReader):
    """A member to read from."""

    def __init__(self, tarfile, tarinfo):
        super().__init__(_Part(tarfile, tarinfo))


# --- archives

class TarFile:
    """An archive."""
    debug = 0
    dereference = False
    ignore_zeros = False
    errorlevel = 1
    format = DEFAULT_FORMAT
    encoding = ENCODING
    errors = None
    tarinfo = TarInfo
    fileobject = ExFileObject
    extraction_filter = None
    OPEN_METH = {'tar': 'taropen', 'gz': 'gzopen', 'bz2': 'bz2open', 'xz': 'xzopen'}

    def __init__(self, name=None, mode='r', fileobj=None, format=None, tarinfo=None, dereference=None, ignore_zeros=None,
                 encoding=None, errors='surrogateescape', pax_headers=None, debug=None, errorlevel=None, copybufsize=None, stream=False):
        modes = {'r': 'rb', 'a': 'r+b', 'w': 'wb', 'x': 'xb'}
        if mode not in modes:
            raise ValueError("mode must be 'r', 'a', 'w' or 'x'")
        self.mode = mode
        self._mode = modes[mode]
        self.stream = stream
        self._extfileobj = bool(fileobj)
        if not fileobj:
            fileobj = builtins.open(name, self._mode)
        else:
            if name is None and isinstance(getattr(fileobj, 'name', None), (str, bytes)):
                name = fileobj.name
            if hasattr(fileobj, 'mode'):
                self._mode = fileobj.mode
        self.name = os.path.abspath(name) if name else None
        self.fileobj = fileobj
        given = {'format': format, 'tarinfo': tarinfo, 'dereference': dereference, 'ignore_zeros': ignore_zeros, 'encoding': encoding,
                 'debug': debug, 'errorlevel': errorlevel}
        for field, value in given.items():
            if value is not None:
                setattr(self, field, value)
        self.errors = errors
        self.pax_headers = pax_headers if pax_headers is not None and self.format == PAX_FORMAT else {}
        self.copybufsize = copybufsize
        self.closed = False
        self.members = []
        self._loaded = False
        self.offset = self.fileobj.tell()
        self.inodes = {}
        self.firstmember = None
        try:
            if mode == 'r':
                self.firstmember = self.next()
            elif mode == 'a':
                self._find_end()
            if mode != 'r':
                self._loaded = True
                if self.pax_headers:
                    self._put(self.tarinfo.create_pax_global_header(self.pax_headers.copy()))
        except BaseException:
            if not self._extfileobj:
                self.fileobj.close()
            self.closed = True
            raise

    def _find_end(self):
        while True:
            self.fileobj.seek(self.offset)
            try:
                self.members.append(self.tarinfo.fromtarfile(self))
            except EOFHeaderError:
                self.fileobj.seek(self.offset)
                return
            except HeaderError as error:
                raise ReadError(str(error)) from None

    def _put(self, data):
        self.fileobj.write(data)
        self.offset += len(data)

    @classmethod
    def open(cls, name=None, mode='r', fileobj=None, bufsize=RECORDSIZE, **kwargs):
        """An archive to read, write or append to, by the mode that names its compression."""
        if not name and not fileobj:
            raise ValueError('nothing to open')
        if mode in ('r', 'r:*'):
            told = []
            for comptype in sorted(cls.OPEN_METH, key=lambda comptype: cls.OPEN_METH[comptype] == 'taropen'):
                position = fileobj.tell() if fileobj is not None else None
                try:
                    return _guest_getattr(cls, cls.OPEN_METH[comptype])(name, 'r', fileobj, **kwargs)
                except (ReadError, CompressionError) as error:
                    told.append(f'- method {comptype}: {error!r}')
                    if fileobj is not None:
                        fileobj.seek(position)
            told = '\n'.join(told)
            raise ReadError(f'file could not be opened successfully:\n{told}')
        if ':' in mode:
            filemode, comptype = mode.split(':', 1)
            comptype = comptype or 'tar'
            if comptype not in cls.OPEN_METH:
                raise CompressionError('unknown compression type %r' % comptype)
            return _guest_getattr(cls, cls.OPEN_METH[comptype])(name, filemode or 'r', fileobj, **kwargs)
        if '|' in mode:
            filemode, comptype = mode.split('|', 1)
            filemode, comptype = filemode or 'r', comptype or 'tar'
            if filemode not in ('r', 'w'):
                raise ValueError("mode must be 'r' or 'w'")
            if 'compresslevel' in kwargs and comptype not in ('gz', 'bz2'):
                raise ValueError("compresslevel is only valid for w|gz and w|bz2 modes")
            stream = _Forward(name, filemode, comptype, fileobj, bufsize, kwargs.pop('compresslevel', 9))
            try:
                made = cls(name, filemode, stream, **kwargs)
            except BaseException:
                stream.close()
                raise
            made._extfileobj = False
            return made
        if mode in ('a', 'w', 'x'):
            return cls.taropen(name, mode, fileobj, **kwargs)
        raise ValueError('undiscernible mode')

    @classmethod
    def taropen(cls, name, mode='r', fileobj=None, **kwargs):
        """An archive without compression."""
        if mode not in ('r', 'a', 'w', 'x'):
            raise ValueError("mode must be 'r', 'a', 'w' or 'x'")
        return cls(name, mode, fileobj, **kwargs)

    @classmethod
    def _compressed(cls, name, mode, stream, words, kwargs, wrong=OSError):
        try:
            made = cls.taropen(name, mode, stream, **kwargs)
        except (wrong, EOFError) as error:
            stream.close()
            if mode == 'r':
                raise ReadError(words) from error
            raise
        except BaseException:
            stream.close()
            raise
        made._extfileobj = False
        return made

    @classmethod
    def gzopen(cls, name, mode='r', fileobj=None, compresslevel=9, **kwargs):
        """An archive compressed by gzip."""
        if mode not in ('r', 'w', 'x'):
            raise ValueError("mode must be 'r', 'w' or 'x'")
        from gzip import GzipFile
        stream = GzipFile(name, mode + 'b', compresslevel, fileobj)
        return cls._compressed(name, mode, stream, 'not a gzip file', kwargs)

    @classmethod
    def bz2open(cls, name, mode='r', fileobj=None, compresslevel=9, **kwargs):
        """An archive compressed by bzip2."""
        if mode not in ('r', 'w', 'x'):
            raise ValueError("mode must be 'r', 'w' or 'x'")
        from bz2 import BZ2File
        stream = BZ2File(fileobj or name, mode, compresslevel=compresslevel)
        return cls._compressed(name, mode, stream, 'not a bzip2 file', kwargs)

    @classmethod
    def xzopen(cls, name, mode='r', fileobj=None, preset=None, **kwargs):
        """An archive compressed by xz."""
        if mode not in ('r', 'w', 'x'):
            raise ValueError("mode must be 'r', 'w' or 'x'")
        from lzma import LZMAError, LZMAFile
        stream = LZMAFile(fileobj or name, mode, preset=preset)
        return cls._compressed(name, mode, stream, 'not an lzma file', kwargs, LZMAError)

    def close(self):
        """Ends an archive that was written; the stream stays open where it was given."""
        if self.closed:
            return
        self.closed = True
        try:
            if self.mode in ('a', 'w', 'x'):
                self._put(NUL * (BLOCKSIZE * 2))
                if self.offset % RECORDSIZE:
                    self.fileobj.write(NUL * (RECORDSIZE - self.offset % RECORDSIZE))
        finally:
            if not self._extfileobj:
                self.fileobj.close()

    def _check(self, mode=None):
        if self.closed:
            raise OSError('%s is closed' % self.__class__.__name__)
        if mode is not None and self.mode not in mode:
            raise OSError('bad operation for mode %r' % self.mode)

    def getmember(self, name):
        """The member of that name, the last one of several."""
        found = self._getmember(name.rstrip('/'))
        if found is None:
            raise KeyError('filename %r not found' % name)
        return found

    def getmembers(self):
        """All members, in the order of the archive."""
        self._check()
        if not self._loaded:
            self._load()
        return self.members

    def getnames(self):
        """The names of all members."""
        return [tarinfo.name for tarinfo in self.getmembers()]

    def _load(self):
        if not self.stream:
            while self.next() is not None:
                pass
            self._loaded = True

    def _getmember(self, name, tarinfo=None, normalize=False):
        members = self.getmembers()
        skipping = False
        if tarinfo is not None:
            try:
                members = members[:members.index(tarinfo)]
            except ValueError:
                skipping = True
        if normalize:
            name = os.path.normpath(name)
        for member in reversed(members):
            if skipping:
                skipping = tarinfo.offset != member.offset
                continue
            if name == (os.path.normpath(member.name) if normalize else member.name):
                return member
        if skipping:
            raise ValueError(tarinfo)
        return None

    def gettarinfo(self, name=None, arcname=None, fileobj=None):
        """What an archive is to know of a file; None for what it can't hold."""
        self._check('awx')
        if fileobj is not None:
            name = fileobj.name
        tarinfo = self.tarinfo()
        tarinfo.tarfile = self
        tarinfo.name = (name if arcname is None else arcname).lstrip('/')
        known = os.fstat(fileobj.fileno()) if fileobj is not None else os.stat(name) if self.dereference else os.lstat(name)
        kind, number = known.st_mode & 0o170000, (known.st_ino, known.st_dev)
        tarinfo.linkname = ''
        if kind == 0o100000:
            known_as = self.inodes.get(number)
            if not self.dereference and known.st_nlink > 1 and known_as is not None and tarinfo.name != known_as:
                tarinfo.type, tarinfo.linkname = LNKTYPE, known_as
            else:
                tarinfo.type, tarinfo.size = REGTYPE, known.st_size
                self.inodes[number] = tarinfo.name
        elif kind == 0o40000:
            tarinfo.type = DIRTYPE
        elif kind == 0o120000:
            tarinfo.type, tarinfo.linkname = SYMTYPE, os.readlink(name)
        else:
            return None
        tarinfo.mode, tarinfo.uid, tarinfo.gid, tarinfo.mtime = known.st_mode, known.st_uid, known.st_gid, known.st_mtime
        tarinfo.uname = tarinfo.gname = 'root'
        return tarinfo

    def add(self, name, arcname=None, recursive=True, *, filter=None):
        """Takes in a file, or a folder with all it holds."""
        self._check('awx')
        arcname = name if arcname is None else arcname
        if self.name is not None and os.path.abspath(name) == self.name:
            return
        tarinfo = self.gettarinfo(name, arcname)
        if tarinfo is not None and filter is not None:
            tarinfo = filter(tarinfo)
        if tarinfo is None:
            return
        if tarinfo.isreg():
            with builtins.open(name, 'rb') as file:
                self.addfile(tarinfo, file)
            return
        self.addfile(tarinfo)
        if tarinfo.isdir() and recursive:
            for below in sorted(os.listdir(name)):
                self.add(os.path.join(name, below), os.path.join(arcname, below), recursive, filter=filter)

    def addfile(self, tarinfo, fileobj=None):
        """Writes a member, its bytes read from a stream."""
        self._check('awx')
        if fileobj is None and tarinfo.isreg() and tarinfo.size != 0:
            raise ValueError('fileobj not provided for non zero-size regular file')
        tarinfo = copy.copy(tarinfo)
        self._put(tarinfo.tobuf(self.format, self.encoding, self.errors))
        if fileobj is not None:
            copyfileobj(fileobj, self.fileobj, tarinfo.size, bufsize=self.copybufsize)
            rest = -tarinfo.size % BLOCKSIZE
            if rest:
                self.fileobj.write(NUL * rest)
            self.offset += tarinfo.size + rest
        if not self.stream:
            self.members.append(tarinfo)

    def list(self, verbose=True, *, members=None):
        """Prints what is in the archive."""
        self._check()
        for tarinfo in self if members is None else members:
            line = []
            if verbose:
                line.append(tarinfo._filemode())
                line.append('%s/%s' % (tarinfo.uname or tarinfo.uid, tarinfo.gname or tarinfo.gid))
                is_device = tarinfo.ischr() or tarinfo.isblk()
                line.append('%10s' % ('%d,%d' % (tarinfo.devmajor, tarinfo.devminor)) if is_device else '%10d' % tarinfo.size)
                line.append('????-??-?? ??:??:??' if tarinfo.mtime is None
                            else '%d-%02d-%02d %02d:%02d:%02d' % time.localtime(tarinfo.mtime)[:6])
            line.append(tarinfo.name + ('/' if tarinfo.isdir() else ''))
            if verbose and tarinfo.issym():
                line.append('-> ' + tarinfo.linkname)
            elif verbose and tarinfo.islnk():
                line.append('link to ' + tarinfo.linkname)
            print(' '.join(line).encode('utf-8', 'backslashreplace').decode(), end=' \n')

    def extractall(self, path='.', members=None, *, numeric_owner=False, filter=None):
        """Puts all members, or some, among the files."""
        self._check('r')
        judge, folders = self._filter(filter), []
        for member in self if members is None else members:
            tarinfo = self._judged(member, judge, path)
            if tarinfo is None:
                continue
            if tarinfo.isdir():
                # Its time and rights are set last, when all that it holds is there.
                folders.append(tarinfo)
            self._put_out(tarinfo, path, set_attrs=not tarinfo.isdir())
        for tarinfo in sorted(folders, key=lambda tarinfo: tarinfo.name, reverse=True):
            self._set_attributes(tarinfo, os.path.join(path, tarinfo.name))

    def extract(self, member, path='', set_attrs=True, *, numeric_owner=False, filter=None):
        """Puts a member among the files."""
        self._check('r')
        tarinfo = self._judged(member, self._filter(filter), path)
        if tarinfo is not None:
            self._put_out(tarinfo, path, set_attrs)

    def _filter(self, filter):
        if filter is None:
            filter = self.extraction_filter
            if filter is None:
                from warnings import warn
                warn('Python 3.14 will, by default, filter extracted tar archives and reject files or modify their metadata. Use the filter '
                     'argument to control this behavior.', DeprecationWarning, stacklevel=3)
                return fully_trusted_filter
            if isinstance(filter, str):
                raise TypeError('String names are not supported for TarFile.extraction_filter. Use a function such as tarfile.data_filter '
                                'directly.')
            return filter
        if callable(filter):
            return filter
        named = {'fully_trusted': fully_trusted_filter, 'tar': tar_filter, 'data': data_filter}
        if filter not in named:
            raise ValueError(f'filter {filter!r} not found') from None
        return named[filter]

    def _judged(self, member, judge, path):
        tarinfo = self.getmember(member) if isinstance(member, str) else member
        try:
            found = judge(tarinfo, path)
        except (OSError, FilterError) as error:
            if self.errorlevel > 0:
                raise
            self._dbg(1, f'tarfile: {error}')
            return None
        return found

    def _dbg(self, level, message):
        if level <= self.debug:
            import sys
            print(message, file=sys.stderr)

    def _put_out(self, tarinfo, path, set_attrs=True):
        target = os.path.join(path, tarinfo.name).rstrip('/')
        try:
            above = os.path.dirname(target)
            if above and not os.path.exists(above):
                os.makedirs(above, exist_ok=True)
            if tarinfo.isdir():
                try:
                    os.mkdir(target, 0o700 if tarinfo.mode is not None else 0o777)
                except FileExistsError:
                    if not os.path.isdir(target):
                        raise
            elif tarinfo.issym():
                if os.path.lexists(target):
                    os.unlink(target)
                os.symlink(tarinfo.linkname, target)
            elif tarinfo.islnk() and os.path.exists(os.path.join(path, tarinfo.linkname)):
                if os.path.lexists(target):
                    os.unlink(target)
                os.link(os.path.join(path, tarinfo.linkname), target)
            elif tarinfo.ischr() or tarinfo.isblk() or tarinfo.isfifo():
                raise ExtractError('devices are not made in the sandbox')
            else:
                with builtins.open(target, 'wb') as file:
                    source = self.extractfile(tarinfo)
                    if source is not None:
                        copyfileobj(source, file, bufsize=self.copybufsize)
            if set_attrs:
                self._set_attributes(tarinfo, target)
        except OSError as error:
            if self.errorlevel > 0:
                raise
            self._dbg(1, f'tarfile: {error}')
        except ExtractError:
            if self.errorlevel > 1:
                raise

    def _set_attributes(self, tarinfo, target):
        if not tarinfo.issym():
            if tarinfo.mode is not None:
                os.chmod(target, tarinfo.mode)
            if tarinfo.mtime is not None:
                os.utime(target, (tarinfo.mtime, tarinfo.mtime))

    def extractfile(self, member):
        """A member to read from; None for what has no bytes."""
        self._check('r')
        tarinfo = self.getmember(member) if isinstance(member, str) else member
        if tarinfo.isreg() or tarinfo.type not in SUPPORTED_TYPES:
            return self.fileobject(self, tarinfo)
        if tarinfo.islnk() or tarinfo.issym():
            if isinstance(self.fileobj, _Forward):
                raise StreamError('cannot extract (sym)link as file object')
            return self.extractfile(self._find_link_target(tarinfo))
        return None

    def _find_link_target(self, tarinfo):
        if tarinfo.issym():
            # Beside the link; a hard link is to what is before it.
            linkname, limit = '/'.join(filter(None, (os.path.dirname(tarinfo.name), tarinfo.linkname))), None
        else:
            linkname, limit = tarinfo.linkname, tarinfo
        found = self._getmember(linkname, tarinfo=limit, normalize=True)
        if found is None:
            raise KeyError('linkname %r not found' % linkname)
        return found

    def next(self):
        """The next member of an archive that is read; None at its end."""
        self._check('ra')
        if self.firstmember is not None:
            first, self.firstmember = self.firstmember, None
            return first
        if self.offset != self.fileobj.tell():
            if self.offset == 0:
                return None
            self.fileobj.seek(self.offset - 1)
            if not self.fileobj.read(1):
                raise ReadError('unexpected end of data')
        tarinfo = None
        while True:
            try:
                tarinfo = self.tarinfo.fromtarfile(self)
            except (EOFHeaderError, InvalidHeaderError) as error:
                if self.ignore_zeros:
                    self.offset += BLOCKSIZE
                    continue
                if isinstance(error, InvalidHeaderError) and self.offset == 0:
                    raise ReadError(str(error)) from None
            except EmptyHeaderError:
                if self.offset == 0:
                    raise ReadError('empty file') from None
            except TruncatedHeaderError as error:
                if self.offset == 0:
                    raise ReadError(str(error)) from None
            except SubsequentHeaderError as error:
                raise ReadError(str(error)) from None
            except Exception as error:
                import zlib
                if isinstance(error, zlib.error):
                    raise ReadError(f'zlib error: {error}') from None
                raise
            break
        if tarinfo is None:
            self._loaded = True
        elif not self.stream:
            self.members.append(tarinfo)
        return tarinfo

    def __iter__(self):
        if self._loaded:
            yield from self.members
            return
        at = 0
        # First the members that were read before. Members that others read meanwhile come once.
        if self.firstmember is not None:
            yield self.next()
            at = 1
        while True:
            if at < len(self.members):
                tarinfo = self.members[at]
            elif self._loaded:
                return
            else:
                tarinfo = self.next()
                if tarinfo is None:
                    self._loaded = True
                    return
            at += 1
            yield tarinfo

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, type, value, traceback):
        if type is None:
            self.close()
            return
        # An archive that is not complete gets no end.
        if not self._extfileobj:
            self.fileobj.close()
        self.closed = True


def is_tarfile(name):
    """Whether a file or a stream is an archive that can be read."""
    try:
        if hasattr(name, 'read'):
            position = name.tell()
            open(fileobj=name).close()
            name.seek(position)
        else:
            open(name).close()
    except TarError:
        return False
    return True


open = TarFile.open

"""The bits of file modes, and how `ls` shows them."""

ST_MODE, ST_INO, ST_DEV, ST_NLINK, ST_UID, ST_GID, ST_SIZE, ST_ATIME, ST_MTIME, ST_CTIME = range(10)
S_IFDIR, S_IFCHR, S_IFBLK, S_IFREG = 0o040000, 0o020000, 0o060000, 0o100000
S_IFIFO, S_IFLNK, S_IFSOCK = 0o010000, 0o120000, 0o140000
S_IFDOOR = S_IFPORT = S_IFWHT = 0
S_ISUID, S_ISGID, S_ISVTX = 0o4000, 0o2000, 0o1000
S_ENFMT = S_ISGID
S_IREAD, S_IWRITE, S_IEXEC = 0o400, 0o200, 0o100
S_IRWXU, S_IRUSR, S_IWUSR, S_IXUSR = 0o700, 0o400, 0o200, 0o100
S_IRWXG, S_IRGRP, S_IWGRP, S_IXGRP = 0o070, 0o040, 0o020, 0o010
S_IRWXO, S_IROTH, S_IWOTH, S_IXOTH = 0o007, 0o004, 0o002, 0o001
UF_SETTABLE, UF_NODUMP, UF_IMMUTABLE, UF_APPEND = 0x0000FFFF, 1, 2, 4
UF_OPAQUE, UF_NOUNLINK, UF_COMPRESSED, UF_TRACKED, UF_DATAVAULT, UF_HIDDEN = 8, 16, 32, 64, 128, 0x8000
SF_SETTABLE = 0xFFFF0000
SF_ARCHIVED, SF_IMMUTABLE, SF_APPEND, SF_RESTRICTED = 0x00010000, 0x00020000, 0x00040000, 0x00080000
SF_NOUNLINK, SF_SNAPSHOT, SF_FIRMLINK, SF_DATALESS = 0x00100000, 0x00200000, 0x00800000, 0x40000000
FILE_ATTRIBUTE_READONLY, FILE_ATTRIBUTE_HIDDEN, FILE_ATTRIBUTE_SYSTEM = 1, 2, 4
FILE_ATTRIBUTE_DIRECTORY, FILE_ATTRIBUTE_ARCHIVE, FILE_ATTRIBUTE_DEVICE = 16, 32, 64
FILE_ATTRIBUTE_NORMAL, FILE_ATTRIBUTE_TEMPORARY, FILE_ATTRIBUTE_SPARSE_FILE = 128, 256, 512
FILE_ATTRIBUTE_REPARSE_POINT, FILE_ATTRIBUTE_COMPRESSED, FILE_ATTRIBUTE_OFFLINE = 1024, 2048, 4096
FILE_ATTRIBUTE_NOT_CONTENT_INDEXED, FILE_ATTRIBUTE_ENCRYPTED = 8192, 16384
FILE_ATTRIBUTE_INTEGRITY_STREAM, FILE_ATTRIBUTE_VIRTUAL, FILE_ATTRIBUTE_NO_SCRUB_DATA = 32768, 65536, 131072

_KINDS = {S_IFLNK: 'l', S_IFSOCK: 's', S_IFREG: '-', S_IFBLK: 'b', S_IFDIR: 'd', S_IFCHR: 'c', S_IFIFO: 'p'}


def _bits(mode):
    """The mode, as what C calls one."""
    if not isinstance(mode, int):
        raise TypeError('an integer is required')
    if mode < 0:
        raise OverflowError("can't convert negative value to unsigned int")
    if mode >> 64:
        raise OverflowError('Python int too large to convert to C unsigned long')
    if mode >> 32:
        raise OverflowError('mode out of range')
    return int(mode)


def S_IMODE(mode, /):
    """The permission bits."""
    return _bits(mode) & 0o7777


def S_IFMT(mode, /):
    """The bits of the kind of file."""
    return _bits(mode) & 0o170000


def S_ISDIR(mode, /):
    return S_IFMT(mode) == S_IFDIR


def S_ISCHR(mode, /):
    return S_IFMT(mode) == S_IFCHR


def S_ISBLK(mode, /):
    return S_IFMT(mode) == S_IFBLK


def S_ISREG(mode, /):
    return S_IFMT(mode) == S_IFREG


def S_ISFIFO(mode, /):
    return S_IFMT(mode) == S_IFIFO


def S_ISLNK(mode, /):
    return S_IFMT(mode) == S_IFLNK


def S_ISSOCK(mode, /):
    return S_IFMT(mode) == S_IFSOCK


def S_ISDOOR(mode, /):
    """Files of other systems are never seen."""
    _bits(mode)
    return False


def S_ISPORT(mode, /):
    _bits(mode)
    return False


def S_ISWHT(mode, /):
    _bits(mode)
    return False


def filemode(mode, /):
    """The mode as `ls -l` shows it, `-rwxr-xr-x`."""
    text = _KINDS.get(S_IFMT(mode), '?')
    for shift, special, letters in ((6, S_ISUID, 'sS'), (3, S_ISGID, 'sS'), (0, S_ISVTX, 'tT')):
        bits = mode >> shift
        text += 'r' if bits & 4 else '-'
        text += 'w' if bits & 2 else '-'
        if mode & special:
            text += letters[0] if bits & 1 else letters[1]
        else:
            text += 'x' if bits & 1 else '-'
    return text

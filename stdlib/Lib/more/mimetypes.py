"""Types of contents by the endings of names: the table alone, no file of the system is read."""
import posixpath

__all__ = ['knownfiles', 'inited', 'MimeTypes', 'guess_type', 'guess_file_type', 'guess_all_extensions', 'guess_extension',
           'add_type', 'init', 'read_mime_types', 'suffix_map', 'encodings_map', 'types_map', 'common_types']
knownfiles = []
inited = True
_TYPES = '''
text/javascript js mjs; application/json json; application/manifest+json webmanifest; application/msword doc dot
wiz; application/n-quads nq; application/n-triples nt; application/octet-stream bin a dll exe o obj so;
application/oda oda; application/pdf pdf; application/pkcs7-mime p7c; application/postscript ps ai eps;
application/trig trig; application/vnd.apple.mpegurl m3u m3u8; application/vnd.ms-excel xls xlb;
application/vnd.ms-powerpoint ppt pot ppa pps pwz; application/wasm wasm; application/x-bcpio bcpio;
application/x-cpio cpio; application/x-csh csh; application/x-dvi dvi; application/x-gtar gtar;
application/x-hdf hdf; application/x-hdf5 h5; application/x-latex latex; application/x-mif mif;
application/x-netcdf cdf nc; application/x-pkcs12 p12 pfx; application/x-pn-realaudio ram;
application/x-python-code pyc pyo; application/x-sh sh; application/x-shar shar; application/x-shockwave-flash
swf; application/x-sv4cpio sv4cpio; application/x-sv4crc sv4crc; application/x-tar tar; application/x-tcl tcl;
application/x-tex tex; application/x-texinfo texi texinfo; application/x-troff roff t tr;
application/x-troff-man man; application/x-troff-me me; application/x-troff-ms ms; application/x-ustar ustar;
application/x-wais-source src; application/xml xsl rdf wsdl xpdl; application/zip zip; audio/3gpp 3gp 3gpp;
audio/3gpp2 3g2 3gpp2; audio/aac aac adts loas ass; audio/basic au snd; audio/mpeg mp3 mp2; audio/opus opus;
audio/x-aiff aif aifc aiff; audio/x-pn-realaudio ra; audio/x-wav wav; image/avif avif; image/bmp bmp; image/gif
gif; image/ief ief; image/jpeg jpg jpe jpeg; image/heic heic; image/heif heif; image/png png; image/svg+xml svg;
image/tiff tiff tif; image/vnd.microsoft.icon ico; image/webp webp; image/x-cmu-raster ras;
image/x-portable-anymap pnm; image/x-portable-bitmap pbm; image/x-portable-graymap pgm; image/x-portable-pixmap
ppm; image/x-rgb rgb; image/x-xbitmap xbm; image/x-xpixmap xpm; image/x-xwindowdump xwd; message/rfc822 eml mht
mhtml nws; text/css css; text/csv csv; text/html html htm shtml; text/markdown md markdown; text/n3 n3; text/plain txt
bat c h ksh pl srt; text/richtext rtx; text/rtf rtf; text/tab-separated-values tsv; text/vtt vtt; text/x-python
py; text/x-rst rst; text/x-setext etx; text/x-sgml sgm sgml; text/x-vcard vcf; text/xml xml; video/mp4 mp4;
video/mpeg mpeg m1v mpa mpe mpg; video/quicktime mov qt; video/webm webm; video/x-msvideo avi; video/x-sgi-movie
movie
'''
_COMMON = '''
application/rtf rtf; audio/midi midi mid; image/jpg jpg; image/pict pict pct pic; text/xul xul
'''


def _table(text):
    found = {}
    for entry in text.split(';'):
        kind, *endings = entry.split()
        for ending in endings:
            found['.' + ending] = kind
    return found


def _default_mime_types():
    """Sets the tables to what they are before anything is added."""
    global types_map, common_types, suffix_map, encodings_map
    types_map = _table(_TYPES)
    common_types = _table(_COMMON)
    suffix_map = {'.svgz': '.svg.gz', '.tgz': '.tar.gz', '.taz': '.tar.gz', '.tz': '.tar.gz', '.tbz2': '.tar.bz2', '.txz': '.tar.xz'}
    encodings_map = {'.gz': 'gzip', '.Z': 'compress', '.bz2': 'bzip2', '.xz': 'xz', '.br': 'br'}


_default_mime_types()


class MimeTypes:
    """A table of its own."""

    def __init__(self, filenames=(), strict=True):
        self.encodings_map, self.suffix_map = dict(encodings_map), dict(suffix_map)
        self.types_map, self.types_map_inv = ({}, {}), ({}, {})
        for ending, kind in types_map.items():
            self.add_type(kind, ending, True)
        for ending, kind in common_types.items():
            self.add_type(kind, ending, False)

    def add_type(self, type, ext, strict=True):
        if not type:
            return
        self.types_map[strict][ext] = type
        endings = self.types_map_inv[strict].setdefault(type, [])
        if ext not in endings:
            endings.append(ext)

    def guess_type(self, url, strict=True):
        """(type, encoding) of what a URL names."""
        from urllib.parse import urlparse
        if not isinstance(url, str):
            from os import fspath
            url = fspath(url)
        parts = urlparse(url)
        if parts.scheme and len(parts.scheme) > 1:
            scheme, url = parts.scheme, parts.path
        else:
            return self.guess_file_type(url, strict=strict)
        if scheme == 'data':
            comma = url.find(',')
            if comma < 0:
                return None, None
            semi = url.find(';', 0, comma)
            kind = url[:semi if semi >= 0 else comma]
            if '=' in kind or '/' not in kind:
                kind = 'text/plain'
            return kind, None
        return self._guess(url, strict)

    def guess_file_type(self, path, *, strict=True):
        path = getattr(path, '__fspath__', lambda: path)()
        if isinstance(path, bytes):
            path = path.decode()
        return self._guess(path, strict)

    def _guess(self, path, strict):
        base, ext = posixpath.splitext(path)
        while (lowered := ext.lower()) in self.suffix_map:
            base, ext = posixpath.splitext(base + self.suffix_map[lowered])
        encoding = self.encodings_map.get(ext)
        if encoding is not None:
            base, ext = posixpath.splitext(base)
        ext = ext.lower()
        found = self.types_map[True].get(ext)
        if found is None and not strict:
            found = self.types_map[False].get(ext)
        return found, encoding

    def guess_all_extensions(self, type, strict=True):
        type = type.lower()
        found = list(self.types_map_inv[True].get(type, []))
        if not strict:
            found += [ext for ext in self.types_map_inv[False].get(type, []) if ext not in found]
        return found

    def guess_extension(self, type, strict=True):
        found = self.guess_all_extensions(type, strict)
        return found[0] if found else None

    def readfp(self, fp, strict=True):
        for line in fp:
            words = line.partition('#')[0].split()
            for ext in words[1:]:
                self.add_type(words[0], '.' + ext, strict)


_db = None


def init(files=None):
    global _db
    _db = MimeTypes()


def _table_of_all():
    if _db is None:
        init()
    return _db


def guess_type(url, strict=True):
    return _table_of_all().guess_type(url, strict)


def guess_file_type(path, *, strict=True):
    return _table_of_all().guess_file_type(path, strict=strict)


def guess_all_extensions(type, strict=True):
    return _table_of_all().guess_all_extensions(type, strict)


def guess_extension(type, strict=True):
    return _table_of_all().guess_extension(type, strict)


def add_type(type, ext, strict=True):
    _table_of_all().add_type(type, ext, strict)


def read_mime_types(file):
    return None


_USAGE = """\
Usage: mimetypes.py [options] type

Options:
    --help / -h       -- print this message and exit
    --lenient / -l    -- additionally search of some common, but non-standard
                         types.
    --extension / -e  -- guess extension instead of type

More than one type argument may be given.
"""


def _main():
    """Answers a command line."""
    import getopt
    import sys
    try:
        options, args = getopt.getopt(sys.argv[1:], 'hle', ['help', 'lenient', 'extension'])
    except getopt.error as error:
        print(_USAGE)
        print(error)
        sys.exit(1)
    chosen = {name for name, _ in options}
    if chosen & {'-h', '--help'}:
        print(_USAGE)
        sys.exit(0)
    strict = not chosen & {'-l', '--lenient'}
    for asked in args:
        if chosen & {'-e', '--extension'}:
            found = guess_extension(asked, strict)
            print(found or f"I don't know anything about type {asked}")
        else:
            found, encoding = guess_type(asked, strict)
            print(f'type: {found} encoding: {encoding}' if found else f"I don't know anything about type {asked}")

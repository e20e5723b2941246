"""Windows paths as text: drives, backslashes, case that does not count."""
from pathlib import PurePath


class _Parser:
    """The functions of `ntpath` that paths need."""
    sep, altsep = '\\', '/'

    @staticmethod
    def splitroot(path):
        """(drive, root, the rest)."""
        p = path.replace('/', '\\')
        if p[:1] == '\\':
            if p[1:2] != '\\':
                return '', p[:1], p[1:]
            # \\server\share, or \\?\UNC\server\share, is a drive.
            start = 8 if p[:8].upper() == '\\\\?\\UNC\\' else 2
            end = p.find('\\', start)
            if end < 0:
                return p, '', ''
            end = p.find('\\', end + 1)
            if end < 0:
                return p, '', ''
            return p[:end], '\\', p[end + 1:]
        if p[1:2] == ':':
            if p[2:3] == '\\':
                return p[:2], '\\', p[3:]
            return p[:2], '', p[2:]
        return '', '', p

    @classmethod
    def splitdrive(cls, path):
        drive, root, rest = cls.splitroot(path)
        return drive, root + rest

    @classmethod
    def join(cls, first, *more):
        drive, root, path = cls.splitroot(first)
        for piece in more:
            d, r, p = cls.splitroot(piece)
            if r:
                if d or not drive:
                    drive = d
                root, path = r, p
                continue
            if d and d != drive:
                if d.lower() != drive.lower():
                    drive, root, path = d, r, p
                    continue
                drive = d
            if path and path[-1] not in '\\/':
                path += '\\'
            path += p
        if path and not root and drive and drive[-1] not in ':\\/':
            return drive + '\\' + path
        return drive + root + path


class PureWindowsPath(PurePath):
    """A path with drives and backslashes."""
    __slots__ = ()
    __module__ = 'pathlib'
    parser = _Parser

    @classmethod
    def _parse(cls, path):
        if not path:
            return '', '', []
        drive, root, rest = cls.parser.splitroot(path)
        if not root and drive.startswith('\\\\') and drive[-1:] != '\\':
            pieces = drive.split('\\')
            if len(pieces) == 4 and pieces[2] not in '?.' or len(pieces) == 6:
                # A share is a folder.
                root = '\\'
        return drive, root, [part for part in rest.split('\\') if part and part != '.']

    def _compared(self):
        return str(self).lower()

    def is_absolute(self):
        return bool(self._root and self._drive) or self._drive.startswith('\\\\')

    def _is_reserved(self):
        name = self.name.partition('.')[0].partition(':')[0].rstrip(' ').upper()
        ports = [f'{kind}{n}' for kind in ('COM', 'LPT') for n in '123456789\xb9\xb2\xb3']
        return bool(self._tail) and not self._drive.startswith('\\\\') and name in (
            'CON', 'PRN', 'AUX', 'NUL', 'CONIN$', 'CONOUT$', *ports)

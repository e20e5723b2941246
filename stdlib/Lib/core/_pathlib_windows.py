"""Windows paths as text: drives, backslashes, case that does not count."""
import ntpath
from pathlib import PurePath


class PureWindowsPath(PurePath):
    """A path with drives and backslashes."""
    __slots__ = ()
    __module__ = 'pathlib._local'
    parser = ntpath

    @classmethod
    def _parse(cls, path):
        if not path:
            return '', '', []
        drive, root, rest = cls.parser.splitroot(path.replace('/', '\\'))
        if not root and drive.startswith('\\\\') and drive[-1:] != '\\':
            pieces = drive.split('\\')
            if len(pieces) == 4 and pieces[2] not in '?.' or len(pieces) == 6:
                # A share counts as a folder.
                root = '\\'
        return drive, root, [part for part in rest.split('\\') if part and part != '.']

    def _compared(self):
        return str(self).lower()

    def is_absolute(self):
        return bool(self._root and self._drive) or self._drive.startswith('\\\\')

    def _is_reserved(self):
        return bool(self._tail) and ntpath.isreserved(str(self))

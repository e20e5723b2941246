"""Importing from archives: no archive can be opened, so that a `zipimporter` is never made."""
__all__ = ['ZipImportError', 'zipimporter']


class ZipImportError(ImportError):
    pass


class zipimporter:
    """Finds and loads the modules of an archive, which is a file."""

    def __init__(self, path):
        if not isinstance(path, str):
            raise TypeError(f'expected str, not {type(path)!r}')
        raise ZipImportError('not a Zip file' if path else 'archive path is empty', path='')

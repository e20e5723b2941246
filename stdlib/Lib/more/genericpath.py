"""What `os.path` is of every system: the questions that need no knowledge of how paths are written."""
from _genericpath import commonprefix
from posixpath import (exists, getatime, getctime, getmtime, getsize, isdevdrive, isdir, isfile, isjunction, islink, lexists, samefile,
                       sameopenfile, samestat)

__all__ = ['commonprefix', 'exists', 'getatime', 'getctime', 'getmtime', 'getsize', 'isdevdrive', 'isdir', 'isfile', 'isjunction',
           'islink', 'lexists', 'samefile', 'sameopenfile', 'samestat']

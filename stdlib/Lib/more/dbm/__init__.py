"""Files of keys and values. The kind there is here is `dbm.dumb`."""
import os

__all__ = ['open', 'whichdb', 'error']


class error(Exception):
    """A file is not what it should be."""


error = (error, OSError)
_open = open
# The kinds that others look for, and those that were found.
_names = ['dbm.sqlite3', 'dbm.gnu', 'dbm.ndbm', 'dbm.dumb']
_defaultmod, _modules = None, {}


def open(file, flag='r', mode=0o666):
    """The database in the files of a name: 'r' reads, 'w' writes, 'c' makes it where it is missing, 'n' makes it anew."""
    if flag not in ('r', 'w', 'c', 'n'):
        raise ValueError("Flag must be one of 'r', 'w', 'c', or 'n'")
    from dbm import dumb
    kind = whichdb(file) if flag != 'n' else None
    if kind is None and flag in ('r', 'w'):
        raise error[0]("db file doesn't exist; use 'c' or 'n' flag to create a new db")
    if kind == '':
        raise error[0]('db type could not be determined')
    return (dumb if kind or _defaultmod is None else _defaultmod).open(file, flag, mode)


def whichdb(filename):
    """The kind of a database: None where there is no file, empty where it is of no kind that is known."""
    filename = os.fsencode(filename)
    try:
        os.stat(filename + b'.dat')
        if os.stat(filename + b'.dir').st_size == 0:
            return 'dbm.dumb'
        with _open(filename + b'.dir', 'rb') as file:
            if file.read(1) in (b"'", b'"'):
                return 'dbm.dumb'
    except OSError:
        pass
    return '' if os.path.exists(filename) else None

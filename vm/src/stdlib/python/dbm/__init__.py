"""Files of keys and values, of which there are none here."""

__all__ = ['open', 'whichdb', 'error']


class error(Exception):
    """A file is not what it should be."""


error = (error, OSError)


def open(file, flag='r', mode=0o666):
    """What would be the database in a file."""
    if flag not in ('r', 'w', 'c', 'n'):
        raise ValueError("Flag must be one of 'r', 'w', 'c', or 'n'")
    if flag in ('r', 'w'):
        raise error[0]("db file doesn't exist; use 'c' or 'n' flag to create a new db")
    raise PermissionError(13, 'Permission denied', file)


def whichdb(filename):
    """The kind of a database: None, for there is no file."""
    return None

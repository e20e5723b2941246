"""A database of keys and values in three files: the values, a directory of them, and what that was before."""
import os
from collections.abc import MutableMapping

__all__ = ['error', 'open']
_BLOCKSIZE = 512
error = OSError


class _Database(MutableMapping):
    """Keys and values as bytes; every value begins at a multiple of 512."""

    def __init__(self, filebasename, mode, flag='c'):
        filebasename = os.fsencode(filebasename)
        self._mode, self._readonly = mode, flag == 'r'
        self._dirfile, self._datfile, self._bakfile = (filebasename + suffix for suffix in (b'.dir', b'.dat', b'.bak'))
        self._modified = False
        self._index = None
        self._create(flag)
        self._update(flag)

    def _create(self, flag):
        if flag == 'n':
            for name in self._datfile, self._bakfile, self._dirfile:
                try:
                    os.remove(name)
                except OSError:
                    pass
        try:
            file = _open(self._datfile, 'r', encoding='Latin-1')
        except OSError:
            if flag not in ('c', 'n'):
                raise
            with _open(self._datfile, 'w', encoding='Latin-1'):
                os.chmod(self._datfile, self._mode)
        else:
            file.close()

    def _update(self, flag):
        self._modified, self._index = False, {}
        try:
            file = _open(self._dirfile, 'r', encoding='Latin-1')
        except OSError:
            if flag not in ('c', 'n'):
                raise
            with _open(self._dirfile, 'w', encoding='Latin-1'):
                os.chmod(self._dirfile, self._mode)
            return
        from ast import literal_eval
        with file:
            for line in file:
                key, place = literal_eval(line.rstrip())
                self._index[key.encode('Latin-1')] = place

    def _commit(self):
        if self._index is None or not self._modified:
            return
        for step, names in (os.unlink, (self._bakfile,)), (os.rename, (self._dirfile, self._bakfile)):
            try:
                step(*names)
            except OSError:
                pass
        with _open(self._dirfile, 'w', encoding='Latin-1') as file:
            os.chmod(self._dirfile, self._mode)
            for key, place in self._index.items():
                file.write(f"{key.decode('Latin-1')!r}, {place!r}\n")
        self._modified = False

    sync = _commit

    def _verify_open(self):
        if self._index is None:
            raise error('DBM object has already been closed')

    @staticmethod
    def _bytes(value, what):
        if isinstance(value, str):
            return value.encode('utf-8')
        if not isinstance(value, (bytes, bytearray)):
            raise TypeError(f'{what} must be bytes or strings')
        return bytes(value)

    def __getitem__(self, key):
        key = key.encode('utf-8') if isinstance(key, str) else key
        self._verify_open()
        place, size = self._index[key]
        with _open(self._datfile, 'rb') as file:
            file.seek(place)
            return file.read(size)

    def _added(self, value):
        with _open(self._datfile, 'rb+') as file:
            file.seek(0, 2)
            end = file.tell()
            place = (end + _BLOCKSIZE - 1) // _BLOCKSIZE * _BLOCKSIZE
            file.write(b'\0' * (place - end))
            file.write(value)
        return place, len(value)

    def __setitem__(self, key, value):
        if self._readonly:
            raise error('The database is opened for reading only')
        key = self._bytes(key, 'keys')
        value = self._bytes(value, 'values')
        self._verify_open()
        self._modified = True
        if key not in self._index:
            self._index[key] = place = self._added(value)
            with _open(self._dirfile, 'a', encoding='Latin-1') as file:
                os.chmod(self._dirfile, self._mode)
                file.write(f"{key.decode('Latin-1')!r}, {place!r}\n")
            return
        place, size = self._index[key]
        if (size + _BLOCKSIZE - 1) // _BLOCKSIZE >= (len(value) + _BLOCKSIZE - 1) // _BLOCKSIZE:
            with _open(self._datfile, 'rb+') as file:
                file.seek(place)
                file.write(value)
            self._index[key] = place, len(value)
        else:
            self._index[key] = self._added(value)

    def __delitem__(self, key):
        if self._readonly:
            raise error('The database is opened for reading only')
        key = key.encode('utf-8') if isinstance(key, str) else key
        self._verify_open()
        self._modified = True
        del self._index[key]
        self._commit()

    def keys(self):
        self._verify_open()
        return list(self._index)

    def items(self):
        self._verify_open()
        return [(key, self[key]) for key in self._index]

    def __contains__(self, key):
        key = key.encode('utf-8') if isinstance(key, str) else key
        self._verify_open()
        return key in self._index

    def iterkeys(self):
        self._verify_open()
        return iter(self._index)

    __iter__ = iterkeys

    def __len__(self):
        self._verify_open()
        return len(self._index)

    def close(self):
        try:
            self._commit()
        finally:
            self._index = self._datfile = self._dirfile = self._bakfile = None

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


_open = open


def open(file, flag='c', mode=0o666):
    """The database in the files of a name: 'r' reads, 'w' writes, 'c' makes it where it is missing, 'n' makes it anew."""
    if flag not in ('r', 'w', 'c', 'n'):
        raise ValueError("Flag must be one of 'r', 'w', 'c', or 'n'")
    return _Database(file, mode & ~_mask(), flag=flag)


def _mask():
    mask = os.umask(0)
    os.umask(mask)
    return mask

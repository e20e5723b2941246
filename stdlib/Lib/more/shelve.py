"""Mappings whose values are kept as pickles, in any mapping from bytes to bytes. There are no database files."""
import collections.abc
from io import BytesIO
from pickle import DEFAULT_PROTOCOL, Pickler, Unpickler

__all__ = ['Shelf', 'BsdDbShelf', 'DbfilenameShelf', 'open']


class _ClosedDict(collections.abc.MutableMapping):
    """What stands for the mapping of a shelf that has been closed."""

    def closed(self, *args):
        raise ValueError('invalid operation on closed shelf')

    __iter__ = __len__ = __getitem__ = __setitem__ = __delitem__ = keys = closed

    def __repr__(self):
        return '<Closed Dictionary>'


class Shelf(collections.abc.MutableMapping):
    """Keys are strings; values are anything that can be pickled. With `writeback` what was read is written again."""

    def __init__(self, dict, protocol=None, writeback=False, keyencoding='utf-8'):
        self.dict = dict
        self._protocol = DEFAULT_PROTOCOL if protocol is None else protocol
        self.writeback = writeback
        self.cache = {}
        self.keyencoding = keyencoding

    def __iter__(self):
        for key in self.dict.keys():
            yield key.decode(self.keyencoding)

    def __len__(self):
        return len(self.dict)

    def __contains__(self, key):
        return key.encode(self.keyencoding) in self.dict

    def get(self, key, default=None):
        if key.encode(self.keyencoding) in self.dict:
            return self[key]
        return default

    def __getitem__(self, key):
        try:
            return self.cache[key]
        except KeyError:
            pass
        value = Unpickler(BytesIO(self.dict[key.encode(self.keyencoding)])).load()
        if self.writeback:
            self.cache[key] = value
        return value

    def __setitem__(self, key, value):
        if self.writeback:
            self.cache[key] = value
        out = BytesIO()
        Pickler(out, self._protocol).dump(value)
        self.dict[key.encode(self.keyencoding)] = out.getvalue()

    def __delitem__(self, key):
        del self.dict[key.encode(self.keyencoding)]
        self.cache.pop(key, None)

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        self.close()

    def close(self):
        if self.dict is None:
            return
        try:
            self.sync()
            try:
                self.dict.close()
            except AttributeError:
                pass
        finally:
            self.dict = _ClosedDict()

    def sync(self):
        if self.writeback and self.cache:
            self.writeback = False
            for key, entry in self.cache.items():
                self[key] = entry
            self.writeback = True
            self.cache = {}
        if hasattr(self.dict, 'sync'):
            self.dict.sync()


class BsdDbShelf(Shelf):
    """Over a mapping that can be gone through by position."""

    def _moved(self, place):
        key, value = place
        return key.decode(self.keyencoding), Unpickler(BytesIO(value)).load()

    def set_location(self, key):
        return self._moved(self.dict.set_location(key))

    def next(self):
        return self._moved(next(self.dict))

    def previous(self):
        return self._moved(self.dict.previous())

    def first(self):
        return self._moved(self.dict.first())

    def last(self):
        return self._moved(self.dict.last())


class DbfilenameShelf(Shelf):
    """Over a database that is a file."""

    def __init__(self, filename, flag='c', protocol=None, writeback=False):
        import dbm
        super().__init__(dbm.open(filename, flag), protocol, writeback)


def open(filename, flag='c', protocol=None, writeback=False):
    """A shelf that is kept in a file."""
    return DbfilenameShelf(filename, flag, protocol, writeback)

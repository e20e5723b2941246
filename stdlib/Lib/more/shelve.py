"""Mappings whose values are kept as pickles, over any mapping from bytes to bytes."""
from collections.abc import MutableMapping
import pickle

__all__ = ['Shelf', 'BsdDbShelf', 'DbfilenameShelf', 'open']


class _ClosedDict(MutableMapping):
    """Replaces the mapping of a shelf that was closed: every use is an error."""

    def closed(self, *args):
        raise ValueError('invalid operation on closed shelf')

    __getitem__ = __setitem__ = __delitem__ = closed
    __len__ = __iter__ = keys = closed

    def __repr__(self):
        return '<Closed Dictionary>'


class Shelf(MutableMapping):
    """Keys are strings, values are anything that can be pickled.

    With `writeback` the values that were read are kept, and `sync` and `close` write them again.
    """

    def __init__(self, dict, protocol=None, writeback=False, keyencoding='utf-8'):
        self.dict, self.cache = dict, {}
        self.writeback, self.keyencoding = writeback, keyencoding
        self._protocol = pickle.DEFAULT_PROTOCOL if protocol is None else protocol

    def _stored(self, key):
        """The key as the mapping has it."""
        return key.encode(self.keyencoding)

    def __len__(self):
        return len(self.dict)

    def __iter__(self):
        encoding = self.keyencoding
        for stored in self.dict.keys():
            yield stored.decode(encoding)

    def __contains__(self, key):
        return self._stored(key) in self.dict

    def get(self, key, default=None):
        return self[key] if self._stored(key) in self.dict else default

    def __getitem__(self, key):
        if key in self.cache:
            return self.cache[key]
        value = pickle.loads(self.dict[self._stored(key)])
        if self.writeback:
            self.cache[key] = value
        return value

    def __setitem__(self, key, value):
        if self.writeback:
            self.cache[key] = value
        self.dict[self._stored(key)] = pickle.dumps(value, self._protocol)

    def __delitem__(self, key):
        del self.dict[self._stored(key)]
        if key in self.cache:
            del self.cache[key]

    def sync(self):
        """Writes the kept values, and lets the mapping write what it has."""
        if self.cache and self.writeback:
            # Storing must not keep the values once more.
            kept, self.writeback = self.cache, False
            for key in kept:
                self[key] = kept[key]
            self.cache, self.writeback = {}, True
        if hasattr(self.dict, 'sync'):
            self.dict.sync()

    def close(self):
        """Writes all and closes the mapping. Using the shelf is an error from then on."""
        mapping = self.dict
        if mapping is not None:
            try:
                self.sync()
                close = getattr(mapping, 'close', None)
                if close is not None:
                    close()
            finally:
                self.dict = _ClosedDict()

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        self.close()


class BsdDbShelf(Shelf):
    """A shelf over a mapping with a position that can be moved."""

    def _entry(self, found):
        key, pickled = found
        return key.decode(self.keyencoding), pickle.loads(pickled)

    def first(self):
        return self._entry(self.dict.first())

    def last(self):
        return self._entry(self.dict.last())

    def next(self):
        return self._entry(next(self.dict))

    def previous(self):
        return self._entry(self.dict.previous())

    def set_location(self, key):
        return self._entry(self.dict.set_location(key))


class DbfilenameShelf(Shelf):
    """A shelf over a database file."""

    def __init__(self, filename, flag='c', protocol=None, writeback=False):
        from dbm import open as open_database
        Shelf.__init__(self, open_database(filename, flag), protocol=protocol, writeback=writeback)


def open(filename, flag='c', protocol=None, writeback=False):
    """A shelf that is kept in a database file."""
    return DbfilenameShelf(filename, flag=flag, protocol=protocol, writeback=writeback)

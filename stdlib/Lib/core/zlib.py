"""Compression: the exception; the functions and streams are the machine's."""


class error(Exception):
    """Data that is no stream, or a stream used wrongly."""


class _ZlibDecompressor:
    """Takes a stream a piece at a time, and keeps what it was given and has not used."""
    __slots__ = ('_stream', '_rest')

    def __reduce__(self):
        raise TypeError("cannot pickle 'zlib._ZlibDecompressor' object")

    def __init__(self, wbits=MAX_WBITS, zdict=b''):
        self._stream = decompressobj(wbits, zdict)
        self._rest = b''

    @property
    def eof(self):
        return self._stream.eof

    @property
    def unused_data(self):
        return self._stream.unused_data

    @property
    def needs_input(self):
        return not self._stream.eof and not self._rest

    def decompress(self, data, max_length=-1):
        """What more of the stream gives, up to a length."""
        if self._stream.eof:
            raise EOFError('End of stream already reached')
        data = self._rest + data if self._rest else data
        if max_length == 0:
            self._rest = bytes(data)
            return b''
        found = self._stream.decompress(data, max(max_length, 0))
        self._rest = self._stream.unconsumed_tail
        return found

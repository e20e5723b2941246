"""ASCII as a module."""
import codecs

_found = codecs.lookup('ascii')
encode, decode = _found.encode, _found.decode
IncrementalEncoder, IncrementalDecoder = _found.incrementalencoder, _found.incrementaldecoder
StreamReader, StreamWriter = _found.streamreader, _found.streamwriter


def getregentry():
    """The entry of the registry."""
    return _found

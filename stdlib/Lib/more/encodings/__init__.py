"""The encodings by name: what `codecs` looks up, as a package."""
import codecs
from _codecs_table import normalize_encoding

# What was found once; `codecs` remembers for itself.
_cache = {}


class CodecRegistryError(LookupError, SystemError):
    """An entry of the registry that is none."""


def search_function(encoding):
    """The encoding of a name; None if there is none."""
    if isinstance(encoding, bytes):
        encoding = encoding.decode('ascii')
    elif not isinstance(encoding, str):
        # A name is gone through letter by letter.
        encoding = ''.join([letter for letter in encoding])
    # Names come in small letters here: `codecs` sees to it.
    if encoding != encoding.lower():
        return None
    try:
        return codecs.lookup(encoding)
    except LookupError:
        return None


def __getattr__(name):
    if name in ('aliases', 'ascii', 'utf_8'):
        import importlib
        return importlib.import_module('encodings.' + name)
    raise AttributeError(f"module 'encodings' has no attribute {name!r}")

"""Streams in memory: text and bytes buffers, their base classes, wrappers around them.

Files are in memory, too, where a policy lends any: see `_files`.
"""
from abc import ABCMeta
from _stockade import argument_name as _argument_name, index as _index
from _iobase import (_BufferedIOBase, _IOBase, _RawIOBase, _TextIOBase, UnsupportedOperation)
from _bytesio import BytesIO
from _stringio import StringIO

__all__ = ['BlockingIOError', 'open', 'open_code', 'IOBase', 'RawIOBase', 'FileIO', 'BytesIO', 'StringIO', 'BufferedIOBase',
           'BufferedReader', 'BufferedWriter', 'BufferedRWPair', 'BufferedRandom', 'TextIOBase',
           'TextIOWrapper', 'UnsupportedOperation', 'SEEK_SET', 'SEEK_CUR', 'SEEK_END',
           'DEFAULT_BUFFER_SIZE', 'IncrementalNewlineDecoder', 'text_encoding']

SEEK_SET = 0
SEEK_CUR = 1
SEEK_END = 2
DEFAULT_BUFFER_SIZE = 8192
BlockingIOError, open = BlockingIOError, open
UnsupportedOperation.__module__ = 'io'


class IOBase(_IOBase, metaclass=ABCMeta):
    __doc__ = _IOBase.__doc__


class RawIOBase(_RawIOBase, IOBase):
    __doc__ = _RawIOBase.__doc__


class BufferedIOBase(_BufferedIOBase, IOBase):
    __doc__ = _BufferedIOBase.__doc__


class TextIOBase(_TextIOBase, IOBase):
    __doc__ = _TextIOBase.__doc__

    @classmethod
    def __subclasshook__(cls, other):
        # The class of the standard streams is private. It exists once `sys` is loaded.
        if cls is TextIOBase and other.__name__ == 'TextIOWrapper':
            import sys
            if other is type(sys.__stdout__):
                return True
        return NotImplemented


def open_code(path):
    """A stream of a file of code, in bytes."""
    if not isinstance(path, str):
        raise TypeError(f"open_code() argument 'path' must be str, not {_argument_name(path)}")
    return open(path, 'rb')


BufferedIOBase.register(BytesIO)
TextIOBase.register(StringIO)


def text_encoding(encoding, stacklevel=2, /):
    """The encoding to use where the caller named none."""
    _index(stacklevel)
    return 'locale' if encoding is None else encoding


def __getattr__(name):
    # The wrappers are rarely used, so they are made on first use.
    if name in ('BufferedReader', 'BufferedWriter', 'BufferedRWPair', 'BufferedRandom'):
        import _bufferedio as source
        made = getattr(source, name)
        BufferedIOBase.register(made)
    elif name in ('TextIOWrapper', 'IncrementalNewlineDecoder'):
        import _textio as source
        made = getattr(source, name)
        if name == 'TextIOWrapper':
            TextIOBase.register(made)
    elif name == 'FileIO':
        from _fileio import FileIO as made
        RawIOBase.register(made)
    else:
        raise AttributeError(f"module 'io' has no attribute {name!r}")
    globals()[name] = made
    return made

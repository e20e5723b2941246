"""Compressed streams in the formats of LZMA and XZ."""
import io
from _lzma import *
from _lzma import _decode_filter_properties, _encode_filter_properties
from _unpacked import PackedFile as _PackedFile, UnpackedReader as _UnpackedReader, check_text_mode as _check_text_mode, in_mode as _in_mode

__all__ = ['CHECK_NONE', 'CHECK_CRC32', 'CHECK_CRC64', 'CHECK_SHA256', 'CHECK_ID_MAX', 'CHECK_UNKNOWN', 'FILTER_LZMA1', 'FILTER_LZMA2',
           'FILTER_DELTA', 'FILTER_X86', 'FILTER_IA64', 'FILTER_ARM', 'FILTER_ARMTHUMB', 'FILTER_POWERPC', 'FILTER_SPARC', 'FORMAT_AUTO',
           'FORMAT_XZ', 'FORMAT_ALONE', 'FORMAT_RAW', 'MF_HC3', 'MF_HC4', 'MF_BT2', 'MF_BT3', 'MF_BT4', 'MODE_FAST', 'MODE_NORMAL',
           'PRESET_DEFAULT', 'PRESET_EXTREME', 'LZMACompressor', 'LZMADecompressor', 'LZMAFile', 'LZMAError', 'open', 'compress',
           'decompress', 'is_check_supported']


class LZMAFile(_PackedFile):
    """Compresses what is written into a file object, or gives what is in one."""

    def __init__(self, filename=None, mode='r', *, format=None, check=-1, preset=None, filters=None):
        self._fp = None
        if mode in ('r', 'rb'):
            if check != -1:
                raise ValueError('Cannot specify an integrity check when opening a file for reading')
            if preset is not None:
                raise ValueError('Cannot specify a preset compression level when opening a file for reading')
            format = FORMAT_AUTO if format is None else format
            compressor = None
        elif mode in ('w', 'wb', 'a', 'ab', 'x', 'xb'):
            format = FORMAT_XZ if format is None else format
            compressor = LZMACompressor(format=format, check=check, preset=preset, filters=filters)
        else:
            raise ValueError(f'Invalid mode: {mode!r}')
        self._open(filename, mode, compressor)
        if compressor is None:
            self._buffer = io.BufferedReader(_UnpackedReader(self._fp, LZMADecompressor, LZMAError, format=format, filters=filters))

    def peek(self, size=-1):
        self._check_reads()
        return self._buffer.peek(size)


def open(filename, mode='rb', *, format=None, check=-1, preset=None, filters=None, encoding=None, errors=None, newline=None):
    """An `LZMAFile` over a file object; in text mode, what decodes it."""
    _check_text_mode(mode, encoding, errors, newline)
    made = LZMAFile(filename, mode.replace('t', ''), format=format, check=check, preset=preset, filters=filters)
    return _in_mode(made, mode, encoding, errors, newline)


def compress(data, format=FORMAT_XZ, check=-1, preset=None, filters=None):
    """The data as one stream."""
    made = LZMACompressor(format, check, preset, filters)
    return made.compress(data) + made.flush()


def decompress(data, format=FORMAT_AUTO, memlimit=None, filters=None):
    """What all streams of the data hold, together."""
    parts = []
    while True:
        stream = LZMADecompressor(format, memlimit, filters)
        try:
            part = stream.decompress(data)
        except LZMAError:
            if parts:
                break  # what follows a stream and is none means nothing
            raise
        parts.append(part)
        if not stream.eof:
            raise LZMAError('Compressed data ended before the end-of-stream marker was reached')
        data = stream.unused_data
        if not data:
            break
    return b''.join(parts)

"""LZMA streams: the containers around what the machine codes. What `liblzma` says is said here."""
from _stockade import c_int as _c_int, index as _index, type_name as _type_name

FORMAT_AUTO, FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW = range(4)
CHECK_NONE, CHECK_CRC32, CHECK_CRC64, CHECK_SHA256, CHECK_ID_MAX, CHECK_UNKNOWN = 0, 1, 4, 10, 15, 16
FILTER_LZMA1, FILTER_LZMA2, FILTER_DELTA, FILTER_X86, FILTER_POWERPC = 0x4000000000000001, 0x21, 3, 4, 5
FILTER_IA64, FILTER_ARM, FILTER_ARMTHUMB, FILTER_SPARC = 6, 7, 8, 9
MF_HC3, MF_HC4, MF_BT2, MF_BT3, MF_BT4 = 3, 4, 18, 19, 20
MODE_FAST, MODE_NORMAL = 1, 2
PRESET_DEFAULT, PRESET_EXTREME = 6, 1 << 31

_FORMAT = 'Input format not supported by decoder'
_OPTIONS = 'Invalid or unsupported options'
_CORRUPT = 'Corrupt input data'
_MEMORY = 'Memory usage limit exceeded'
_INTERNAL = 'Internal error'

_MAGIC = b'\xfd7zXZ\0'
_CHECK_SIZES = (0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64)
_CHECKS = (CHECK_NONE, CHECK_CRC32, CHECK_CRC64, CHECK_SHA256)
_ALIGNMENTS = {FILTER_X86: 1, FILTER_POWERPC: 4, FILTER_IA64: 16, FILTER_ARM: 4, FILTER_ARMTHUMB: 2, FILTER_SPARC: 4}
_LZMA_OPTIONS = ('dict_size', 'lc', 'lp', 'pb', 'mode', 'nice_len', 'mf', 'depth')
_STEP = 1 << 16


class LZMAError(Exception):
    """Call to liblzma failed."""


# Arguments.

def _unsigned(value):
    if not isinstance(value, int):
        raise TypeError('an integer is required')
    if value < 0:
        raise OverflowError("can't convert negative int to unsigned")
    if value >> 64:
        raise OverflowError('int too big to convert')
    return int(value)


def _uint32(value):
    value = _unsigned(value)
    if value >> 32:
        raise OverflowError('Value too large for uint32_t type')
    return value


def _parsed_int(value):
    value = _c_int(value, 'long')
    if not -1 << 31 <= value < 1 << 31:
        raise OverflowError(f'signed integer is {"greater than maximum" if value > 0 else "less than minimum"}')
    return value


def _bytes(data):
    if type(data) is bytes:
        return data
    try:
        view = memoryview(data)
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{_type_name(data)}'") from None
    if not view.c_contiguous:
        raise BufferError('memoryview: underlying buffer is not C-contiguous')
    return view.tobytes()


def _preset_options(preset):
    """The settings of a preset; None if there is no such preset."""
    level = preset & 31
    if level > 9 or preset & ~(31 | PRESET_EXTREME):
        return None
    made = {'dict_size': 1 << (18, 20, 21, 22, 22, 23, 23, 24, 25, 26)[level], 'lc': 3, 'lp': 0, 'pb': 2, 'mode': MODE_NORMAL,
            'nice_len': 64, 'mf': MF_BT4, 'depth': 0}
    if preset & PRESET_EXTREME:
        if level in (3, 5):
            made['nice_len'] = 192
        else:
            made['nice_len'], made['depth'] = 273, 512
    elif level <= 3:
        made['mode'], made['mf'] = MODE_FAST, MF_HC4 if level else MF_HC3
        made['nice_len'], made['depth'] = 128 if level <= 1 else 273, (4, 8, 24, 48)[level]
    elif level <= 5:
        made['nice_len'] = 16 if level == 4 else 32
    return made


def _optional(spec, key):
    try:
        return spec[key]
    except KeyError:
        return None


def _numbers(spec, names, what):
    """The numbers of a specifier, under their names."""
    made = {}
    wrong = not isinstance(spec, dict)
    if not wrong:
        for key, value in spec.items():
            if key in names and isinstance(value, int) and 0 <= value < 1 << 32:
                made[key] = int(value)
            elif key not in ('id', 'preset') or key == 'preset' and what != 'LZMA':
                wrong = True
    if wrong:
        raise ValueError(f'Invalid filter specifier for {what} filter')
    return made


def _filter(spec):
    """(id, options) of a specifier."""
    if not hasattr(type(spec), '__getitem__'):
        raise TypeError('Filter specifier must be a dict or dict-like object')
    found = _optional(spec, 'id')
    if found is None and not (isinstance(spec, dict) and 'id' in spec):
        raise ValueError('Filter specifier must have an "id" entry')
    found = _unsigned(found)
    if found in (FILTER_LZMA1, FILTER_LZMA2):
        preset = PRESET_DEFAULT
        if (given := _optional(spec, 'preset')) is not None or isinstance(spec, dict) and 'preset' in spec:
            preset = _uint32(given)
        options = _preset_options(preset)
        if options is None:
            raise LZMAError(f'Invalid compression preset: {preset}')
        options.update(_numbers(spec, _LZMA_OPTIONS, 'LZMA'))
        return found, options
    if found == FILTER_DELTA:
        return found, _numbers(spec, ('dist',), 'delta').get('dist', 1)
    if found in _ALIGNMENTS:
        return found, _numbers(spec, ('start_offset',), 'BCJ').get('start_offset', 0)
    raise ValueError(f'Invalid filter ID: {found}')


def _filters(specs):
    if isinstance(specs, dict):
        raise TypeError('dict is not a sequence')
    count = len(specs)
    if count > 4:
        raise ValueError('Too many filters - liblzma supports a maximum of 4')
    return [_filter(specs[at]) for at in range(count)]


def _literals_are_valid(options):
    return options['lc'] <= 4 and options['lp'] <= 4 and options['lc'] + options['lp'] <= 4 and options['pb'] <= 4


def _check_chain(filters):
    """Refuses what is no chain: an LZMA filter at its end and there only."""
    if not filters:
        raise LZMAError(_INTERNAL)
    for at, (kind, option) in enumerate(filters):
        if (kind in (FILTER_LZMA1, FILTER_LZMA2)) != (at == len(filters) - 1):
            raise LZMAError(_OPTIONS)
    for kind, option in filters[:-1]:
        if kind == FILTER_DELTA:
            valid = 1 <= option <= 256
        else:
            valid = option % _ALIGNMENTS[kind] == 0
        if not valid:
            raise LZMAError(_OPTIONS)


def _check_for_writing(filters):
    _check_chain(filters)
    options = filters[-1][1]
    if not (_literals_are_valid(options) and 4096 <= options['dict_size'] <= 3 << 29 and options['mode'] in (MODE_FAST, MODE_NORMAL)
            and 2 <= options['nice_len'] <= 273 and options['mf'] in (MF_HC3, MF_HC4, MF_BT2, MF_BT3, MF_BT4)):
        raise LZMAError(_OPTIONS)


def _dictionary_byte(size):
    """The byte that says a size of at least so much."""
    size = max(size, 4096)
    for bits in range(40):
        if (2 | bits & 1) << bits // 2 + 11 >= size:
            return bits
    return 40


def _properties(kind, option):
    if kind == FILTER_LZMA1:
        if not _literals_are_valid(option):
            raise LZMAError(_INTERNAL)
        return bytes(((option['pb'] * 5 + option['lp']) * 9 + option['lc'],)) + option['dict_size'].to_bytes(4, 'little')
    if kind == FILTER_LZMA2:
        return bytes((_dictionary_byte(option['dict_size']),))
    if kind == FILTER_DELTA:
        if not 1 <= option <= 256:
            raise LZMAError(_INTERNAL)
        return bytes((option - 1,))
    return option.to_bytes(4, 'little') if option else b''


def _from_properties(kind, data):
    """The options that stand in a stream."""
    if kind == FILTER_LZMA1 and len(data) == 5 and data[0] < 225:
        lc, rest = data[0] % 9, data[0] // 9
        options = {'lc': lc, 'lp': rest % 5, 'pb': rest // 5, 'dict_size': int.from_bytes(data[1:], 'little')}
        if _literals_are_valid(options):
            return options
    elif kind == FILTER_LZMA2 and len(data) == 1 and data[0] <= 40:
        bits = data[0]
        return {'lc': 0, 'lp': 0, 'pb': 0, 'dict_size': 0xFFFFFFFF if bits == 40 else (2 | bits & 1) << bits // 2 + 11}
    elif kind == FILTER_DELTA and len(data) == 1:
        return data[0] + 1
    elif kind in _ALIGNMENTS and len(data) in (0, 4):
        return int.from_bytes(data, 'little')
    raise LZMAError(_OPTIONS)


def is_check_supported(check_id, /):
    """Test whether the given integrity check is supported."""
    return _c_int(check_id) in _CHECKS


def _encode_filter_properties(filter, /):
    """Return a bytes object encoding the options (properties) of the filter specified by *filter* (a dict)."""
    return _properties(*_filter(filter))


def _decode_filter_properties(filter_id, encoded_props, /):
    """Return a dict describing a filter with ID *filter_id*, and options (properties) decoded from the bytes object *encoded_props*."""
    kind, data = _unsigned(filter_id), _bytes(encoded_props)
    if kind == 10 and len(data) in (0, 4):
        raise ValueError(f'Invalid filter ID: {kind}')
    options = _from_properties(kind, data)
    if kind == FILTER_LZMA2:
        return {'id': kind, 'dict_size': options['dict_size']}
    if kind == FILTER_LZMA1:
        return {'id': kind, **options}
    if kind == FILTER_DELTA:
        return {'id': kind, 'dist': options}
    return {'id': kind, 'start_offset': options} if options else {'id': kind}


# Parts of containers.

def _varint(value):
    made = bytearray()
    while value >= 0x80:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    made.append(value)
    return bytes(made)


def _crc32(data):
    import zlib
    return zlib.crc32(data).to_bytes(4, 'little')


def _stream_header(check):
    flags = bytes((0, check))
    return _MAGIC + flags + _crc32(flags)


def _index_of(count, records):
    made = b'\0' + _varint(count) + records
    made += bytes(-len(made) % 4)
    return made + _crc32(made)


def _footer(index_size, check):
    body = (index_size // 4 - 1).to_bytes(4, 'little') + bytes((0, check))
    return _crc32(body) + body + b'YZ'


class _Sum:
    """A check sum over what comes a piece at a time."""
    __slots__ = ('_check', '_state')

    def __init__(self, check):
        self._check = check
        self._state = 0
        if check == CHECK_CRC64:
            self._state = bytes(8)
        elif check == CHECK_SHA256:
            import hashlib
            self._state = hashlib.sha256()

    def update(self, data):
        if self._check == CHECK_CRC32:
            import zlib
            self._state = zlib.crc32(data, self._state)
        elif self._check == CHECK_CRC64:
            self._state = _crc64(data, self._state)
        elif self._check == CHECK_SHA256:
            self._state.update(data)

    def digest(self):
        """The check in the stream; None if its kind is not known."""
        if self._check == CHECK_CRC32:
            return self._state.to_bytes(4, 'little')
        if self._check == CHECK_SHA256:
            return self._state.digest()
        return self._state if self._check == CHECK_CRC64 else None


class _Delta:
    __slots__ = ('_history', '_encoding')

    def __init__(self, distance, encoding):
        self._history = bytes(distance)
        self._encoding = encoding

    def pass_on(self, data, last):
        data, self._history = _delta(self._history, data, self._encoding)
        return data


class _Branch:
    __slots__ = ('_machine', '_at', '_mask', '_last', '_encoding', '_held')

    def __init__(self, machine, offset, encoding):
        self._machine, self._at, self._encoding = machine, offset, encoding
        self._mask, self._last = 0, 0xFFFFFFFB
        self._held = b''

    def pass_on(self, data, last):
        data = self._held + data
        data, done, self._at, self._mask, self._last = _branch(self._machine, self._at, self._mask, self._last, data, self._encoding)
        if last:
            self._held = b''
            return data
        self._held = data[done:]
        return data[:done]


def _passes(filters, encoding):
    """What data goes through before it is coded, or after."""
    made = [_Delta(option, encoding) if kind == FILTER_DELTA else _Branch(kind, option, encoding) for kind, option in filters[:-1]]
    return made if encoding else made[::-1]


def _packed(data, filters):
    """The stream of a chain of filters."""
    for one in _passes(filters, True):
        data = one.pass_on(data, True)
    kind, options = filters[-1]
    spec = (options['lc'], options['lp'], options['pb'], options['dict_size'], options['mode'] == MODE_FAST, options['nice_len'],
            options['mf'] & 16, options['depth'])
    return _encoded(data, kind == FILTER_LZMA2, spec)


class LZMACompressor:
    """Takes data a piece at a time; but for what heads it, what it makes of it comes with `flush`."""
    __slots__ = ('_format', '_check', '_filters', '_pieces', '_begun')

    def __init_subclass__(cls):
        raise TypeError("type '_lzma.LZMACompressor' is not an acceptable base type")

    def __new__(cls, format=FORMAT_XZ, check=-1, preset=None, filters=None):
        format, check = _parsed_int(format), _parsed_int(check)
        if preset is not None and filters is not None:
            raise ValueError('Cannot specify both preset and filter chain')
        preset = PRESET_DEFAULT if preset is None else _uint32(preset)
        if format != FORMAT_XZ and check not in (-1, CHECK_NONE):
            raise ValueError('Integrity checks are only supported by FORMAT_XZ')
        if format == FORMAT_XZ:
            chain = cls._xz_chain(CHECK_CRC64 if check == -1 else check, preset, filters)
        elif format == FORMAT_ALONE:
            chain = cls._alone_chain(preset, filters)
        elif format == FORMAT_RAW:
            if filters is None:
                raise ValueError('Must specify filters for FORMAT_RAW')
            chain = _filters(filters)
            _check_for_writing(chain)
        else:
            raise ValueError(f'Invalid container format: {format}')
        self = object.__new__(cls)
        self._format = format
        self._check = CHECK_CRC64 if check == -1 else check
        self._filters = chain
        self._pieces = []
        self._begun = False
        return self

    @staticmethod
    def _xz_chain(check, preset, filters):
        if filters is None:
            options = _preset_options(preset)
            if options is None:
                raise LZMAError(_OPTIONS)
            chain = [(FILTER_LZMA2, options)]
        else:
            chain = _filters(filters)
            if any(kind == FILTER_LZMA1 for kind, _ in chain):
                raise LZMAError(_INTERNAL)
        if not 0 <= check <= CHECK_ID_MAX:
            raise LZMAError(_INTERNAL)
        if check not in _CHECKS:
            raise LZMAError('Unsupported integrity check')
        _check_for_writing(chain)
        return chain

    @staticmethod
    def _alone_chain(preset, filters):
        if filters is None:
            options = _preset_options(preset)
            if options is None:
                raise LZMAError(f'Invalid compression preset: {preset}')
            return [(FILTER_LZMA1, options)]
        chain = _filters(filters)
        if len(chain) != 1 or chain[0][0] != FILTER_LZMA1:
            raise ValueError('Invalid filter chain for FORMAT_ALONE - must be a single LZMA1 filter')
        _check_for_writing(chain)
        return chain

    def compress(self, data, /):
        """Provide data to the compressor object."""
        data = _bytes(data)
        if self._pieces is None:
            raise ValueError('Compressor has been flushed')
        made = self._begin()
        if data:
            if not self._pieces and self._format == FORMAT_XZ:
                made += self._block_header()
            self._pieces.append(data)
        return made

    def flush(self):
        """Finish the compression process."""
        if self._pieces is None:
            raise ValueError('Repeated call to flush()')
        data, self._pieces = b''.join(self._pieces), None
        made = self._begin()
        if self._format == FORMAT_XZ:
            return made + self._rest(data)
        return made + _packed(data, self._filters)

    def _begin(self):
        if self._begun:
            return b''
        self._begun = True
        if self._format == FORMAT_XZ:
            return _stream_header(self._check)
        if self._format == FORMAT_RAW:
            return b''
        kind, options = self._filters[0]
        size = options['dict_size'] - 1
        for bits in (2, 3, 4, 8, 16):
            size |= size >> bits
        return _properties(kind, {**options, 'dict_size': min(size + 1, 0xFFFFFFFF)}) + b'\xff' * 8

    def _block_header(self):
        head = bytes((len(self._filters) - 1,))
        for kind, option in self._filters:
            properties = _properties(kind, option)
            head += _varint(kind) + _varint(len(properties)) + properties
        head += bytes(-(len(head) + 1) % 4)
        head = bytes(((len(head) + 1) // 4,)) + head
        return head + _crc32(head)

    def _rest(self, data):
        """All behind the header of the block; without data there is no block."""
        parts, count, records = [], 0, b''
        if data:
            packed = _packed(data, self._filters)
            check = _Sum(self._check)
            check.update(data)
            check = check.digest() or b''
            parts += packed, bytes(-len(packed) % 4), check
            count, records = 1, _varint(len(self._block_header()) + len(packed) + len(check)) + _varint(len(data))
        index = _index_of(count, records)
        parts += index, _footer(len(index), self._check)
        return b''.join(parts)

    def __reduce__(self):
        raise TypeError(f'cannot pickle {_type_name(self)!r} object')


class _Chain:
    """A stream within its container: what its filters make of it."""
    __slots__ = ('_state', '_window', '_whole', '_at', '_passes', 'used', 'made', 'ended')

    def __init__(self, filters, size=-1):
        kind, options = filters[-1]
        dictionary = options['dict_size']
        self._state = _decoder(kind == FILTER_LZMA2, options['lc'], options['lp'], options['pb'], dictionary, size)
        # It grows with what is read, up to a dictionary and a step.
        self._window = bytearray()
        self._whole = max(dictionary, 4096) + _STEP
        self._at = 0
        self._passes = _passes(filters, False)
        self.used = self.made = 0
        self.ended = False

    def step(self, data, at, most):
        """Reads on: what comes out, and how much input that took; None where there is nothing to do."""
        size = len(self._window)
        if self._at >= size < self._whole:
            self._window.extend(bytes(min(max(size, 4096), self._whole - size)))
        made, used, self.ended, self._at = _step(self._state, self._window, data, at, most)
        if not made and not used and not self.ended:
            return None
        for one in self._passes:
            made = one.pass_on(made, self.ended)
        self.used += used
        self.made += len(made)
        return made, used


class LZMADecompressor:
    """Takes a stream a piece at a time, and gives what is in it."""
    __slots__ = ('_next', '_memlimit', '_picky', '_data', '_at', '_chain', '_after', '_sum', '_sizes', '_padding', '_count', '_records',
                 '_expected', '_head', '_ready', '_room', '_failed', '_stalled', 'check', 'eof', 'needs_input', 'unused_data')

    def __init_subclass__(cls):
        raise TypeError("type '_lzma.LZMADecompressor' is not an acceptable base type")

    def __new__(cls, format=FORMAT_AUTO, memlimit=None, filters=None):
        format = _c_int(format)
        if memlimit is not None:
            if format == FORMAT_RAW:
                raise ValueError('Cannot specify memory limit with FORMAT_RAW')
            memlimit = _unsigned(memlimit)
        if format == FORMAT_RAW and filters is None:
            raise ValueError('Must specify filters for FORMAT_RAW')
        if format != FORMAT_RAW and filters is not None:
            raise ValueError('Cannot specify filters except with FORMAT_RAW')
        self = object.__new__(cls)
        self._memlimit = memlimit
        self._picky = format == FORMAT_AUTO
        self._data = b''  # what is read of the stream, and from where on it is not decoded yet
        self._at = 0
        self._chain = None
        self._ready = b''
        self._failed = None
        self._stalled = False
        self._count, self._records = 0, bytearray()
        self.check = CHECK_UNKNOWN
        self.eof = False
        self.needs_input = True
        self.unused_data = b''
        if format == FORMAT_AUTO:
            self._next = '_read_kind'
        elif format == FORMAT_XZ:
            self._next = '_read_stream_header'
        elif format == FORMAT_ALONE:
            self.check = CHECK_NONE
            self._next = '_read_alone_header'
        elif format == FORMAT_RAW:
            self.check = CHECK_NONE
            chain = _filters(filters)
            _check_chain(chain)
            if chain[-1][0] == FILTER_LZMA1 and not _literals_are_valid(chain[-1][1]):
                raise LZMAError(_INTERNAL)
            if chain[-1][0] == FILTER_LZMA2:
                chain[-1][1].update(lc=0, lp=0, pb=0)
            self._begin(chain, '_finish')
        else:
            raise ValueError(f'Invalid container format: {format}')
        return self

    def decompress(self, data, max_length=-1):
        """Decompress *data*, returning uncompressed data as bytes."""
        data, max_length = _bytes(data), _c_int(max_length, 'ssize_t')
        if self.eof:
            raise EOFError('Already at end of stream')
        if self._failed is not None:
            raise LZMAError(self._failed)
        if self._at >= len(self._data):
            self._data, self._at = data, 0
        elif data:
            self._data, self._at = self._data[self._at:] + data, 0
        parts = [self._ready]
        self._room = None if max_length < 0 else max_length - len(self._ready)
        moved = bool(self._ready)
        try:
            while self._next is not None:
                made = getattr(self, self._next)()
                if made is None:
                    break
                moved = True
                if made:
                    parts.append(made)
                    if self._room is not None:
                        self._room -= len(made)
        except LZMAError as error:
            self._failed = _MEMORY if str(error) == _MEMORY else _INTERNAL
            self._data = self._ready = b''
            self._chain = None
            raise
        if max_length == 0 and not moved and self._at >= len(self._data):
            if self._stalled:
                raise LZMAError('Insufficient buffer space')
            self._stalled = True
        elif moved:
            self._stalled = False
        found = b''.join(parts)
        self._ready = b''
        if 0 <= max_length < len(found):
            found, self._ready = found[:max_length], found[max_length:]
        if self._next is None and not self._ready:
            self.eof = True
            self.unused_data, self._data = self._data[self._at:], b''
        self.needs_input = not self.eof and not self._ready and (max_length < 0 or len(found) < max_length)
        return found

    def _take(self, size):
        """So much input; None where it is not there."""
        end = self._at + size
        if end > len(self._data):
            return None
        taken = self._data[self._at:end]
        self._at = end
        return taken

    def _match(self, expected, message):
        """Takes what must come; None where it is not there yet, though nothing else is."""
        found = self._data[self._at:self._at + len(expected)]
        if found != expected[:len(found)]:
            raise LZMAError(message)
        return self._take(len(expected))

    def _begin(self, filters, after, size=-1):
        self._chain = _Chain(filters, size)
        self._after = after
        self._next = '_read_chain'
        return b''

    def _limit(self, needed):
        if self._memlimit is not None and max(self._memlimit, 1) < needed:
            raise LZMAError(_MEMORY)

    def _read_chain(self):
        most = _STEP if self._room is None else max(min(self._room, _STEP), 0)
        chain = self._chain
        try:
            step = chain.step(self._data, self._at, most)
        except ValueError:
            raise LZMAError(_CORRUPT) from None
        if step is None:
            return None
        made, used = step
        self._at += used
        if self._after == '_read_block_padding':
            packed, size = self._sizes
            if packed is not None and (chain.used > packed or chain.ended and chain.used != packed):
                raise LZMAError(_CORRUPT)
            if size is not None and (chain.made > size or chain.ended and chain.made != size):
                raise LZMAError(_CORRUPT)
        if self._after != '_finish' and made:
            self._sum.update(made)
        if chain.ended:
            self._next = self._after
        return made

    def _finish(self):
        self._chain = self._next = None
        return b''

    def _read_kind(self):
        if self._at >= len(self._data):
            return None
        first = self._data[self._at]
        if first == 0xFD:
            self._next = '_read_stream_header'
        elif first == 0x4C:
            self._next = '_read_lzip_header'
        else:
            self.check = CHECK_NONE
            self._next = '_read_alone_header'
        return b''

    # .lzma

    def _read_alone_header(self):
        head = self._data[self._at:self._at + 13]
        if head and head[0] >= 225:
            raise LZMAError(_FORMAT)
        if head:
            options = _from_properties(FILTER_LZMA1, head[:1] + bytes(4)) if self._fits(head[0]) else None
            if options is None:
                raise LZMAError(_FORMAT)
        if len(head) >= 5:
            dictionary = int.from_bytes(head[1:5], 'little')
            if self._picky and dictionary != 0xFFFFFFFF:
                size = (dictionary - 1) & 0xFFFFFFFF
                for bits in (2, 3, 4, 8, 16):
                    size |= size >> bits
                if (size + 1) & 0xFFFFFFFF != dictionary:
                    raise LZMAError(_FORMAT)
        if self._take(13) is None:
            return None
        size = int.from_bytes(head[5:], 'little')
        if size == (1 << 64) - 1:
            size = -1
        elif self._picky and size >= 1 << 38:
            raise LZMAError(_FORMAT)
        self._limit(dictionary + 65408)
        options['dict_size'] = dictionary
        return self._begin([(FILTER_LZMA1, options)], '_finish', min(size, (1 << 63) - 1))

    @staticmethod
    def _fits(byte):
        return byte % 9 + byte // 9 % 5 <= 4

    # .lz

    def _read_lzip_header(self):
        if self._match(b'LZIP', _FORMAT) is None:
            return None
        self._next = '_read_lzip_options'
        return b''

    def _read_lzip_options(self):
        head = self._take(2)
        if head is None:
            return None
        version, code = head
        if version > 1:
            raise LZMAError(_OPTIONS)
        bits, part = code & 31, code >> 5
        if not 12 <= bits <= 29 or bits == 12 and part:
            raise LZMAError(_CORRUPT)
        self.check = CHECK_CRC32
        self._head = version
        dictionary = (1 << bits) - (part << bits - 4)
        self._limit(dictionary + 65408)
        self._sum = _Sum(CHECK_CRC32)
        return self._begin([(FILTER_LZMA1, {'lc': 3, 'lp': 0, 'pb': 2, 'dict_size': dictionary})], '_read_lzip_end')

    def _read_lzip_end(self):
        chain = self._chain
        expected = self._sum.digest() + chain.made.to_bytes(8, 'little')
        if self._head:
            expected += (chain.used + 26).to_bytes(8, 'little')
        if self._match(expected, _CORRUPT) is None:
            return None
        return self._finish()

    # .xz

    def _read_stream_header(self):
        head = self._take(12)
        if head is None:
            return None
        if head[:6] != _MAGIC:
            raise LZMAError(_FORMAT)
        if head[8:] != _crc32(head[6:8]):
            raise LZMAError(_CORRUPT)
        if head[6] or head[7] & 0xF0:
            raise LZMAError(_OPTIONS)
        self.check = head[7]
        self._next = '_read_block_header'
        return b''

    def _read_block_header(self):
        if self._at >= len(self._data):
            return None
        if not self._data[self._at]:
            self._expected = _index_of(self._count, bytes(self._records))
            self._next = '_read_index'
            return b''
        head = self._take(4 * (self._data[self._at] + 1))
        if head is None:
            return None
        if head[-4:] != _crc32(head[:-4]):
            raise LZMAError(_CORRUPT)
        flags = head[1]
        if flags & 0x3C:
            raise LZMAError(_OPTIONS)
        self._head = head[2:-4]
        packed = size = None
        if flags & 0x40:
            packed = self._number()
            if not packed:
                raise LZMAError(_CORRUPT)
        if flags & 0x80:
            size = self._number()
        filters = []
        for _ in range((flags & 3) + 1):
            kind = self._number()
            if kind >= 1 << 62:
                raise LZMAError(_CORRUPT)
            length = self._number()
            if length > len(self._head):
                raise LZMAError(_CORRUPT)
            properties, self._head = self._head[:length], self._head[length:]
            filters.append((kind, _from_properties(kind, properties)))
        if self._head.strip(b'\0'):
            raise LZMAError(_OPTIONS)
        _check_chain(filters)
        others = sum(352 if kind == FILTER_DELTA else 1024 for kind, _ in filters[:-1])
        self._limit(filters[-1][1]['dict_size'] + 65592 + others)
        self._head = len(head)
        self._sizes = packed, size
        self._sum = _Sum(self.check)
        return self._begin(filters, '_read_block_padding')

    def _number(self):
        """A number at the start of what is left of a header."""
        value = 0
        for at, byte in enumerate(self._head[:9]):
            value |= (byte & 0x7F) << 7 * at
            if byte < 0x80:
                if not byte and at:
                    break
                self._head = self._head[at + 1:]
                return value
        raise LZMAError(_CORRUPT)

    def _read_block_padding(self):
        if self._match(bytes(-self._chain.used % 4), _CORRUPT) is None:
            return None
        self._next = '_read_check'
        return b''

    def _read_check(self):
        expected = self._sum.digest()
        size = _CHECK_SIZES[self.check]
        found = self._take(size)
        if found is None:
            return None
        if expected is not None and found != expected:
            raise LZMAError(_CORRUPT)
        self._count += 1
        self._records += _varint(self._head + self._chain.used + size) + _varint(self._chain.made)
        self._chain = None
        self._next = '_read_block_header'
        return b''

    def _read_index(self):
        if self._match(self._expected, _CORRUPT) is None:
            return None
        self._next = '_read_footer'
        return b''

    def _read_footer(self):
        found = self._take(12)
        if found is None:
            return None
        if found != _footer(len(self._expected), self.check):
            odd = found[10:] == b'YZ' and found[:4] == _crc32(found[4:10]) and (found[8] or found[9] & 0xF0)
            raise LZMAError(_OPTIONS if odd else _CORRUPT)
        return self._finish()

    def __reduce__(self):
        raise TypeError(f'cannot pickle {_type_name(self)!r} object')

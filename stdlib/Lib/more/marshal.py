"""Plain values as bytes, in CPython's own form. Code is neither written nor read."""
import struct

__all__ = ['dump', 'load', 'dumps', 'loads', 'version']

version = 4
_DEEPEST = 2000
_REF = 0x80
_MOST = 0x7fffffff
_SINGLE = {None: b'N', StopIteration: b'S', ...: b'.', False: b'F', True: b'T'}
_VALUES = {0x4e: None, 0x53: StopIteration, 0x2e: ..., 0x46: False, 0x54: True}
_NULL = object()
_END = object()
_NAMES = {'tuple': 'tuple', 'list': 'list', 'set': 'set', 'frozenset': 'set'}


# Writing.

def _int_bytes(number):
    """The code and the bytes of an int: 32 bits, or digits of 15 bits with their number."""
    if -0x80000000 <= number <= _MOST:
        return 'i', struct.pack('<i', number)
    digits, rest = [], abs(number)
    data = rest.to_bytes((rest.bit_length() + 119) // 120 * 15, 'little')
    # Eight digits are fifteen bytes.
    for at in range(0, len(data), 15):
        part = int.from_bytes(data[at:at + 15], 'little')
        digits += [part >> shift & 0x7fff for shift in range(0, 120, 15)]
    while digits and not digits[-1]:
        digits.pop()
    count = len(digits) if number > 0 else -len(digits)
    return 'l', struct.pack(f'<i{len(digits)}H', count, *digits)


def _float_text(number):
    text = f'{number:.17g}'.encode()
    return bytes((len(text),)) + text


def _str_bytes(text, form):
    known = text <= '\xff' if len(text) < 2 else text.isascii() and text.replace('_', 'a').isalnum()
    if form >= 4 and text.isascii():
        if len(text) < 256:
            return 'Z' if known else 'z', bytes((len(text),)) + text.encode()
        return 'A' if known else 'a', struct.pack('<i', len(text)) + text.encode()
    data = text.encode('utf-8', 'surrogatepass')
    return 't' if form >= 3 and known else 'u', struct.pack('<i', len(data)) + data


def _simple(value, kind, form):
    """The code and the bytes of what holds nothing else; None for what does."""
    if kind is int:
        return _int_bytes(value)
    if kind is float:
        return ('g', struct.pack('<d', value)) if form > 1 else ('f', _float_text(value))
    if kind is complex:
        if form > 1:
            return 'y', struct.pack('<2d', value.real, value.imag)
        return 'x', _float_text(value.real) + _float_text(value.imag)
    if kind is str:
        return _str_bytes(value, form)
    if kind is bytes:
        return 's', struct.pack('<i', len(value)) + value
    return None


def _container(value, kind, form):
    """The code, the bytes of the size, and the items of a container; None for what is none."""
    if kind is tuple:
        if form >= 4 and len(value) < 256:
            return ')', bytes((len(value),)), iter(value)
        return '(', struct.pack('<i', len(value)), iter(value)
    if kind is list:
        return '[', struct.pack('<i', len(value)), iter(value)
    if kind is dict:
        return '{', b'', iter([part for pair in value.items() for part in pair] + [_END])
    if kind is set or kind is frozenset:
        items = sorted(value, key=lambda item: dumps(item, form))
        return '<' if kind is set else '>', struct.pack('<i', len(value)), iter(items)
    return None


def dumps(value, form=version, /, *, allow_code=True):
    """The bytes of a value."""
    from operator import index
    form = index(form)
    out, seen, levels = [], {}, [iter((value,))]
    while levels:
        value = next(levels[-1], _NULL)
        if value is _NULL:
            levels.pop()
            continue
        if value is _END:
            out.append(b'0')
            continue
        if len(levels) > _DEEPEST:
            raise ValueError('object too deeply nested to marshal')
        kind = type(value)
        if value is None or value is ... or value is StopIteration or kind is bool:
            out.append(_SINGLE[value])
            continue
        flag = 0
        if form >= 3:
            known = seen.get(id(value))
            if known is not None:
                out.append(b'r' + struct.pack('<i', known[0]))
                continue
            # What is seen must stay alive, so that its number stays its own.
            seen[id(value)] = len(seen), value
            flag = _REF
        made = _simple(value, kind, form)
        if made is None:
            made = _container(value, kind, form)
            if made is not None:
                levels.append(made[2])
            else:
                if kind.__name__ == 'code' and not allow_code:
                    raise ValueError('marshalling code objects is disallowed')
                try:
                    data = bytes(memoryview(value))
                except TypeError:
                    raise ValueError('unmarshallable object') from None
                made = 's', struct.pack('<i', len(data)) + data
        out.append(bytes((ord(made[0]) | flag,)) + made[1])
    return b''.join(out)


def dump(value, file, form=version, /, *, allow_code=True):
    """Writes the bytes of a value to a file."""
    return file.write(dumps(value, form, allow_code=allow_code))


# Reading.

class _Bytes:
    """Bytes, taken from the front."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        data = self.data[self.at:self.at + size]
        if len(data) < size:
            raise EOFError('marshal data too short')
        self.at += size
        return data


class _File:
    """A file, asked for just what is needed."""

    def __init__(self, file):
        self.readinto = file.readinto

    def take(self, size):
        buffer = bytearray(size)
        count = self.readinto(buffer) if size else 0
        if count is None or count < size:
            raise EOFError('EOF read where not expected')
        if count > size:
            raise ValueError(f'read() returned too much data: {size} bytes requested, {count} returned')
        return bytes(buffer)


def _bad(words):
    raise ValueError(f'bad marshal data ({words})')


class _Level:
    """A container that is being read: how many items are missing, and what is to be made of them."""
    __slots__ = ('kind', 'left', 'items', 'made', 'slot')

    def __init__(self, kind, left, made, slot):
        self.kind, self.left, self.items, self.made, self.slot = kind, left, [], made, slot


class _Reader:
    def __init__(self, source):
        self.take = source.take
        self.refs = []

    def _int(self):
        return struct.unpack('<i', self.take(4))[0]

    def _size(self, what, short=False):
        size = self.take(1)[0] if short else self._int()
        if size < 0:
            _bad(f'{what} size out of range')
        return size

    def _long(self):
        count = self._int()
        size = abs(count)
        if count == -0x80000000:
            _bad('long size out of range')
        digits = struct.unpack(f'<{size}H', self.take(2 * size))
        if size and not digits[-1]:
            _bad('unnormalized long data')
        if any(digit > 0x7fff for digit in digits):
            _bad('digit out of range in long')
        number = int.from_bytes(b''.join([sum(digit << 15 * place for place, digit in enumerate(digits[at:at + 8])).to_bytes(15, 'little')
                                          for at in range(0, size, 8)]), 'little')
        return number if count > 0 else -number

    def _text_float(self):
        return float(self.take(self.take(1)[0]).decode())

    def _leaf(self, code):
        """The value that a code begins, when it holds no others."""
        if code == 'i':
            return self._int()
        if code == 'I':
            return struct.unpack('<q', self.take(8))[0]
        if code == 'l':
            return self._long()
        if code == 'f':
            return self._text_float()
        if code == 'g':
            return struct.unpack('<d', self.take(8))[0]
        if code == 'x':
            real = self._text_float()
            return complex(real, self._text_float())
        if code == 'y':
            return complex(*struct.unpack('<2d', self.take(16)))
        if code == 's':
            return bytes(self.take(self._size('bytes object')))
        if code in 'zZaA':
            return self.take(self._size('string', code in 'zZ')).decode('latin-1')
        if code in 'ut':
            return self.take(self._size('string')).decode('utf-8', 'surrogatepass')
        return _NULL

    def _opened(self, code, flag):
        """A container that a code begins, or None."""
        kind = {'(': 'tuple', ')': 'tuple', '[': 'list', '{': 'dict', '<': 'set', '>': 'frozenset'}.get(code)
        if kind is None:
            return None
        left = -1 if kind == 'dict' else self._size(_NAMES[kind], code == ')')
        made = [] if kind == 'list' else {} if kind == 'dict' else set() if kind == 'set' else _NULL
        slot = None
        if flag:
            slot = len(self.refs)
            self.refs.append(made)
        return _Level(kind, left, made, slot)

    def _closed(self, level):
        """What a container is, now that all is there."""
        made = level.made
        if level.kind == 'list':
            made.extend(level.items)
        elif level.kind == 'dict':
            for at in range(0, len(level.items) - 1, 2):
                made[level.items[at]] = level.items[at + 1]
        elif level.kind == 'set':
            made.update(level.items)
        else:
            made = tuple(level.items) if level.kind == 'tuple' else frozenset(level.items)
            if level.slot is not None:
                self.refs[level.slot] = made
        return made

    def read(self, allow_code):
        levels = []
        while True:
            try:
                byte = self.take(1)[0]
            except EOFError:
                raise EOFError('EOF read where object expected') from None
            if len(levels) >= _DEEPEST:
                raise ValueError('recursion limit exceeded')
            flag, code = byte & _REF, chr(byte & ~_REF)
            if byte & ~_REF in _VALUES:
                value = _VALUES[byte & ~_REF]
            elif code == '0':
                value = _END
            elif code == 'r':
                at = self._int()
                value = self.refs[at] if 0 <= at < len(self.refs) else _NULL
                if value is _NULL:
                    _bad('invalid reference')
            else:
                level = self._opened(code, flag)
                if level is not None:
                    if level.left:
                        levels.append(level)
                        continue
                    value = self._closed(level)
                else:
                    value = self._leaf(code)
                    if value is _NULL:
                        if code != 'c':
                            _bad('unknown type code')
                        if not allow_code:
                            raise ValueError('unmarshalling code objects is disallowed')
                        self.take(4)
                        _bad('code')
                    if flag:
                        self.refs.append(value)
            # A value is there: it belongs to the container that is open, which may be whole now, and so on.
            while levels:
                level = levels[-1]
                if level.left < 0:
                    if value is not _END:
                        level.items.append(value)
                        break
                elif value is _END:
                    raise TypeError(f'NULL object in marshal data for {_NAMES[level.kind]}')
                else:
                    level.items.append(value)
                    level.left -= 1
                    if level.left:
                        break
                value = self._closed(levels.pop())
            else:
                if value is _END:
                    raise TypeError('NULL object in marshal data for object')
                return value


def loads(data, /, *, allow_code=True):
    """The value of bytes."""
    try:
        data = bytes(memoryview(data))
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None
    return _Reader(_Bytes(data)).read(allow_code)


def load(file, /, *, allow_code=True):
    """The next value of a file."""
    data = file.read(0)
    if not isinstance(data, bytes):
        raise TypeError(f'file.read() returned not bytes but {type(data).__name__}')
    return _Reader(_File(file)).read(allow_code)

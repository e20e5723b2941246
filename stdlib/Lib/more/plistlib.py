"""Property lists, in XML and in the binary format."""
import binascii
import codecs
import datetime
import enum
import re
import struct
from io import BytesIO

__all__ = ['InvalidFileException', 'FMT_XML', 'FMT_BINARY', 'load', 'dump', 'loads', 'dumps', 'UID']

PlistFormat = enum.Enum('PlistFormat', 'FMT_XML FMT_BINARY', module=__name__)
FMT_XML, FMT_BINARY = PlistFormat.FMT_XML, PlistFormat.FMT_BINARY


class UID:
    """A number that a keyed archive refers to an object by."""

    def __init__(self, data):
        if not isinstance(data, int):
            raise TypeError('data must be an int')
        if data >= 1 << 64:
            raise ValueError('UIDs cannot be >= 2**64')
        if data < 0:
            raise ValueError('UIDs must be positive')
        self.data = data

    def __index__(self):
        return self.data

    def __repr__(self):
        return f'{self.__class__.__name__}({self.data!r})'

    def __reduce__(self):
        return self.__class__, (self.data,)

    def __eq__(self, other):
        return self.data == other.data if isinstance(other, UID) else NotImplemented

    def __hash__(self):
        return hash(self.data)


class InvalidFileException(ValueError):
    def __init__(self, message='Invalid file'):
        super().__init__(message)


def _text_items(d, sort_keys, skipkeys):
    """The items of a dict whose keys are strings."""
    for key, value in sorted(d.items()) if sort_keys else d.items():
        if isinstance(key, str):
            yield key, value
        elif not skipkeys:
            raise TypeError('keys must be strings')


# --- XML

_HEADER = b'''<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
'''
_control = re.compile('[\x00-\x08\x0b\x0c\x0e-\x1f]')
_date = re.compile(r'(\d\d\d\d)(?:-(\d\d)(?:-(\d\d)(?:T(\d\d)(?::(\d\d)(?::(\d\d))?)?)?)?)?Z', re.ASCII)


def _escape(text):
    if _control.search(text):
        raise ValueError("strings can't contain control characters; use bytes instead")
    text = text.replace('\r\n', '\n').replace('\r', '\n')
    return text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')


class _XMLWriter:
    def __init__(self, write, sort_keys, skipkeys, aware):
        self._write = write
        self._sort_keys, self._skipkeys, self._aware = sort_keys, skipkeys, aware

    def line(self, level, text):
        self._write(b'\t' * level + text.encode('utf-8') + b'\n')

    def value(self, value, level):
        kind = type(value)
        if isinstance(value, str):
            self.line(level, f'<string>{_escape(value)}</string>')
        elif value is True or value is False:
            self.line(level, '<true/>' if value else '<false/>')
        elif isinstance(value, int):
            if not -1 << 63 <= value < 1 << 64:
                raise OverflowError(value)
            self.line(level, f'<integer>{value:d}</integer>')
        elif isinstance(value, float):
            self.line(level, f'<real>{value!r}</real>')
        elif isinstance(value, dict):
            if not value:
                self.line(level, '<dict/>')
                return
            self.line(level, '<dict>')
            for key, item in _text_items(value, self._sort_keys, self._skipkeys):
                self.line(level + 1, f'<key>{_escape(key)}</key>')
                self.value(item, level + 1)
            self.line(level, '</dict>')
        elif isinstance(value, (bytes, bytearray)):
            self.line(level, '<data>')
            size = max(16, 76 - 8 * level) // 4 * 3
            for at in range(0, len(value), size):
                self.line(level, binascii.b2a_base64(value[at:at + size], newline=False).decode())
            self.line(level, '</data>')
        elif isinstance(value, datetime.datetime):
            if self._aware:
                value = value.astimezone(datetime.UTC)
            self.line(level, f'<date>{value.year:04}-{value.month:02}-{value.day:02}T'
                             f'{value.hour:02}:{value.minute:02}:{value.second:02}Z</date>')
        elif isinstance(value, (tuple, list)):
            if not value:
                self.line(level, '<array/>')
                return
            self.line(level, '<array>')
            for item in value:
                self.value(item, level + 1)
            self.line(level, '</array>')
        else:
            raise TypeError(f'unsupported type: {kind}')


class _Target:
    """Handles the elements of a document."""

    def __init__(self, dict_type, aware):
        self.stack = []
        self.key = None
        self.root = None
        self.text = []
        self.dict_type, self.aware = dict_type, aware

    def start(self, name, attributes):
        self.text = []
        if name in ('dict', 'array'):
            made = self.dict_type() if name == 'dict' else []
            self.add(made)
            self.stack.append(made)

    def data(self, text):
        self.text.append(text)

    def add(self, value):
        if self.key is not None:
            if not isinstance(self.stack[-1], dict):
                raise ValueError('unexpected element')
            self.stack[-1][self.key] = value
            self.key = None
        elif not self.stack:
            self.root = value
        elif isinstance(self.stack[-1], list):
            self.stack[-1].append(value)
        else:
            raise ValueError('unexpected element')

    def end(self, name):
        text = ''.join(self.text)
        self.text = []
        if name == 'dict':
            if self.key:
                raise ValueError(f"missing value for key '{self.key}'")
            self.stack.pop()
        elif name == 'array':
            self.stack.pop()
        elif name == 'key':
            if self.key or not isinstance(self.stack[-1], dict):
                raise ValueError('unexpected key')
            self.key = text
        elif name in ('true', 'false'):
            self.add(name == 'true')
        elif name == 'integer':
            self.add(int(text, 16 if text[:2] in ('0x', '0X') else 10))
        elif name == 'real':
            self.add(float(text))
        elif name == 'string':
            self.add(text)
        elif name == 'data':
            self.add(binascii.a2b_base64(text.encode('utf-8')))
        elif name == 'date':
            parts = [int(part) for part in _date.match(text).groups() if part is not None]
            self.add(datetime.datetime(*parts, tzinfo=datetime.UTC if self.aware else None))


def _read_xml(fp, dict_type, aware):
    from xml.etree.ElementTree import XMLParser
    data = fp.read()
    for mark, encoding in _marks:
        if data.startswith(mark):
            data = data[len(mark):].decode(encoding)
            break
    shown = data if isinstance(data, str) else data.decode('latin-1')
    if re.search(r'<!DOCTYPE[^>\[]*\[[^\]]*<!ENTITY', shown):
        raise InvalidFileException('XML entity declarations are not supported in plist files')
    target = _Target(dict_type, aware)
    parser = XMLParser(target=target)
    parser.feed(data)
    parser.close()
    return target.root


_marks = ((codecs.BOM_UTF8, 'utf-8'), (codecs.BOM_UTF32_BE, 'utf-32-be'), (codecs.BOM_UTF32_LE, 'utf-32-le'),
          (codecs.BOM_UTF16_BE, 'utf-16-be'), (codecs.BOM_UTF16_LE, 'utf-16-le'))


def _is_xml(header):
    starts = ('<?xml', '<plist')
    return header.startswith(tuple([start.encode() for start in starts])) or any(
        header.startswith(mark + start.encode(encoding)) for mark, encoding in _marks for start in starts)


# --- the binary format

_CODES = {1: 'B', 2: 'H', 4: 'L', 8: 'Q'}
_EPOCH = datetime.datetime(2001, 1, 1)
_missing = object()


class _BinaryReader:
    def __init__(self, fp, dict_type, aware):
        self.fp, self.dict_type, self.aware = fp, dict_type, aware

    def exactly(self, size):
        data = self.fp.read(size)
        if len(data) != size:
            raise InvalidFileException()
        return data

    def parse(self):
        try:
            self.fp.seek(-32, 2)
            offset_size, self.ref_size, count, top, table = struct.unpack('>6xBBQQQ', self.exactly(32))
            self.fp.seek(table)
            self.offsets = self.ints(count, offset_size)
            self.objects = [_missing] * count
            return self.object(top)
        except (OSError, IndexError, struct.error, OverflowError, ValueError):
            raise InvalidFileException()

    def ints(self, count, size):
        data = self.exactly(size * count)
        if not size:
            raise InvalidFileException()
        if size in _CODES:
            return struct.unpack(f'>{count}{_CODES[size]}', data)
        return [int.from_bytes(data[at:at + size], 'big') for at in range(0, size * count, size)]

    def size(self, low):
        if low != 15:
            return low
        width = 1 << (self.exactly(1)[0] & 3)
        return int.from_bytes(self.exactly(width), 'big')

    def object(self, ref):
        found = self.objects[ref]
        if found is not _missing:
            return found
        self.fp.seek(self.offsets[ref])
        token = self.exactly(1)[0]
        high, low = token & 0xf0, token & 15
        if token == 0:
            made = None
        elif token in (8, 9):
            made = token == 9
        elif token == 15:
            made = b''
        elif high == 0x10:
            made = int.from_bytes(self.exactly(1 << low), 'big', signed=low >= 3)
        elif token == 0x22:
            made = struct.unpack('>f', self.exactly(4))[0]
        elif token == 0x23:
            made = struct.unpack('>d', self.exactly(8))[0]
        elif token == 0x33:
            seconds = struct.unpack('>d', self.exactly(8))[0]
            epoch = _EPOCH.replace(tzinfo=datetime.UTC) if self.aware else _EPOCH
            made = epoch + datetime.timedelta(seconds=seconds)
        elif high == 0x40:
            made = self.exactly(self.size(low))
        elif high == 0x50:
            made = self.exactly(self.size(low)).decode('ascii')
        elif high == 0x60:
            made = self.exactly(self.size(low) * 2).decode('utf-16be')
        elif high == 0x80:
            made = UID(int.from_bytes(self.exactly(1 + low), 'big'))
        elif high == 0xa0:
            refs = self.ints(self.size(low), self.ref_size)
            made = self.objects[ref] = []
            for item in refs:
                made.append(self.object(item))
        elif high == 0xd0:
            count = self.size(low)
            keys, values = self.ints(count, self.ref_size), self.ints(count, self.ref_size)
            made = self.objects[ref] = self.dict_type()
            try:
                for key, value in zip(keys, values):
                    made[self.object(key)] = self.object(value)
            except TypeError:
                raise InvalidFileException()
        else:
            raise InvalidFileException()
        self.objects[ref] = made
        return made


def _width(count):
    return 1 if count < 1 << 8 else 2 if count < 1 << 16 else 4 if count < 1 << 32 else 8


class _BinaryWriter:
    def __init__(self, write, sort_keys, skipkeys, aware):
        self._write = write
        self._sort_keys, self._skipkeys, self._aware = sort_keys, skipkeys, aware
        self.at = 0

    def put(self, data):
        self._write(data)
        self.at += len(data)

    def document(self, value):
        # Equal values of one kind are written once, and so are containers that are one object.
        self.objects, self.numbers = [], {}
        self.flatten(value)
        count = len(self.objects)
        self.ref_size = _width(count)
        self.put(b'bplist00')
        offsets = []
        for item in self.objects:
            offsets.append(self.at)
            self.object(item)
        table = self.at
        size = _width(table)
        self.put(struct.pack(f'>{count}{_CODES[size]}', *offsets))
        self.put(struct.pack('>5xBBBQQQ', 0, size, self.ref_size, count, self.number(value), table))

    def key(self, value):
        return (type(value), value) if isinstance(value, (str, int, float, datetime.datetime, bytes)) else id(value)

    def number(self, value):
        return self.numbers[self.key(value)]

    def flatten(self, value):
        key = self.key(value)
        if key in self.numbers:
            return
        self.numbers[key] = len(self.objects)
        self.objects.append(value)
        if isinstance(value, dict):
            items = list(_text_items(value, self._sort_keys, self._skipkeys))
            for part in (0, 1):
                for item in items:
                    self.flatten(item[part])
        elif isinstance(value, (list, tuple)):
            for item in value:
                self.flatten(item)

    def sized(self, token, size):
        if size < 15:
            self.put(bytes((token | size,)))
        else:
            width = _width(size)
            self.put(bytes((token | 15, 0x10 | width.bit_length() - 1)) + size.to_bytes(width, 'big'))

    def refs(self, values):
        self.put(struct.pack(f'>{len(values)}{_CODES[self.ref_size]}', *[self.number(value) for value in values]))

    def object(self, value):
        if value is None:
            self.put(b'\x00')
        elif value is False:
            self.put(b'\x08')
        elif value is True:
            self.put(b'\x09')
        elif isinstance(value, int):
            if not -1 << 63 <= value < 1 << 64:
                raise OverflowError(value)
            if value < 0:
                self.put(struct.pack('>Bq', 0x13, value))
            elif value < 1 << 63:
                width = _width(value)
                self.put(bytes((0x10 | width.bit_length() - 1,)) + value.to_bytes(width, 'big'))
            else:
                self.put(b'\x14' + value.to_bytes(16, 'big'))
        elif isinstance(value, float):
            self.put(struct.pack('>Bd', 0x23, value))
        elif isinstance(value, datetime.datetime):
            epoch = _EPOCH
            if self._aware:
                value, epoch = value.astimezone(datetime.UTC), _EPOCH.replace(tzinfo=datetime.UTC)
            self.put(struct.pack('>Bd', 0x33, (value - epoch).total_seconds()))
        elif isinstance(value, UID):
            if value.data < 0:
                raise ValueError('UIDs must be positive')
            width = _width(value.data)
            self.put(bytes((0x80 | width - 1,)) + value.data.to_bytes(width, 'big'))
        elif isinstance(value, (bytes, bytearray)):
            self.sized(0x40, len(value))
            self.put(bytes(value))
        elif isinstance(value, str):
            if value.isascii():
                self.sized(0x50, len(value))
                self.put(value.encode('ascii'))
            else:
                data = value.encode('utf-16be')
                self.sized(0x60, len(data) // 2)
                self.put(data)
        elif isinstance(value, (list, tuple)):
            self.sized(0xa0, len(value))
            self.refs(value)
        elif isinstance(value, dict):
            items = list(_text_items(value, self._sort_keys, self._skipkeys))
            self.sized(0xd0, len(items))
            self.refs([key for key, _ in items])
            self.refs([item for _, item in items])
        else:
            raise TypeError(value)


# --- what is called

def load(fp, *, fmt=None, dict_type=dict, aware_datetime=False):
    """What a file of bytes holds."""
    if fmt is None:
        header = fp.read(32)
        fp.seek(0)
        fmt = FMT_XML if _is_xml(header) else FMT_BINARY if header[:8] == b'bplist00' else None
        if fmt is None:
            raise InvalidFileException()
    if fmt not in (FMT_XML, FMT_BINARY):
        raise KeyError(fmt)
    if fmt is FMT_XML:
        return _read_xml(fp, dict_type, aware_datetime)
    return _BinaryReader(fp, dict_type, aware_datetime).parse()


def loads(value, *, fmt=None, dict_type=dict, aware_datetime=False):
    """What bytes, or in XML text, hold."""
    if isinstance(value, str):
        if fmt == FMT_BINARY:
            raise TypeError('value must be bytes-like object when fmt is FMT_BINARY')
        value = value.encode()
    return load(BytesIO(value), fmt=fmt, dict_type=dict_type, aware_datetime=aware_datetime)


def dump(value, fp, *, fmt=FMT_XML, sort_keys=True, skipkeys=False, aware_datetime=False):
    """Writes a value to a file of bytes."""
    if fmt is FMT_XML:
        writer = _XMLWriter(fp.write, sort_keys, skipkeys, aware_datetime)
        fp.write(_HEADER)
        writer.line(0, '<plist version="1.0">')
        writer.value(value, 0)
        writer.line(0, '</plist>')
    elif fmt is FMT_BINARY:
        _BinaryWriter(fp.write, sort_keys, skipkeys, aware_datetime).document(value)
    else:
        raise ValueError(f'Unsupported format: {fmt!r}')


def dumps(value, *, fmt=FMT_XML, skipkeys=False, sort_keys=True, aware_datetime=False):
    """A value as bytes."""
    out = BytesIO()
    dump(value, out, fmt=fmt, skipkeys=skipkeys, sort_keys=sort_keys, aware_datetime=aware_datetime)
    return out.getvalue()

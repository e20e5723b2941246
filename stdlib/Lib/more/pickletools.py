"""Pickles taken apart: their opcodes, a listing of them, and the same pickle without what it does not need."""
import codecs
import struct
from io import BytesIO

__all__ = ['dis', 'genops', 'optimize']

UP_TO_NEWLINE = -1
TAKEN_FROM_ARGUMENT1, TAKEN_FROM_ARGUMENT4, TAKEN_FROM_ARGUMENT4U, TAKEN_FROM_ARGUMENT8U = -2, -3, -4, -5


# --- the arguments of opcodes

class ArgumentDescriptor:
    """A kind of argument: how many bytes it has, or how to find that out, and what reads it."""

    __slots__ = ('name', 'n', 'reader', 'doc')

    def __init__(self, name, n, reader, doc):
        self.name, self.n, self.reader, self.doc = name, n, reader, doc


def _fixed(name, format):
    size = struct.calcsize(format)

    def read(f):
        data = f.read(size)
        if len(data) != size:
            raise ValueError(f'not enough data in stream to read {name}')
        return struct.unpack(format, data)[0]

    return ArgumentDescriptor(name, size, read, f'{size} bytes.')


def _line(f, decode=True, strip=True):
    data = f.readline()
    if not data.endswith(b'\n'):
        raise ValueError('no newline found when trying to read stringnl')
    data = data[:-1]
    if strip:
        for quote in (b'"', b"'"):
            if data.startswith(quote):
                if not data.endswith(quote):
                    raise ValueError(f'strinq quote {quote!r} not found at both ends of {data!r}')
                data = data[1:-1]
                break
        else:
            raise ValueError(f'no string quotes around {data!r}')
    return codecs.escape_decode(data)[0].decode('ascii') if decode else data


def _plain_line(f):
    return _line(f, decode=False, strip=False).decode('utf-8')


def _pair(f):
    return f'{_plain_line(f)} {_plain_line(f)}'


def _counted(name, n, format, turn):
    size = struct.calcsize(format)

    def read(f):
        head = f.read(size)
        if len(head) != size:
            raise ValueError(f'not enough data in stream to read {_fixed_names[format]}')
        count = struct.unpack(format, head)[0]
        if count < 0:
            raise ValueError(f'{name} byte count < 0: {count}')
        if count > 1 << 62:
            raise ValueError(f'{name} byte count > sys.maxsize: {count}')
        data = f.read(count)
        if len(data) != count:
            raise ValueError(f'expected {count} bytes in a {name}, but only {len(data)} remain')
        return turn(data)

    return ArgumentDescriptor(name, n, read, 'A count of bytes, and the bytes.')


def _decimal_short(f):
    text = _line(f, decode=False, strip=False)
    if text in (b'00', b'01'):
        return text == b'01'
    return int(text)


def _decimal_long(f):
    text = _line(f, decode=False, strip=False)
    return int(text[:-1] if text[-1:] == b'L' else text)


def _unicode_line(f):
    data = f.readline()
    if not data.endswith(b'\n'):
        raise ValueError('no newline found when trying to read unicodestringnl')
    return str(data[:-1], 'raw-unicode-escape')


def _signed(data):
    return int.from_bytes(data, 'little', signed=True)


def _latin(data):
    return data.decode('latin-1')


def _utf8(data):
    return str(data, 'utf-8', 'surrogatepass')


_fixed_names = {'<B': 'uint1', '<H': 'uint2', '<i': 'int4', '<I': 'uint4', '<Q': 'uint8'}
_arguments = [*[_fixed(name, format) for format, name in _fixed_names.items()], _fixed('float8', '>d')]
_arguments += [ArgumentDescriptor(name, UP_TO_NEWLINE, read, 'Text up to the end of the line.') for name, read in (
    ('stringnl', _line), ('stringnl_noescape', _plain_line), ('decimalnl_short', _decimal_short),
    ('decimalnl_long', _decimal_long), ('unicodestringnl', _unicode_line), ('stringnl_noescape_pair', _pair),
    ('floatnl', lambda f: float(_line(f, decode=False, strip=False))))]
_arguments += [_counted(*row) for row in (
    ('string1', -2, '<B', _latin), ('string4', -3, '<i', _latin), ('bytes1', -2, '<B', bytes), ('bytes4', -4, '<I', bytes),
    ('bytes8', -5, '<Q', bytes), ('bytearray8', -5, '<Q', bytearray), ('unicodestring1', -2, '<B', _utf8),
    ('unicodestring4', -4, '<I', _utf8), ('unicodestring8', -5, '<Q', _utf8), ('long1', -2, '<B', _signed),
    ('long4', -3, '<i', _signed))]
for _argument in _arguments:
    globals()[_argument.name] = _argument
    globals()['read_' + _argument.name] = _argument.reader


class StackObject:
    """A kind of thing that lies on the stack."""

    __slots__ = ('name', 'obtype', 'doc')

    def __init__(self, name, obtype, doc):
        self.name, self.obtype, self.doc = name, obtype, doc

    def __repr__(self):
        return self.name


markobject = StackObject('mark', StackObject, 'Where a slice of the stack begins.')
stackslice = StackObject('stackslice', StackObject, 'What lies above the topmost mark.')
anyobject = StackObject('any', object, 'Any object.')
_stack_objects = {kind.name: kind for kind in (markobject, stackslice, anyobject, *[
    StackObject(name, obtype, f'An object of the kind {name}.') for name, obtype in (
        ('int', int), ('int_or_bool', (int, bool)), ('bool', bool), ('float', float), ('bytes_or_str', (bytes, str)),
        ('bytes', bytes), ('bytearray', bytearray), ('str', str), ('None', type(None)), ('tuple', tuple), ('list', list),
        ('dict', dict), ('set', set), ('frozenset', set), ('buffer', object))])}


# --- opcodes

class OpcodeInfo:
    """One opcode: its argument, and what it takes from the stack and puts there."""

    __slots__ = ('name', 'code', 'arg', 'stack_before', 'stack_after', 'proto', 'doc')

    def __init__(self, name, code, arg, stack_before, stack_after, proto, doc):
        self.name, self.code, self.arg, self.proto, self.doc = name, code, arg, proto, doc
        self.stack_before, self.stack_after = stack_before, stack_after


# name, code, argument, what it takes, what it leaves, protocol, what it does
_ROWS = '''
INT 49 decimalnl_short - int_or_bool 0 Push an int or bool given as text.
BININT 4a int4 - int 1 Push an int of four bytes.
BININT1 4b uint1 - int 1 Push an int of one byte.
BININT2 4d uint2 - int 1 Push an int of two bytes.
LONG 4c decimalnl_long - int 0 Push an int given as text.
LONG1 8a long1 - int 2 Push an int of up to 255 bytes.
LONG4 8b long4 - int 2 Push an int of many bytes.
STRING 53 stringnl - bytes_or_str 0 Push a string given as a literal.
BINSTRING 54 string4 - bytes_or_str 1 Push a string after four bytes of length.
SHORT_BINSTRING 55 string1 - bytes_or_str 1 Push a string after one byte of length.
BINBYTES 42 bytes4 - bytes 3 Push bytes after four bytes of length.
SHORT_BINBYTES 43 bytes1 - bytes 3 Push bytes after one byte of length.
BINBYTES8 8e bytes8 - bytes 4 Push bytes after eight bytes of length.
BYTEARRAY8 96 bytearray8 - bytearray 5 Push a bytearray after eight bytes of length.
NEXT_BUFFER 97 - - buffer 5 Push the next buffer from outside.
READONLY_BUFFER 98 - buffer buffer 5 Make the buffer on top read-only.
NONE 4e - - None 0 Push None.
NEWTRUE 88 - - bool 2 Push True.
NEWFALSE 89 - - bool 2 Push False.
UNICODE 56 unicodestringnl - str 0 Push text given in escapes.
SHORT_BINUNICODE 8c unicodestring1 - str 4 Push text after one byte of length.
BINUNICODE 58 unicodestring4 - str 1 Push text after four bytes of length.
BINUNICODE8 8d unicodestring8 - str 4 Push text after eight bytes of length.
FLOAT 46 floatnl - float 0 Push a float given as text.
BINFLOAT 47 float8 - float 1 Push a float of eight bytes.
EMPTY_LIST 5d - - list 1 Push a new list.
APPEND 61 - list,any list 0 Append the top to the list below.
APPENDS 65 - list,mark,stackslice list 1 Append all above the mark to the list below.
LIST 6c - mark,stackslice list 0 Make a list of all above the mark.
EMPTY_TUPLE 29 - - tuple 1 Push the empty tuple.
TUPLE 74 - mark,stackslice tuple 0 Make a tuple of all above the mark.
TUPLE1 85 - any tuple 2 Make a tuple of the top.
TUPLE2 86 - any,any tuple 2 Make a tuple of the topmost two.
TUPLE3 87 - any,any,any tuple 2 Make a tuple of the topmost three.
EMPTY_DICT 7d - - dict 1 Push a new dict.
DICT 64 - mark,stackslice dict 0 Make a dict of all above the mark.
SETITEM 73 - dict,any,any dict 0 Put a key and its value into the dict below.
SETITEMS 75 - dict,mark,stackslice dict 1 Put all above the mark into the dict below.
EMPTY_SET 8f - - set 4 Push a new set.
ADDITEMS 90 - set,mark,stackslice set 4 Add all above the mark to the set below.
FROZENSET 91 - mark,stackslice frozenset 4 Make a frozenset of all above the mark.
POP 30 - any - 0 Drop the top.
DUP 32 - any any,any 0 Push the top once more.
MARK 28 - - mark 0 Push a mark.
POP_MARK 31 - mark,stackslice - 1 Drop the mark and all above it.
GET 67 decimalnl_short - any 0 Push from the memo.
BINGET 68 uint1 - any 1 Push from the memo.
LONG_BINGET 6a uint4 - any 1 Push from the memo.
PUT 70 decimalnl_short - - 0 Keep the top in the memo.
BINPUT 71 uint1 - - 1 Keep the top in the memo.
LONG_BINPUT 72 uint4 - - 1 Keep the top in the memo.
MEMOIZE 94 - any any 4 Keep the top in the memo's next place.
EXT1 82 uint1 - any 2 Push what has a registered number.
EXT2 83 uint2 - any 2 Push what has a registered number.
EXT4 84 int4 - any 2 Push what has a registered number.
GLOBAL 63 stringnl_noescape_pair - any 0 Push what a module has by a name.
STACK_GLOBAL 93 - str,str any 4 Push what a module has by a name, both on the stack.
REDUCE 52 - any,any any 0 Call what is below with the tuple on top.
BUILD 62 - any,any any 0 Give the object below its state.
INST 69 stringnl_noescape_pair mark,stackslice any 0 Make an instance of a class by its name.
OBJ 6f - mark,any,stackslice any 1 Make an instance of the class above the mark.
NEWOBJ 81 - any,any any 2 Make an instance by `__new__`.
NEWOBJ_EX 92 - any,any,any any 4 Make an instance by `__new__` with keywords.
PROTO 80 uint1 - - 2 Tell the protocol.
STOP 2e - any - 0 The end: the top is the result.
FRAME 95 uint8 - - 4 Tell how long the next frame is.
PERSID 50 stringnl_noescape - any 0 Push an object known outside by a name.
BINPERSID 51 - any any 1 Push an object known outside, by what is on top.
'''
opcodes = []
for _row in _ROWS.strip().split('\n'):
    _name, _code, _argument, _before, _after, _proto, _doc = _row.split(' ', 6)
    _before, _after = [[] if side == '-' else [_stack_objects[kind] for kind in side.split(',')] for side in (_before, _after)]
    opcodes.append(OpcodeInfo(_name, chr(int(_code, 16)), None if _argument == '-' else globals()[_argument], _before, _after,
                              int(_proto), _doc))
code2op = {opcode.code: opcode for opcode in opcodes}
del _ROWS, _row, _name, _code, _argument, _before, _after, _proto, _doc


def _genops(data, yield_end_pos=False):
    if isinstance(data, (bytes, bytearray, memoryview)):
        data = BytesIO(data)
    tell = getattr(data, 'tell', lambda: None)
    while True:
        pos = tell()
        code = data.read(1)
        opcode = code2op.get(code.decode('latin-1'))
        if opcode is None:
            if code == b'':
                raise ValueError('pickle exhausted before seeing STOP')
            raise ValueError(f'at position {"<unknown>" if pos is None else pos}, opcode {code!r} unknown')
        arg = None if opcode.arg is None else opcode.arg.reader(data)
        if yield_end_pos:
            yield opcode, arg, pos, tell()
        else:
            yield opcode, arg, pos
        if code == b'.':
            return


def genops(pickle):
    """Opcode, argument and position of each step of a pickle, which is bytes or a file."""
    return _genops(pickle)


# --- without what is not needed

def _memo_op(name, short, long, index):
    if name:
        return b'%s%d\n' % (name, index)
    return short + bytes((index,)) if index < 256 else long + struct.pack('<I', index)


def optimize(p):
    """The same pickle without PUTs that no GET asks for."""
    steps, stored, wanted = [], 0, {}
    proto, header = 0, b''
    seen = set()
    for opcode, arg, pos, end in _genops(p, yield_end_pos=True):
        name = opcode.name
        if 'PUT' in name or name == 'MEMOIZE':
            place = len(seen) if name == 'MEMOIZE' else arg
            seen.add(place)
            steps.append(('put', place))
        elif name == 'FRAME':
            continue
        elif 'GET' in name:
            wanted[arg] = None
            steps.append(('get', arg))
        elif name == 'PROTO':
            proto = max(proto, arg)
            if pos == 0:
                header = p[pos:end]
            else:
                steps.append((pos, end))
        else:
            steps.append((pos, end))
    out, frame = [header], []
    size = 0

    def close():
        nonlocal size
        if size >= 4:
            out.append(b'\x95' + struct.pack('<Q', size))
        out.extend(frame)
        frame.clear()
        size = 0

    for what, arg in steps:
        if what == 'put':
            if arg not in wanted:
                continue
            wanted[arg] = stored
            data = b'\x94' if proto >= 4 else _memo_op(b'' if proto else b'p', b'q', b'r', stored)
            stored += 1
        elif what == 'get':
            data = _memo_op(b'' if proto else b'g', b'h', b'j', wanted[arg])
        else:
            data = p[what:arg]
        if proto < 4:
            out.append(data)
            continue
        # Large pieces stand between frames.
        alone = len(data) > 1 << 16
        if alone or size >= 1 << 16:
            close()
        if alone:
            out.append(data)
        else:
            frame.append(data)
            size += len(data)
    close()
    return b''.join(out)


# --- a listing

def dis(pickle, out=None, memo=None, indentlevel=4, annotate=0):
    """Lists a pickle's opcodes, deeper between marks, and checks what they do to stack and memo."""
    stack, marks = [], []
    memo = {} if memo is None else memo
    highest = -1
    problem = None
    column = annotate
    for opcode, arg, pos in genops(pickle):
        if pos is not None:
            print(f'{pos:5d}:', end=' ', file=out)
        line = f'{repr(opcode.code)[1:-1]:<4} {" " * indentlevel * len(marks)}{opcode.name}'
        highest = max(highest, opcode.proto)
        before, after = opcode.stack_before, opcode.stack_after
        taken = len(before)
        note = None
        if markobject in before or opcode.name == 'POP' and stack and stack[-1] is markobject:
            if marks:
                place = marks.pop()
                note = '(MARK at unknown opcode offset)' if place is None else f'(MARK at {place})'
                while stack.pop() is not markobject:
                    pass
                taken = before.index(markobject) if markobject in before else 0
            else:
                problem = note = 'no MARK exists on stack'
        if opcode.name in ('PUT', 'BINPUT', 'LONG_BINPUT', 'MEMOIZE'):
            place = arg
            if opcode.name == 'MEMOIZE':
                place = len(memo)
                note = f'(as {place})'
            if place in memo:
                problem = f'memo key {arg!r} already defined'
            elif not stack:
                problem = "stack is empty -- can't store into memo"
            elif stack[-1] is markobject:
                problem = "can't store markobject in the memo"
            else:
                memo[place] = stack[-1]
        elif opcode.name in ('GET', 'BINGET', 'LONG_BINGET'):
            if arg in memo:
                after = [memo[arg]]
            else:
                problem = f'memo key {arg!r} has never been stored into'
        if arg is not None or note:
            line = line + ' ' * (10 - len(opcode.name))
            if arg is not None:
                line += ' ' + (ascii(arg) if opcode.name in ('STRING', 'BINSTRING', 'SHORT_BINSTRING') else repr(arg))
            if note:
                line += ' ' + note
        if annotate:
            line = line.ljust(column)
            column = len(line)
            if column > 50:
                column = annotate
            line += ' ' + opcode.doc
        print(line, file=out)
        if problem:
            raise ValueError(problem)
        if len(stack) < taken:
            raise ValueError(f'tries to pop {taken} items from stack with only {len(stack)} items')
        if taken:
            del stack[-taken:]
        if markobject in after:
            marks.append(pos)
        stack.extend(after)
    print('highest protocol among opcodes =', highest, file=out)
    if stack:
        raise ValueError(f'stack not empty after STOP: {stack!r}')

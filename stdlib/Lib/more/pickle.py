"""Objects as bytes and back, in CPython's format.

Loading reaches only what the program may import itself.
"""
import sys
from _stockade import argument_name as _argument_name, guest_getattr as _guest_getattr, guest_setattr as _guest_setattr, index as _index
from copyreg import _extension_cache, _extension_registry, _inverted_registry, dispatch_table
from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING, REVERSE_IMPORT_MAPPING, REVERSE_NAME_MAPPING
from io import BytesIO
from struct import pack, unpack

__all__ = ['PickleError', 'PicklingError', 'UnpicklingError', 'Pickler', 'Unpickler', 'dump', 'dumps', 'load', 'loads',
           'PickleBuffer', 'HIGHEST_PROTOCOL', 'DEFAULT_PROTOCOL', 'format_version', 'compatible_formats']
HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4
format_version = '4.0'
compatible_formats = ['1.0', '1.1', '1.2', '1.3', '2.0', '3.0', '4.0', '5.0']
bytes_types = (bytes, bytearray)

_CODES = '''
MARK=( STOP=. POP=0 POP_MARK=1 DUP=2 FLOAT=F INT=I BININT=J BININT1=K LONG=L BININT2=M NONE=N PERSID=P BINPERSID=Q REDUCE=R
STRING=S BINSTRING=T SHORT_BINSTRING=U UNICODE=V BINUNICODE=X APPEND=a BUILD=b GLOBAL=c DICT=d EMPTY_DICT=} APPENDS=e GET=g
BINGET=h INST=i LONG_BINGET=j LIST=l EMPTY_LIST=] OBJ=o PUT=p BINPUT=q LONG_BINPUT=r SETITEM=s TUPLE=t EMPTY_TUPLE=)
SETITEMS=u BINFLOAT=G BINBYTES=B SHORT_BINBYTES=C
PROTO=128 NEWOBJ=129 EXT1=130 EXT2=131 EXT4=132 TUPLE1=133 TUPLE2=134 TUPLE3=135 NEWTRUE=136 NEWFALSE=137 LONG1=138 LONG4=139
SHORT_BINUNICODE=140 BINUNICODE8=141 BINBYTES8=142 EMPTY_SET=143 ADDITEMS=144 FROZENSET=145 NEWOBJ_EX=146 STACK_GLOBAL=147
MEMOIZE=148 FRAME=149 BYTEARRAY8=150 NEXT_BUFFER=151 READONLY_BUFFER=152
'''
for _entry in _CODES.split():
    _name, _, _code = _entry.partition('=')
    globals()[_name] = bytes([int(_code)]) if len(_code) == 3 else _code.encode()
    __all__.append(_name)
del _CODES, _entry, _name, _code
TRUE, FALSE = b'I01\n', b'I00\n'


class PickleError(Exception):
    """The base of the errors of this module."""


class PicklingError(PickleError):
    """An object that cannot be pickled."""


class UnpicklingError(PickleError):
    """Bytes that are no pickle."""


for _kind in (PickleError, PicklingError, UnpicklingError):
    _kind.__module__ = '_pickle'
del _kind


class _Stop(Exception):
    def __init__(self, value):
        self.value = value


class PickleBuffer:
    """Bytes that may travel beside the pickle."""
    __slots__ = ('_view', '__weakref__')

    def __init__(self, buffer):
        self._view = memoryview(buffer._held() if isinstance(buffer, PickleBuffer) else buffer)

    def _held(self):
        if self._view is None:
            raise ValueError('operation forbidden on released PickleBuffer object')
        return self._view

    def __bytes__(self):
        return bytes(self._held())

    def raw(self):
        self._held()
        if not self._view.contiguous:
            raise BufferError('cannot extract raw buffer from non-contiguous buffer')
        return self._view.cast('B') if self._view.format != 'B' else self._view

    def release(self):
        if self._view is not None:
            self._view.release()
            self._view = None


_functions = (type(lambda: 0), type(len), type([].append))
_no_reduction = object()


def encode_long(x):
    """The shortest little-endian two's complement bytes."""
    if x == 0:
        return b''
    size = (x.bit_length() >> 3) + 1
    made = x.to_bytes(size, 'little', signed=True)
    if x < 0 and size > 1 and made[-1] == 0xff and made[-2] & 0x80:
        made = made[:-1]
    return made


def decode_long(data):
    return int.from_bytes(data, 'little', signed=True)


def _module_of(obj, name):
    if obj is ... or obj is NotImplemented:
        return 'builtins'
    module = getattr(obj, '__module__', None)
    if module is not None:
        return module
    for found, candidate in sys.modules.copy().items():
        if found not in ('__main__', '__mp_main__') and candidate is not None and getattr(candidate, name, None) is obj:
            return found
    return 'builtins' if isinstance(obj, _functions) else '__main__'


# Where the names are that say they come from modules which are not here.
_HOMES = {'_io': 'io', '_thread': 'threading', '_functools': 'functools', '_operator': 'operator', '_queue': 'queue',
          '_random': 'random', '_pickle': 'pickle', '_struct': 'struct', '_contextvars': 'contextvars', '_csv': 'csv',
          '_decimal': 'decimal', 'pathlib._local': 'pathlib', 'pathlib._abc': 'pathlib', '_pydecimal': 'decimal', '_datetime': 'datetime', '_codecs': 'codecs', '_pydatetime': 'datetime', '_collections': 'collections'}


def _module(name):
    if name == '__main__' or name in sys.modules:
        return sys.modules[name]
    from importlib import import_module
    return import_module(name)


def _found(module, path):
    """What a module calls by a dotted path; names of the builtins are the program's."""
    if module == 'builtins' and path.isidentifier():
        from _namespace import looked_up
        found = {}
        try:
            looked_up(f'it = {path}', found)
        except NameError:
            raise AttributeError(f"module 'builtins' has no attribute {path!r}") from None
        return found['it'], None
    found, parent = _module(_HOMES.get(module, module)), None
    for part in path.split('.'):
        if part == '<locals>':
            raise AttributeError(f"Can't get local attribute {path!r} on {found!r}")
        parent, found = found, _guest_getattr(found, part)
    return found, parent


# A frame ends before the next object once it has so many bytes; a shorter piece than the other gets none.
_FRAME_SIZE_TARGET, _FRAME_SIZE_MIN = 64 * 1024, 4


def _framed(head, parts, starts, large):
    """The bytes of a pickle, cut as they are to be written."""
    cuts, frame, size, begin = iter(large), head, 0, 0
    cut = next(cuts, None)

    def ended(stop):
        body = b''.join(parts[begin:stop])
        return frame + (FRAME + pack('<Q', len(body)) if len(body) >= _FRAME_SIZE_MIN else b'') + body

    counted = 0
    for start in starts:
        # A head that is written with its bytes alone comes after the start of its object.
        while cut is not None and cut < start:
            yield ended(cut) + parts[cut]
            yield parts[cut + 1]
            begin = counted = cut + 2
            frame, size, cut = b'', 0, next(cuts, None)
        while counted < start:
            size += len(parts[counted])
            counted += 1
        if size >= _FRAME_SIZE_TARGET:
            yield ended(start)
            frame, size, begin = b'', 0, start
    if cut is not None:
        yield ended(cut) + parts[cut]
        yield parts[cut + 1]
        frame, begin = b'', cut + 2
    yield ended(len(parts))


def _pair(item):
    if not isinstance(item, tuple) or len(item) != 2:
        raise TypeError('dict items iterator must return 2-tuples')
    return item


class _Pickler:
    """Writes pickles to a file."""

    def __init__(self, file, protocol=None, fix_imports=True, buffer_callback=None):
        protocol = DEFAULT_PROTOCOL if protocol is None else _index(protocol)
        if protocol < 0:
            protocol = HIGHEST_PROTOCOL
        elif protocol > HIGHEST_PROTOCOL:
            raise ValueError(f'pickle protocol must be <= {HIGHEST_PROTOCOL}')
        try:
            self._file_write = file.write
        except AttributeError:
            raise TypeError("file must have a 'write' attribute") from None
        if buffer_callback is not None and protocol < 5:
            raise ValueError('buffer_callback needs protocol >= 5')
        self._buffer_callback = buffer_callback
        self._memo = {}
        self.proto = int(protocol)
        self.bin = protocol >= 1
        self.fast = 0
        self.fix_imports = fix_imports and protocol < 3

    @property
    def memo(self):
        """What was written, by its identity: the number it was given, and itself."""
        return self._memo

    @memo.setter
    def memo(self, memo):
        self._memo = memo

    def clear_memo(self):
        self._memo.clear()

    def persistent_id(self, obj):
        return None

    def dump(self, obj):
        if not hasattr(self, '_file_write'):
            raise PicklingError(f'Pickler.__init__() was not called by {self.__class__.__name__}.__init__()')
        # The parts, the places in them where an object begins, and the places of heads whose bytes are so many that they travel alone.
        self._parts, self._starts, self._large = parts, starts, large = [], [], []
        self.write = parts.append
        self.save(obj)
        parts.append(STOP)
        head = PROTO + bytes([self.proto]) if self.proto >= 2 else b''
        if self.proto >= 4:
            for chunk in _framed(head, parts, starts, large):
                self._file_write(chunk)
        else:
            self._file_write(head + b''.join(parts))

    def memoize(self, obj):
        if self.fast:
            return
        at = len(self._memo)
        if self.proto >= 4:
            self.write(MEMOIZE)
        elif self.bin:
            self.write(BINPUT + bytes([at]) if at < 256 else LONG_BINPUT + pack('<I', at))
        else:
            self.write(PUT + b'%d\n' % at)
        self._memo[id(obj)] = at, obj

    def get(self, at):
        if self.bin:
            return BINGET + bytes([at]) if at < 256 else LONG_BINGET + pack('<I', at)
        return GET + b'%d\n' % at

    def save_pers(self, pid):
        if self.bin:
            self.save(pid, False)
            self.write(BINPERSID)
        else:
            try:
                self.write(PERSID + str(pid).encode('ascii') + b'\n')
            except UnicodeEncodeError:
                raise PicklingError('persistent IDs in protocol 0 must be ASCII strings') from None

    def save(self, obj, save_persistent_id=True):
        if self.proto >= 4:
            self._starts.append(len(self._parts))
        if save_persistent_id:
            pid = self.persistent_id(obj)
            if pid is not None:
                self.save_pers(pid)
                return
        known = self._memo.get(id(obj))
        if known is not None:
            self.write(self.get(known[0]))
            return
        reduced = NotImplemented
        override = getattr(self, 'reducer_override', _no_reduction)
        if override is not _no_reduction:
            reduced = override(obj)
        if reduced is NotImplemented:
            kind = type(obj)
            writer = _WRITERS.get(kind)
            if writer is not None:
                writer(self, obj)
                return
            reducer = getattr(self, 'dispatch_table', dispatch_table).get(kind, _no_reduction)
            if reducer is not _no_reduction:
                reduced = reducer(obj)
            elif issubclass(kind, type):
                self.save_global(obj)
                return
            elif isinstance(obj, PickleBuffer):
                self.save_picklebuffer(obj)
                return
            elif kind.__name__ == 'module' and kind.__module__ == 'builtins':
                raise TypeError("cannot pickle 'module' object")
            else:
                reducer = getattr(obj, '__reduce_ex__', _no_reduction)
                if reducer is not _no_reduction:
                    reduced = reducer(self.proto)
                else:
                    reducer = getattr(obj, '__reduce__', _no_reduction)
                    if reducer is _no_reduction:
                        raise PicklingError(f"Can't pickle {kind.__name__!r} object: {obj!r}")
                    reduced = reducer()
        if isinstance(reduced, str):
            self.save_global(obj, reduced)
            return
        if not isinstance(reduced, tuple):
            raise PicklingError('__reduce__ must return a string or tuple')
        if not 2 <= len(reduced) <= 6:
            raise PicklingError('tuple returned by __reduce__ must contain 2 through 6 elements')
        self.save_reduce(*reduced, obj=obj)

    def save_reduce(self, func, args, state=None, listitems=None, dictitems=None, state_setter=None, *, obj=None):
        if not callable(func):
            raise PicklingError('first item of the tuple returned by __reduce__ must be callable')
        if not isinstance(args, tuple):
            raise PicklingError('second item of the tuple returned by __reduce__ must be a tuple')
        for which, items in (('fourth', listitems), ('fifth', dictitems)):
            if items is not None and not hasattr(type(items), '__next__'):
                raise PicklingError(f'{which} element of the tuple returned by __reduce__ must be an iterator, not {type(items).__name__}')
        if state_setter is not None and not callable(state_setter):
            raise PicklingError('sixth element of the tuple returned by __reduce__ must be a function, not '
                                f'{type(state_setter).__name__}')
        save, write = self.save, self.write
        name = getattr(func, '__name__', '')
        if self.proto >= 2 and name == '__newobj_ex__':
            if len(args) != 3:
                raise PicklingError(f'length of the NEWOBJ_EX argument tuple must be exactly 3, not {len(args)}')
            cls, args, kwargs = args
            self._check_class(cls, obj, '__newobj_ex__')
            if not isinstance(args, tuple):
                raise PicklingError(f'second item from NEWOBJ_EX argument tuple must be a tuple, not {type(args).__name__}')
            if not isinstance(kwargs, dict):
                raise PicklingError(f'third item from NEWOBJ_EX argument tuple must be a dict, not {type(kwargs).__name__}')
            if self.proto >= 4:
                save(cls)
                save(args)
                save(kwargs)
                write(NEWOBJ_EX)
            else:
                from functools import partial
                save(partial(cls.__new__, cls, *args, **kwargs))
                save(())
                write(REDUCE)
        elif self.proto >= 2 and name == '__newobj__':
            if not args:
                raise PicklingError('__newobj__ arglist is empty')
            cls = args[0]
            if not hasattr(cls, '__new__'):
                raise PicklingError('args[0] from __newobj__ args is not a type')
            self._check_class(cls, obj, '__newobj__')
            save(cls)
            save(args[1:])
            write(NEWOBJ)
        else:
            save(func)
            save(args)
            write(REDUCE)
        if obj is not None:
            if id(obj) in self._memo:
                write(POP + self.get(self._memo[id(obj)][0]))
            else:
                self.memoize(obj)
        if listitems is not None:
            self._batch_appends(listitems)
        if dictitems is not None:
            self._batch_setitems(dictitems)
        if state is not None:
            if state_setter is None:
                save(state)
                write(BUILD)
            else:
                save(state_setter)
                save(obj)
                save(state)
                write(TUPLE2)
                write(REDUCE)
                write(POP)

    def _check_class(self, cls, obj, name):
        if not hasattr(cls, '__new__'):
            raise PicklingError(f'first argument to {name}() has no __new__')
        if obj is not None and cls is not obj.__class__:
            raise PicklingError(f'first argument to {name}() must be {obj.__class__!r}, not {cls!r}')

    def save_none(self, obj):
        self.write(NONE)

    def save_bool(self, obj):
        if self.proto >= 2:
            self.write(NEWTRUE if obj else NEWFALSE)
        else:
            self.write(TRUE if obj else FALSE)

    def save_long(self, obj):
        if self.bin:
            if 0 <= obj <= 0xff:
                self.write(BININT1 + bytes([obj]))
                return
            if 0 <= obj <= 0xffff:
                self.write(BININT2 + pack('<H', obj))
                return
            if -0x80000000 <= obj <= 0x7fffffff:
                self.write(BININT + pack('<i', obj))
                return
        if self.proto >= 2:
            data = encode_long(obj)
            self.write((LONG1 + bytes([len(data)]) if len(data) < 256 else LONG4 + pack('<i', len(data))) + data)
        elif -0x80000000 <= obj <= 0x7fffffff:
            self.write(INT + repr(obj).encode('ascii') + b'\n')
        else:
            self.write(LONG + repr(obj).encode('ascii') + b'L\n')

    def save_float(self, obj):
        if self.bin:
            self.write(BINFLOAT + pack('>d', obj))
        else:
            self.write(FLOAT + repr(obj).encode('ascii') + b'\n')

    def save_bytes(self, obj):
        if self.proto < 3:
            if obj:
                import codecs
                self.save_reduce(codecs.encode, (str(obj, 'latin1'), 'latin1'), obj=obj)
            else:
                self.save_reduce(bytes, (), obj=obj)
            return
        size = len(obj)
        if size < 256:
            head = SHORT_BINBYTES + bytes([size])
        else:
            head = BINBYTES + pack('<I', size) if size < 1 << 32 else BINBYTES8 + pack('<Q', size)
        self._write_sized(head, obj)
        self.memoize(obj)

    def _write_sized(self, head, data):
        if self.proto >= 4 and len(data) >= _FRAME_SIZE_TARGET:
            self._large.append(len(self._parts))
            self.write(head)
            self.write(data)
        else:
            self.write(head + data)

    def save_bytearray(self, obj):
        if self.proto < 5:
            if obj:
                self.save_reduce(bytearray, (bytes(obj),), obj=obj)
            else:
                self.save_reduce(bytearray, (), obj=obj)
            return
        self._write_sized(BYTEARRAY8 + pack('<Q', len(obj)), bytes(obj))
        self.memoize(obj)

    def save_picklebuffer(self, obj):
        if self.proto < 5:
            raise PicklingError('PickleBuffer can only be pickled with protocol >= 5')
        obj._held()
        if not obj._view.c_contiguous and not obj._view.f_contiguous:
            raise PicklingError('PickleBuffer can not be pickled when pointing to a non-contiguous buffer')
        view = obj.raw()
        if self._buffer_callback is None or self._buffer_callback(obj):
            data = bytes(view)
            (self.save_bytes if view.readonly else self.save_bytearray)(data if view.readonly else bytearray(data))
        else:
            self.write(NEXT_BUFFER)
            if view.readonly:
                self.write(READONLY_BUFFER)

    def save_str(self, obj):
        if self.bin:
            data = obj.encode('utf-8', 'surrogatepass')
            size = len(data)
            if size < 256 and self.proto >= 4:
                head = SHORT_BINUNICODE + bytes([size])
            else:
                head = BINUNICODE + pack('<I', size)
            self._write_sized(head, data)
        else:
            text = obj.replace('\\', '\\u005c')
            for char in '\0\n\r\x1a':
                text = text.replace(char, f'\\u{ord(char):04x}')
            self.write(UNICODE + text.encode('raw-unicode-escape') + b'\n')
        self.memoize(obj)

    def save_tuple(self, obj):
        if not obj:
            self.write(EMPTY_TUPLE if self.bin else MARK + TUPLE)
            return
        size, memo = len(obj), self._memo
        if size <= 3 and self.proto >= 2:
            for item in obj:
                self.save(item)
            if id(obj) in memo:
                self.write(POP * size + self.get(memo[id(obj)][0]))
            else:
                self.write((TUPLE1, TUPLE2, TUPLE3)[size - 1])
                self.memoize(obj)
            return
        self.write(MARK)
        for item in obj:
            self.save(item)
        if id(obj) in memo:
            got = self.get(memo[id(obj)][0])
            self.write(POP_MARK + got if self.bin else POP * (size + 1) + got)
            return
        self.write(TUPLE)
        self.memoize(obj)

    def save_list(self, obj):
        self.write(EMPTY_LIST if self.bin else MARK + LIST)
        self.memoize(obj)
        self._batch_appends(obj)

    def _batches(self, items):
        batch = []
        for item in items:
            batch.append(item)
            if len(batch) == 1000:
                yield batch
                batch = []
        if batch:
            yield batch

    def _batch_appends(self, items):
        save, write = self.save, self.write
        if not self.bin:
            for item in items:
                save(item)
                write(APPEND)
            return
        for batch in self._batches(items):
            if len(batch) == 1:
                save(batch[0])
                write(APPEND)
            else:
                write(MARK)
                for item in batch:
                    save(item)
                write(APPENDS)

    def save_dict(self, obj):
        self.write(EMPTY_DICT if self.bin else MARK + DICT)
        self.memoize(obj)
        self._batch_setitems(obj.items())

    def _batch_setitems(self, items):
        save, write = self.save, self.write
        items = map(_pair, items)
        if not self.bin:
            for key, value in items:
                save(key)
                save(value)
                write(SETITEM)
            return
        for batch in self._batches(items):
            if len(batch) > 1:
                write(MARK)
            for key, value in batch:
                save(key)
                save(value)
            write(SETITEMS if len(batch) > 1 else SETITEM)

    def save_set(self, obj):
        if self.proto < 4:
            self.save_reduce(set, (list(obj),), obj=obj)
            return
        self.write(EMPTY_SET)
        self.memoize(obj)
        for batch in self._batches(obj):
            self.write(MARK)
            for item in batch:
                self.save(item)
            self.write(ADDITEMS)

    def save_frozenset(self, obj):
        if self.proto < 4:
            self.save_reduce(frozenset, (list(obj),), obj=obj)
            return
        self.write(MARK)
        for item in obj:
            self.save(item)
        if id(obj) in self._memo:
            self.write(POP_MARK + self.get(self._memo[id(obj)][0]))
            return
        self.write(FROZENSET)
        self.memoize(obj)

    def save_global(self, obj, name=None):
        if obj is _guest_getattr:
            name, module = 'getattr', 'builtins'
        else:
            if name is None:
                name = getattr(obj, '__qualname__', None) or obj.__name__
            module = _module_of(obj, name)
        if module == 'codecs' and name == 'encode':
            module = '_codecs'
        try:
            found, parent = (obj, None) if obj is _guest_getattr else _found(module, name)
        except (ImportError, KeyError, AttributeError):
            if '<locals>' in name:
                raise AttributeError(f"Can't get local object {name!r}") from None
            raise PicklingError(f"Can't pickle {obj!r}: attribute lookup {name.rpartition('.')[2]} on {module} failed") from None
        if found is not obj and not (isinstance(obj, _functions) and found == obj):
            raise PicklingError(f"Can't pickle {obj!r}: it's not the same object as {module}.{name}")
        if self.proto >= 2 and (code := _extension_registry.get((module, name), _no_reduction)) is not _no_reduction:
            if code is None or not isinstance(code, int):
                raise TypeError(f'an integer is required (got type {type(code).__name__})')
            if code.bit_length() > 63:
                raise OverflowError('Python int too large to convert to C long')
            if not 0 < code <= 0x7fffffff:
                raise RuntimeError(f'extension code {code} is out of range')
            if code <= 0xff:
                self.write(EXT1 + bytes([code]))
            else:
                self.write(EXT2 + pack('<H', code) if code <= 0xffff else EXT4 + pack('<i', code))
            return
        if parent is not None and parent is sys.modules.get(module):
            # A dotted path that comes back to the module is as good as its last name.
            name = name.rpartition('.')[2]
        if self.proto >= 4:
            self.save(module)
            self.save(name)
            self.write(STACK_GLOBAL)
        else:
            first, *steps = name.split('.')
            for _ in steps:
                self.save(_guest_getattr)
                if self.proto < 2:
                    self.write(MARK)
            self._write_global(module, first)
            for step in steps:
                self.save(step)
                self.write((TUPLE if self.proto < 2 else TUPLE2) + REDUCE)
        self.memoize(obj)

    def _write_global(self, module, name):
        if self.proto >= 3:
            self.write(GLOBAL + module.encode() + b'\n' + name.encode() + b'\n')
            return
        if self.fix_imports:
            module, name = REVERSE_NAME_MAPPING.get((module, name)) or (REVERSE_IMPORT_MAPPING.get(module, module), name)
        try:
            self.write(GLOBAL + module.encode('ascii') + b'\n' + name.encode('ascii') + b'\n')
        except UnicodeEncodeError:
            raise PicklingError(f"can't pickle global identifier '{module}.{name}' using pickle protocol {self.proto}") from None

    def save_method(self, obj):
        self.save_reduce(_guest_getattr, (obj.__self__, obj.__func__.__name__), obj=obj)

    def save_type(self, obj):
        if obj is type(None) or obj is type(NotImplemented) or obj is type(...):
            self.save_reduce(type, ({type(None): None, type(NotImplemented): NotImplemented, type(...): ...}[obj],), obj=obj)
        else:
            self.save_global(obj)


_WRITERS = {type(None): _Pickler.save_none, bool: _Pickler.save_bool, int: _Pickler.save_long, float: _Pickler.save_float,
            bytes: _Pickler.save_bytes, bytearray: _Pickler.save_bytearray, str: _Pickler.save_str, tuple: _Pickler.save_tuple,
            list: _Pickler.save_list, dict: _Pickler.save_dict, set: _Pickler.save_set, frozenset: _Pickler.save_frozenset,
            type(lambda: 0): _Pickler.save_global, type(_Pickler(BytesIO()).save): _Pickler.save_method, type: _Pickler.save_type,
            type(...): lambda self, obj: self.save_global(obj, 'Ellipsis'),
            type(NotImplemented): lambda self, obj: self.save_global(obj, 'NotImplemented')}


def _check_codec(what, encoding, errors):
    for name, given in (('encoding', encoding), ('errors', errors)):
        if not isinstance(given, str):
            raise TypeError(f"{what}() argument '{name}' must be str, not {_argument_name(given)}")


class _Unpickler:
    """Reads pickles from a file."""

    def __init__(self, file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
        _check_codec(type(self).__name__.lstrip('_'), encoding, errors)
        asked = [getattr(file, name, _no_reduction) for name in ('peek', 'readinto', 'read', 'readline')]
        if _no_reduction in asked[2:]:
            raise TypeError("file must have 'read' and 'readline' attributes")
        self._file = file
        self._buffers = None if buffers is None else iter(buffers)
        self._memo = {}
        self.encoding, self.errors, self.fix_imports, self.proto = encoding, errors, fix_imports, 0

    @property
    def memo(self):
        """What was read, by its number."""
        return self._memo

    @memo.setter
    def memo(self, memo):
        self._memo = memo

    def load(self):
        if not hasattr(self, '_file'):
            raise UnpicklingError(f'Unpickler.__init__() was not called by {self.__class__.__name__}.__init__()')
        self.metastack, self.stack = [], []
        self.proto = 0
        file = self._file
        try:
            while True:
                key = file.read(1)
                if not isinstance(key, bytes):
                    raise TypeError(f"a bytes-like object is required, not '{type(key).__name__}'")
                if not key:
                    raise EOFError('Ran out of input')
                reader = _READERS.get(key)
                if reader is None:
                    shown = chr(key[0]) if b' ' <= key <= b'~' and key not in (b"'", b'\\') else f'\\x{key[0]:02x}'
                    raise UnpicklingError(f"invalid load key, '{shown}'.")
                reader(self)
        except _Stop as stop:
            return stop.value

    def persistent_load(self, pid):
        raise UnpicklingError('A load persistent id instruction was encountered, but no persistent_load function was specified.')

    def _read(self, size):
        data = self._file.read(size)
        if len(data) < size:
            raise UnpicklingError('pickle data was truncated')
        return data

    def _line(self, least=1):
        data = self._file.readline()
        if data[-1:] != b'\n' or len(data) <= least:
            raise UnpicklingError('pickle data was truncated')
        return data[:-1]

    def _pop(self):
        if not self.stack:
            raise UnpicklingError('unpickling stack underflow' if not self.metastack else 'unexpected MARK found')
        return self.stack.pop()

    def _top(self):
        if not self.stack:
            raise UnpicklingError('unpickling stack underflow')
        return self.stack[-1]

    def pop_mark(self):
        if not self.metastack:
            raise UnpicklingError('could not find MARK')
        items = self.stack
        self.stack = self.metastack.pop()
        return items

    def load_proto(self):
        self.proto = self._read(1)[0]
        if self.proto > HIGHEST_PROTOCOL:
            raise ValueError(f'unsupported pickle protocol: {self.proto}')

    def load_frame(self):
        self._read(8)

    def load_mark(self):
        self.metastack.append(self.stack)
        self.stack = []

    def load_stop(self):
        raise _Stop(self._pop())

    def load_pop(self):
        if self.stack:
            self.stack.pop()
        elif self.metastack:
            self.pop_mark()
        else:
            raise UnpicklingError('unpickling stack underflow')

    def load_int(self):
        data = self._line()
        self.stack.append(False if data == b'00' else True if data == b'01' else int(data, 0))

    def load_long(self):
        data = self._line()
        self.stack.append(int(data[:-1] if data[-1:] == b'L' else data, 0))

    def load_long1(self):
        self.stack.append(decode_long(self._read(self._read(1)[0])))

    def load_long4(self):
        size, = unpack('<i', self._read(4))
        if size < 0:
            raise UnpicklingError('LONG pickle has negative byte count')
        self.stack.append(decode_long(self._read(size)))

    def _text(self, data):
        return data if self.encoding == 'bytes' else data.decode(self.encoding, self.errors)

    def load_string(self):
        data = self._line(0)
        if len(data) < 2 or data[0] != data[-1] or data[:1] not in (b'"', b"'"):
            raise UnpicklingError('the STRING opcode argument must be quoted')
        from codecs import escape_decode
        self.stack.append(self._text(escape_decode(data[1:-1])[0]))

    def load_binstring(self):
        size, = unpack('<i', self._read(4))
        if size < 0:
            raise UnpicklingError('BINSTRING pickle has negative byte count')
        self.stack.append(self._text(self._read(size)))

    def load_unicode(self):
        self.stack.append(self._line(0).decode('raw-unicode-escape'))

    def load_appends(self):
        items = self.pop_mark()
        self._extend(self._top(), items)

    def _extend(self, target, items):
        try:
            extend = target.extend
        except AttributeError:
            append = target.append
            for item in items:
                append(item)
        else:
            extend(items)

    def load_append(self):
        value = self._pop()
        target = self._top()
        if type(target) is list:
            target.append(value)
        else:
            self._extend(target, [value])

    def load_setitem(self):
        value = self._pop()
        key = self._pop()
        self._top()[key] = value

    def load_setitems(self):
        items = self.pop_mark()
        target = self._top()
        if len(items) % 2:
            raise UnpicklingError('odd number of items for SETITEMS')
        for at in range(0, len(items), 2):
            target[items[at]] = items[at + 1]

    def load_additems(self):
        items = self.pop_mark()
        target = self._top()
        if isinstance(target, set):
            target.update(items)
        else:
            for item in items:
                target.add(item)

    def load_dict(self):
        items = self.pop_mark()
        if len(items) % 2:
            raise UnpicklingError('odd number of items for DICT')
        self.stack.append({items[at]: items[at + 1] for at in range(0, len(items), 2)})

    def _instantiate(self, cls, args):
        if args or not isinstance(cls, type) or hasattr(cls, '__getinitargs__'):
            try:
                made = cls(*args)
            except TypeError as error:
                raise TypeError(f'in constructor for {cls.__name__}: {error}', error.__traceback__)
        else:
            made = cls.__new__(cls)
        self.stack.append(made)

    def load_inst(self):
        module = self._line().decode('ascii')
        name = self._line().decode('ascii')
        self._instantiate(self.find_class(module, name), self.pop_mark())

    def load_obj(self):
        args = self.pop_mark()
        if not args:
            raise UnpicklingError('unpickling stack underflow')
        self._instantiate(args.pop(0), args)

    def load_newobj(self):
        args = self._pop()
        cls = self._pop()
        if not isinstance(cls, type):
            raise UnpicklingError(f'NEWOBJ class argument must be a type, not {type(cls).__name__}')
        self.stack.append(cls.__new__(cls, *args))

    def load_newobj_ex(self):
        kwargs = self._pop()
        args = self._pop()
        cls = self._pop()
        if not isinstance(cls, type):
            raise UnpicklingError(f'NEWOBJ_EX class argument must be a type, not {type(cls).__name__}')
        self.stack.append(cls.__new__(cls, *args, **kwargs))

    def load_global(self):
        module = self._line().decode('utf-8')
        name = self._line().decode('utf-8')
        self.stack.append(self.find_class(module, name))

    def load_stack_global(self):
        name = self._pop()
        module = self._pop()
        if type(name) is not str or type(module) is not str:
            raise UnpicklingError('STACK_GLOBAL requires str')
        self.stack.append(self.find_class(module, name))

    def find_class(self, module, name):
        if self.proto < 3 and self.fix_imports:
            module, name = NAME_MAPPING.get((module, name)) or (IMPORT_MAPPING.get(module, module), name)
        if not isinstance(module, str):
            raise TypeError('module name must be a string')
        if not isinstance(name, str):
            raise TypeError(f"attribute name must be string, not '{type(name).__name__}'")
        if self.proto >= 4:
            try:
                return _found(module, name)[0]
            except AttributeError:
                raise AttributeError(f"Can't get attribute {name!r} on {_module(module)!r}") from None
        if module == 'builtins' and name.isidentifier():
            return _found(module, name)[0]
        try:
            return _guest_getattr(_module(_HOMES.get(module, module)), name)
        except AttributeError:
            raise AttributeError(f"Can't get attribute {name!r} on {_module(module)!r}") from None

    def load_reduce(self):
        args = self._pop()
        function = self._pop()
        self.stack.append(function(*args))

    def load_build(self):
        state = self._pop()
        made = self._top()
        setter = getattr(made, '__setstate__', _no_reduction)
        if setter is not _no_reduction:
            setter(state)
            return
        slots = None
        if isinstance(state, tuple) and len(state) == 2:
            state, slots = state
        for told, what in ((state, 'state'), (slots, 'slot state')):
            if told is not None and not isinstance(told, dict):
                raise UnpicklingError(f'{what} is not a dictionary')
        if state:
            made.__dict__.update({sys.intern(name) if type(name) is str else name: value for name, value in state.items()})
        if slots:
            for name, value in slots.items():
                _guest_setattr(made, name, value)

    def load_persid(self):
        try:
            pid = self._line(0).decode('ascii')
        except UnicodeDecodeError:
            raise UnpicklingError('persistent IDs in protocol 0 must be ASCII strings') from None
        self.stack.append(self.persistent_load(pid))

    def load_binpersid(self):
        self.stack.append(self.persistent_load(self._pop()))

    def _get(self, at):
        try:
            self.stack.append(self._memo[at])
        except KeyError:
            raise UnpicklingError(f'Memo value not found at index {at}') from None

    def load_memoize(self):
        self._memo[len(self._memo)] = self._top()

    def load_next_buffer(self):
        if self._buffers is None:
            raise UnpicklingError('pickle stream refers to out-of-band data but no *buffers* argument was given')
        try:
            self.stack.append(next(self._buffers))
        except StopIteration:
            raise UnpicklingError('not enough out-of-band buffers') from None

    def load_readonly_buffer(self):
        buffer = self._top()
        view = buffer.raw() if isinstance(buffer, PickleBuffer) else memoryview(buffer)
        if not view.readonly:
            self.stack[-1] = view.toreadonly()

    def _extension(self, size):
        code = int.from_bytes(self._read(size), 'little', signed=size == 4)
        if code <= 0:
            raise UnpicklingError('EXT specifies code <= 0')
        if code in _extension_cache:
            self.stack.append(_extension_cache[code])
            return
        if code not in _inverted_registry:
            raise ValueError(f'unregistered extension code {code}')
        named = _inverted_registry[code]
        if not isinstance(named, tuple) or len(named) != 2 or not all([isinstance(name, str) for name in named]):
            raise ValueError('_inverted_registry[%d] isn\'t a 2-tuple of str' % code)
        found = _extension_cache[code] = self.find_class(*named)
        self.stack.append(found)


def _readers():
    U = _Unpickler

    def push(make):
        return lambda self: self.stack.append(make())

    def number(format, size):
        return lambda self: self.stack.append(unpack(format, self._read(size))[0])

    def sized(format, size, convert):
        return lambda self: self.stack.append(convert(self._read(unpack(format, self._read(size))[0])))

    def tuple_of(size):
        def build(self):
            items = [self._pop() for _ in range(size)]
            items.reverse()
            self.stack.append(tuple(items))
        return build

    def put(read):
        def keep(self):
            at = read(self)
            if at < 0:
                raise ValueError('negative PUT argument')
            self._memo[at] = self._top()
        return keep

    def get(read):
        return lambda self: self._get(read(self))

    def text(data):
        return data.decode('utf-8', 'surrogatepass')

    one, four = (lambda self: self._read(1)[0]), (lambda self: unpack('<I', self._read(4))[0])
    line = lambda self: int(self._line())
    return {
        PROTO: U.load_proto, FRAME: U.load_frame, MARK: U.load_mark, STOP: U.load_stop, POP: U.load_pop,
        POP_MARK: lambda self: self.pop_mark() and None, DUP: lambda self: self.stack.append(self._top()),
        NONE: push(lambda: None), NEWTRUE: push(lambda: True), NEWFALSE: push(lambda: False), EMPTY_LIST: push(list),
        EMPTY_DICT: push(dict), EMPTY_TUPLE: push(tuple), EMPTY_SET: push(set), INT: U.load_int, LONG: U.load_long,
        LONG1: U.load_long1, LONG4: U.load_long4, BININT: number('<i', 4), BININT1: number('<B', 1), BININT2: number('<H', 2),
        FLOAT: lambda self: self.stack.append(float(self._line())), BINFLOAT: number('>d', 8), STRING: U.load_string,
        BINSTRING: U.load_binstring, SHORT_BINSTRING: lambda self: self.stack.append(self._text(self._read(self._read(1)[0]))),
        UNICODE: U.load_unicode, BINUNICODE: sized('<I', 4, text), SHORT_BINUNICODE: sized('<B', 1, text),
        BINUNICODE8: sized('<Q', 8, text), BINBYTES: sized('<I', 4, bytes), SHORT_BINBYTES: sized('<B', 1, bytes),
        BINBYTES8: sized('<Q', 8, bytes), BYTEARRAY8: sized('<Q', 8, bytearray),
        TUPLE: lambda self: _marked(self, tuple),
        TUPLE1: tuple_of(1), TUPLE2: tuple_of(2), TUPLE3: tuple_of(3), LIST: lambda self: _marked(self, list),
        FROZENSET: lambda self: _marked(self, frozenset), DICT: U.load_dict, APPEND: U.load_append, APPENDS: U.load_appends,
        SETITEM: U.load_setitem, SETITEMS: U.load_setitems, ADDITEMS: U.load_additems, INST: U.load_inst, OBJ: U.load_obj,
        NEWOBJ: U.load_newobj, NEWOBJ_EX: U.load_newobj_ex, GLOBAL: U.load_global, STACK_GLOBAL: U.load_stack_global,
        REDUCE: U.load_reduce, BUILD: U.load_build, PERSID: U.load_persid, BINPERSID: U.load_binpersid,
        GET: get(line), BINGET: get(one), LONG_BINGET: get(four), PUT: put(line), BINPUT: put(one), LONG_BINPUT: put(four),
        MEMOIZE: U.load_memoize, NEXT_BUFFER: U.load_next_buffer, READONLY_BUFFER: U.load_readonly_buffer,
        EXT1: lambda self: self._extension(1), EXT2: lambda self: self._extension(2), EXT4: lambda self: self._extension(4),
    }


def _marked(self, kind):
    items = self.pop_mark()
    self.stack.append(items if kind is list else kind(items))


_READERS = _readers()


class _MemoProxy:
    """A view of the memo for the program."""
    __module__ = '_pickle'

    def __init__(self, memo):
        self._memo = memo

    def clear(self):
        self._memo.clear()

    def copy(self):
        return self._memo.copy()

    def __reduce__(self):
        return dict, (self.copy(),)


class PicklerMemoProxy(_MemoProxy):
    __module__ = '_pickle'


class UnpicklerMemoProxy(_MemoProxy):
    __module__ = '_pickle'


class Pickler(_Pickler):
    __module__ = '_pickle'

    def __init__(self, file, protocol=None, fix_imports=True, buffer_callback=None):
        if protocol is not None and not -0x8000000000000000 <= _index(protocol) <= 0x7fffffffffffffff:
            raise OverflowError('Python int too large to convert to C long')
        super().__init__(file, protocol, fix_imports, buffer_callback)

    @property
    def memo(self):
        return PicklerMemoProxy(self._memo)

    @memo.setter
    def memo(self, memo):
        if isinstance(memo, PicklerMemoProxy):
            self._memo = memo.copy()
        elif isinstance(memo, dict):
            for value in memo.values():
                if not isinstance(value, tuple) or len(value) != 2:
                    raise TypeError("'memo' values must be 2-item tuples")
            self._memo = dict(memo)
        else:
            raise TypeError(f"'memo' attribute must be a PicklerMemoProxy object or dict, not {type(memo).__name__}")


class Unpickler(_Unpickler):
    __module__ = '_pickle'

    def __init__(self, file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=()):
        super().__init__(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=None if buffers == () else buffers)

    @property
    def memo(self):
        return UnpicklerMemoProxy(self._memo)

    @memo.setter
    def memo(self, memo):
        if isinstance(memo, UnpicklerMemoProxy):
            self._memo = memo.copy()
            return
        if not isinstance(memo, dict):
            raise TypeError(f"'memo' attribute must be an UnpicklerMemoProxy object or dict, not {type(memo).__name__}")
        for key in memo:
            if not isinstance(key, int):
                raise TypeError('memo key must be integers')
            if key < 0:
                raise ValueError('memo key must be positive integers.')
        self._memo = dict(memo)


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    out = BytesIO()
    Pickler(out, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)
    return out.getvalue()


def load(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=()):
    _check_codec('load', encoding, errors)
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()


def loads(data, /, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=()):
    _check_codec('loads', encoding, errors)
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return Unpickler(BytesIO(data), fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()


_dump, _dumps, _load, _loads = dump, dumps, load, loads

"""The interpreter as a program sees it: versions, limits, streams."""

byteorder = 'little'
maxsize = 9223372036854775807
maxunicode = 1114111
hexversion = 0x030d00f0
api_version = 1013
version = '3.13.0 (Stockade)'
platform = 'linux'
copyright = ''
float_repr_style = 'short'
argv = [getattr(_granted_modules().get('__main__'), '__file__', ''), *_arguments()]
orig_argv = argv[:]
path = ['']
warnoptions = []
meta_path = []
path_hooks = []
builtin_module_names = ()
executable = ''
prefix = base_prefix = exec_prefix = base_exec_prefix = ''
platlibdir = 'lib'
abiflags = ''
_git = ('CPython', '', '')
dont_write_bytecode = True
pycache_prefix = None


def _structure(kind, names, values):
    """A tuple with named fields that shows as sys.kind(...)."""
    from _stockade import make_class
    from collections import _field
    kind, shown_kind = kind.lstrip('_'), kind.lstrip('_') if kind[0] == '_' else 'sys.' + kind

    def __repr__(self):
        shown = ', '.join([f'{name}={value!r}' for name, value in zip(names, self)])
        return f'{shown_kind}({shown})'

    def __new__(cls, *args, **kwargs):
        raise TypeError(f"cannot create 'sys.{kind}' instances")

    namespace = {name: property(_field(at)) for at, name in enumerate(names)}
    if kind in ('version_info', 'flags'):
        namespace['__new__'] = __new__
    namespace.update({'__repr__': __repr__, '__slots__': (), '__module__': 'sys', '__match_args__': names,
                      'n_fields': len(names), 'n_sequence_fields': len(names), 'n_unnamed_fields': 0})
    return tuple.__new__(make_class(kind, (tuple,), namespace), values)


_STRUCTURES = {
    'version_info': (('major', 'minor', 'micro', 'releaselevel', 'serial'), (3, 13, 0, 'final', 0)),
    'float_info': (
        ('max', 'max_exp', 'max_10_exp', 'min', 'min_exp', 'min_10_exp', 'dig', 'mant_dig', 'epsilon', 'radix', 'rounds'),
        (1.7976931348623157e+308, 1024, 308, 2.2250738585072014e-308, -1021, -307, 15, 53, 2.220446049250313e-16, 2, 1)),
    'int_info': (('bits_per_digit', 'sizeof_digit', 'default_max_str_digits', 'str_digits_check_threshold'),
                 (30, 4, 4300, 640)),
    'hash_info': (
        ('width', 'modulus', 'inf', 'nan', 'imag', 'algorithm', 'hash_bits', 'seed_bits', 'cutoff'),
        (64, 2305843009213693951, 314159, 0, 1000003, 'wyhash', 64, 64, 0)),
    '_asyncgen_hooks': (('firstiter', 'finalizer'), (None, None)),
    'thread_info': (('name', 'lock', 'version'), ('pthread', 'semaphore', None)),
    'flags': (
        ('debug', 'inspect', 'interactive', 'optimize', 'dont_write_bytecode', 'no_user_site', 'no_site',
         'ignore_environment', 'verbose', 'bytes_warning', 'quiet', 'hash_randomization', 'isolated', 'dev_mode',
         'utf8_mode', 'warn_default_encoding', 'safe_path', 'int_max_str_digits'),
        (0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, False, 0, 0, True, 4300)),
}


def __getattr__(name):
    # Made on first use: most programs that import sys need only one of them.
    if name == 'modules':
        for imported, module in _granted_modules().items():
            if imported not in _told:
                _told.add(imported)
                _modules.setdefault(imported, module)
        return _modules
    if name in _made:
        return _made[name]
    if name in _STRUCTURES:
        value = _structure(name, *_STRUCTURES[name])
    elif name == 'implementation':
        from types import SimpleNamespace
        value = SimpleNamespace(name='stockade', cache_tag='stockade-313', version=__getattr__('version_info'), hexversion=hexversion)
    elif name == 'stdlib_module_names':
        value = frozenset(_library_modules().split() + _PRIVATE_MODULES.split())
    else:
        raise AttributeError(f"module 'sys' has no attribute '{name}'")
    _made[name] = value
    return value


_made = {}
# The private modules of CPython's standard library, besides the public ones.
_PRIVATE_MODULES = '''
__future__ _abc _aix_support _android_support _ast _asyncio _bisect _blake2 _bz2 _codecs _codecs_cn _codecs_hk
_codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _collections _collections_abc _colorize _compat_pickle _compression
_contextvars _csv _ctypes _curses _curses_panel _datetime _dbm _decimal _elementtree _frozen_importlib
_frozen_importlib_external _functools _gdbm _hashlib _heapq _imp _interpchannels _interpqueues _interpreters _io _ios_support
_json _locale _lsprof _lzma _markupbase _md5 _multibytecodec _multiprocessing _opcode _opcode_metadata _operator _osx_support
_overlapped _pickle _posixshmem _posixsubprocess _py_abc _pydatetime _pydecimal _pyio _pylong _pyrepl _queue _random _scproxy
_sha1 _sha2 _sha3 _signal _sitebuiltins _socket _sqlite3 _sre _ssl _stat _statistics _string _strptime _struct _suggestions
_symtable _sysconfig _thread _threading_local _tkinter _tokenize _tracemalloc _typing _uuid _warnings _weakref _weakrefset
_winapi _wmi _zoneinfo
'''
# `sys.modules`, and the names that were added automatically. A module that the program removes or replaces stays so.
_modules = {}
_told = set()


class TextIOWrapper:
    """A standard stream: what is written goes to the host, what is read comes from it."""
    __module__ = '_io'
    encoding = 'utf-8'
    newlines = None
    line_buffering = False
    write_through = False
    closed = False

    def __init__(self, name, mode, error):
        self.name = name
        self.mode = mode
        self.errors = 'backslashreplace' if error else 'strict'
        self._error = error
        self._below = None

    def __repr__(self):
        return f'<_io.TextIOWrapper name={self.name!r} mode={self.mode!r} encoding={self.encoding!r}>'

    def _unsupported(self, what):
        from io import UnsupportedOperation
        raise UnsupportedOperation(what)

    def write(self, text, /):
        if self.mode == 'r':
            self._unsupported('not writable')
        return _write(text, self._error)

    def writelines(self, lines, /):
        for line in lines:
            self.write(line)

    def flush(self):
        pass

    def close(self):
        pass

    def isatty(self):
        return False

    def readable(self):
        return self.mode == 'r'

    def writable(self):
        return self.mode == 'w'

    def seekable(self):
        return False

    def _reads(self):
        """The stream that reads. It is made for the first read, because few programs read."""
        if self.mode == 'w':
            self._unsupported('not readable')
        if self._below is None:
            self._below = _reader()
        return self._below

    def _is_direct(self, size):
        """True while nobody asked for the stream below: then whole lines, and the rest, are read without it."""
        return self._below is None and self.mode == 'r' and (size is None or type(size) is int and size < 0)

    def read(self, size=-1, /):
        return str(_read_rest(), 'utf-8') if self._is_direct(size) else self._reads().read(size)

    def readline(self, size=-1, /):
        return str(_read_line(), 'utf-8') if size is not None and self._is_direct(size) else self._reads().readline(size)

    def readlines(self, hint=-1, /):
        return [*self] if self._is_direct(hint) else self._reads().readlines(hint)

    def __iter__(self):
        return self

    def __next__(self):
        if not self._is_direct(-1):
            return next(self._reads())
        if line := str(_read_line(), 'utf-8'):
            return line
        raise StopIteration

    def fileno(self):
        return ('<stdin>', '<stdout>', '<stderr>').index(self.name)

    @property
    def buffer(self):
        """The stream of bytes below: what is written to it is read as UTF-8."""
        if self.mode == 'r':
            return self._reads().buffer
        if self._below is None:
            self._below = _bytes_stream(self)
        return self._below

    def seek(self, cookie, whence=0, /):
        self._unsupported('underlying stream is not seekable')

    def tell(self):
        self._unsupported('underlying stream is not seekable')

    def reconfigure(self, **settings):
        if self.mode == 'r':
            self._reads().reconfigure(**settings)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


def _bytes_stream(text):
    class Stream:
        """The bytes of a standard stream that is written."""
        __module__ = '_io'
        name, mode, closed, raw = text.name, text.mode + 'b', False, None
        fileno, isatty, readable, writable, seekable = text.fileno, text.isatty, text.readable, text.writable, text.seekable
        seek, tell, flush, close, readlines = text.seek, text.tell, text.flush, text.close, text.readlines

        def __repr__(self):
            return f'<_io.{type(self).__name__} name={self.name!r}>'

        def write(self, data, /):
            if isinstance(data, str):
                raise TypeError("a bytes-like object is required, not 'str'")
            data = memoryview(data).tobytes()
            text.write(data.decode('utf-8', 'replace'))
            return len(data)

        def writelines(self, lines, /):
            for line in lines:
                self.write(line)

        def read(self, size=-1, /):
            return text.read(size)

        read1 = readline = readinto = readinto1 = read

        def __iter__(self):
            return self

        def __next__(self):
            return self.read()

        def __enter__(self):
            return self

        def __exit__(self, *exc):
            pass

    Stream.__name__ = Stream.__qualname__ = 'BufferedWriter'
    return Stream()


def _reader(encoding='utf-8', errors='strict', newline='\n'):
    """A text stream over the bytes that the host gives. As on Linux, lines of the standard input end with a line feed only."""
    import io

    class FileIO(io.RawIOBase):
        __module__ = '_io'
        name, mode, closefd = '<stdin>', 'rb', False

        def __repr__(self):
            return f'<_io.FileIO name={self.name!r} mode={self.mode!r} closefd={self.closefd}>'

        def readable(self):
            return True

        def fileno(self):
            return 0

        def readinto(self, buffer, /):
            data = _read_input(len(buffer))
            buffer[:len(data)] = data
            return len(data)

    return io.TextIOWrapper(io.BufferedReader(FileIO()), encoding, errors, newline)


def _read_line():
    """The next line of the standard input as bytes, without the streams of `io`, which are dear to make."""
    pieces = []
    while True:
        data = _take_line()
        if data is None:
            data = _read_input(8192, _take_line)
        pieces.append(data)
        if not data or data[-1] == 10:
            return b''.join(pieces)


def _read_rest():
    pieces = []
    while data := _read_input(65536):
        pieces.append(data)
    return b''.join(pieces)


def _read_input(size, take=None):
    """Bytes of the standard input, at least one unless it is at its end."""
    data = take() if take else _take_input(size)
    if data is None:
        from _services import host_call
        _keep_input(host_call('<stdin>', ('size',), 1, (size,), (), {}))
        data = (take() if take else _take_input(size)) or b''
    return data


stdin = __stdin__ = TextIOWrapper('<stdin>', 'r', False)
stdout = __stdout__ = TextIOWrapper('<stdout>', 'w', False)
stderr = __stderr__ = TextIOWrapper('<stderr>', 'w', True)
del TextIOWrapper


def displayhook(object, /):
    """Prints an object that is not None."""
    if object is not None:
        import builtins
        builtins._ = None
        print(repr(object))
        builtins._ = object


def excepthook(exctype, value, traceback, /):
    """Prints an exception and its traceback."""
    from traceback import print_exception
    if isinstance(value, BaseException):
        # The traceback of the exception takes precedence over the argument.
        if value.__traceback__ is None and traceback is not None:
            value.__traceback__ = traceback
        most = globals().get('tracebacklimit', 1000)
        # A number limits the output to the innermost frames.
        print_exception(value, limit=-(max(most, 0) if isinstance(most, int) else 1000))
    else:
        stderr.write(f'TypeError: print_exception(): Exception expected for value, {type(value).__name__} found')


def getdefaultencoding():
    return 'utf-8'


def getfilesystemencoding():
    return 'utf-8'


def getfilesystemencodeerrors():
    return 'surrogateescape'


def getswitchinterval():
    return _made.get('switch interval', 0.005)


def getallocatedblocks():
    return 0


def is_finalizing():
    return False


def gettrace():
    return None


def getprofile():
    return None


def audit(event, /, *args):
    pass


def getunicodeinternedsize(*, _only_immortal=False):
    return 0


def setswitchinterval(interval, /):
    if not hasattr(type(interval), '__float__') and not hasattr(type(interval), '__index__'):
        raise TypeError(f'must be real number, not {type(interval).__name__}')
    if float(interval) <= 0:
        raise ValueError('switch interval must be strictly positive')
    # Threads only switch where they wait, so the interval has no effect. It is kept as a C number of microseconds; one that does not fit
    # becomes what the processor converts it to.
    micros = float(interval) * 1e6
    fits = micros < 2.0 ** 64
    _made['switch interval'] = (int(micros) if fits else 2 ** 63 if micros != micros else 0) * 1e-6


def _getframemodulename(depth=0):
    try:
        return _getframe(depth).f_globals.get('__name__')
    except ValueError:
        return None


def settrace(function, /):
    if function is not None:
        raise RuntimeError('nothing is traced in the sandbox')


def setprofile(function, /):
    settrace(function)


def call_tracing(func, args, /):
    from _stockade import argument_name
    if not isinstance(args, tuple):
        raise TypeError(f'call_tracing() argument 2 must be tuple, not {argument_name(args)}')
    return func(*args)


def addaudithook(hook):
    pass


def breakpointhook(*args, **kws):
    raise RuntimeError('there is no debugger in the sandbox')


__breakpointhook__ = breakpointhook
__displayhook__, __excepthook__ = displayhook, excepthook


class UnraisableHookArgs(tuple):
    __slots__ = ()
    exc_type = property(lambda self: self[0])
    exc_value = property(lambda self: self[1])
    exc_traceback = property(lambda self: self[2])
    err_msg = property(lambda self: self[3])
    object = property(lambda self: self[4])

    def __repr__(self):
        names = 'exc_type', 'exc_value', 'exc_traceback', 'err_msg', 'object'
        return f"sys.UnraisableHookArgs({', '.join([f'{name}={value!r}' for name, value in zip(names, self)])})"


def unraisablehook(unraisable, /):
    if type(unraisable) is not UnraisableHookArgs:
        raise TypeError('sys.unraisablehook argument type must be UnraisableHookArgs')
    import sys
    import traceback
    kind, value, tb, message, whose = unraisable
    if whose is not None:
        print(f"{message or 'Exception ignored in'}: {whose!r}", file=sys.stderr)
    elif message:
        print(f'{message}:', file=sys.stderr)
    # Without carets, causes and notes, like CPython's own output for unraisable exceptions.
    stack = traceback.extract_tb(tb)
    if stack:
        print('Traceback (most recent call last):', file=sys.stderr)
    for frame in stack:
        frame._text = None
    print(*stack.format(), sep='', end='', file=sys.stderr)
    if kind is not None:
        name = kind.__qualname__ if kind.__module__ in ('builtins', '__main__') else f'{kind.__module__}.{kind.__qualname__}'
        try:
            shown = '' if value is None else f': {value!s}'
        except Exception:
            shown = ': <exception str() failed>'
        print(name + shown, file=sys.stderr)


__unraisablehook__ = unraisablehook


def get_asyncgen_hooks():
    return __getattr__('_asyncgen_hooks')


def set_asyncgen_hooks(firstiter=None, finalizer=None):
    for name, hook in (('finalizer', finalizer), ('firstiter', firstiter)):
        if hook is not None and not callable(hook):
            raise TypeError(f'callable {name} expected, got {type(hook).__name__}')


def get_coroutine_origin_tracking_depth():
    return 0


def set_coroutine_origin_tracking_depth(depth):
    if not hasattr(type(depth), '__index__'):
        raise TypeError(f"'{type(depth).__name__}' object cannot be interpreted as an integer")
    if not -1 << 31 <= depth < 1 << 31:
        raise OverflowError('Python int too large to convert to C int')
    if depth < 0:
        raise ValueError('depth must be >= 0')


def activate_stack_trampoline(backend, /):
    raise ValueError('perf trampoline not available')


def deactivate_stack_trampoline():
    pass


def is_stack_trampoline_active():
    return False


path_importer_cache = {}

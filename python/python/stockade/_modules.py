"""Modules of the host's own that a program may import: the host's side of each use of one.

The program holds proxies and asks for one thing at a time (an attribute, a call, an operator); here it is judged and done. What comes
back is a plain value, a proxy of an object that belongs to a lent module, or an exception by the names of its classes.

A lent module is as trusted as the host itself. What is refused here (private names, other modules that are reachable as attributes, what
is known to reach files, the network, raw memory or code) makes accidents and the usual tricks fail; it is not the sandbox's wall.
"""

from __future__ import annotations

import builtins
import contextvars
import datetime
import decimal
import fractions
import importlib
import io
import itertools
import operator
import queue
import re
import sys
import threading
import types
import weakref
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from typing import Any

from ._stockade import Core, Handle, HostRef

#: Kinds of replies.
VALUE, RAISED, EXCEPTION, CALL, PRINT = range(5)

PLAIN = (bool, int, float, str, bytes, type(None))
PLAIN_TYPES = frozenset(PLAIN)
CONTAINERS = (list, tuple, set, frozenset, dict)

#: Modules that are the host's authority itself: never lent, whatever a policy says.
NEVER = frozenset(
    "builtins os posix nt sys subprocess socket socketserver ssl shutil ctypes cffi importlib imp pkgutil runpy code codeop pdb bdb "
    "marshal pickle shelve dill cloudpickle joblib multiprocessing concurrent threading asyncio signal gc inspect traceback atexit "
    "pty tty fcntl mmap resource tempfile glob fileinput webbrowser site venv ensurepip pip setuptools distutils http urllib ftplib "
    "smtplib telnetlib xmlrpc sqlite3 dbm io pathlib platform getpass pwd grp faulthandler tracemalloc trace sysconfig "
    "stockade".split()
)

#: Names that reach files, the network, raw memory, code or the host's settings, in whatever module: no list is complete.
DENIED = (
    # files and the network
    "load", "loads", "loadtxt", "load_*", "save", "savez*", "savetxt", "save_*", "savefig", "fromfile", "tofile", "memmap", "open*",
    "genfromtxt", "fromregex", "DataSource", "dump", "dumps", "dump_*", "read_*", "to_pickle", "to_excel", "to_feather", "to_parquet",
    "to_orc", "to_hdf", "to_gbq", "to_sql", "to_stata", "to_clipboard", "to_iceberg", "ExcelFile", "ExcelWriter", "HDFStore",
    "fetch_*", "urlopen", "urlretrieve", "imread", "imsave", "get_include", "mmread", "mmwrite", "loadmat", "savemat", "loadarff",
    # code, native code, raw memory
    "eval", "exec", "compile", "query", "style", "Styler", "system", "popen", "spawn*", "ctypes", "ctypeslib", "f2py", "cffi", "as_strided",
    "stride_tricks", "byte_bounds", "safe_eval", "set_typeDict", "setbufsize", "seterrcall", "geterrcall", "test", "tests", "testing",
    "distutils", "core", "lib", "compat", "util", "io", "plotting", "show_config", "show_versions", "show_runtime", "register_*",
    "options", "describe_option", "set_string_function", "info", "bmat", "plot", "hist", "boxplot", "set_state",
    "set_bit_generator", "set_eng_float_format", "rec", "records", "recarray", "chararray", "getfield", "setfield", "from_buffers",
    "foreign_buffer", "address", "fromstring", "source", "lookfor", "who",
    "deprecate*", "add_newdoc*", "getbuffer", "from_dlpack", "frombuffer_unsafe", "ndpointer", "LowLevelCallable", "mro", "inspect",
)

#: Names among those that may be used in a harmless way; each call is judged.
WRITERS = frozenset({"to_csv", "to_json", "to_html", "to_latex", "to_markdown", "to_string", "to_xml"})
READERS = frozenset({"read_csv", "read_json", "read_table", "read_fwf"})
NAMING = frozenset({"agg", "aggregate", "apply", "transform", "pipe", "map", "applymap"})
PATHS = frozenset({"path_or_buf", "path_or_buffer", "buf", "path", "filepath_or_buffer", "fname", "file", "excel_writer", "stylesheet"})
OPTIONS = frozenset({"set_option", "reset_option", "get_option", "option_context"})
GATED = WRITERS | READERS | NAMING | OPTIONS | {"info", "resize"}

#: Classes of other modules whose instances may be proxies.
HARMLESS = {
    "builtins": frozenset(
        "complex slice range list dict set frozenset tuple memoryview mappingproxy ellipsis NotImplementedType list_iterator tuple_iterator "
        "set_iterator dict_keyiterator dict_valueiterator dict_itemiterator range_iterator str_iterator str_ascii_iterator dict_keys "
        "dict_values dict_items generator zip map filter enumerate reversed iterator callable_iterator list_reverseiterator "
        "longrange_iterator bytes_iterator bytearray getset_descriptor".split()
    ),
    "datetime": frozenset({"datetime", "date", "time", "timedelta", "timezone"}),
    "decimal": frozenset({"Decimal"}),
    "fractions": frozenset({"Fraction"}),
    "collections": frozenset({"OrderedDict", "defaultdict", "Counter", "deque"}),
    "itertools": frozenset({"chain", "islice", "count", "repeat", "product", "zip_longest"}),
    "zoneinfo": frozenset({"ZoneInfo"}),
    "uuid": frozenset({"UUID"}),
}
#: What instances of other packages a lent one gives away: these may be used as well, though not imported.
RELATED = {
    "pandas": {"numpy", "dateutil", "pytz"}, "scipy": {"numpy"}, "sklearn": {"numpy", "scipy", "pandas"},
    "statsmodels": {"numpy", "scipy", "pandas"}, "sympy": {"mpmath"}, "networkx": {"numpy", "scipy"}, "polars": {"numpy"},
    "matplotlib": {"numpy"}, "seaborn": {"numpy", "pandas", "matplotlib"}, "xarray": {"numpy", "pandas"}, "shapely": {"numpy"},
}
BUILTIN_TYPES = frozenset({int, float, str, bool, bytes, complex, list, tuple, dict, set, frozenset})

#: What may be set on an instance never includes what says how memory is read.
UNSETTABLE = frozenset({"dtype", "strides", "data", "base", "ctypes", "flags", "state", "bit_generator"})

UNARY: dict[str, Callable[[Any], Any]] = {
    "len": len, "bool": bool, "hash": hash, "int": int, "float": float, "index": operator.index, "complex": complex,
    "abs": abs, "neg": operator.neg, "pos": operator.pos, "invert": operator.invert, "trunc": lambda x: x.__trunc__(),
    "floor": lambda x: x.__floor__(), "ceil": lambda x: x.__ceil__(), "bytes": bytes, "iter": iter, "reversed": reversed,
}
BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "truediv": operator.truediv, "floordiv": operator.floordiv,
    "mod": operator.mod, "matmul": operator.matmul, "and": operator.and_, "or": operator.or_, "xor": operator.xor,
    "lshift": operator.lshift, "rshift": operator.rshift, "divmod": divmod, "pow": pow,
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
    "getitem": operator.getitem, "contains": operator.contains,
}
IN_PLACE: dict[str, Callable[[Any, Any], Any]] = {
    "i" + name: getattr(operator, "i" + name.rstrip("_"))
    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "matmul", "and", "or", "xor", "lshift", "rshift", "pow")
}


#: Uses that are of no object.
FREE = frozenset({"attribute", "import", "dir"})


class Abandoned(BaseException):
    """Ends what waits for a function of a program that has stopped."""


#: Classes that read memory as whatever they are told, or whose instances are made so: they are there for `isinstance` alone.
UNMAKEABLE = {
    "numpy": frozenset({"ndarray", "recarray", "memmap", "chararray", "void", "record", "nditer", "nested_iters", "flatiter", "broadcast"}),
}


class Gate:
    """A function whose every call is judged first, wherever it is passed to."""

    __slots__ = ("_call", "_judge", "_name", "_of")

    def __init__(self, name: str, call: Callable[..., Any], judge: Callable[..., None], of: str) -> None:
        self._name, self._call, self._judge, self._of = name, call, judge, of

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self._judge(self._name, args, kwargs)
        return self._call(*args, **kwargs)

    def __repr__(self) -> str:
        return repr(self._call)


class Callback:
    """A function of the program, as lent modules call it: on the thread that serves the use."""

    def __init__(self, modules: Modules, number: int) -> None:
        self._modules, self._number = modules, number
        self.__name__ = self.__qualname__ = "function"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._modules.exchange().call(self._number, args, kwargs)


class Exchange:
    """One use that may call functions of the program: done on a thread of its own, which waits while the program runs them."""

    def __init__(self) -> None:
        self.requests: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self.thread: threading.Thread | None = None

    def call(self, number: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        self.requests.put((CALL, (number, args, kwargs)))
        kind, value = self.answers.get()
        if kind == "abandoned":
            raise Abandoned
        if kind == "raised":
            name, message = value
            known = getattr(builtins, str(name), None)
            if not (isinstance(known, type) and issubclass(known, Exception)):
                raise RuntimeError(f"{name}: {message}")
            try:
                error = known(message)
            except TypeError:
                error = RuntimeError(f"{name}: {message}")
            raise error
        return value


class Refused(Exception):
    """Not allowed: an ``AttributeError`` for the program."""


def shown(value: Any, show: Callable[[Any], str]) -> str:
    """A text of a host's object, without the host's addresses and paths."""
    if isinstance(value, types.ModuleType):
        return f"<module '{value.__name__}'>"
    return re.sub(r" at 0x[0-9a-fA-F]+", " at 0x0", show(value))


def clean(text: str) -> str:
    text = re.sub(r"(?:[A-Za-z]:)?(?:[/\\\\][^\s/\\\\'\"()]+){2,}\.(?:pyc?|so|pyd|dll|dylib)\b", "<path>", text)
    return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text[:4000])


def strings_in(value: Any, depth: int = 0) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict) and depth < 8:
        for key, item in value.items():
            yield from strings_in(key, depth + 1)
            yield from strings_in(item, depth + 1)
    elif isinstance(value, (list, tuple, set, frozenset)) and depth < 8:
        for item in value:
            yield from strings_in(item, depth + 1)


def is_denied(name: str) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in DENIED)


class Modules:
    """The lent modules of a session. ``names`` are those that may be imported, with their parts (``pandas.io``) where these are
    wanted by name; ``*`` is every module that can be imported."""

    def __init__(self, core: Core, names: Iterable[str], fallback: Callable[[Any], Any] | None = None) -> None:
        self._core = core
        self.names = [name.removesuffix(".*") for name in names]
        self._tops = {name.split(".")[0] for name in self.names} - NEVER
        self._any = "*" in self._tops
        self._related = {other for top in self._tops for other in RELATED.get(top, ())}
        self._fallback = fallback
        self._context = contextvars.copy_context()
        self._exchanges: list[Exchange] = []
        self._judged: dict[tuple[str, str], bool] = {}
        #: Objects that are lent by themselves, by identity.
        self._lent: dict[int, Any] = {}
        #: Functions of the program that objects of the host still hold: these may be called in any use.
        self._callbacks: weakref.WeakSet[Callback] = weakref.WeakSet()
        #: What is lent, as a log names it.
        self.tops = sorted(self._tops)
        core.lend_modules(self.tops, self.admit)

    def exchange(self) -> Exchange:
        """The use that the calling thread does."""
        here = threading.current_thread()
        for exchange in self._exchanges:
            if exchange.thread is here:
                return exchange
        raise RuntimeError("a function of a program can be called only while the program waits for the host's object that has it")

    def copied(self, core: Core) -> Modules:
        copy = Modules(core, self.names, self._fallback)
        if self._lent:
            core.lend_modules(self.tops, copy.admit, True)
            copy._lent = dict(self._lent)
        return copy

    def lend(self, value: Any) -> None:
        """Lends one object: its public attributes, its methods and operators, as far as what they give can enter."""
        kind = value if isinstance(value, type) else type(value)
        if issubclass(kind, (types.ModuleType, BaseException)) or kind.__module__ == "builtins":
            raise TypeError(f"'{kind.__name__}' object is not lent by itself: lend a module by its name, a function as a tool")
        homes = {base.__module__.split(".")[0].lstrip("_") for base in kind.__mro__ if base.__module__ != "builtins"}
        if homes & NEVER:
            raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object is the host's authority itself: it is not lent")
        if not self._lent:
            self._core.lend_modules(self.tops, self.admit, True)
        self._lent[id(value)] = value

    def _is_lent(self, value: Any) -> bool:
        return id(value) in self._lent

    # --- what may be reached

    def _lends(self, module: object) -> bool:
        if not isinstance(module, str):
            return False
        top = module.split(".")[0]
        return top in self._tops or (self._any and top not in NEVER and top != "__main__" and top not in sys.builtin_module_names)

    def _lends_values(self, module: object) -> bool:
        return self._lends(module) or (isinstance(module, str) and module.split(".")[0] in self._related)

    def _module(self, name: str) -> types.ModuleType:
        parts = name.split(".")
        if not self._lends(name) or any(part.startswith("_") for part in parts):
            raise ImportError(f"the host does not lend module '{name}'")
        at = ""
        for part in parts:
            at = f"{at}.{part}" if at else part
            if at not in self.names and "." in at and is_denied(part):
                raise ImportError(f"module '{at}' is not lent: it reaches files, code or the host's settings")
        module = importlib.import_module(name)
        if not isinstance(module, types.ModuleType) or not self._lends(module.__name__):
            raise ImportError(f"the host does not lend module '{name}'")
        return module

    def _judge_module(self, module: types.ModuleType, home: str, name: str) -> None:
        """A module that is an attribute of something."""
        real = module.__name__
        parts = real.split(".")
        ok = self._lends(real) and not any(part.startswith("_") for part in parts)
        if ok and real not in self.names:
            ok = not any(is_denied(part) for part in parts[1:])
        if not ok:
            raise Refused(f"Forbidden access to module: {real} ({home}.{name})")
        why = self._core.refuses_import(real)
        if why is not None:
            raise Refused(f"Forbidden access to module: {real} ({why})")

    def _judge_name(self, target: Any, name: str) -> None:
        """A name that the program asks for."""
        if name.startswith("_") and name not in ("__name__", "__doc__", "__version__"):
            raise Refused(f"'{name}' is private to the host's '{type(target).__name__}' object")
        home = target.__name__ if isinstance(target, types.ModuleType) else ""
        known = self._judged.get((home, name))
        if known is None:
            why = self._core.refuses_member(home, name) if home else None
            why = why or (None if name.startswith("__") else self._core.refuses_attribute(name))
            if why is not None and name not in ("__name__", "__doc__", "__version__"):
                raise Refused(why)
            known = f"{home}.{name}" in self.names or name in GATED or not is_denied(name)
            self._judged[(home, name)] = known
        if not known and not self._is_lent(target):
            raise Refused(f"Forbidden access to function: {name} (the host does not lend it)")

    def _attribute(self, target: Any, name: Any) -> Any:
        if type(name) is not str:
            raise TypeError("attribute name must be string")
        self._judge_name(target, name)
        function = target._call if isinstance(target, Gate) else target
        if isinstance(function, (types.FunctionType, types.GeneratorType, types.BuiltinFunctionType, types.MethodType)):
            if name not in ("__name__", "__doc__"):
                raise AttributeError(f"'{type(target).__name__}' object has no attribute '{name}'")
            target = target._call if isinstance(target, Gate) else target
        elif isinstance(target, Gate):
            target = target._call
        value = getattr(target, name)
        if name.startswith("__"):
            if value is not None and type(value) is not str:
                raise Refused(f"'{name}' is private")
            return value
        if isinstance(value, types.ModuleType):
            self._judge_module(value, getattr(target, "__name__", type(target).__name__), name)
        elif name in GATED and callable(value) and not isinstance(value, type) and not self._is_lent(target):
            return Gate(name, value, self._judge_call, type(target).__module__)
        return value

    def _judge_call(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        if any(name in names for names in UNMAKEABLE.values()):
            raise PermissionError(f"{name} is not called here: it would read memory as it is told; array(), zeros() and the like make arrays")
        if name in WRITERS or name == "info":
            named = {key: value for key, value in kwargs.items() if key in PATHS and value is not None}
            if named or any(isinstance(value, (str, bytes)) or hasattr(value, "write") for value in args):
                raise PermissionError(f"{name}() may not write to files here; without a path it returns the text")
        elif name in READERS:
            source = args[0] if args else next((kwargs[key] for key in kwargs if key in PATHS), None)
            if type(source) is not io.StringIO:
                raise PermissionError(f"{name}() may not read files or the network here; give it io.StringIO(text)")
        elif name == "resize":
            if "refcheck" in kwargs:
                raise PermissionError("resize() always checks for other references here")
        elif name in OPTIONS:
            for text in args[::2] if name in ("set_option", "option_context") else args[:1]:
                if not (isinstance(text, str) and text.startswith("display.")):
                    raise PermissionError(f"{name}() is for 'display.' options here")
            if kwargs:
                raise PermissionError(f"{name}() takes no keywords here")
        elif name in NAMING:
            for text in strings_in([args, kwargs]):
                if text.startswith("_") or is_denied(text) or text in WRITERS | READERS:
                    raise PermissionError(f"{name}() may not name '{text}' here")

    # --- what crosses

    def admit(self, value: Any) -> Any:
        """Something that can enter the sandbox for an object that can't by itself: a proxy, where it belongs to a lent module."""
        if isinstance(value, BaseException) or not self._admits(value):
            if self._fallback is not None:
                return self._fallback(value)
            kind = type(value)
            raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object can't enter the sandbox; wrap it in stockade.Handle to pass it through")
        kind = type(value)
        if isinstance(value, type) and value.__name__ in UNMAKEABLE.get(value.__module__.split(".")[0], ()):
            return HostRef(Gate(value.__name__, value, self._judge_call, value.__module__), "builtins.type")
        if isinstance(value, Gate):
            return HostRef(value, "builtins.function")
        return HostRef(value, f"{kind.__module__}.{kind.__qualname__}")

    def _admits(self, value: Any) -> bool:
        if isinstance(value, Gate) or self._is_lent(value):
            return True
        if isinstance(value, types.ModuleType):
            return self._lends(value.__name__)
        if isinstance(value, type):
            return value in BUILTIN_TYPES or self._lends(value.__module__)
        if isinstance(value, types.FunctionType):
            return self._lends(value.__module__)
        if isinstance(value, types.MethodType):
            own = value.__self__
            return self._is_lent(own) or (self._lends_values(value.__func__.__module__) and self._admits(own))
        if isinstance(value, types.BuiltinFunctionType):
            own = value.__self__
            if own is None or isinstance(own, types.ModuleType):
                return self._lends(value.__module__)
            return self._admits(own)
        kind = type(value)
        if self._lends_values(kind.__module__):
            return True
        if kind.__name__ == "cython_function_or_method" or kind.__name__ in ("method_descriptor", "classmethod_descriptor"):
            return self._lends(getattr(value, "__module__", None)) or self._lends(getattr(getattr(value, "__objclass__", None), "__module__", None))
        return kind.__name__ in HARMLESS.get(kind.__module__, ())

    def out(self, value: Any, depth: int = 0, key: bool = False) -> Any:
        """A result as it enters the sandbox."""
        kind = type(value)
        if kind in PLAIN_TYPES:
            return value
        if depth > 30:
            raise ValueError("the result is nested too deeply")
        if kind in CONTAINERS:
            if key and kind not in (tuple, frozenset):
                raise TypeError(f"unhashable type: '{kind.__name__}'")
            try:
                if kind is dict:
                    return {self.out(name, depth + 1, True): self.out(item, depth + 1) for name, item in value.items()}
                inner = key or kind in (set, frozenset)
                return kind([self.out(item, depth + 1, inner) for item in value])
            except KeyError:
                # Keys that only the host can hash: the whole stays with it.
                return HostRef(value, f"builtins.{kind.__name__}")
        if isinstance(value, str):
            return str.__str__(value)
        if isinstance(value, bytes):
            return bytes(value)
        if key:
            plain = getattr(value, "item", None)
            plain = plain() if callable(plain) else None
            if type(plain) in PLAIN_TYPES and plain is not None:
                return plain
            raise KeyError
        return self.admit(value)

    def decode(self, value: Any) -> Any:
        """What the program's side tagged, as the host's values."""
        if type(value) is not tuple:
            return value
        tag, parts = value
        if tag == "function":
            callback = Callback(self, parts[0])
            self._callbacks.add(callback)
            return callback
        if tag == "type":
            known = getattr(builtins, parts[0], None)
            if known in BUILTIN_TYPES or known is object:
                return known
            raise TypeError(f"the type '{parts[0]}' can't be given to a module of the host")
        if tag == "dict":
            return {self.decode(key): self.decode(item) for key, item in parts}
        parts = [self.decode(part) for part in parts]
        makers: dict[str, Callable[..., Any]] = {
            "list": lambda *items: list(items), "tuple": lambda *items: items, "set": lambda *items: set(items),
            "frozenset": lambda *items: frozenset(items), "slice": slice, "range": range, "complex": complex, "ellipsis": lambda: ...,
            "datetime": datetime.datetime.fromisoformat, "date": datetime.date.fromisoformat, "time": datetime.time.fromisoformat,
            "timedelta": datetime.timedelta, "Decimal": decimal.Decimal, "Fraction": fractions.Fraction, "StringIO": io.StringIO,
        }
        return makers[tag](*parts)

    # --- uses

    def serve(self, request: list[Any]) -> tuple[int, Any]:
        """Does one use. What can't be replied is an exception for the program."""
        operation, target, args, kwargs, encoded = request
        if operation in ("returned", "raised"):
            return self._go_on(operation, args, encoded)
        try:
            if encoded:
                args, kwargs = self.decode(args), self.decode(kwargs)
        except Exception as error:
            return self._raised(error)
        if self._callbacks:
            return self._start(operation, target, args, kwargs)
        context = self._context.copy() if self._exchanges else self._context
        return context.run(self._reply, operation, target, args, kwargs)

    def _reply(self, operation: str, target: Any, args: Any, kwargs: Any) -> tuple[int, Any]:
        try:
            if isinstance(target, Handle) or (type(target) in PLAIN_TYPES and (target is not None or operation not in FREE)):
                raise TypeError(f"'{type(target).__name__}' object is not the program's to use in this way")
            if operation == "getitem" and type(args[0]) is str and type(target).__name__ in ("RClass", "CClass", "AxisConcatenator"):
                # numpy would look the names up where it was called.
                raise TypeError("names in a text are not looked up here")
            if operation == "call" and isinstance(target, Gate) and target._name == "info" and not args and "buf" not in kwargs:
                text = io.StringIO()
                target._call(buf=text, **kwargs)
                return PRINT, text.getvalue()
            result = self._do(operation, target, tuple(args or ()), kwargs or {})
            if isinstance(result, type) and issubclass(result, Exception):
                return EXCEPTION, spec_of(result)
            return VALUE, self.out(result)
        except Abandoned:
            raise
        except Exception as error:
            return self._raised(error)
        except (SystemExit, GeneratorExit) as error:
            return self._raised(RuntimeError(type(error).__name__))

    def _do(self, operation: str, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if operation == "call":
            if isinstance(target, (types.ModuleType, *CONTAINERS)):
                raise TypeError(f"'{type(target).__name__}' object is not callable")
            return target(*args, **kwargs)
        if operation == "getattr":
            return self._attribute(target, *args)
        if operation == "attribute":
            home, name = args
            if name == "*":
                return self._starred(self._module(home))
            return self._attribute(self._module(home), name)
        if operation == "import":
            self._module(args[0])
            return None
        if operation in BINARY:
            return BINARY[operation](target, *args)
        if operation in UNARY:
            return UNARY[operation](target)
        if operation == "repr" or operation == "str":
            return shown(target, repr if operation == "repr" else str)
        if operation == "format":
            return format(target, *args)
        if operation == "next":
            return self._next(target, args[0])
        if operation == "setitem":
            return operator.setitem(target, *args)
        if operation == "delitem":
            return operator.delitem(target, *args)
        if operation in IN_PLACE:
            return IN_PLACE[operation](target, *args)
        if operation.startswith("r") and operation[1:] in BINARY:
            return BINARY[operation[1:]](args[0], target)
        if operation == "round":
            return round(target, *args)
        if operation == "dir":
            target = self._module(args[0]) if target is None else target
            return [name for name in dir(target) if not name.startswith("_") and (name in GATED or not is_denied(name))]
        if operation in ("isinstance", "issubclass"):
            target = target._call if isinstance(target, Gate) else target
            if not isinstance(target, type):
                raise TypeError(f"{operation}() arg 2 must be a type, a tuple of types, or a union")
            return isinstance(args[0], target) if operation == "isinstance" else issubclass(args[0], target)
        if operation in ("setattr", "delattr"):
            return self._set(operation, target, *args)
        if operation == "enter":
            return type(target).__enter__(target)
        if operation == "exit":
            # What the program raised is its own: the object learns that it left, and can't stop an exception.
            type(target).__exit__(target, None, None, None)
            return False
        raise TypeError(f"there is no use '{operation}' of a host's object")

    def _starred(self, module: types.ModuleType) -> list[str]:
        """The names that ``from module import *`` binds: those that the program may ask for one by one."""
        public = [name for name in dir(module) if not name.startswith("_")]
        names = []
        for name in getattr(module, "__all__", public):
            try:
                self.out(self._attribute(module, name))
            except Exception:
                continue
            names.append(name)
        return names

    def _next(self, target: Any, most: int) -> tuple[list[Any], bool]:
        # Only of what is a copy of something sized may more be taken than is asked for.
        most = most if type(target).__name__.endswith("iterator") else 1
        items = list(itertools.islice(target, max(1, min(most, 1000))))
        return items, bool(items)

    def _set(self, operation: str, target: Any, name: str, *value: Any) -> None:
        if isinstance(target, (types.ModuleType, type, types.FunctionType, types.BuiltinFunctionType, types.MethodType, Gate)):
            raise Refused(f"attributes of the host's '{type(target).__name__}' objects can't be set")
        denied = name in UNSETTABLE or (is_denied(name) and not self._is_lent(target))
        if type(name) is not str or name.startswith("_") or denied:
            raise Refused(f"attribute '{name}' of the host's '{type(target).__name__}' object can't be set")
        if operation == "setattr":
            setattr(target, name, *value)
        else:
            delattr(target, name)

    def _raised(self, error: Exception) -> tuple[int, Any]:
        if isinstance(error, Refused):
            error = AttributeError(str(error))
        if isinstance(error, OSError) and error.strerror:
            # The file's name is the host's business.
            return RAISED, (spec_of(type(error)), [clean(error.strerror)])
        kind: type[BaseException] = type(error)
        if issubclass(kind, UnicodeError):
            kind = UnicodeError
        simple = all(type(item) in PLAIN_TYPES for item in error.args) and len(error.args) <= 4 and kind is type(error)
        text = error.args if simple else [str(error)]
        return RAISED, (spec_of(kind), [clean(item) if isinstance(item, str) else item for item in text])

    # --- uses that call functions of the program

    def _start(self, operation: str, target: Any, args: Any, kwargs: Any) -> tuple[int, Any]:
        # A use within a call of the program's function can't be in the context that the outer one is in.
        exchange, context = Exchange(), self._context.copy() if self._exchanges else self._context

        def work() -> None:
            try:
                exchange.requests.put(context.run(self._reply, operation, target, args, kwargs))
            except Abandoned:
                pass
            except BaseException as error:
                exchange.requests.put(self._raised(RuntimeError(type(error).__name__)))

        exchange.thread = threading.Thread(target=work, name="stockade-callback", daemon=True)
        self._exchanges.append(exchange)
        exchange.thread.start()
        return self._await(exchange)

    def _await(self, exchange: Exchange) -> tuple[int, Any]:
        while True:
            kind, value = exchange.requests.get()
            if kind != CALL:
                self._exchanges.remove(exchange)
                return kind, value
            try:
                number, args, kwargs = value
                return CALL, (number, [self.out(item) for item in args], {name: self.out(item) for name, item in kwargs.items()})
            except Exception as error:
                exchange.answers.put(("raised", (type(error).__name__, str(error))))

    def _go_on(self, operation: str, args: Any, encoded: bool) -> tuple[int, Any]:
        if not self._exchanges:
            return self._raised(RuntimeError("nothing waits for a function of the program"))
        exchange = self._exchanges[-1]
        try:
            value = self.decode(args) if encoded else args
            exchange.answers.put((operation, value[0] if operation == "returned" else value))
        except Exception as error:
            exchange.answers.put(("raised", (type(error).__name__, str(error))))
        return self._await(exchange)

    def end(self) -> None:
        """The step is over: what still waits for a function of the program waits in vain."""
        if not self._exchanges:
            return
        for exchange in self._exchanges:
            exchange.answers.put(("abandoned", None))
        self._exchanges.clear()
        # Their threads are still in the old one.
        self._context = self._context.copy()


def spec_of(kind: type[BaseException]) -> list[tuple[str, list[str]]]:
    """An exception's class and those above it, the most basic first: dotted names with their bases; builtin ones by name alone."""
    spec = []
    for base in reversed(kind.__mro__):
        if not issubclass(base, Exception):
            continue
        bases = [name_of(above) for above in base.__bases__ if issubclass(above, Exception)]
        spec.append((name_of(base), bases))
    return spec


def name_of(kind: type[BaseException]) -> str:
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"

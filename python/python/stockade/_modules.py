"""Modules and objects of the host's own that a program may use: the host's side of each use of one.

The program holds proxies and asks for one thing at a time (an attribute, a call, an operator); here it is judged and done. What comes
back is a plain value, a proxy of an object that may be used, or an exception by the names of its classes.

What may be reached is the business of ``_judge.py``. What is allowed is done with the rights of this process, outside the sandbox's limits
of memory and time.
"""

from __future__ import annotations

import builtins
import contextvars
import datetime
import decimal
import fractions
import io
import itertools
import operator
import queue
import re
import threading
import types
import weakref
import zlib
from collections.abc import Callable, Iterable
from typing import Any

from ._allowed import leaves, names_zone_file
from ._judge import BUILTIN_TYPES, FUNCTIONS, TOLD, Gate, Judge, Plain, Refused
from ._stockade import Core, Handle, HostRef
from ._values import Values

#: Kinds of replies.
VALUE, RAISED, EXCEPTION, CALL, PRINT = range(5)

PLAIN = (bool, int, float, str, bytes, type(None))
PLAIN_TYPES = frozenset(PLAIN)
CONTAINERS = (list, tuple, set, frozenset, dict)


def hashed(value: Any) -> int:
    """A hash without the host's addresses: what would be hashed by its address is hashed by its name."""
    found = hash(value)
    if isinstance(value, FUNCTIONS) or found == object.__hash__(value):
        return zlib.crc32(str(getattr(value, "__name__", type(value).__qualname__)).encode())
    return found


UNARY: dict[str, Callable[[Any], Any]] = {
    "len": len, "bool": bool, "hash": hashed, "int": int, "float": float, "index": operator.index, "complex": complex,
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


class Callback:
    """A function of the program, as lent modules call it: on the thread that serves the use."""

    def __init__(self, modules: Modules, number: int) -> None:
        self._modules, self._number = modules, number
        self.__name__ = self.__qualname__ = "function"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._modules.exchange().call(self._number, args, kwargs)


class Exchange:
    """One use that may call functions of the program: done on a thread of its own, which waits while the program runs them."""

    def __init__(self, target: Any) -> None:
        self.target = target
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


def shown(value: Any, show: Callable[[Any], str]) -> str:
    """A text of a host's object, without the host's addresses and paths."""
    if isinstance(value, types.ModuleType):
        return f"<module '{value.__name__}'>"
    return re.sub(r" at 0x[0-9a-fA-F]+", " at 0x0", show(value))


def clean(text: str) -> str:
    text = re.sub(r"(?:[A-Za-z]:)?(?:[/\\\\][^\s/\\\\'\"()]+){2,}\.(?:pyc?|so|pyd|dll|dylib)\b", "<path>", text)
    return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text[:4000])


class Modules:
    """The lent modules and objects of a session. ``names`` are modules that may be imported, with their parts (``numpy.linalg``) where
    only these are lent; ``*`` is all that may be lent. The judge knows what may be reached."""

    def __init__(
        self, core: Core, names: Iterable[str], fallback: Callable[[Any], Any] | None = None, trusted: bool | Iterable[str] = False,
        judge: Judge | None = None,
    ) -> None:
        self._core = core
        self.judge = Judge(names, trusted) if judge is None else judge
        self._fallback = fallback
        self._context = contextvars.copy_context()
        self._exchanges: list[Exchange] = []
        self._policy_said: dict[tuple[str, str], str | None] = {}
        #: Functions of the program that objects of the host still hold: these may be called in any use.
        self._callbacks: weakref.WeakSet[Callback] = weakref.WeakSet()
        #: What crosses as a copy, where an object is not lent.
        self.values: Values | None = None
        #: What is lent, as a log names it.
        self.tops = sorted(self.judge.tops | ({"*"} if self.judge.lends_any else set()))
        core.lend_modules(self.tops, self.admit_input, self.judge.has_lent())

    def exchange(self) -> Exchange:
        """The use that the calling thread does."""
        here = threading.current_thread()
        for exchange in self._exchanges:
            if exchange.thread is here:
                return exchange
        raise RuntimeError("a function of a program can be called only while the program waits for the host's object that has it")

    def copied(self, core: Core) -> Modules:
        copy = Modules(core, (), self._fallback, judge=self.judge.copied())
        # Settings that libraries keep by context, such as numpy's `seterr`, go along.
        copy._context = self._context.copy()
        return copy

    def lend(self, value: Any, names: Iterable[str] | None = None, trust: bool = False) -> None:
        """Lends one object: see ``Session.lend_object``."""
        first = not self.judge.has_lent()
        self.judge.lend(value, names, trust)
        if first:
            self._core.lend_modules(self.tops, self.admit_input, True)

    @property
    def has_fallback(self) -> bool:
        return self._fallback is not None

    def admits(self, value: Any) -> bool:
        """Whether an object of the author's enters as a proxy."""
        return bool(self.judge.admits(value, True))

    # --- what may be reached

    def _module(self, name: str) -> types.ModuleType:
        return self.judge.module(name)

    def _attribute(self, target: Any, name: Any) -> Any:
        if type(name) is str and name not in TOLD:
            # The policy speaks about names of modules, and about attributes of everything.
            home = self.judge.path(target) if isinstance(target, types.ModuleType) else ""
            if (home, name) not in self._policy_said:
                why = self._core.refuses_member(home, name) if home else None
                self._policy_said[(home, name)] = why or (None if name.startswith("__") else self._core.refuses_attribute(name))
            if (why := self._policy_said[(home, name)]) is not None:
                raise Refused(why)
        value = self.judge.attribute(target, name)
        if isinstance(value, types.ModuleType):
            why = self._core.refuses_import(self.judge.path(value))
            if why is not None:
                raise Refused(f"Forbidden access to module: {self.judge.path(value)} ({why})")
        return value

    # --- what crosses

    def admit_input(self, value: Any) -> Any:
        """Something that can enter the sandbox for an object of the author's that can't by itself: a proxy, where it is lent."""
        return self._admit(value, True)

    def _admit(self, value: Any, is_input: bool) -> Any:
        if isinstance(value, Plain):
            return HostRef(value.function, "builtins.function")
        if isinstance(value, BaseException) or not self.judge.admits(value, is_input):
            if not is_input and self.values is not None and self.values.take(value) is not None:
                return value
            if self._fallback is not None:
                return self._fallback(value)
            kind = type(value)
            raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object can't enter the sandbox; wrap it in stockade.Handle to pass it through")
        if isinstance(value, Gate):
            return HostRef(value, "builtins.type" if isinstance(value._call, type) else "builtins.function")
        if isinstance(value, type) and (gate := self.judge.gate_of(value)) is not None:
            return HostRef(gate, "builtins.type")
        kind = type(value)
        return HostRef(value, f"{kind.__module__}.{kind.__qualname__}")

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
        return self._admit(value, False)

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
            self.judge.judge_use(operation, target)
            if operation not in ("isinstance", "issubclass"):
                self._judge_arguments(target, (args, kwargs))
            if operation == "call" and isinstance(target, Gate) and target._name == "info":
                return PRINT, self._info(target, list(args), kwargs)
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

    def _judge_arguments(self, target: Any, given: Any) -> None:
        """Refuses what numpy and pandas would open, though the program may not: they ask an object for its `repr`, or for methods of any
        name. What the author lent by itself gets everything: what it does with it is the author's word."""
        for value in leaves(given):
            is_closed = not isinstance(value, str) and (isinstance(value, Handle) or self.judge.lent_by_names(value))
            if not (is_closed or names_zone_file(value)) or self.judge.is_authors(target):
                continue
            if is_closed:
                raise TypeError(
                    f"'{type(value).__name__}' object is not given to numpy or pandas, which would use more of it than the host lends; a function "
                    "of the program's own may use it"
                )
            raise PermissionError("time zones of dateutil name files of the host; names such as 'Europe/Berlin' do not")

    def _info(self, target: Gate, args: list[Any], kwargs: dict[str, Any]) -> str:
        """What `info` of a table prints: it would go to the host's own output."""
        place = 2 if target._unbound else 1
        given = args[place] if len(args) > place else kwargs.get("buf")
        if given is not None:
            raise PermissionError("info() may not write to files here; without a buffer it prints")
        text = io.StringIO()
        if len(args) > place:
            args[place] = text
        else:
            kwargs = {**kwargs, "buf": text}
        self.judge.options.applied(lambda: target(*args, **kwargs))
        return text.getvalue()

    def _do(self, operation: str, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if operation == "call":
            if isinstance(target, (types.ModuleType, *CONTAINERS)):
                raise TypeError(f"'{type(target).__name__}' object is not callable")
            if isinstance(target, Gate) and target._name.startswith("to_"):
                return self.judge.options.applied(lambda: target(*args, **kwargs))
            return target(*args, **kwargs)
        if operation == "getattr":
            return self._attribute(target, *args)
        if operation == "attribute":
            home, name = args
            if name == "*":
                return self._starred(self._module(home))
            try:
                return self._attribute(self._module(home), name)
            except AttributeError:
                # `from package import module` imports a module that is no attribute yet.
                try:
                    return self._module(f"{home}.{name}")
                except ImportError:
                    pass
                raise
        if operation == "import":
            self._module(args[0])
            return None
        if operation in BINARY:
            return BINARY[operation](target, *args)
        if operation in UNARY:
            return UNARY[operation](target)
        if operation == "repr" or operation == "str":
            if not self.judge.shows(target):
                return f"<{type(target).__name__} of the host>"
            return self.judge.options.applied(lambda: shown(target, repr if operation == "repr" else str))
        if operation == "format":
            if not self.judge.shows(target):
                return ""
            return self.judge.options.applied(lambda: shown(target, lambda value: format(value, *args)))
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
            return self.judge.visible(target._call if isinstance(target, Gate) else target)
        if operation in ("isinstance", "issubclass"):
            target = target._call if isinstance(target, Gate) else target
            if not isinstance(target, type):
                raise TypeError(f"{operation}() arg 2 must be a type, a tuple of types, or a union")
            value: Any = args[0]._call if isinstance(args[0], Gate) else args[0]
            return isinstance(value, target) if operation == "isinstance" else issubclass(value, target)
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
        self.judge.judge_set(target, name)
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
        exchange, context = Exchange(target), self._context.copy() if self._exchanges else self._context

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
            self._judge_arguments(exchange.target, value)
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

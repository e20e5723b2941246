"""Judges what a program may reach of the host's modules and objects.

There are three kinds of trust:

- numpy and pandas have a list of what is harmless (``_allowed.py``). All else of them is refused.
- An object that the author lends has the names that the author lists, if its class is not one of those packages'.
- A package or object that the author trusts is the program's to use: every public name. It can do what this process can do.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
import types
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from typing import Any

from ._allowed import ENGINES, INSTEAD, KEYWORDS, LEGACY_RANDOM, PACKAGES, STANDARD, Package, Rule, refuse_zone_files

#: Modules that are the host's authority itself: never lent, whatever a policy or an author says.
NEVER = frozenset(
    "builtins os posix nt sys subprocess socket socketserver ssl shutil ctypes cffi importlib imp pkgutil runpy code codeop pdb bdb "
    "marshal pickle shelve dill cloudpickle multiprocessing concurrent threading asyncio signal gc inspect traceback atexit "
    "pty tty fcntl mmap resource tempfile glob fileinput webbrowser site venv ensurepip pip setuptools distutils http urllib ftplib "
    "smtplib telnetlib xmlrpc sqlite3 dbm io pathlib platform getpass pwd grp faulthandler tracemalloc trace sysconfig "
    "stockade".split()
)
#: Packages whose time zones pandas gives away.
TIME_ZONES = frozenset({"dateutil", "pytz", "zoneinfo"})
BUILTIN_TYPES = frozenset({int, float, str, bool, bytes, complex, list, tuple, dict, set, frozenset})
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.GeneratorType)
MADE_FUNCTIONS = frozenset({"cython_function_or_method", "method_descriptor", "classmethod_descriptor", "wrapper_descriptor", "partial"})
STANDARD_HOMES = frozenset(key.split(".")[0] for key in STANDARD)
#: What every object may tell about itself, where it is a text.
TOLD = ("__name__", "__doc__", "__version__")


def is_installed(top: str) -> bool:
    """Whether a top-level module can be found. Nothing is imported."""
    try:
        return top in sys.modules or find_spec(top) is not None
    except (ImportError, ValueError):
        return False


class Refused(Exception):
    """Not allowed: an ``AttributeError`` for the program."""


class Gate:
    """A function whose every call is judged first, wherever it is passed to."""

    __slots__ = ("_call", "_name", "_rule", "_unbound")

    def __init__(self, name: str, call: Callable[..., Any], rule: Rule | None, unbound: bool = False) -> None:
        self._name, self._call, self._rule, self._unbound = name, call, rule, unbound

    @property
    def __name__(self) -> str:
        return self._name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        # A method that is called through its class has its object in front.
        judged = args[1:] if self._unbound else args
        for key, value in kwargs.items():
            if key in KEYWORDS and value is not None:
                raise PermissionError(f"{self._name}() takes no {key} here")
        if kwargs.get("engine") not in ENGINES:
            raise PermissionError(f"{self._name}() takes only the engines c and python here")
        if any(isinstance(value, str) and value == "numba" for value in judged) and "engine" in inspect.signature(self._call).parameters:
            raise PermissionError(f"{self._name}() takes only the engines c and python here")
        refuse_zone_files(self._name, judged, kwargs)
        if self._rule is not None:
            self._rule(self._name, judged, kwargs)
        return self._call(*args, **kwargs)

    def __repr__(self) -> str:
        return repr(self._call)


class option_context:
    """`pandas.option_context` on the options of one program."""

    __module__ = "pandas"

    def __init__(self, options: DisplayOptions, pairs: tuple[Any, ...]) -> None:
        if len(pairs) % 2:
            raise ValueError("provide an even number of arguments: option and value in turn")
        self._options, self._pairs = options, pairs

    def __enter__(self) -> None:
        self._before = dict(self._options.values)
        self._options.set(*self._pairs)

    def __exit__(self, *_: object) -> None:
        self._options.values = self._before


class DisplayOptions:
    """The display options of one program. They are in force while a table becomes text; the process keeps its own."""

    def __init__(self, values: Mapping[str, Any] = {}) -> None:
        self.values = dict(values)

    def set(self, *pairs: Any) -> None:
        pandas: Any = importlib.import_module("pandas")

        if len(pairs) % 2 or not pairs:
            raise ValueError("must provide an even number of non-keyword arguments")
        for key, value in zip(pairs[::2], pairs[1::2]):
            # Checks the name and the value, and leaves the process as it was.
            with pandas.option_context(key, value):
                pass
            self.values[key] = value

    def get(self, key: str) -> Any:
        pandas: Any = importlib.import_module("pandas")

        return self.values[key] if key in self.values else pandas.get_option(key)

    def reset(self, key: str) -> None:
        for known in [known for known in self.values if known.startswith(key)]:
            del self.values[known]

    def functions(self) -> dict[str, Callable[..., Any]]:
        return {
            "set_option": self.set, "get_option": self.get, "reset_option": self.reset,
            "option_context": lambda *pairs: option_context(self, pairs),
        }

    def applied(self, work: Callable[[], Any]) -> Any:
        """Does something that may make a table to text."""
        if not self.values:
            return work()
        pandas: Any = importlib.import_module("pandas")

        with pandas.option_context(*[part for pair in self.values.items() for part in pair]):
            return work()


def home_of(kind: type) -> str:
    return kind.__module__.split(".")[0]


def key_of(kind: type) -> str:
    return f"{home_of(kind)}.{kind.__qualname__.rpartition('.')[2]}"


class Judge:
    """What the program of one session may reach of lent modules and objects. ``names`` are the modules that may be imported, dotted where
    only a part is lent; ``trusted`` are packages of which every public name may be used, or True for all."""

    def __init__(self, names: Iterable[str], trusted: bool | Iterable[str] = False) -> None:
        self.names = [name.removesuffix(".*") for name in names]
        self.trusts_all = trusted is True
        self.trusted = frozenset() if isinstance(trusted, bool) else frozenset(name.split(".")[0] for name in trusted)
        if "*" in self.names:
            self.names = [name for name in self.names if name != "*"] + ([] if self.trusts_all else sorted(PACKAGES)) + sorted(self.trusted)
            self.lends_any = self.trusts_all
        else:
            self.lends_any = False
        self.tops = {name.split(".")[0] for name in self.names} - NEVER
        for name in self.names:
            self._check(name)
        #: Packages whose objects may come out of what the program uses.
        self._giving: set[str] = set()
        for top in self.tops:
            self._gives(top)
        #: Objects that the author lent by themselves, by identity, with the names that may be used. None is every public name.
        self._lent: dict[int, tuple[Any, frozenset[str] | None]] = {}
        #: The path by which a module was reached, for those whose own name is private.
        self._paths: dict[int, str] = {}
        #: Functions of modules and classes that the program was given, by identity.
        self._functions: dict[int, Any] = {}
        #: What stands for classes whose calls are judged: the same each time, so that the program can compare them.
        self._gates: dict[type, Gate] = {}
        self.options = DisplayOptions()
        self._random: Any = None

    def copied(self) -> Judge:
        copy = Judge(self.names + (["*"] if self.lends_any else []), True if self.trusts_all else self.trusted)
        copy._giving, copy._lent = set(self._giving), dict(self._lent)
        copy._paths, copy._functions, copy._gates = dict(self._paths), dict(self._functions), dict(self._gates)
        copy.options = DisplayOptions(self.options.values)
        if self._random is not None:
            copy._state().set_state(self._random.get_state())
        return copy

    def _check(self, name: str) -> None:
        top = name.split(".")[0]
        if top in NEVER or self._trusts(top):
            return
        package = PACKAGES.get(top)
        if package is None:
            missing = "" if is_installed(top) else ". It is not installed for this interpreter"
            raise ValueError(
                f"module '{top}' is not lent: Stockade has no list of what is harmless in it. With trust=[{top!r}] the program may use every "
                f"public name of it, with all rights of this process{missing}"
            )
        if name not in package.modules:
            raise ValueError(f"module '{name}' is not lent: it is not in the list of what is harmless in {top}. trust=[{top!r}] lends all of it")

    def _trusts(self, top: str) -> bool:
        return top not in NEVER and (self.trusts_all or top in self.trusted)

    def _has_trust(self) -> bool:
        return self.trusts_all or bool(self.trusted) or any(names is None for _, names in self._lent.values())

    def _gives(self, top: str) -> None:
        self._giving.add(top)
        package = PACKAGES.get(top)
        self._giving |= package.gives | (TIME_ZONES if top == "pandas" else set()) if package else set(PACKAGES)

    # --- what is lent

    def lend(self, value: Any, names: Iterable[str] | None = None, trust: bool = False) -> None:
        """See ``Session.lend_object``."""
        if isinstance(names, str):
            raise TypeError(f"names is a list: names=[{names!r}]")
        kind = value if isinstance(value, type) else type(value)
        if issubclass(kind, (types.ModuleType, BaseException)) or kind.__module__ == "builtins":
            raise TypeError(f"'{kind.__name__}' object is not lent by itself: lend a module by its name, a function as a tool")
        homes = {home_of(base).lstrip("_") for base in kind.__mro__ if base.__module__ != "builtins"}
        if homes & NEVER:
            raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object is the host's authority itself: it is not lent")
        if trust or names is not None:
            self._lent[id(value)] = (value, None if names is None else frozenset(names))
            if trust:
                self._giving |= set(PACKAGES)
            return
        package = PACKAGES.get(home_of(kind))
        if package is None or not self._listed(package, kind):
            raise TypeError(
                f"'{kind.__module__}.{kind.__qualname__}' object is not lent as it is: Stockade does not know what its attributes do. Say which may be used "
                "with names=['total', 'add', '__len__'], or trust=True for every public name, with all rights of this process"
            )
        self._lent[id(value)] = (value, frozenset())
        self._gives(package.name)

    def has_lent(self) -> bool:
        return bool(self._lent)

    def _own(self, value: Any) -> tuple[Any, frozenset[str] | None] | None:
        """The loan of an object that the author lent by its names."""
        found = self._lent.get(id(value))
        if found is None or self._package(value) is not None and found[1] is not None and not found[1]:
            return None
        return found

    def lent_by_names(self, value: Any) -> bool:
        """True for an object of which the program has only the names that the author lists, and for its methods, whose `repr` has its
        own."""
        own = self._own(owner_of(value))
        return own is not None and own[1] is not None

    def is_authors(self, target: Any) -> bool:
        """True for what the author lent by itself or trusts, and for its functions. What numpy and pandas do with an argument is not the
        author's word."""
        if isinstance(target, FUNCTIONS[:3]):
            owner = owner_of(target)
            home = (target.__module__ or home_of(type(owner))).split(".")[0]
            # A function that is nobody's method is there because the author lent its name.
            return self._own(owner) is not None or self._trusts(home) or home not in PACKAGES and home not in STANDARD_HOMES
        if isinstance(target, types.ModuleType):
            return self._trusts(home_of_module(target))
        return self._own(target) is not None or self._trusts(home_of(target if isinstance(target, type) else type(target)))

    def lends(self, module: str) -> bool:
        top = module.split(".")[0]
        return top in self.tops or (self.lends_any and top not in NEVER and top != "__main__" and top not in sys.builtin_module_names)

    def _package(self, value: Any) -> Package | None:
        """The list that speaks about an object. None where it is trusted, or nobody's."""
        kind = value if isinstance(value, type) else type(value)
        top = (self._paths.get(id(value)) or value.__name__).split(".")[0] if isinstance(value, types.ModuleType) else home_of(kind)
        return None if self._trusts(top) else PACKAGES.get(top)

    def _listed(self, package: Package, kind: type) -> bool:
        keys = [key_of(base) for base in kind.__mro__]
        return any(key in package.classes for key in keys) or any(key in STANDARD for key in keys)

    def admits(self, value: Any, is_input: bool) -> bool:
        """True if the program may hold an object and use it. An input comes from the author, anything else out of what is lent."""
        if isinstance(value, Gate) or id(value) in self._lent:
            return True
        if isinstance(value, types.ModuleType):
            return id(value) in self._paths or self._trusts(home_of_module(value)) and self.lends(value.__name__)
        if id(value) in self._functions:
            return self._functions[id(value)] is value
        kind = value if isinstance(value, type) else type(value)
        if isinstance(value, type) and value in BUILTIN_TYPES:
            return True
        top = home_of(kind)
        if isinstance(value, FUNCTIONS[:3]) or kind.__name__ in MADE_FUNCTIONS:
            # A function enters only by its name. Of a trusted package it may come from anywhere, also one that the package makes.
            if not is_input and self._has_trust():
                return True
            owner = getattr(value, "__module__", None) or home_of(type(getattr(value, "__self__", None)))
            return isinstance(owner, str) and self._trusts(owner.split(".")[0]) and self.lends(owner)
        if self._trusts(top) and (self.lends(top) or top in self._giving):
            return True
        if key_of(kind) in STANDARD and not isinstance(value, type):
            return bool(self._giving) and not is_input or kind.__module__ != "builtins" and bool(self.tops)
        package = PACKAGES.get(top)
        if package is not None:
            return (top in self.tops if is_input else top in self._giving) and self._listed(package, kind)
        return top in TIME_ZONES and top in self._giving and any(key_of(base) in STANDARD for base in kind.__mro__)

    # --- modules

    def module(self, name: str) -> types.ModuleType:
        """Imports a module for the program."""
        top = name.split(".")[0]
        if not self.lends(name) or any(part.startswith("_") for part in name.split(".")):
            raise ImportError(f"the host does not lend module '{name}'")
        if not self._trusts(top):
            if name not in PACKAGES[top].modules:
                raise ImportError(f"module '{name}' is not lent: it is not in the list of what is harmless in {top}")
            if not self._is_lent_part(name) and not any(own.startswith(f"{name}.") for own in self.names):
                raise ImportError(f"the host does not lend module '{name}'")
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError:
            # `numpy.emath` and the like are attributes of their parents alone.
            parent, _, last = name.rpartition(".")
            module = getattr(importlib.import_module(parent), last, None) if parent else None  # type: ignore[assignment]
            if not isinstance(module, types.ModuleType):
                raise
        if not isinstance(module, types.ModuleType) or home_of_module(module) != top:
            raise ImportError(f"the host does not lend module '{name}'")
        self._paths[id(module)] = name
        return module

    def _is_lent_part(self, path: str) -> bool:
        return any(path == own or path.startswith(f"{own}.") for own in self.names)

    def path(self, module: types.ModuleType) -> str:
        return self._paths.get(id(module), module.__name__)

    # --- names

    def names_of(self, target: Any) -> frozenset[str] | None:
        """The names of an object that may be used. None is every public name."""
        own = self._own(target)
        if own is not None:
            return own[1]
        if isinstance(target, types.ModuleType):
            path = self.path(target)
            top = path.split(".")[0]
            if self._trusts(top):
                return None
            package = PACKAGES.get(top)
            if package is None:
                return frozenset()
            if not self._is_lent_part(path):
                # The parent of what is lent is only the way to it.
                return frozenset(name[len(path) + 1 :].split(".")[0] for name in self.names if name.startswith(f"{path}."))
            return package.modules.get(path, frozenset())
        kind = target if isinstance(target, type) else type(target)
        top = home_of(kind)
        if self._trusts(top):
            return None
        classes = {**STANDARD, **(PACKAGES[top].classes if top in PACKAGES else {})}
        found = [classes[key] for key in map(key_of, kind.__mro__) if key in classes]
        return frozenset().union(*found, self._data_names(target, top))

    def _data_names(self, target: Any, top: str) -> frozenset[str]:
        """Names that are data: the fields of named tuples, the columns of tables."""
        kind = type(target)
        if isinstance(target, tuple) and kind is not tuple and top in PACKAGES:
            fields = getattr(kind, "_fields", ())
            return frozenset(field for field in fields if isinstance(field, str))
        if top == "pandas" and not isinstance(target, type):
            axes = {"DataFrame": -1, "Series": 0}
            keys = {key_of(base).rpartition(".")[2] for base in kind.__mro__}
            of = target if keys & set(axes) else getattr(target, "obj", None) if "BaseGroupBy" in keys else None
            if of is not None and hasattr(of, "axes"):
                labels = of.axes[-1]
                # A label that is also a name of the class is the class's: pandas finds that one first.
                return frozenset(label for label in labels[:2000].tolist() if isinstance(label, str) and not hasattr(kind, label))
        return frozenset()

    def attribute(self, target: Any, name: Any) -> Any:
        """An attribute as the program may have it."""
        if type(name) is not str:
            raise TypeError("attribute name must be string")
        function = target._call if isinstance(target, Gate) else target
        if name in TOLD:
            value = getattr(function, name)
            if value is not None and type(value) is not str:
                raise Refused(f"'{name}' is private")
            return value
        if name.startswith("_"):
            raise Refused(f"'{name}' is private to the host's '{type(target).__name__}' object")
        if isinstance(target, Gate) and not isinstance(function, type) or isinstance(target, FUNCTIONS):
            raise AttributeError(f"'{type(function).__name__}' object has no attribute '{name}'")
        names = self.names_of(function)
        if names is not None and name not in names:
            # Looked up without running anything of the object's.
            if isinstance(function, types.ModuleType):
                what, known = f"module '{self.path(function)}'", dir(function)
            else:
                what, known = f"'{type(function).__name__}' object", dir(function if isinstance(function, type) else type(function))
            if name not in known:
                raise AttributeError(f"{what} has no attribute '{name}'")
            hint = f"; {INSTEAD[name]}" if name in INSTEAD else ""
            raise Refused(f"Forbidden access to function: {name} (it is not in the list of what is harmless in the host's {what}{hint})")
        if names is None or self._own(function) is not None:
            value = getattr(function, name)
            if isinstance(value, types.ModuleType) and not self.lends(value.__name__):
                raise Refused(f"Forbidden access to module: {value.__name__} ({type(function).__name__}.{name})")
            # A method of what is lent by its names is lent with it.
            return Plain(value) if isinstance(value, FUNCTIONS[:3]) and self._own(function) is not None else value
        return self._guarded(function, name)

    def _guarded(self, target: Any, name: str) -> Any:
        """An attribute of something that has a list. What can be called is judged at each call, if there is a rule."""
        if isinstance(target, types.ModuleType):
            path = self.path(target)
            own = self._of_session(path, name)
            if own is not None:
                return own
            value = getattr(target, name)
            if isinstance(value, types.ModuleType):
                inner = f"{path}.{name}"
                if home_of_module(value) != path.split(".")[0] or inner not in PACKAGES[path.split(".")[0]].modules:
                    raise Refused(f"Forbidden access to module: {inner}")
                self._paths[id(value)] = inner
                return value
        else:
            value = getattr(target, name)
        package = self._package(target)
        rule = None if package is None else package.rules.get(name)
        if name == "sample" and package is PACKAGES["pandas"] and callable(value):
            value = self._drawing(value, 5 if isinstance(target, type) else 4)
        if isinstance(value, type):
            return value
        if not callable(value) or package is None or (not isinstance(value, FUNCTIONS) and self._listed(package, type(value))):
            return value
        unbound = isinstance(target, type) and not isinstance(value, types.MethodType) and not getattr(value, "__self__", None)
        if rule is None and package.name != "pandas":
            if isinstance(target, (types.ModuleType, type)):
                self._functions[id(value)] = value
            return Plain(value)
        return Gate(name, value, rule, unbound)

    def _of_session(self, path: str, name: str) -> Any:
        """What stands for functions that would change the process: each program has its own."""
        if path == "numpy.random" and name in LEGACY_RANDOM:
            state = self._state()
            known = {"ranf": "random_sample", "sample": "random_sample", "random": "random_sample"}
            if name == "random_integers" and not hasattr(state, name):
                return None
            return Plain(getattr(state, known.get(name, name)))
        if path == "pandas" and name in (own := self.options.functions()):
            rule = PACKAGES["pandas"].rules[name]
            return Gate(name, own[name], rule)
        if path == "numpy" and name in ("set_printoptions", "seterr"):
            numpy: Any = importlib.import_module("numpy")

            if int(numpy.__version__.split(".")[0]) < 2:
                raise Refused(f"{name}() changes the host's settings with this numpy; printoptions() and errstate() are for a block")
        return None

    def _drawing(self, sample: Callable[..., Any], place: int) -> Callable[..., Any]:
        """`sample` of pandas, which else draws from the random numbers of the process. ``place`` is that of `random_state`."""

        @functools.wraps(sample)
        def drawn(*args: Any, **kwargs: Any) -> Any:
            if len(args) > place and args[place] is None:
                args = (*args[:place], self._state(), *args[place + 1 :])
            elif len(args) <= place and kwargs.get("random_state") is None:
                kwargs["random_state"] = self._state()
            return sample(*args, **kwargs)

        return drawn

    def _state(self) -> Any:
        if self._random is None:
            numpy: Any = importlib.import_module("numpy")

            self._random = numpy.random.RandomState()
        return self._random

    def gate_of(self, kind: type) -> Gate | None:
        """What stands for a class, if there is a rule for making objects of it."""
        package = self._package(kind)
        rule = None if package is None else package.rules.get(kind.__name__)
        return None if rule is None else self._gates.setdefault(kind, Gate(kind.__name__, kind, rule))

    def visible(self, target: Any) -> list[str]:
        """What `dir` shows."""
        names = self.names_of(target)
        return [name for name in dir(target) if not name.startswith("_") and (names is None or name in names)]

    def judge_set(self, target: Any, name: Any) -> None:
        """Raises unless an attribute may be set."""
        kind = type(target)
        allowed = False
        if type(name) is str and not name.startswith("_") and not isinstance(target, (types.ModuleType, type, *FUNCTIONS, Gate)):
            own = self._own(target)
            if own is not None:
                allowed = own[1] is None or name in own[1] and "__setattr__" in own[1]
            elif self._trusts(home_of(kind)):
                allowed = True
            else:
                package = PACKAGES.get(home_of(kind))
                keys = [key_of(base) for base in kind.__mro__]
                allowed = package is not None and any(name in package.settable.get(key, ()) for key in keys)
                allowed = allowed or name in self._data_names(target, home_of(kind))
        if not allowed:
            raise Refused(f"attribute '{name}' of the host's '{kind.__name__}' object can't be set")

    def judge_use(self, operation: str, target: Any) -> None:
        """Raises unless an operator may be used on an object."""
        own = self._lent.get(id(target))
        if own is None or own[1] is None or self._own(target) is None:
            return
        wanted = f"__{operation.strip('_')}__"
        if operation in ("repr", "str", "format", "bool", "hash", "eq", "ne", "getattr", "setattr", "delattr", "dir"):
            return
        if wanted not in own[1]:
            raise TypeError(f"the host lends '{type(target).__name__}' object without {wanted}")

    def shows(self, target: Any) -> bool:
        """True if the program may read what an object says of itself in its `repr`."""
        own = self._own(owner_of(target))
        return own is None or own[1] is None or "__repr__" in own[1] or "__str__" in own[1]


class Plain:
    """A function without a rule, on its way to the program: it is given as it is."""

    __slots__ = ("function",)

    def __init__(self, function: Any) -> None:
        self.function = function


def owner_of(value: Any) -> Any:
    """The object of a method; else the value itself."""
    return getattr(value, "__self__", value) if isinstance(value, FUNCTIONS[:3]) else value


def home_of_module(module: types.ModuleType) -> str:
    return module.__name__.split(".")[0]

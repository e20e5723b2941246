# Asked of CPython: every public function, class, method and constant of MODULES that is not in LEFT_OUT, one a line.
import asyncio
import builtins
import fnmatch
import importlib
import inspect
import io
import os
import sys
import types
import warnings

warnings.simplefilter("ignore")
TRIED = ["", "'a'", "1", "[1, 2]", "{'a': 1}", "'a', 'b'", "1, 2", "b'a'", "len", "[(1, 2)]", "'a', 'b', 'c'", "1, 2, 3"]
seen = set()
out = io.StringIO()


def left_out(path):
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in LEFT_OUT)


def parameters(thing, path):
    if path in SIGNED:
        return SIGNED[path]
    try:
        signature = inspect.signature(thing)
    except (ValueError, TypeError):
        return "?"
    told = []
    for parameter in signature.parameters.values():
        mark = {parameter.POSITIONAL_ONLY: "/", parameter.KEYWORD_ONLY: "!", parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        told.append(mark + parameter.name + ("" if parameter.default is parameter.empty else "="))
    return " ".join(told)


def tell(*parts):
    out.write("\t".join(parts) + "\n")


def maker(path, kind, namespace):
    for text in [MAKERS[path]] if path in MAKERS else [path + "(" + text + ")" for text in TRIED]:
        try:
            return text, eval(text, namespace)
        except BaseException as error:
            if path in MAKERS:
                sys.stderr.write(path + ": " + repr(error) + "\n")
    return None


def members_of(module, path, kind, namespace):
    if issubclass(kind, BaseException) and path not in MAKERS:
        return
    made = maker(path, kind, namespace)
    if made is None:
        return
    text, value = made
    if type(value).__module__ == "builtins" and module != "builtins":
        return
    tell(module, path, "instance", "", text)
    for name in dir(value):
        if name.startswith("_") or left_out(path + "." + name):
            continue
        static = inspect.getattr_static(value, name, None)
        if static is not None and id(static) in seen:
            continue
        owner = next((base for base in type(value).__mro__ if name in vars(base)), None)
        if static is not None and owner is not None:
            if owner.__module__ == "builtins" and module != "builtins":
                continue
            keep.append(static)
            seen.add(id(static))
        try:
            found = getattr(value, name)
        except Exception:
            found = None
        if isinstance(found, types.ModuleType):
            continue
        if callable(found) and not isinstance(found, type):
            tell(module, path + "." + name, "method", parameters(found, path + "." + name), text)
        else:
            tell(module, path + "." + name, "attribute", "", text)


async def co(value=1):
    return value


def fn(a, b=1, *c, d=2, **e):
    return a


keep = []
asyncio._set_running_loop(asyncio.new_event_loop())
real, sys.stdout = sys.stdout, io.StringIO()
for module, ours in MODULES:
    if left_out(module):
        continue
    try:
        thing = importlib.import_module(module)
    except ImportError:
        continue
    namespace = {name: importlib.import_module(name) for name in NEEDED} | {"co": co, "fn": fn}
    if module.startswith("email"):
        importlib.import_module("email.policy")
    namespace[module.split(".")[0]] = importlib.import_module(module.split(".")[0])
    public = getattr(thing, "__all__", None) or [name for name in dir(thing) if not name.startswith("_")]
    for name in sorted(set(public) & set(ours)):
        if name.startswith("_") and not name.endswith("__") or not hasattr(thing, name):
            continue
        value = getattr(thing, name)
        path = name if module == "builtins" else module + "." + name
        if isinstance(value, types.ModuleType) or left_out(path) or id(value) in seen and callable(value):
            continue
        if callable(value):
            home = getattr(value, "__module__", None) or module
            if "__all__" not in vars(thing) and home not in (module, "_" + module, "builtins") and not hasattr(home, "__self__"):
                continue
            keep.append(value)
            seen.add(id(value))
        if isinstance(value, type):
            tell(module, path, "class", parameters(value, path), "")
            members_of(module, path, value, namespace)
        elif callable(value):
            tell(module, path, "function", parameters(value, path), "")
        else:
            tell(module, path, "constant", "", "")
sys.stdout = real
print(out.getvalue(), end="")

"""What went wrong in a step, in the words that smolagents' prompts and models know."""

from __future__ import annotations

import ast
import difflib
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import PathFinder
from typing import Any

from ._results import Finding, Result
from ._stockade import Handle

#: What reaches the host's authority in CPython. Here these names are missing, which says little to a model that tries them.
DANGEROUS = {
    "builtins": "compile eval exec globals locals __import__", "os": "popen system", "posix": "popen system",
    "sys.modules": "builtins io multiprocessing os pathlib pty shutil socket subprocess sys",
}

MISSING = "is not among the explicitly allowed tools or defined/imported in the preceding code"


def line_of(code: str, number: int | None) -> str:
    lines = code.splitlines()
    return lines[number - 1] if number is not None and 0 < number <= len(lines) else ""


def of_syntax(code: str, result: Result) -> str:
    """
    >>> from stockade import Session
    >>> print(of_syntax("a = ;", Session().run("a = ;")))
    Code parsing failed on line 1 due to: SyntaxError: invalid syntax (<unknown>, line 1)
    a = ;
         ^
    """
    finding = next((found for found in result.findings if found.rule.startswith("SYN")), None)
    message = finding.message if finding else result.message
    line = finding.line if finding else result.line or 1
    column = finding.column if finding else result.column or 1
    kind = result.exception or "SyntaxError"
    return f"Code parsing failed on line {line} due to: {kind}: {message} (<unknown>, line {line})\n{line_of(code, line)}\n{' ' * column}^"


def of_name(name: str, rest: str, before: str = "") -> str:
    """A name that nothing defines; ``rest`` is the code from it on, ``before`` what stands left of it.

    >>> of_name("f", "f(1)")[:40], of_name("f", "f + 1")
    ("Forbidden function evaluation: 'f' is no", 'The variable `f` is not defined.')
    """
    if re.search(r"\bdel\s+([\w.]+\s*,\s*)*$", before):
        return f"Cannot delete name '{name}': name is not defined"
    if re.match(rf"{re.escape(name)}\s*\(", rest):
        return f"Forbidden function evaluation: '{name}' {MISSING}"
    return f"The variable `{name}` is not defined."


def of_finding(code: str, finding: Finding, authorized: Sequence[str]) -> str:
    text = line_of(code, finding.line)
    here = max(finding.column - 1, 0)
    rest, before = text[here:], text[:here]
    named = re.search(r"`([\w.]+)`", finding.message)
    name = named.group(1) if named else ""
    if finding.rule in ("IMP001", "IMP002", "CAP001"):
        return f"Import of {name} is not allowed. Authorized imports are: {list(authorized)}"
    if finding.rule == "IMP004":
        module = re.search(r"(?:is|belongs to) module `([\w.]+)`", finding.message)
        return f"Forbidden access to module: {module.group(1) if module else name} ({finding.message})"
    if finding.rule == "DUN001":
        # The place is the name's own, or that of the whole expression.
        called = re.search(rf"{re.escape(name)}\s*\(", rest or text)
        if called and (not rest or called.start() <= 1 or rest.count(name) == 1):
            return f"Forbidden call to dunder function: {name}"
        return f"Forbidden access to dunder attribute: {name}"
    if finding.rule == "DYN001" and name:
        return f"Forbidden access to module: {name} ({finding.message})"
    if finding.rule == "ATT003" and name == "f_builtins":
        return f"Forbidden access to module: builtins ({finding.message})"
    if finding.rule.startswith("BLT"):
        if re.match(rf"{re.escape(name)}\s*\(", rest):
            return f"Forbidden function evaluation: '{name}' {MISSING} ({finding.message})"
        return f"Forbidden access to function: {name} ({finding.message})"
    if finding.rule == "ATT001" and (module := re.search(r"is module `([\w.]+)`", finding.message)):
        return f"Forbidden access to module: {module.group(1)} ({finding.message})"
    if finding.rule == "CAP002" and name.rpartition(".")[2] in sys.stdlib_module_names:
        return f"Forbidden access to module: {name.rpartition('.')[2]} ({finding.message})"
    if finding.rule in ("UND001", "UND003") and name:
        return of_name(name, rest, before)
    return str(finding)


def of_hidden_tool(code: str, finding: Finding) -> str:
    """An assignment to the name of a tool."""
    line, name = line_of(code, finding.line).strip(), finding.message.split("`")[1]
    text = f"Cannot assign to name '{name}': doing this would erase the existing tool! Choose another name."
    return f"Code execution failed at line '{line}' due to: InterpreterError: {text}"


def of_policy(code: str, result: Result, authorized: Sequence[str]) -> str:
    """Everything that the check refused, so that one repair is enough.

    >>> from stockade import Session
    >>> print(of_policy("import os", Session().run("import os"), ["math"]))
    Code execution failed at line 'import os' due to: InterpreterError: Import of os is not allowed. Authorized imports are: ['math']
    """
    denying = [finding for finding in result.findings if finding.level == "deny"]
    lines = list(dict.fromkeys(of_finding(code, finding, authorized) for finding in denying))
    first = line_of(code, denying[0].line if denying else None).strip()
    return f"Code execution failed at line '{first}' due to: InterpreterError: " + "\n".join(lines)


def failed_at(code: str, traceback: str) -> tuple[str, str, str]:
    """The top-level line where it failed; the innermost line of the program, and what of it is marked."""
    outer = re.search(r"line (\d+), in <module>", traceback)
    top = line_of(code, int(outer.group(1)) if outer else None).strip()
    line = marked = ""
    shown = traceback.splitlines()
    for at, text in enumerate(shown):
        if re.match(r'  File "<step \d+>", line \d+, in ', text) and at + 1 < len(shown):
            line, marked = shown[at + 1].strip(), ""
            if at + 2 < len(shown) and re.fullmatch(r"\s*[~^]+\s*", shown[at + 2]):
                marks = shown[at + 2]
                start = len(marks) - len(marks.lstrip())
                marked = shown[at + 1][start : len(marks.rstrip())]
    return top, line, marked


def of_index(result: Result, marked: str, line: str, variable: Callable[[str], Any]) -> str | None:
    """A subscript that failed, with what was subscripted where that is a variable."""
    found = re.fullmatch(r"(.+?)\[(.+)\]", marked or line, re.DOTALL)
    if found is None and not marked:
        found = re.search(r"([A-Za-z_][\w.]*)\[([^\[\]]+)\]", line)
    if found is None:
        return None
    of, key = found.group(1).strip(), found.group(2).strip()
    error = f"{result.exception}: {result.message}"
    if result.exception == "KeyError":
        key = result.message or key
    try:
        plain = ast.literal_eval(key)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        plain = key
    value: Any = None
    shown = of
    if re.fullmatch(r"[A-Za-z_]\w*", of):
        try:
            value = variable(of)
            # What a handle holds is the host's business.
            shown = of if isinstance(value, Handle) else str(value)[:1000]
        except (KeyError, TypeError, ValueError):
            pass
    text = f"Could not index {shown} with '{plain}': {error}"
    if isinstance(plain, str) and isinstance(value, Mapping):
        close = difflib.get_close_matches(plain, [name for name in value if isinstance(name, str)])
        if close:
            text += f". Maybe you meant one of these indexes instead: {close}"
    return text


def of_missing(result: Result, marked: str, line: str, authorized: Sequence[str]) -> str | None:
    """What CPython has and the sandbox has not, since it is dangerous."""
    message = result.message or ""
    if result.exception == "KeyError" and re.match(r"sys\.modules\[", marked or line):
        name = message.strip("'\"")
        if name in DANGEROUS["sys.modules"].split() and name not in authorized:
            return f"Forbidden access to module: {name} (the sandbox has it not loaded: {result.error})"
    found = re.fullmatch(r"module '(\w+)' has no attribute '(\w+)'", message)
    if result.exception != "AttributeError" or found is None:
        return None
    module, name = found.groups()
    if name in DANGEROUS.get(module, "").split():
        return f"Forbidden access to function: {name} ({message})"
    if f"{module}.{name}" not in authorized and name not in authorized and is_module(module, name):
        return f"Forbidden access to module: {module}.{name} ({message})"
    return None


def is_module(package: str, name: str) -> bool:
    """Whether a package of the standard library has such a part. Nothing is imported that is not loaded."""
    loaded = sys.modules.get(package)
    places = getattr(loaded, "__path__", None) if package in sys.stdlib_module_names else None
    return places is not None and PathFinder.find_spec(f"{package}.{name}", list(places)) is not None


def of_error(code: str, result: Result, variable: Callable[[str], Any], authorized: Sequence[str] = ()) -> str:
    """An exception that the program raised."""
    kind, message = result.exception or "", result.message or ""
    top, line, marked = failed_at(code, result.traceback or "")
    text = of_missing(result, marked, line, authorized)
    if text is not None:
        pass
    elif kind in ("NameError", "UnboundLocalError") and (found := re.match(r"name '(\w+)' is not defined", message)):
        name = found.group(1)
        at = re.search(rf"\b{name}\b", line)
        text = of_name(name, line[at.start() :] if at else name, line[: at.start()] if at else "")
    elif kind == "KeyError" or kind == "IndexError" or "is not subscriptable" in message or "indices must be" in message:
        text = of_index(result, marked, line, variable)
    elif kind == "ValueError" and ("values to unpack" in message):
        text = f"Cannot unpack tuple of wrong size: {message}"
    elif kind == "TypeError" and (found := re.match(r"cannot unpack non-iterable (\w+) object", message)):
        text = f"Cannot unpack non-tuple value: {message}"
    elif kind == "TypeError" and (found := re.search(r"argument after \*\* must be a mapping, not (\w+)", message)):
        text = f"Cannot unpack non-dict value in **kwargs: {found.group(1)}"
    elif kind == "TypeError" and re.search(r"\+=", line) and re.search(r"object is not iterable|can only concatenate list", message):
        value = re.search(r"\+=\s*(.+)", line)
        text = f"Cannot add non-list value {value.group(1) if value else ''} to a list. ({message})"
    elif kind == "ImportError" and (found := re.match(r"`([\w.]+)` is not allowed", message)):
        text = f"Import of {found.group(1)} is not allowed: {message}"
    elif kind == "AttributeError" and (found := re.match(r"dunder attribute `(\w+)`", message)):
        text = f"Forbidden access to dunder attribute: {found.group(1)}"
    elif kind == "AttributeError" and (found := re.match(r"`([\w.]+)` is module `([\w.]+)`", message)):
        text = f"Forbidden access to module: {found.group(2)} ({message})"
    if text is not None:
        return f"Code execution failed at line '{top}' due to: InterpreterError: {text}"
    return f"Code execution failed at line '{top}' due to: {result.error}"

# ends: raised
"""Exception chains, groups and notes, printed in every way there is; to stdout and to stderr."""
import contextlib
import io
import logging
import sys
import traceback
from functools import wraps


class AppError(Exception):
    """Base of what this program raises."""

    def __init__(self, message, *, code=1, **details):
        super().__init__(message, code)
        self.message, self.code, self.details = message, code, details

    def __str__(self):
        return f"{self.message} (code {self.code})" + "".join(f", {k}={v!r}" for k, v in self.details.items())


class Missing(AppError, KeyError):
    __str__ = AppError.__str__


class Quiet(AppError):
    def __repr__(self):
        return "Quiet!"


def traced(function):
    @wraps(function)
    def wrapper(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except AppError as error:
            error.add_note(f"in {function.__name__}{args}")
            raise
    return wrapper


@traced
def load(table, key):
    try:
        return table[key]
    except KeyError as error:
        raise Missing("no such key", code=404, key=key) from error
    except TypeError:
        raise Quiet("hidden") from None


@traced
def total(table, *keys):
    return sum(
        load(table, key) * 2
        for key in keys
    )


def deep(n):
    if n == 0:
        return [1, 2, 3][
            n + 7
        ]
    return deep(n - 1) + 1


def cleanup():
    try:
        1 / 0
    finally:
        {}["while cleaning"]


class Resource:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is ZeroDivisionError:
            raise AppError("exit failed", code=7)


def using():
    with Resource() as r, contextlib.suppress(ValueError):
        r.x = int("12") // (
            0
        )


def grouped():
    errors = []
    for job in (lambda: total({"a": 1}, "b"), lambda: deep(2), cleanup, lambda: load(None, 1)):
        try:
            job()
        except Exception as error:
            errors.append(error)
    raise ExceptionGroup("several", errors + [ExceptionGroup("inner", [OSError(2, "No such file", "x.txt"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad")])])


def shown(text):
    import re
    return re.sub(r'File "[^"]*[/\\]([\w]+\.py)"', r'File "\1"', text)


for job in (lambda: total({"a": 1, "b": 2}, "a", "b"), lambda: total({"a": 1}, "a", "z"), cleanup, using, grouped, lambda: deep(30), lambda: load([], "x")):
    out = io.StringIO()
    try:
        print("result", job())
    except Exception as error:
        traceback.print_exc(file=out, limit=-6 if isinstance(error, IndexError) else None)
        print(shown(out.getvalue()))
        print(repr(error), error.args, traceback.format_exception_only(error)[-1].strip(), type(error.__context__), sep=" | ")
        summary = traceback.extract_tb(error.__traceback__)
        print([(frame.name, frame.lineno, frame.line[:25]) for frame in summary][-2:], len(summary))

try:
    try:
        raise ValueError("first\nsecond line")
    except ValueError as error:
        kept = error
        raise AppError("second", detail=[1]) from error
except AppError as error:
    stack = traceback.TracebackException.from_exception(error, compact=True)
    print(stack.exc_type_str if hasattr(stack, "exc_type_str") else stack.exc_type, list(stack.format(chain=False))[-1], stack.__cause__.exc_type_str if hasattr(stack.__cause__, "exc_type_str") else stack.__cause__._str)
    print(shown("".join(traceback.format_exception(error, chain=False))))
    kept.__traceback__ = None
    print(shown("".join(traceback.format_exception(kept))), error.__cause__ is kept)
print([line.strip() for line in traceback.format_list([("file.py", 3, "f", "x = 1"), ("g.py", 9, "g", None)])], sys.exc_info())


def frames():
    return [frame.name for frame in traceback.extract_stack()][-2:]


print(frames())
logging.basicConfig(stream=sys.stdout, format="%(levelname)s %(message)s")
try:
    deep(0)
except IndexError:
    logging.error("logged", exc_info=False)
    print("x")
try:
    exec("def f():\n    raise ValueError('in exec')\nf()", {"__name__": "x"})
except ValueError as error:
    print(shown(traceback.format_exc()))
for text in ("x = = 1", "def f(:\n  pass", "if 1:\nx", "'abc", "f'{x'", "a b", "return 1\nyield", "x = (1,\n2", "for in x: pass", "print 'x'", "class A\n  pass", "1 +", "é = $"):
    try:
        compile(text, "<text>", "exec")
    except SyntaxError as error:
        print("".join(traceback.format_exception_only(error)), end="")
try:
    raise Missing("not found", code=2) from OSError(13, "Permission denied")
except LookupError:
    traceback.print_exc()
    print(file=sys.stderr)
total({"a": "text"}, "a", "missing")

"""What the host's tools raise: the exception that the program sees, and the way back from a failed step to the host's own."""

from __future__ import annotations

import builtins
import os
import re
import sys
import tempfile
from collections import deque

#: How many exceptions of a step are kept. A program may catch any number.
KEPT = 16


def seen_as(error: BaseException) -> tuple[str, str]:
    """The nearest builtin class of an exception that the program can have, and what its message begins with: the name of its own class
    where that is another one.

    >>> import json
    >>> seen_as(json.JSONDecodeError("bad", "", 0)), seen_as(KeyError(1))
    (('ValueError', 'JSONDecodeError: '), ('KeyError', ''))
    """
    own = type(error)
    for known in own.__mro__:
        if vars(builtins).get(known.__name__) is not known or known.__name__.endswith("Group"):
            continue
        # Those of a codec are made from five values, not from a message.
        name = "UnicodeError" if issubclass(known, UnicodeError) else known.__name__
        return name, "" if known is own else f"{own.__name__}: "
    return "RuntimeError", f"{own.__name__}: "


def describe(error: BaseException) -> tuple[str, str]:
    """Type and message of a host's exception for the guest: the nearest builtin type, never a traceback, no place of the host's.

    >>> describe(ValueError(f"bad line in {os.path.dirname(os.__file__)}/os.py: 3"))
    ('ValueError', 'bad line in <path>: 3')
    >>> class TooMany(ValueError): pass
    >>> describe(TooMany("3 of 2"))
    ('ValueError', 'TooMany: 3 of 2')
    """
    try:
        message = str(error)
    except Exception:
        message = ""
    if isinstance(error, KeyError) and len(error.args) == 1:
        message = str(error.args[0])
    elif isinstance(error, OSError) and error.strerror:
        # The file's name is the host's business.
        message = error.strerror
    name, prefix = seen_as(error)
    return name, prefix + PLACES.sub("<path>", message)


def places() -> re.Pattern[str]:
    """Files of this process's own folders: where they lie is the host's business."""
    folders = {os.path.expanduser("~"), os.getcwd(), tempfile.gettempdir(), sys.prefix, sys.base_prefix, os.path.dirname(os.__file__)}
    folders |= {os.path.realpath(folder) for folder in folders}
    known = sorted((re.escape(folder.rstrip("/\\")) for folder in folders if len(folder.strip("/\\")) > 2), key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(known)})(?:[/\\][^\s'\",;:)\]]*)?(?![\w-])" if known else r"(?!)")


PLACES = places()


class Raised:
    """The last exceptions that tools raised in a step."""

    def __init__(self) -> None:
        self._kept: deque[tuple[str, str, Exception]] = deque(maxlen=KEPT)

    def forget(self) -> None:
        self._kept.clear()

    def keep(self, shown: tuple[str, str], error: Exception) -> tuple[str, str]:
        # Our own frames say nothing to the author, and would hold the session as long as somebody holds the exception.
        trace = error.__traceback__
        while trace is not None and str(trace.tb_frame.f_globals.get("__name__")).startswith("stockade."):
            trace = trace.tb_next
        error.__traceback__ = trace
        self._kept.append((*shown, error))
        return shown

    def behind(self, traceback: str | None) -> Exception | None:
        """The last of them that a traceback of the program shows: as what ended it, or as the cause or context of that.

        >>> raised, problem = Raised(), ValueError("no\\nway")
        >>> _ = raised.keep(("ValueError", "no\\nway"), problem)
        >>> raised.behind("Traceback...\\nValueError: no\\nway\\n") is problem, raised.behind("Traceback...\\nKeyError: 1\\n")
        (True, None)
        """
        if traceback is None or not self._kept:
            return None
        # Those of groups stand behind bars.
        lines = [re.sub(r"^[ |+-]*", "", line) for line in traceback.splitlines()]
        for name, message, error in reversed(self._kept):
            first = message.partition("\n")[0][:200]
            begins = (f"{name}: {first}", f"{name}: {message!r}"[:200]) if first else (name,)
            if any(line.startswith(begins) for line in lines):
                return error
        return None

"""Values on their way to a server and back: as JSON, and those that JSON has not as the text that Python writes for them."""

from __future__ import annotations

import ast
import math
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

#: What is said of other texts.
UNREADABLE = "the text is of no value that can be read"
#: How deep lists and dicts may be in one another.
DEEPEST = 100
#: Characters of a text of which a value is read.
LONGEST = 1 << 22
#: Items of a set, or keys of a dict, that may have one hash.
MOST_ALIKE = 100


def to_json(value: Any, depth: int = 0) -> Any:
    """A value as JSON has it. Tuples become lists. Other values that JSON has not are a ``TypeError``.

    >>> to_json({"a": (1, 2.5, None)})
    {'a': [1, 2.5, None]}
    >>> to_json([{1, 2}])
    Traceback (most recent call last):
    TypeError: 'set' object: what goes to a server is None, bool, int, float, str, list, tuple, or dict with texts as keys
    """
    if depth > DEEPEST:
        raise ValueError(f"more than {DEEPEST} levels of lists and dicts")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        # A half of a surrogate pair is in no request, and a `ValueError`.
        value.encode()
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        if math.isfinite(value):
            return float(value)
        raise ValueError(f"{value!r} is no number of JSON, which is what goes to a server")
    if isinstance(value, (list, tuple)):
        return [to_json(item, depth + 1) for item in value]
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"a dict with the key {key!r}: what goes to a server has texts as keys")
            key.encode()
        return {key: to_json(item, depth + 1) for key, item in value.items()}
    raise TypeError(
        f"{type(value).__qualname__!r} object: what goes to a server is None, bool, int, float, str, list, tuple, or dict with texts as keys"
    )


#: A text or bytes as `repr` writes them, a number, a name, or a sign.
TOKEN = re.compile(
    r"""(?P<text>b?(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"))
      | (?P<float>-?(?:\d{1,400}\.\d{1,400}(?:e[+-]\d{1,3})?|\d{1,400}e[+-]\d{1,3}|inf|nan))
      | (?P<int>-?\d{1,4300}(?![\w.])) | (?P<name>True|False|None|set\(\)|frozenset\(\)|frozenset\(\{) | (?P<sign>[()\[\]{},:])""",
    re.VERBOSE,
)
CONSTANTS: dict[str, Any] = {"True": True, "False": False, "None": None}


class NoValue(ValueError):
    """The text is of no value that can be read."""


def from_repr(text: str) -> Any:
    """The value of which a text is the ``repr``: numbers, texts, bytes, and tuples, lists, sets and dicts of such. Another is
    :class:`NoValue`. The text is a program's, so nothing here runs it, and its depth is bounded.

    >>> from_repr("{1: (2.5, b'x'), 'a': {3}, None: frozenset({-4})}")
    {1: (2.5, b'x'), 'a': {3}, None: frozenset({-4})}
    >>> from_repr("(1,)"), from_repr("()"), from_repr("[set(), 1e+300]"), from_repr(repr("it's\\n"))
    ((1,), (), [set(), 1e+300], "it's\\n")
    >>> from_repr("__import__('os')")
    Traceback (most recent call last):
    NoValue: the text is of no value that can be read
    """
    if len(text) > LONGEST:
        raise NoValue(f"its text has more than {LONGEST:,} characters")
    reader = Reader(text)
    value = reader.value(0)
    reader.end()
    return value


class Reader:
    """Reads one text."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0

    def _token(self) -> re.Match[str]:
        found = TOKEN.match(self._text, self._at)
        if found is None:
            raise NoValue(UNREADABLE)
        self._at = found.end()
        return found

    def end(self) -> None:
        if self._at != len(self._text):
            raise NoValue(UNREADABLE)

    def _peek(self, sign: str) -> bool:
        if not self._text.startswith(sign, self._at):
            return False
        self._at += len(sign)
        return True

    def value(self, depth: int) -> Any:
        if depth > DEEPEST:
            raise NoValue(f"more than {DEEPEST} levels")
        found = self._token()
        word = found[0]
        if found["text"] is not None:
            try:
                # One text alone: there is nothing in it that could be deep.
                return ast.literal_eval(word)
            except (ValueError, SyntaxError):
                raise NoValue(UNREADABLE) from None
        if found["float"] is not None:
            return float(word)
        if found["int"] is not None:
            return int(word)
        if word in CONSTANTS:
            return CONSTANTS[word]
        if word in ("set()", "frozenset()"):
            return set() if word == "set()" else frozenset()
        if word == "[":
            return self._items("]", depth)
        if word == "(":
            return self._tuple(depth)
        if word == "frozenset({":
            items = self._items("}", depth)
            if not self._peek(")"):
                raise NoValue(UNREADABLE)
            return frozenset(self._hashed(items))
        if word == "{":
            return self._set_or_dict(depth)
        raise NoValue(UNREADABLE)

    def _items(self, end: str, depth: int) -> list[Any]:
        items: list[Any] = []
        while not self._peek(end):
            items.append(self.value(depth + 1))
            if self._peek(end):
                break
            if not self._peek(", "):
                raise NoValue(UNREADABLE)
        return items

    def _tuple(self, depth: int) -> tuple[Any, ...]:
        items: list[Any] = []
        while not self._peek(")"):
            items.append(self.value(depth + 1))
            if len(items) == 1 and self._peek(",)") or len(items) > 1 and self._peek(")"):
                break
            # Brackets around one item alone are in no `repr` of a value.
            if not self._peek(", "):
                raise NoValue(UNREADABLE)
        return tuple(items)

    def _hashed(self, items: list[Any]) -> list[Any]:
        try:
            alike = max(Counter(map(hash, items)).values(), default=0)
        except TypeError:
            raise NoValue(UNREADABLE) from None
        # A program can choose numbers that all have the same hash, and each would be compared to all.
        if alike > MOST_ALIKE:
            raise NoValue(f"more than {MOST_ALIKE} items of a set or dict have the same hash")
        return items

    def _set_or_dict(self, depth: int) -> Any:
        if self._peek("}"):
            return {}
        first = self.value(depth + 1)
        if not self._peek(": "):
            rest: list[Any] | None = [] if self._peek("}") else None
            if rest is None and self._peek(", "):
                rest = self._items("}", depth)
            if rest is None:
                raise NoValue(UNREADABLE)
            return set(self._hashed([first, *rest]))
        keys, values = [first], [self.value(depth + 1)]
        while self._peek(", "):
            keys.append(self.value(depth + 1))
            if not self._peek(": "):
                raise NoValue(UNREADABLE)
            values.append(self.value(depth + 1))
        if not self._peek("}"):
            raise NoValue(UNREADABLE)
        return dict(zip(self._hashed(keys), values))

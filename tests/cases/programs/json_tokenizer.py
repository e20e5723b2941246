"""A JSON reader and writer written out by hand, checked against the library's on many texts, with positions in errors."""
import json
import math
import random
import re
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from typing import Any, Iterator, NoReturn


class JSONError(ValueError):
    def __init__(self, message, text, at):
        line = text.count("\n", 0, at) + 1
        column = at - text.rfind("\n", 0, at)
        super().__init__(f"{message} at {line}:{column}")
        self.at = at


@dataclass(slots=True)
class Reader:
    text: str
    at: int = 0
    depth: int = 0

    SPACE = re.compile(r"[ \t\r\n]*")
    NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?")
    PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
    WORDS = {"true": True, "false": False, "null": None, "NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}

    def fail(self, message, at=None) -> NoReturn:
        raise JSONError(message, self.text, self.at if at is None else at)

    def skip(self):
        self.at = self.SPACE.match(self.text, self.at).end()
        return self.text[self.at : self.at + 1]

    def document(self):
        value = self.value()
        if self.skip():
            self.fail("something follows")
        return value

    def value(self):
        match self.skip():
            case "":
                self.fail("nothing here")
            case "{":
                return dict(self.items("}", self.pair))
            case "[":
                return list(self.items("]", self.value))
            case '"':
                return self.string()
            case _:
                for word, value in self.WORDS.items():
                    if self.text.startswith(word, self.at):
                        self.at += len(word)
                        return value
                if m := self.NUMBER.match(self.text, self.at):
                    self.at = m.end()
                    return float(m[0]) if m[1] or m[2] else int(m[0])
                self.fail(f"unexpected {self.text[self.at]!r}")

    def items(self, close, read) -> Iterator[Any]:
        self.at += 1
        self.depth += 1
        if self.skip() != close:
            while True:
                yield read()
                match self.skip():
                    case ",":
                        self.at += 1
                        if self.skip() == close:
                            self.fail("a trailing comma", self.at - 1)
                    case found if found == close:
                        break
                    case _:
                        self.fail(f"expected ',' or {close!r}")
        self.at += 1
        self.depth -= 1

    def pair(self):
        if self.skip() != '"':
            self.fail("a key must be a string")
        key = self.string()
        if self.skip() != ":":
            self.fail("expected ':'")
        self.at += 1
        return key, self.value()

    def string(self):
        start, parts = self.at, []
        self.at += 1
        while True:
            m = self.PLAIN.match(self.text, self.at)
            parts.append(m[0])
            self.at = m.end()
            match self.text[self.at : self.at + 1]:
                case '"':
                    self.at += 1
                    return "".join(parts)
                case "\\":
                    parts.append(self.escape())
                case "":
                    self.fail("a string that does not end", start)
                case c:
                    self.fail(f"control character {c!r}")

    def escape(self):
        c = self.text[self.at + 1 : self.at + 2]
        if c == "u":
            code = self.unit(self.at + 2)
            self.at += 6
            if 0xD800 <= code < 0xDC00 and self.text.startswith("\\u", self.at) and 0xDC00 <= (low := self.unit(self.at + 2)) < 0xE000:
                self.at += 6
                code = 0x10000 + (code - 0xD800 << 10 | low - 0xDC00)
            return chr(code)
        try:
            found = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}[c]
        except KeyError:
            self.fail(f"no escape \\{c}")
        self.at += 2
        return found

    def unit(self, at):
        digits = self.text[at : at + 4]
        if not re.fullmatch("[0-9a-fA-F]{4}", digits):
            self.fail("bad \\u escape", at - 2)
        return int(digits, 16)


def write(value, indent=None, level=0) -> Iterator[str]:
    newline = "" if indent is None else "\n" + " " * indent * (level + 1)
    match value:
        case None | True | False:
            yield str(value).lower().replace("none", "null")
        case int():
            yield int.__repr__(value)
        case float():
            yield {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN" if value != value else float.__repr__(value))
        case str():
            escaped = re.sub(r'["\\]|[\x00-\x1f]', lambda m: {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}.get(m[0], f"\\u{ord(m[0]):04x}"), value)
            yield '"' + "".join(c if c.isascii() else "".join(f"\\u{u:04x}" for u in memoryview(c.encode("utf-16-le")).cast("H")) for c in escaped) + '"'
        case {} | [] | () if not value:
            yield "{}" if isinstance(value, dict) else "[]"
        case dict() | list() | tuple():
            is_dict = isinstance(value, dict)
            yield "{" if is_dict else "["
            for number, item in enumerate(value.items() if is_dict else value):
                yield ("," + (" " if indent is None else "")) * (number > 0) + newline
                if is_dict:
                    yield from write(str(item[0]))
                    yield ": "
                    item = item[1]
                yield from write(item, indent, level + 1)
            yield ("" if indent is None else newline[: -indent or None]) + ("}" if is_dict else "]")
        case _:
            raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


def anything(rng, depth=0):
    kind = rng.randrange(7 if depth < 3 else 5)
    if kind == 5:
        return [anything(rng, depth + 1) for _ in range(rng.randrange(4))]
    if kind == 6:
        return {"".join(rng.choices("ab\"\\/é\n😀", k=rng.randrange(4))): anything(rng, depth + 1) for _ in range(rng.randrange(4))}
    return [None, rng.random() < 0.5, rng.randrange(-(10**6), 10**6), rng.uniform(-1, 1) * 10 ** rng.randrange(-20, 20), "".join(rng.choices('xy"\\\t\x01ü€𝄞', k=4))][kind]


rng = random.Random(99)
same = 0
for _ in range(60):
    value = anything(rng)
    text = "".join(write(value))
    assert text == json.dumps(value), (text, json.dumps(value))
    assert "".join(write(value, 2)) == json.dumps(value, indent=2)
    assert Reader(text).document() == json.loads(text) == value
    same += 1
print(same, text[:60], max(map(len, map(json.dumps, (anything(rng) for _ in range(30))))))
for text in ("", "[1,]", '{"a":1,}', "{1:2}", '{"a" 1}', '"abc', '"\x02"', "[1\n  2]", "tru", "01", "-", '"\\q"', '"\\u12g4"', "[] []", '["\\ud83d\\ude00", "\\ud83d"]', "1e5", "-0", "-0.0", "[[[[]]]]", " \n {\t} ", "1.", '{"a": 1, "a": 2}', "NaN"):
    results = []
    for read in (lambda t: Reader(t).document(), json.loads):
        try:
            results.append(ascii(read(text)))
        except ValueError as error:
            results.append(f"{type(error).__name__}: {error}")
    print(f"{text!a:<34}", *dict.fromkeys(results), sep=" | ")
print(Reader('{"k": [1, {"z": null}]}').document(), list(islice(write({"a": [1, 2]}), 4)), "".join(write(("x", 1.0, 1e16, 10**20, {}))), Reader.NUMBER.pattern)
try:
    "".join(chain(write([1, {2}])))
except TypeError as error:
    print(error)

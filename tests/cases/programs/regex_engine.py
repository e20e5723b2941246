"""A backtracking regex engine, compared with re."""
import re
from dataclasses import dataclass
from typing import Iterator, Union


@dataclass(frozen=True)
class Lit:
    ch: str


@dataclass(frozen=True)
class Any_:
    pass


@dataclass(frozen=True)
class Cls:
    items: frozenset
    negated: bool = False


@dataclass(frozen=True)
class Cat:
    parts: tuple


@dataclass(frozen=True)
class Alt:
    options: tuple


@dataclass(frozen=True)
class Rep:
    node: "Node"
    lo: int
    hi: int | None
    greedy: bool = True


@dataclass(frozen=True)
class Group:
    node: "Node"
    index: int


Node = Union[Lit, Any_, Cls, Cat, Alt, Rep, Group]


class PatternError(ValueError):
    def __init__(self, msg, pos):
        super().__init__(f"{msg} at position {pos}")


class Parser:
    def __init__(self, text):
        self.text, self.pos, self.groups = text, 0, 0

    def peek(self):
        return self.text[self.pos] if self.pos < len(self.text) else None

    def take(self):
        ch = self.peek()
        self.pos += 1
        return ch

    def parse(self):
        node = self.alt()
        if self.peek() is not None:
            raise PatternError(f"unexpected {self.peek()!r}", self.pos)
        return node

    def alt(self):
        options = [self.cat()]
        while self.peek() == "|":
            self.take()
            options.append(self.cat())
        return options[0] if len(options) == 1 else Alt(tuple(options))

    def cat(self):
        parts = []
        while (ch := self.peek()) is not None and ch not in "|)":
            parts.append(self.rep())
        return Cat(tuple(parts))

    def rep(self):
        node = self.atom()
        while (ch := self.peek()) and ch in "*+?{":
            match self.take():
                case "*": lo, hi = 0, None
                case "+": lo, hi = 1, None
                case "?": lo, hi = 0, 1
                case "{":
                    end = self.text.index("}", self.pos)
                    match self.text[self.pos:end].split(","):
                        case [n]: lo = hi = int(n)
                        case [lo, ""]: lo, hi = int(lo), None
                        case [lo, hi]: lo, hi = int(lo), int(hi)
                    self.pos = end + 1
            greedy = True
            if self.peek() == "?":
                self.take()
                greedy = False
            node = Rep(node, lo, hi, greedy)
        return node

    def atom(self):
        pos = self.pos
        match self.take():
            case "(":
                self.groups += 1
                index = self.groups
                node = self.alt()
                if self.take() != ")":
                    raise PatternError("missing )", pos)
                return Group(node, index)
            case "[":
                negated = self.peek() == "^" and bool(self.take())
                items = set()
                while (ch := self.take()) != "]":
                    if ch is None:
                        raise PatternError("unterminated class", pos)
                    if self.peek() == "-" and self.text[self.pos + 1:self.pos + 2] not in ("]", ""):
                        self.take()
                        items |= {chr(c) for c in range(ord(ch), ord(self.take()) + 1)}
                    else:
                        items.add(ch)
                return Cls(frozenset(items), negated)
            case ".": return Any_()
            case "\\":
                ch = self.take()
                return Cls(frozenset("0123456789")) if ch == "d" else Lit(ch)
            case ("*" | "+" | "?") as ch: raise PatternError(f"nothing to repeat {ch!r}", pos)
            case ch: return Lit(ch)


def match(node, s, i, caps) -> Iterator[tuple[int, dict]]:
    match node:
        case Lit(ch):
            if s[i:i + 1] == ch: yield i + 1, caps
        case Any_():
            if i < len(s) and s[i] != "\n": yield i + 1, caps
        case Cls(items=items, negated=neg):
            if i < len(s) and (s[i] in items) != neg: yield i + 1, caps
        case Cat(()): yield i, caps
        case Cat((first, *rest)):
            for j, c in match_(first, s, i, caps):
                yield from match_(Cat(tuple(rest)), s, j, c)
        case Alt(options):
            for o in options: yield from match_(o, s, i, caps)
        case Group(inner, k):
            for j, c in match_(inner, s, i, caps): yield j, c | {k: (i, j)}
        case Rep(inner, lo, hi, greedy):
            def more():
                if hi is None or hi > 0:
                    for j, c in match_(inner, s, i, caps):
                        if j > i or lo > 0:
                            yield from match_(Rep(inner, max(lo - 1, 0), None if hi is None else hi - 1, greedy), s, j, c)
            if not greedy and lo == 0: yield i, caps
            yield from more()
            if greedy and lo == 0: yield i, caps


match_ = match


def search(pattern, s):
    node = Parser(pattern).parse()
    for i in range(len(s) + 1):
        for j, caps in match(node, s, i, {}):
            return s[i:j], tuple(s[slice(*caps[k])] if k in caps else None for k in range(1, max(caps, default=0) + 1))
    return None


print(Parser("a(b|c)*?[x]{2,}").parse())
cases = [("a*b", "caaab"), ("(a|ab)(c|bcd)(d*)", "abcd"), (r"(\d+)-(\d{2,3})", "tel 555-1234"), ("[^aeiou ]+", "aeio xyz"), ("<.+?>", "<b>bold</b>"), ("<.+>", "<b>bold</b>"), ("(x)?y", "zy"), ("a{2}", "aaa"), ("", "abc"), ("z", "abc"), ("(a*)*b", "aab"), (".", "\nq")]
for p, s in cases:
    mine, theirs = search(p, s), re.search(p, s)
    std = theirs and theirs.group()
    print(f"{p!r:>22} {s!r:<16} {mine!r:<38} {'same' if (mine and mine[0]) == std else f'DIFFERS {std!r}'}")
for bad in ("(a", "[ab", "*a", "a)b"):
    try:
        Parser(bad).parse()
    except PatternError as e:
        print(bad, "->", e)
    try:
        re.compile(bad)
    except re.error as e:
        print(bad, "=>", e, e.pos, e.msg, type(e).__name__)

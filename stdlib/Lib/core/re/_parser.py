"""A pattern as items that other programs read: how wide its matches are, texts that it matches, other patterns.

What is wrong with a pattern is told by `re.compile`, which comes first; here only right ones are read. Nothing is matched with these items.
"""
import re as _re
from re._constants import *
from re._constants import (ANY, ASSERT, ASSERT_NOT, AT, ATOMIC_GROUP, AT_BEGINNING, AT_BEGINNING_STRING, AT_BOUNDARY, AT_END, AT_END_STRING,
                           AT_NON_BOUNDARY, BRANCH, CATEGORY, CATEGORY_DIGIT, CATEGORY_NOT_DIGIT, CATEGORY_NOT_SPACE,
                           CATEGORY_NOT_WORD, CATEGORY_SPACE, CATEGORY_WORD, FAILURE, GROUPREF, GROUPREF_EXISTS, IN, LITERAL,
                           MAX_REPEAT, MIN_REPEAT, NEGATE, NOT_LITERAL, POSSESSIVE_REPEAT, RANGE, SUBPATTERN, SUCCESS)

FLAGS = {'i': 2, 'L': 4, 'm': 8, 's': 16, 'x': 64, 'a': 256, 'u': 32}
TYPE_FLAGS = 256 | 4 | 32
MAXWIDTH = 1 << 64
WHITESPACE = frozenset(' \t\n\r\v\f')
DIGITS = frozenset('0123456789')
OCTDIGITS = frozenset('01234567')
HEXDIGITS = frozenset('0123456789abcdefABCDEF')
ASCIILETTERS = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')
REPEATCODES = frozenset({MIN_REPEAT, MAX_REPEAT, POSSESSIVE_REPEAT})

_CLASSES = {'d': CATEGORY_DIGIT, 'D': CATEGORY_NOT_DIGIT, 's': CATEGORY_SPACE, 'S': CATEGORY_NOT_SPACE, 'w': CATEGORY_WORD, 'W': CATEGORY_NOT_WORD}
_PLACES = {'A': AT_BEGINNING_STRING, 'b': AT_BOUNDARY, 'B': AT_NON_BOUNDARY, 'Z': AT_END_STRING}
_CHARS = {'a': 7, 'b': 8, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11, '\\': 92}


class State:
    """What is known of a whole pattern."""

    def __init__(self):
        self.flags = 0
        self.groupdict = {}
        self.groupwidths = [None]
        self.lookbehindgroups = None
        self.grouprefpos = {}

    @property
    def groups(self):
        return len(self.groupwidths)

    def opengroup(self, name=None):
        number = self.groups
        self.groupwidths.append(None)
        if name is not None:
            self.groupdict[name] = number
        return number

    def closegroup(self, gid, p):
        self.groupwidths[gid] = p.getwidth()

    def checkgroup(self, gid):
        return gid < self.groups and self.groupwidths[gid] is not None


class SubPattern:
    """A run of items, each a name and what belongs to it."""

    def __init__(self, state, data=None):
        self.state = state
        self.data = [] if data is None else data
        self.width = None

    def __repr__(self):
        return repr(self.data)

    def __len__(self):
        return len(self.data)

    def __delitem__(self, index):
        del self.data[index]

    def __getitem__(self, index):
        return SubPattern(self.state, self.data[index]) if isinstance(index, slice) else self.data[index]

    def __setitem__(self, index, code):
        self.data[index] = code

    def insert(self, index, code):
        self.data.insert(index, code)

    def append(self, code):
        self.data.append(code)

    def dump(self, level=0):
        """Prints the items, a line each."""
        inner = '  ' * (level + 1)
        for op, av in self.data:
            print('  ' * level + str(op), end='')
            if op is IN:
                print()
                for part, value in av:
                    print(inner + str(part), value)
            elif op is BRANCH:
                print()
                for number, item in enumerate(av[1]):
                    if number:
                        print('  ' * level + 'OR')
                    item.dump(level + 1)
            elif op is GROUPREF_EXISTS:
                group, yes, no = av
                print('', group)
                yes.dump(level + 1)
                if no:
                    print('  ' * level + 'ELSE')
                    no.dump(level + 1)
            elif isinstance(av, SubPattern):
                print()
                av.dump(level + 1)
            elif isinstance(av, (tuple, list)):
                # The content starts on its own line, and so does the text after it.
                fresh = False
                for part in av:
                    if isinstance(part, SubPattern):
                        if not fresh:
                            print()
                        part.dump(level + 1)
                        fresh = True
                    else:
                        print((inner if fresh else ' ') + str(part), end='')
                        fresh = False
                if not fresh:
                    print()
            else:
                print('', av)

    def getwidth(self):
        """The fewest and the most characters of a match."""
        if self.width is None:
            low = high = 0
            for op, av in self.data:
                if op is SUCCESS:
                    break
                least, most = self._width(op, av)
                low, high = low + least, high + most
            self.width = min(low, MAXWIDTH), min(high, MAXWIDTH)
        return self.width

    def _width(self, op, av):
        if op in (ANY, RANGE, IN, LITERAL, NOT_LITERAL, CATEGORY):
            return 1, 1
        if op is BRANCH:
            widths = [item.getwidth() for item in av[1]]
            return min([width[0] for width in widths]), max([width[1] for width in widths])
        if op is ATOMIC_GROUP:
            return av.getwidth()
        if op is SUBPATTERN:
            return av[-1].getwidth()
        if op in REPEATCODES:
            least, most = av[2].getwidth()
            if av[1] == MAXREPEAT and most:
                return least * av[0], MAXWIDTH
            return least * av[0], most * av[1]
        if op is GROUPREF:
            return self.state.groupwidths[av]
        if op is GROUPREF_EXISTS:
            least, most = av[1].getwidth()
            other = (0, 0) if av[2] is None else av[2].getwidth()
            return min(least, other[0]), max(most, other[1])
        return 0, 0


class _Reader:
    """Reads a pattern that is right."""

    def __init__(self, text, state):
        self.text, self.at, self.state = text, 0, state

    def taken(self, text):
        if self.text.startswith(text, self.at):
            self.at += len(text)
            return True
        return False

    def one(self):
        self.at += 1
        return self.text[self.at - 1]

    def until(self, end):
        stop = self.text.index(end, self.at)
        found, self.at = self.text[self.at:stop], stop + len(end)
        return found

    def run(self, allowed, most):
        start = self.at
        while self.at < len(self.text) and self.at - start < most and self.text[self.at] in allowed:
            self.at += 1
        return self.text[start:self.at]

    def alternatives(self, verbose):
        """Alternatives, which bars separate."""
        items = [self.sequence(verbose)]
        while self.taken('|'):
            items.append(self.sequence(verbose))
        if len(items) == 1:
            return items[0]
        made = SubPattern(self.state)
        # A start that all alternatives share moves before them.
        while all(items) and all(item[0] == items[0][0] for item in items):
            made.append(items[0][0])
            for item in items:
                del item[0]
        members = []
        for item in items:
            if len(item) != 1:
                break
            op, av = item[0]
            if op is LITERAL:
                members.append((op, av))
            elif op is IN and av[0][0] is not NEGATE:
                members.extend(av)
            else:
                break
        else:
            made.append((IN, list(dict.fromkeys(members))))
            return made
        made.append((BRANCH, (None, items)))
        return made

    def sequence(self, verbose):
        """Items in a row."""
        made = SubPattern(self.state)
        while self.at < len(self.text) and self.text[self.at] not in '|)':
            char = self.one()
            if verbose and char in WHITESPACE:
                continue
            if verbose and char == '#':
                while self.at < len(self.text) and self.one() != '\n':
                    pass
            elif char == '\\':
                made.append(self.escape())
            elif char == '[':
                made.append(self.members())
            elif char in '*+?{' and self.repeat(char, made):
                pass
            elif char == '.':
                made.append((ANY, None))
            elif char == '(':
                item = self.group(verbose)
                if item is not None:
                    made.append(item)
            elif char in '^$':
                made.append((AT, AT_BEGINNING if char == '^' else AT_END))
            else:
                made.append((LITERAL, ord(char)))
        # Groups without number and flags are replaced by their content.
        for at in range(len(made) - 1, -1, -1):
            op, av = made[at]
            if op is SUBPATTERN and av[:3] == (None, 0, 0):
                made.data[at:at + 1] = av[3].data
        return made

    def repeat(self, char, made):
        """Whether a repetition follows, which repeats the last item."""
        low, high = {'*': (0, MAXREPEAT), '+': (1, MAXREPEAT), '?': (0, 1), '{': (None, None)}[char]
        if char == '{':
            before = self.at
            first = self.run(DIGITS, len(self.text))
            second = self.run(DIGITS, len(self.text)) if self.taken(',') else first
            if self.text[before:self.at] == '' or not self.taken('}'):
                self.at = before
                return False
            low, high = int(first or 0), int(second) if second else MAXREPEAT
        item = made[-1:]
        if item[0][0] is SUBPATTERN and item[0][1][:3] == (None, 0, 0):
            item = item[0][1][3]
        op = MIN_REPEAT if self.taken('?') else POSSESSIVE_REPEAT if self.taken('+') else MAX_REPEAT
        made[-1] = op, (low, high, item)
        return True

    def number(self, char):
        """The character of an escape of digits or letters."""
        if char in 'xuU':
            return int(self.run(HEXDIGITS, {'x': 2, 'u': 4, 'U': 8}[char]), 16)
        if char == 'N':
            from unicodedata import lookup
            self.one()
            return ord(lookup(self.until('}')))
        return _CHARS.get(char, ord(char))

    def escape(self):
        """An escape outside of brackets."""
        char = self.one()
        if char in _CLASSES:
            return IN, [(CATEGORY, _CLASSES[char])]
        if char in _PLACES:
            return AT, _PLACES[char]
        if char == '0':
            return LITERAL, int(self.run(OCTDIGITS, 2) or '0', 8)
        if char in DIGITS:
            digits = char + self.run(DIGITS, 1)
            if len(digits) == 2 and set(digits) <= OCTDIGITS and self.text[self.at:self.at + 1] in tuple(OCTDIGITS) and digits[0] < '4':
                return LITERAL, int(digits + self.one(), 8)
            return GROUPREF, int(digits)
        return LITERAL, self.number(char)

    def member(self):
        """One member of a set, or the first of a range."""
        char = self.one()
        if char != '\\':
            return LITERAL, ord(char)
        char = self.one()
        if char in _CLASSES:
            return CATEGORY, _CLASSES[char]
        if char in OCTDIGITS:
            return LITERAL, int(char + self.run(OCTDIGITS, 2), 8)
        return LITERAL, self.number(char)

    def members(self):
        """A set."""
        negate, found = self.taken('^'), []
        while not found or self.text[self.at] != ']':
            first = self.member()
            if self.text[self.at] == '-' and self.text[self.at + 1] != ']':
                self.one()
                found.append((RANGE, (first[1], self.member()[1])))
            else:
                found.append(first)
        self.one()
        found = list(dict.fromkeys(found))
        if len(found) == 1 and found[0][0] is LITERAL:
            return (NOT_LITERAL, found[0][1]) if negate else found[0]
        return IN, [(NEGATE, None)] * negate + found

    def group(self, verbose):
        """What a parenthesis opens; None where it says something of other parts."""
        state, number, add, without = self.state, None, 0, 0
        if not self.taken('?'):
            number = state.opengroup()
        elif self.taken('P<'):
            number = state.opengroup(self.until('>'))
        elif self.taken('P='):
            return GROUPREF, state.groupdict[self.until(')')]
        elif self.taken('#'):
            self.until(')')
            return None
        elif self.taken('>'):
            return ATOMIC_GROUP, self.inside(verbose)
        elif self.taken('('):
            name = self.until(')')
            group = state.groupdict[name] if name in state.groupdict else int(name)
            yes, no = self.sequence(verbose), None
            if self.taken('|'):
                no = self.sequence(verbose)
            self.one()
            return GROUPREF_EXISTS, (group, yes, no)
        elif self.text[self.at] in '=!' or self.text[self.at] == '<':
            direction = -1 if self.taken('<') else 1
            refused = self.one() == '!'
            found = self.inside(verbose)
            if refused:
                return (ASSERT_NOT, (direction, found)) if found else (FAILURE, ())
            return ASSERT, (direction, found)
        elif not self.taken(':'):
            add = self.flags()
            without = self.flags() if self.taken('-') else 0
            if self.one() == ')':
                return None
            verbose = bool((verbose or add & 64) and not without & 64)
        found = self.inside(verbose)
        if number is not None:
            state.closegroup(number, found)
        return SUBPATTERN, (number, add, without, found)

    def flags(self):
        found = 0
        while self.text[self.at] in FLAGS:
            found |= FLAGS[self.one()]
        return found

    def inside(self, verbose):
        found = self.alternatives(verbose)
        self.one()
        return found


def parse(str, flags=0, state=None):
    """The items of a pattern."""
    found = _re.compile(str, flags)
    if state is None:
        state = State()
    state.flags, state.str = found.flags | flags, str
    text = str.decode('latin-1') if isinstance(str, (bytes, bytearray)) else str
    made = _Reader(text, state).alternatives(bool(state.flags & 64))
    made.state = state
    return made

"""Reading of addresses and dates."""
import calendar
import time

__all__ = ['mktime_tz', 'parsedate', 'parsedate_tz', 'quote']

_MONTHS = ('jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec', 'january', 'february', 'march',
           'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december')
_DAYS = ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')
_ZONES = {'UT': 0, 'UTC': 0, 'GMT': 0, 'Z': 0, 'AST': -400, 'ADT': -300, 'EST': -500, 'EDT': -400, 'CST': -600, 'CDT': -500,
          'MST': -700, 'MDT': -600, 'PST': -800, 'PDT': -700}


def quote(str):
    """What may stand between quotes: a text with its backslashes and quotes escaped."""
    return str.replace('\\', '\\\\').replace('"', '\\"')


def parsedate_tz(data):
    """A date's nine parts and the seconds its zone is ahead of UTC."""
    found = _date_parts(data)
    if not found:
        return None
    if found[9] is None:
        found[9] = 0
    return tuple(found)


def parsedate(data):
    """A date's nine parts."""
    found = parsedate_tz(data)
    return found[:9] if isinstance(found, tuple) else found


def mktime_tz(data):
    """Seconds since 1970 of what `parsedate_tz` gave."""
    if data[9] is None:
        return time.mktime(data[:8] + (-1,))
    return calendar.timegm(data) - data[9]


def _words_of_date(data):
    """Day, month, year, time and zone as they are written; None when these are not there."""
    words = data.split()
    if not words:
        return None
    # The name of the day means nothing.
    if words[0].endswith(',') or words[0].lower() in _DAYS:
        del words[0]
    else:
        comma = words[0].rfind(',')
        if comma >= 0:
            words[0] = words[0][comma + 1:]
    if len(words) == 3:
        # 1-Jan-2000
        parts = words[0].split('-')
        if len(parts) == 3:
            words = parts + words[1:]
    if len(words) == 4:
        clock = words[3]
        sign = clock.find('+')
        if sign == -1:
            sign = clock.find('-')
        words[3:] = [clock[:sign], clock[sign:]] if sign > 0 else [clock, '']
    return words[:5] if len(words) >= 5 else None


def _clock(text):
    """Hours, minutes and seconds, as texts."""
    text = text.removesuffix(',')
    parts = text.split(':')
    if len(parts) == 1 and '.' in text:
        parts = text.split('.')
        if len(parts) not in (2, 3):
            return None
    if len(parts) == 2:
        return *parts, '0'
    return parts if len(parts) == 3 else None


def _zone_offset(zone):
    """Seconds, or None for what is not known."""
    zone = zone.upper()
    if zone in _ZONES:
        offset = _ZONES[zone]
    else:
        try:
            offset = int(zone)
        except ValueError:
            return None
        if offset == 0 and zone.startswith('-'):
            return None
    if not offset:
        return offset
    sign = -1 if offset < 0 else 1
    offset *= sign
    return sign * (offset // 100 * 3600 + offset % 100 * 60)


def _date_parts(data):
    if not data:
        return None
    words = _words_of_date(data)
    if words is None:
        return None
    day, month, year, clock, zone = words
    if not (day and month and year):
        return None
    month = month.lower()
    if month not in _MONTHS:
        day, month = month, day.lower()
        if month not in _MONTHS:
            return None
    month = _MONTHS.index(month) % 12 + 1
    day = day.removesuffix(',')
    if ':' in year:
        year, clock = clock, year
    year = year.removesuffix(',')
    if not year:
        return None
    if not year[0].isdigit():
        year, zone = zone, year
    parts = _clock(clock)
    if parts is None:
        return None
    try:
        year, day = int(year), int(day)
        hour, minute, second = [int(part) for part in parts]
    except ValueError:
        return None
    # Years of two digits are of this century or the last.
    if year < 100:
        year += 1900 if year > 68 else 2000
    return [year, month, day, hour, minute, second, 0, 1, -1, _zone_offset(zone)]


class AddressList:
    """The addresses in a text: pairs of name and address, in the order they stand."""

    SPECIALS = '()<>@,:;.[]"'
    BLANKS = ' \t\r\n'
    # What ends a word; in a phrase dots belong to it.
    ENDS = SPECIALS + BLANKS
    PHRASE_ENDS = ENDS.replace('.', '')

    def __init__(self, field):
        self.field = field or ''
        self.at = 0
        self.comments = []
        self.addresslist = self._all() if field else []

    def __len__(self):
        return len(self.addresslist)

    def __add__(self, other):
        added = AddressList(None)
        added.addresslist = self.addresslist + [pair for pair in other.addresslist if pair not in self.addresslist]
        return added

    def __iadd__(self, other):
        self.addresslist = (self + other).addresslist
        return self

    def __sub__(self, other):
        left = AddressList(None)
        left.addresslist = [pair for pair in self.addresslist if pair not in other.addresslist]
        return left

    def __isub__(self, other):
        self.addresslist = (self - other).addresslist
        return self

    def __getitem__(self, index):
        return self.addresslist[index]

    def _all(self):
        found = []
        while self.at < len(self.field):
            address = self._address()
            found += address or [('', '')]
        return found

    def _next(self):
        return self.field[self.at] if self.at < len(self.field) else ''

    def _skip(self):
        """Blanks and comments, which are kept apart; gives the blanks."""
        blanks = []
        while self.at < len(self.field):
            character = self._next()
            if character in self.BLANKS:
                if character not in '\n\r':
                    blanks.append(character)
                self.at += 1
            elif character == '(':
                self.comments.append(self._comment())
            else:
                break
        return ''.join(blanks)

    def _address(self):
        self.comments = []
        self._skip()
        before, comments = self.at, self.comments
        words = self._phrase()
        self._skip()
        found = []
        following = self._next()
        if not following:
            if words:
                found = [(' '.join(self.comments), words[0])]
        elif following in '.@':
            # It was no name, but the address itself.
            self.at, self.comments = before, comments
            address = self._plain_address()
            found = [(' '.join(self.comments), address)]
        elif following == ':':
            # A group.
            self.at += 1
            while self.at < len(self.field):
                self._skip()
                if self._next() == ';':
                    self.at += 1
                    break
                found = found + self._address()
        elif following == '<':
            address = self._bracketed()
            name = ' '.join(words)
            if self.comments:
                name += f" ({' '.join(self.comments)})"
            found = [(name, address)]
        elif words:
            found = [(' '.join(self.comments), words[0])]
        elif following in self.SPECIALS:
            self.at += 1
        self._skip()
        if self._next() == ',':
            self.at += 1
        return found

    def _bracketed(self):
        """The address between angle brackets, without a route."""
        self.at += 1
        self._skip()
        route = False
        address = ''
        while self.at < len(self.field):
            character = self._next()
            if route:
                self._domain()
                route = False
            elif character == '>':
                self.at += 1
                break
            elif character == '@':
                self.at += 1
                route = True
            elif character == ':':
                self.at += 1
            else:
                address = self._plain_address()
                self.at += 1
                break
            self._skip()
        return address

    def _plain_address(self):
        parts = []
        self._skip()
        while self.at < len(self.field):
            keep = True
            character = self._next()
            if character == '.':
                if parts and not parts[-1].strip():
                    parts.pop()
                parts.append('.')
                self.at += 1
                keep = False
            elif character == '"':
                parts.append(f'"{quote(self._quoted())}"')
            elif character in self.ENDS:
                if parts and not parts[-1].strip():
                    parts.pop()
                break
            else:
                parts.append(self._word(self.ENDS))
            blanks = self._skip()
            if keep and blanks:
                parts.append(blanks)
        if self._next() != '@':
            return ''.join(parts)
        parts.append('@')
        self.at += 1
        self._skip()
        domain = self._domain()
        # An address with two @ is none.
        return ''.join(parts) + domain if domain else ''

    def _domain(self):
        parts = []
        while self.at < len(self.field):
            character = self._next()
            if character in self.BLANKS:
                self.at += 1
            elif character == '(':
                self.comments.append(self._comment())
            elif character == '[':
                parts.append(f'[{self._delimited("[", "]" + chr(13), False)}]')
            elif character == '.':
                self.at += 1
                parts.append('.')
            elif character == '@':
                return ''
            elif character in self.ENDS:
                break
            else:
                parts.append(self._word(self.ENDS))
        return ''.join(parts)

    def _delimited(self, begin, ends, comments=True):
        """The text between two characters. Comments may be nested."""
        if self._next() != begin:
            return ''
        kept = []
        escaped = False
        self.at += 1
        while self.at < len(self.field):
            character = self._next()
            if escaped:
                kept.append(character)
                escaped = False
            elif character in ends:
                self.at += 1
                break
            elif comments and character == '(':
                kept.append(self._comment())
                continue
            elif character == '\\':
                escaped = True
            else:
                kept.append(character)
            self.at += 1
        return ''.join(kept)

    def _quoted(self):
        return self._delimited('"', '"\r', False)

    def _comment(self):
        """A comment with those inside it, whose parentheses are not kept."""
        kept = []
        escaped = False
        depth = 1
        self.at += 1
        while self.at < len(self.field) and depth:
            character = self._next()
            self.at += 1
            if escaped:
                kept.append(character)
                escaped = False
            elif character in ')\r':
                depth -= 1
            elif character == '(':
                depth += 1
            elif character == '\\':
                escaped = True
            else:
                kept.append(character)
        return ''.join(kept)

    def _word(self, ends):
        start = self.at
        while self.at < len(self.field) and self.field[self.at] not in ends:
            self.at += 1
        return ''.join(self.field[start:self.at])

    def _phrase(self):
        words = []
        while self.at < len(self.field):
            character = self._next()
            if character in self.BLANKS:
                self.at += 1
            elif character == '"':
                words.append(self._quoted())
            elif character == '(':
                self.comments.append(self._comment())
            elif character in self.PHRASE_ENDS:
                break
            else:
                words.append(self._word(self.PHRASE_ENDS))
        return words

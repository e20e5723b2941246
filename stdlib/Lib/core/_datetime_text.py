"""Dates and times to and from text: ISO 8601 parsing and `strftime`, for `datetime` and `time`."""
import datetime as _dt
from datetime import _days_before_year, _isocalendar, _offset_text, _ymd2ord, _ymd_from_isocalendar

_DAYS = ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')
_MONTHS = ('', 'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August',
           'September', 'October', 'November', 'December')


# ---- ISO 8601

def _digits(text):
    return int(text) if text.isascii() and text.isdigit() else None


def parse_date(text):
    """(year, month, day) of YYYY-MM-DD, YYYYMMDD, YYYY-Www[-D] or YYYYWww[D]; None if none of them."""
    year = _digits(text[:4]) if len(text) >= 7 else None
    if year is None:
        return None
    sep = text[4:5] == '-'
    at = 5 if sep else 4
    if text[at:at + 1] == 'W':
        week = _digits(text[at + 1:at + 3])
        rest = text[at + 3:]
        if week is None or len(text) < at + 3:
            return None
        day = 1
        if rest:
            if sep:
                if rest[0] != '-':
                    return None
                rest = rest[1:]
            day = _digits(rest)
            if day is None or len(rest) != 1:
                return None
        try:
            return _ymd_from_isocalendar(year, week, day)
        except ValueError:
            return None
    if len(text) != (10 if sep else 8) or sep and text[7] != '-':
        return None
    month = _digits(text[at:at + 2])
    day = _digits(text[-2:])
    return None if month is None or day is None else (year, month, day)


def _clock(text):
    """[hour, minute, second, microsecond] of HH[[:]MM[[:]SS[.f*]]]; None if malformed."""
    fields = [0, 0, 0, 0]
    size = len(text)
    at = 0
    sep = text[2:3] == ':'
    for which in range(3):
        value = _digits(text[at:at + 2])
        if value is None or at + 2 > size:
            return None
        fields[which] = value
        at += 2
        if at == size:
            return fields
        char = text[at]
        if which == 2 or char in '.,':
            break
        if sep:
            if char != ':':
                return None
            at += 1
        elif char == ':':
            return None
    if which != 2 or text[at] not in '.,':
        return None
    part = text[at + 1:]
    if _digits(part) is None:
        return None
    fields[3] = int((part + '00000')[:6])
    return fields


def parse_time(text):
    """(hour, minute, second, microsecond, tzinfo), or None."""
    if len(text) < 2:
        return None
    for at, char in enumerate(text):
        if char in '+-Z':
            break
    else:
        fields = _clock(text)
        return None if fields is None else (*fields, None)
    fields = _clock(text[:at])
    if fields is None and at:
        fields = _clock(text[:at - 1])  # CPython allows one character before the zone
    zone = text[at + 1:]
    if fields is None:
        return None
    if char == 'Z':
        return None if zone else (*fields, _dt.UTC)
    if len(zone) in (0, 1, 3):
        return None
    parts = _clock(zone)
    if parts is None:
        return None
    us = ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000000 + parts[3]
    if not us:
        return (*fields, _dt.UTC)
    return (*fields, _dt.timezone(_dt._delta(-us if char == '-' else us)))


def _separator(text):
    """Where the date ends, by the shape it starts with."""
    size = len(text)
    if size == 7:
        return 7
    if text[4] == '-':
        if text[5] != 'W':
            return 10
        if size < 8:
            return None
        if size > 8 and text[8] == '-':
            if size == 9:
                return None
            return 8 if size > 10 and text[10].isdigit() else 10
        return 8
    if text[4] == 'W':
        at = 7
        while at < size and '0' <= text[at] <= '9':
            at += 1
        if at < 9:
            return at
        return 7 if at % 2 == 0 else 8
    return 8


def parse_datetime(text):
    if len(text) < 7:
        return None
    at = _separator(text)
    if at is None:
        return None
    found = parse_date(text[:at])
    if found is None:
        return None
    if len(text) <= at:
        return (*found, 0, 0, 0, 0, None)
    clock = parse_time(text[at + 1:])
    return None if clock is None else (*found, *clock)


# ---- strftime, as glibc's in the C locale

class _Told:
    """What a zone says of a moment, whatever the class of the moment would say."""

    def __init__(self, zone, moment):
        self.zone = zone
        self.moment = moment

    def utcoffset(self):
        return _dt._offset_of(self.zone, self.moment)

    def tzname(self):
        return _dt._name_of(self.zone, self.moment)


def _told(zone, moment):
    return None if zone is None else _Told(zone, moment)


def format_date(moment, fmt):
    if isinstance(moment, _dt.datetime):
        return _format(fmt, moment._year, moment._month, moment._day, moment._hour, moment._minute,
                       moment._second, moment._microsecond, _told(moment._tzinfo, moment))
    return _format(fmt, moment._year, moment._month, moment._day, 0, 0, 0, 0, None)


def format_time(moment, fmt):
    return _format(fmt, 1900, 1, 1, moment._hour, moment._minute, moment._second,
                   moment._microsecond, _told(moment._tzinfo, None))


_COMPOSED = {'c': '%a %b %e %H:%M:%S %Y', 'D': '%m/%d/%y', 'x': '%m/%d/%y', 'F': '%Y-%m-%d',
             'r': '%I:%M:%S %p', 'R': '%H:%M', 'T': '%H:%M:%S', 'X': '%H:%M:%S'}


def _format(fmt, year, month, day, hour, minute, second, us, zoned, weekday=None, yearday=None):
    """`zoned` answers utcoffset() and tzname(), or is None."""
    made = []
    at, size = 0, len(fmt)
    while at < size:
        percent = fmt.find('%', at)
        if percent < 0:
            made.append(fmt[at:])
            break
        made.append(fmt[at:percent])
        start = percent
        at = percent + 1
        flag, upper, swap = '', False, False
        while at < size and fmt[at] in '-_0^#':
            if fmt[at] == '^':
                upper = True
            elif fmt[at] == '#':
                swap = True
            else:
                flag = fmt[at]
            at += 1
        width = ''
        while at < size and '0' <= fmt[at] <= '9':
            width += fmt[at]
            at += 1
        if at < size and fmt[at] in 'EO':
            at += 1
        if at >= size:
            made.append(fmt[start:])
            break
        char = fmt[at]
        at += 1
        bare = at == start + 2
        if char == ':' and fmt[at:at + 1] == 'z' and bare:
            at += 1
            offset = zoned.utcoffset() if zoned is not None else None
            made.append('' if offset is None else _offset_text(offset))
            continue
        text, pad, digits = '', '0', 2
        if char in _COMPOSED:
            text = _format(_COMPOSED[char], year, month, day, hour, minute, second, us, zoned, weekday, yearday)
            digits = 0
        elif char == 'Y':
            text, digits = str(year), 0
            if flag == '0' and not width:
                digits = 4
        elif char == 'm':
            text = str(month)
        elif char == 'd':
            text = str(day)
        elif char == 'e':
            text, pad = str(day), ' '
        elif char == 'H':
            text = str(hour)
        elif char == 'k':
            text, pad = str(hour), ' '
        elif char == 'I':
            text = str((hour + 11) % 12 + 1)
        elif char == 'l':
            text, pad = str((hour + 11) % 12 + 1), ' '
        elif char == 'M':
            text = str(minute)
        elif char == 'S':
            text = str(second)
        elif char == 'y':
            text = str(year % 100)
        elif char == 'C':
            text, digits = str(year // 100), 1
        elif char == 'p':
            text, digits = 'PM' if hour >= 12 else 'AM', 0
            if swap:
                text = text.lower()
        elif char == 'P':
            text, digits = 'pm' if hour >= 12 else 'am', 0
        elif char == 'n' or char == 't':
            text, digits = '\n' if char == 'n' else '\t', 0
        elif char == '%':
            text, digits = '%', 0
        elif char == 'f' and bare:
            made.append('%06d' % us)
            continue
        elif char == 'z' and bare:
            offset = zoned.utcoffset() if zoned is not None else None
            made.append('' if offset is None else _offset_text(offset, ''))
            continue
        elif char == 'Z':
            text, digits = (zoned.tzname() or '') if zoned is not None else '', 0
            if type(text) is not str:
                text = text.replace('%', '%%')
                if not isinstance(text, str):
                    raise TypeError('tzname.replace() did not return a string')
                text = text.replace('%%', '%')
            if swap:
                text = text.lower()
        elif char in 'AaBbhjuwUWGgVs':
            ordinal = _ymd2ord(year, month, day)
            wd = (ordinal + 6) % 7 if weekday is None else weekday
            yd = ordinal - _days_before_year(year) if yearday is None else yearday
            if char in 'Aa':
                text, digits = _DAYS[wd], 0
                if char == 'a':
                    text = text[:3]
            elif char in 'Bbh':
                text, digits = _MONTHS[month], 0
                if char != 'B':
                    text = text[:3]
            elif char == 'j':
                text, digits = str(yd), 3
            elif char == 'u':
                text, digits = str(wd + 1), 1
            elif char == 'w':
                text, digits = str((wd + 1) % 7), 1
            elif char == 'U':
                text = str((yd + 6 - (wd + 1) % 7) // 7)
            elif char == 'W':
                text = str((yd + 6 - wd) // 7)
            elif char == 's':
                seconds = (ordinal - 719163) * 86400 + hour * 3600 + minute * 60 + second
                text, digits = str(seconds), 1
            else:
                iso_year, week, _ = _isocalendar(year, month, day)
                if char == 'V':
                    text = str(week)
                elif char == 'g':
                    text = str(iso_year % 100)
                else:
                    text, digits = str(iso_year), 0
            if swap and not digits:
                text = text.upper()
        else:
            made.append(fmt[start:at])
            continue
        if upper:
            text = text.upper()
        numeric = char not in 'AaBbhpPntZ%' and char not in _COMPOSED
        if flag == '_':
            pad = ' '
        elif flag == '0':
            pad = '0'
        elif not numeric:
            pad = ' '
        if flag == '-':
            digits = 0
        if width:
            digits = max(digits, int(width)) if int(width) <= 1024 else 1024
            if flag == '-':
                digits = 0
        made.append(text.rjust(digits, pad))
    return ''.join(made)


def format_struct(fmt, parts, zone='UTC', offset='+0000'):
    """`time.strftime` of a nine-field time tuple."""
    year, month, day, hour, minute, second, weekday, yearday = parts[:8]
    zoned = _Zone(zone, offset)
    return _format(fmt, year, max(month, 1), max(day, 1), hour, minute, second, 0, zoned,
                   weekday, max(yearday, 1))


class _Zone:
    def __init__(self, name, offset):
        self.name = name
        self.offset = _dt._delta(0)

    def utcoffset(self):
        return self.offset

    def tzname(self):
        return self.name

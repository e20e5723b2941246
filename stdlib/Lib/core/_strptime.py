"""Reading dates from text by a format: the format becomes a regular expression."""
import re
import time
from datetime import _days_before_year, _iso_week1_monday, _ord2ymd, _ymd2ord

_DAYS = ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')
_MONTHS = ('january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september',
           'october', 'november', 'december')


def _names(group, words):
    return f'(?P<{group}>{"|".join(sorted(words, key=len, reverse=True))})'


_FIELDS = {
    'd': r'(?P<d>3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9])', 'f': r'(?P<f>[0-9]{1,6})',
    'H': r'(?P<H>2[0-3]|[0-1]\d|\d)', 'I': r'(?P<I>1[0-2]|0[1-9]|[1-9])',
    'G': r'(?P<G>\d\d\d\d)',
    'j': r'(?P<j>36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9])',
    'm': r'(?P<m>1[0-2]|0[1-9]|[1-9])', 'M': r'(?P<M>[0-5]\d|\d)', 'S': r'(?P<S>6[0-1]|[0-5]\d|\d)',
    'U': r'(?P<U>5[0-3]|[0-4]\d|\d)', 'W': r'(?P<W>5[0-3]|[0-4]\d|\d)', 'w': r'(?P<w>[0-6])',
    'u': r'(?P<u>[1-7])', 'V': r'(?P<V>5[0-3]|0[1-9]|[1-4]\d|\d)', 'y': r'(?P<y>\d\d)',
    'Y': r'(?P<Y>\d\d\d\d)',
    'z': r'(?P<z>[+-]\d\d:?[0-5]\d(:?[0-5]\d(\.\d{1,6})?)?|(?-i:Z))',
    'A': _names('A', _DAYS), 'a': _names('a', [day[:3] for day in _DAYS]),
    'B': _names('B', _MONTHS), 'b': _names('b', [month[:3] for month in _MONTHS]),
    'p': '(?P<p>am|pm)', 'Z': '(?P<Z>utc|gmt)', '%': '%'}
_COMPOSED = {'c': '%a %b %d %H:%M:%S %Y', 'x': '%m/%d/%y', 'X': '%H:%M:%S'}
_regex_cache = {}
_known_zones = None
_CACHE_MAX_SIZE = 5
_NO_YEAR = """\
Parsing dates involving a day of month without a year specified is ambiguious
and fails to parse leap day. The default behavior will change in Python 3.15
to either always raise an exception or to use a different default year (TBD).
To avoid trouble, add a specific year to the input & format.
See https://github.com/python/cpython/issues/70647."""


def _expand(text):
    """A format as a pattern; KeyError names a bad directive, IndexError a stray %."""
    made = []
    at = 0
    size = len(text)
    while at < size:
        char = text[at]
        at += 1
        if char.isspace():
            while at < size and text[at].isspace():
                at += 1
            made.append(r'\s+')
        elif char != '%':
            made.append(re.escape(char))
        else:
            kind = text[at]
            at += 1
            made.append(_expand(_COMPOSED[kind]) if kind in _COMPOSED else _FIELDS[kind])
    return ''.join(made)


def warn_without_year(fmt, level):
    """Tells the caller that far up that a day alone says nothing about leap years."""
    kinds = [kind[:1] for kind in fmt.replace('%%', '').split('%')[1:]]
    if 'd' in kinds and not any(kind in kinds for kind in 'YyG'):
        from warnings import warn
        warn(_NO_YEAR, DeprecationWarning, level)


def _getlang():
    import locale
    return locale.getlocale(locale.LC_TIME)


class LocaleTime:
    """The words of dates in the locale, which is C's."""

    def __init__(self):
        self.lang = _getlang()
        self.f_weekday, self.a_weekday = list(_DAYS), [day[:3] for day in _DAYS]
        self.f_month, self.a_month = ['', *_MONTHS], ['', *[month[:3] for month in _MONTHS]]
        self.am_pm = ['am', 'pm']
        self.LC_date_time, self.LC_date, self.LC_time = _COMPOSED['c'], _COMPOSED['x'], _COMPOSED['X']
        self.tzname, self.daylight = time.tzname, time.daylight
        self.timezone = (frozenset({'utc', 'gmt', time.tzname[0].lower()}),
                         frozenset({time.tzname[1].lower()} if time.daylight else ()))


class TimeRE(dict):
    """The regular expression of each directive, with the words of a `LocaleTime`."""

    def __init__(self, locale_time=None):
        self.locale_time = words = locale_time or LocaleTime()
        super().__init__(_FIELDS)
        self['W'] = self.pop('W')
        self.update(A=self._any('A', words.f_weekday), a=self._any('a', words.a_weekday),
                    B=self._any('B', words.f_month[1:]), b=self._any('b', words.a_month[1:]),
                    p=self._any('p', words.am_pm), Z=self._any('Z', [zone for zones in words.timezone for zone in zones]))
        self.update(c=self.pattern(words.LC_date_time), x=self.pattern(words.LC_date), X=self.pattern(words.LC_time))

    @staticmethod
    def _any(group, words):
        words = sorted(filter(None, words), key=len, reverse=True)
        return _names(group, map(re.escape, words)) if words else ''

    def pattern(self, format):
        """The regular expression for a format, as text."""
        text = re.sub(r'([\\.^$*+?\(\){}\[\]|])', r'\\\1', format)
        text = re.sub(r'\s+', r'\\s+', text)
        pieces = text.split('%')
        made = [pieces.pop(0)]
        while pieces:
            piece = pieces.pop(0)
            if piece:
                made.append(self[piece[0]] + piece[1:])
            else:
                made.append(self['%'] + (pieces.pop(0) if pieces else ''))
        return ''.join(made)

    def compile(self, format):
        return re.compile(self.pattern(format), re.IGNORECASE)


def __getattr__(name):
    global _TimeRE_cache
    if name != '_TimeRE_cache':
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    _TimeRE_cache = TimeRE()
    return _TimeRE_cache


def _zones():
    """The names of zones that `%Z` takes, without summer time and with it."""
    return ((time.tzname[0].lower(), 'utc', 'gmt'), (time.tzname[1].lower(),) if time.daylight else ())


def _pattern(fmt, level=6):
    global _TimeRE_cache, _known_zones
    if time.tzname is not _known_zones:
        _known_zones = time.tzname
        _FIELDS['Z'] = _names('Z', map(re.escape, dict.fromkeys(name for names in _zones() for name in names)))
        _regex_cache.clear()
    asked = globals().get('_TimeRE_cache')
    if asked is not None and (asked.locale_time.lang != _getlang() or (asked.locale_time.tzname, asked.locale_time.daylight) != (
            time.tzname, time.daylight)):
        _TimeRE_cache = TimeRE()
        _regex_cache.clear()
    found = _regex_cache.get(fmt)
    if found is None:
        try:
            text = _expand(fmt)
        except KeyError as problem:
            bad = problem.args[0]
            raise ValueError("'%s' is a bad directive in format '%s'" % (bad, fmt)) from None
        except IndexError:
            raise ValueError("stray %% in format '%s'" % fmt) from None
        warn_without_year(fmt, level)
        if len(_regex_cache) > _CACHE_MAX_SIZE:
            _regex_cache.clear()
        found = _regex_cache[fmt] = re.compile(text, re.IGNORECASE)
    return found


def _from_week(year, week, weekday, sunday_first):
    """Day of the year, from the number of a %U or %W week and a weekday (Monday is 0)."""
    first = (_ymd2ord(year, 1, 1) + 6) % 7
    if sunday_first:
        first = (first + 1) % 7
        weekday = (weekday + 1) % 7
    before = (7 - first) % 7
    if week == 0:
        return 1 + weekday - first
    return 1 + before + 7 * (week - 1) + weekday


def _check_iso(iso_year, year, iso_week, julian, weekday):
    if iso_year is not None:
        if julian is not None:
            raise ValueError("Day of the year directive '%j' is not compatible with ISO year "
                             "directive '%G'. Use '%Y' instead.")
        if iso_week is None or weekday is None:
            raise ValueError("ISO year directive '%G' must be used with the ISO week directive '%V' "
                             "and a weekday directive ('%A', '%a', '%w', or '%u').")
    elif iso_week is not None:
        if year is None or weekday is None:
            raise ValueError("ISO week directive '%V' must be used with the ISO year directive '%G' "
                             "and a weekday directive ('%A', '%a', '%w', or '%u').")
        raise ValueError("ISO week directive '%V' is incompatible with the year directive '%Y'. "
                         "Use the ISO year '%G' instead.")


def _read_offset(text):
    """(seconds, microseconds) east of UTC."""
    if text == 'Z':
        return 0, 0
    if text[3] == ':':
        text = text[:3] + text[4:]
        if len(text) > 5:
            if text[5] != ':':
                raise ValueError(f'Inconsistent use of : in {text[:3]}:{text[3:]}')
            text = text[:5] + text[6:]
    seconds = int(text[1:3]) * 3600 + int(text[3:5]) * 60 + int(text[5:7] or 0)
    us = int((text[8:] + '000000')[:6])
    return (-seconds, -us) if text[0] == '-' else (seconds, us)


def read(text, fmt='%a %b %d %H:%M:%S %Y'):
    """(year, month, day, hour, minute, second, microsecond, weekday, yearday, zone, offset)."""
    for at, value in enumerate((text, fmt)):
        if not isinstance(value, str):
            raise TypeError(f'strptime() argument {at} must be str, not {type(value)}')
    found = _pattern(fmt).match(text)
    if found is None:
        raise ValueError('time data %r does not match format %r' % (text, fmt))
    if len(text) != found.end():
        raise ValueError('unconverted data remains: %s' % text[found.end():])
    got = found.groupdict()
    year = iso_year = iso_week = week = weekday = julian = zone = offset = None
    month = day = 1
    hour = minute = second = us = 0
    sunday_first = False
    for key, value in got.items():
        if value is None:
            continue
        if key == 'y':
            year = int(value)
            year += 2000 if year <= 68 else 1900
        elif key == 'Y':
            year = int(value)
        elif key == 'G':
            iso_year = int(value)
        elif key == 'm':
            month = int(value)
        elif key == 'B':
            month = _MONTHS.index(value.lower()) + 1
        elif key == 'b':
            month = [name[:3] for name in _MONTHS].index(value.lower()) + 1
        elif key == 'd':
            day = int(value)
        elif key == 'H':
            hour = int(value)
        elif key == 'I':
            half = (got.get('p') or '').lower()
            hour = int(value) % 12 + (12 if half == 'pm' else 0)
        elif key == 'M':
            minute = int(value)
        elif key == 'S':
            second = int(value)
        elif key == 'f':
            us = int(value.ljust(6, '0'))
        elif key == 'A':
            weekday = _DAYS.index(value.lower())
        elif key == 'a':
            weekday = [name[:3] for name in _DAYS].index(value.lower())
        elif key == 'w':
            weekday = (int(value) + 6) % 7
        elif key == 'u':
            weekday = int(value) - 1
        elif key == 'j':
            julian = int(value)
        elif key == 'U' or key == 'W':
            week = int(value)
            sunday_first = key == 'U'
        elif key == 'V':
            iso_week = int(value)
        elif key == 'z':
            offset = _read_offset(value.upper() if value == 'z' else value)
        elif key == 'Z':
            zone = value
    _check_iso(iso_year, year, iso_week, julian, weekday)
    leap_guess = False
    if year is None:
        if iso_year is None and month == 2 and day == 29:
            year = 1904  # 1900 has no such day
            leap_guess = True
        elif iso_year is None:
            year = 1900
    if julian is None and weekday is not None:
        if week is not None:
            julian = _from_week(year, week, weekday, sunday_first)
        elif iso_year is not None and iso_week is not None:
            if iso_week == 53 and _iso_week1_monday(iso_year + 1) - _iso_week1_monday(iso_year) < 371:
                raise ValueError('Invalid week: 53')
            if iso_week == 0:
                raise ValueError('Invalid week: 0')
            year, month, day = _ord2ymd(_iso_week1_monday(iso_year) + (iso_week - 1) * 7 + weekday)
            julian = _ymd2ord(year, month, day) - _days_before_year(year)
        if julian is not None and julian <= 0:
            year -= 1
            julian += 366 if _ymd2ord(year, 12, 31) - _ymd2ord(year, 1, 1) == 365 else 365
    if julian is None:
        try:
            yearday = _ymd2ord(year, month, day) - _days_before_year(year)
        except IndexError:
            yearday = 0
    else:
        yearday = julian
        year, month, day = _ord2ymd(_days_before_year(year) + julian)
    if weekday is None:
        weekday = (_days_before_year(year) + yearday + 6) % 7
    if leap_guess:
        year = 1900
    return year, month, day, hour, minute, second, us, weekday, yearday, zone, offset


def _strptime_datetime(cls, text, fmt):
    year, month, day, hour, minute, second, us, _, _, zone, offset = read(text, fmt)
    if offset is None:
        return cls(year, month, day, hour, minute, second, us)
    from datetime import timedelta, timezone
    delta = timedelta(seconds=offset[0], microseconds=offset[1])
    tz = timezone(delta, zone) if zone else timezone(delta)
    return cls(year, month, day, hour, minute, second, us, tz)


def read_struct(text, fmt='%a %b %d %H:%M:%S %Y'):
    """The nine fields of `time.strptime`, and the zone's name and offset in seconds."""
    year, month, day, hour, minute, second, _, weekday, yearday, zone, offset = read(text, fmt)
    summer = -1
    if zone is not None:
        same_names = time.daylight and time.tzname[0] == time.tzname[1]
        of_zone = [at for at, names in enumerate(_zones()) if zone.lower() in names and not (same_names and zone.lower() not in ('utc', 'gmt'))]
        summer = of_zone[0] if of_zone else -1
    return ((year, month, day, hour, minute, second, weekday, yearday, summer),
            zone, None if offset is None else offset[0])


def _strptime(data_string, format='%a %b %d %H:%M:%S %Y'):
    """The fields of `struct_time` with the zone's name and offset, the microseconds, and those of the offset."""
    year, month, day, hour, minute, second, us, weekday, yearday, zone, offset = read(data_string, format)
    return ((year, month, day, hour, minute, second, weekday, yearday, -1 if zone is None else 0, zone,
             None if offset is None else offset[0]), us, 0 if offset is None else offset[1])


def _strptime_time(data_string, format='%a %b %d %H:%M:%S %Y'):
    import time
    return time.struct_time(read_struct(data_string, format)[0])

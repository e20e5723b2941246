"""Time zones by name, from a table in the binary: the IANA data from 1970 on, and the rules after it.

Before 1970 a zone has the offset that it had when 1970 began.
"""
from bisect import bisect_right
from datetime import datetime, timedelta, timezone, tzinfo

__all__ = ['ZoneInfo', 'reset_tzpath', 'available_timezones', 'TZPATH', 'ZoneInfoNotFoundError',
           'InvalidTZPathWarning']

TZPATH = ()


class ZoneInfoNotFoundError(KeyError):
    """There is no zone of that name."""
    __module__ = 'zoneinfo._common'


class InvalidTZPathWarning(RuntimeWarning):
    """A folder of the environment's that is not named from the root."""


def reset_tzpath(to=None):
    """Says in which folders zones are looked for before those that are built in: by default in those that PYTHONTZPATH names."""
    global TZPATH
    import os
    if to is None:
        told = os.environ.get('PYTHONTZPATH')
        to = told.split(':') if told else ()
        relative = [path for path in to if not os.path.isabs(path)]
        if relative:
            from warnings import warn
            warn(f'Invalid paths specified in PYTHONTZPATH environment variable. {_told(relative)}', InvalidTZPathWarning, 2)
            to = [path for path in to if path not in relative]
    elif isinstance(to, (str, bytes)):
        raise TypeError(f'tzpath must be a list or tuple, not {type(to)}, {to!r}')
    elif relative := [path for path in to if not os.path.isabs(path)]:
        raise ValueError(_told(relative))
    TZPATH = tuple(to)


def _told(relative):
    return 'Paths should be absolute but found the following relative paths:\n    ' + '\n    '.join(relative)


def _searched(key):
    """The file of a zone in the folders that are searched; None where there is none."""
    import os
    for folder in TZPATH:
        path = os.path.join(folder, key)
        if os.path.isfile(path):
            return path
    return None


def available_timezones():
    """The names of all zones."""
    from _zoneinfo_table import TABLE
    return {name for line in TABLE.split('\n') if line and line[0] != ' ' for name in line.split(' ')[1:]}


def _lines_of(key):
    """The rule and the history of a zone."""
    from _zoneinfo_table import TABLE
    at = 0
    while (at := TABLE.find(' ' + key, at)) >= 0:
        end = at + 1 + len(key)
        if TABLE[end:end + 1] in (' ', '\n'):
            start = TABLE.rfind('\n', 0, at) + 1
            if TABLE[start] != ' ':
                stop = TABLE.index('\n', at)
                return TABLE[start:TABLE.index(' ', start)], TABLE[stop + 2:TABLE.index('\n', stop + 1)]
        at = end
    raise ZoneInfoNotFoundError(f'No time zone found with key {key}')


class _Kind:
    """An offset, how much of it is daylight saving, and its abbreviation."""
    __slots__ = ('offset', 'utcoff', 'dstoff', 'tzname')

    def __init__(self, offset, dst, name):
        self.offset = offset
        self.utcoff = timedelta(seconds=offset)
        self.dstoff = timedelta(seconds=dst)
        self.tzname = name


def _history(text):
    """The kinds and the transitions: (seconds since 1970, index of the kind that begins)."""
    kinds, _, steps = text.partition(' ')
    unit = 900
    if steps.startswith('1s '):
        unit, steps = 1, steps[3:]
    made = []
    for kind in kinds.split(','):
        offset, dst, name = kind.split('/')
        seconds = int(offset[:-1]) if offset.endswith('s') else int(offset) * 60
        made.append(_Kind(seconds, int(dst) * 60, name))
    times, order, now = [], [0], 0
    for step in steps.split():
        now += int(step[1:], 36) * unit
        times.append(now)
        order.append(int(step[0], 36))
    return made, times, order


class _Rule:
    """What holds after the last transition: `EST5EDT,M3.2.0,M11.1.0`, or one offset for ever."""

    def __init__(self, text):
        names, *dates = text.split(',')
        name, rest = self._name(names)
        offset, rest = self._offset(rest)
        self.standard = _Kind(-offset, 0, name)
        self.daylight = None
        if rest:
            name, rest = self._name(rest)
            summer = self._offset(rest)[0] if rest else offset - 3600
            self.daylight = _Kind(-summer, offset - summer, name)
            self.saved = offset - summer
            self.start, self.end = map(self._date, dates)

    @staticmethod
    def _name(text):
        if text[0] == '<':
            end = text.index('>')
            return text[1:end], text[end + 1:]
        end = 0
        while end < len(text) and text[end].isalpha():
            end += 1
        return text[:end], text[end:]

    @staticmethod
    def _offset(text):
        """Seconds west of Greenwich."""
        end = 0
        while end < len(text) and (text[end].isdigit() or text[end] in '+-:'):
            end += 1
        return _Rule._seconds(text[:end]), text[end:]

    @staticmethod
    def _seconds(text):
        sign = -1 if text.startswith('-') else 1
        parts = [int(p) for p in text.lstrip('+-').split(':')] + [0, 0]
        return sign * (parts[0] * 3600 + parts[1] * 60 + parts[2])

    @staticmethod
    def _date(text):
        """(kind, numbers, time of day in seconds)."""
        day, _, time = text.partition('/')
        seconds = _Rule._seconds(time) if time else 7200
        if day[0] == 'M':
            return 'M', tuple(map(int, day[1:].split('.'))), seconds
        if day[0] == 'J':
            return 'J', (int(day[1:]),), seconds
        return 'D', (int(day),), seconds

    @staticmethod
    def _moment(date, year):
        """When a date of the rule is in a year, in seconds since 1970 of local time."""
        kind, numbers, seconds = date
        first = datetime(year, 1, 1).toordinal()
        if kind == 'M':
            month, week, weekday = numbers
            start = datetime(year, month, 1)
            day = start.toordinal() + (weekday - start.isoweekday()) % 7 + 7 * (week - 1)
            if week == 5:
                following = datetime(year + month // 12, month % 12 + 1, 1).toordinal() if year < 9999 or month < 12 else day + 1
                if day >= following:
                    day -= 7
        elif kind == 'J':
            leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
            day = first + numbers[0] - 1 + (leap and numbers[0] >= 59)
        else:
            # CPython counts from the last day of the previous year.
            day = first + numbers[0] - 1
        return (day - 719163) * 86400 + seconds

    def at_local(self, seconds, year, fold):
        """The kind at a local time."""
        if self.daylight is None:
            return self.standard
        start, end = self._moment(self.start, year), self._moment(self.end, year)
        # In the hour that is skipped or repeated, fold decides.
        if fold == (self.saved >= 0):
            end -= self.saved
        else:
            start += self.saved
        inside = start <= seconds < end if start < end else not end <= seconds < start
        return self.daylight if inside else self.standard

    def at_utc(self, seconds, year):
        """(the kind at a moment, whether it is the second of two equal local times)."""
        if self.daylight is None:
            return self.standard, False
        start = self._moment(self.start, year) - self.standard.offset
        end = self._moment(self.end, year) - self.daylight.offset
        inside = start <= seconds < end if start < end else not end <= seconds < start
        # Local time repeats after a change to the smaller offset.
        change, repeated = (end, self.saved) if self.saved > 0 else (start, -self.saved)
        return self.daylight if inside else self.standard, 0 <= seconds - change < repeated


class ZoneInfo(tzinfo):
    """A time zone by its name, as in `ZoneInfo('Europe/Paris')`."""
    __slots__ = ('_file', '_from', '_key', '_rule', '_kinds', '_times', '_order', '_walls', '_place', '_is_known', '__weakref__')
    _known = {}
    __module__ = 'zoneinfo'

    def __new__(cls, key):
        known = cls.__dict__.get('_known')
        if known is None:
            known = cls._known = {}
        found = known.get(key)
        if found is None:
            found = known[key] = cls._new(key)
            found._is_known = 1
        return found

    @classmethod
    def _new(cls, key):
        if not isinstance(key, str):
            raise TypeError(f'expected str, bytes or os.PathLike object, not {type(key).__name__}')
        if key.startswith('/'):
            raise ValueError(f'ZoneInfo keys may not be absolute paths, got: {key}')
        if key.startswith('..'):
            raise ValueError(f'ZoneInfo keys must refer to subdirectories of TZPATH, got: {key}')
        if not key or '..' in key.split('/') or '//' in key or key.startswith('./') or key.endswith('/'):
            raise ValueError(f'ZoneInfo keys must be normalized relative paths, got: {key}')
        self = tzinfo.__new__(cls)
        path = _searched(key) if TZPATH else None
        if path is not None:
            from _zoneinfo_file import load
            with open(path, 'rb') as file:
                self._file, self._from, self._key, self._is_known = load(file), path, key, 0
            return self
        rule, history = _lines_of(key)
        self._file, self._key, self._is_known = None, key, 0
        self._take(rule, history)
        return self

    def _take(self, rule, history):
        self._rule = _Rule(rule)
        self._kinds, self._times, self._order = _history(history)
        # The local times of the transitions, for fold 0 and fold 1.
        self._walls = ([], [])
        for i, moment in enumerate(self._times):
            before = self._kinds[self._order[i]].offset
            after = self._kinds[self._order[i + 1]].offset
            self._walls[0].append(moment + max(before, after))
            self._walls[1].append(moment + min(before, after))

    @classmethod
    def no_cache(cls, key):
        """A new object every time."""
        return cls._new(key)

    @classmethod
    def clear_cache(cls, *, only_keys=None):
        """Forget the objects made."""
        known = cls.__dict__.get('_known', {})
        for key in list(known) if only_keys is None else only_keys:
            known.pop(key, None)

    @classmethod
    def from_file(cls, fobj, /, key=None):
        """The zone that a file object says."""
        from _zoneinfo_file import load
        self = tzinfo.__new__(cls)
        self._file, self._from, self._key = load(fobj), repr(fobj), key
        return self

    @property
    def key(self):
        """The name."""
        return self._key

    def __repr__(self):
        name = 'zoneinfo.ZoneInfo' if self.__class__ is ZoneInfo else self.__class__.__name__
        return f'{name}.from_file({self._from})' if self._key is None else f'{name}(key={self._key!r})'

    def __str__(self):
        return repr(self) if self._key is None else self._key

    def __reduce__(self):
        if self._file is not None and not (self._key and TZPATH and _searched(self._key) == self._from):
            import pickle
            raise pickle.PicklingError('Cannot pickle a ZoneInfo file from a file stream.')
        return self.__class__._unpickle, (self._key, self._is_known)

    @classmethod
    def _unpickle(cls, key, is_known, /):
        return cls(key) if is_known else cls.no_cache(key)

    def __copy__(self):
        if self._file is not None:
            self.__reduce__()
        return self

    def __deepcopy__(self, memo):
        return self.__copy__()

    def _kind_at(self, dt):
        if self._file is not None:
            if dt is None:
                return self._file.kind_without_time()
            return self._file.kind_at((dt.toordinal() - 719163) * 86400 + dt.hour * 3600 + dt.minute * 60 + dt.second, dt.year, dt.fold)
        if dt is None:
            # Only a zone that never had another offset, not even before 1970, has an offset without a time.
            fixed = '/' not in self._key or self._key.startswith('Etc/')
            return self._rule.standard if fixed and not self._times and self._rule.daylight is None else None
        seconds = (dt.toordinal() - 719163) * 86400 + dt.hour * 3600 + dt.minute * 60 + dt.second
        walls = self._walls[dt.fold]
        i = bisect_right(walls, seconds)
        if i >= len(walls) and (walls or self._rule.daylight is None):
            return self._rule.at_local(seconds, dt.year, dt.fold)
        return self._kinds[self._order[i]]

    def utcoffset(self, dt):
        kind = self._kind_at(dt)
        return None if kind is None else kind.utcoff

    def dst(self, dt):
        kind = self._kind_at(dt)
        return None if kind is None else kind.dstoff

    def tzname(self, dt):
        kind = self._kind_at(dt)
        return None if kind is None else kind.tzname

    def fromutc(self, dt):
        """The local time of a moment."""
        if not isinstance(dt, datetime):
            raise TypeError('fromutc: argument must be a datetime')
        if dt.tzinfo is not self:
            raise ValueError('fromutc: dt.tzinfo is not self')
        seconds = (dt.toordinal() - 719163) * 86400 + dt.hour * 3600 + dt.minute * 60 + dt.second
        if self._file is not None:
            kind, fold = self._file.kind_at_utc(seconds, dt.year)
            dt += kind.utcoff
            return dt.replace(fold=1) if fold else dt
        i = bisect_right(self._times, seconds)
        if i >= len(self._times) and (self._times or self._rule.daylight is None):
            kind, fold = self._rule.at_utc(seconds, dt.year)
            if not fold and self._times:
                fold = self._repeats(i, seconds)
        else:
            kind = self._kinds[self._order[i]]
            fold = self._repeats(i, seconds)
        dt += kind.utcoff
        return dt.replace(fold=1) if fold else dt

    def _repeats(self, i, seconds):
        """Whether a moment after the transition before i has a local time that was there already."""
        if not i:
            return False
        before, after = self._kinds[self._order[i - 1]].offset, self._kinds[self._order[i]].offset
        return before > after and seconds - self._times[i - 1] < before - after


# Used by the library, because a program may replace the public name.
_zone_class = ZoneInfo

"""Dates and times on the proleptic Gregorian calendar. Text in and out is in `_datetime_text`.

What the classes themselves (no subclasses) do most is asked of `_core` first, which gives None for everything else.
Functions know the classes by names of their own (`_date_class`): a program may put others under the public ones, to stop the clock say.
"""
import _datetime_core as _core
import time as _time
from _stockade import argument_name as _argument_name, c_int as _c_int, type_name as _type_name, unexpected_keyword as _unexpected_keyword
from operator import index as _index

__all__ = ('date', 'datetime', 'time', 'timedelta', 'timezone', 'tzinfo', 'MINYEAR', 'MAXYEAR', 'UTC')

MINYEAR = 1
MAXYEAR = 9999
_MAXORDINAL = 3652059
_BEFORE = (0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
_LENGTH = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_WEEKDAYS = ('Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun')
_MONTHS = ('', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec')
_US_PER_DAY = 86400000000
_absent = object()
_EPOCH_SECONDS = 719163 * 86400
# Shows `_core` the classes of this module, by a timedelta, a date and a datetime. Set when they exist.
_HOME = ()
_core_add, _core_sub, _core_order, _core_times, _core_hash = _core.add, _core.sub, _core.order, _core.times, _core.hash
_core_delta, _core_make_delta, _core_make_date = _core.delta, _core.make_delta, _core.make_date
_core_ordinal = _core.ordinal
_core_make_datetime, _core_isoformat, _core_strftime = _core.make_datetime, _core.isoformat, _core.strftime


def _text():
    import _datetime_text
    return _datetime_text


# ---- calendar arithmetic

def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in_month(year, month):
    return 29 if month == 2 and _is_leap(year) else _LENGTH[month]


def _days_before_year(year):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400


def _days_before_month(year, month):
    return _BEFORE[month] + (month > 2 and _is_leap(year))


def _ymd2ord(year, month, day):
    return _days_before_year(year) + _BEFORE[month] + (month > 2 and _is_leap(year)) + day


def _ord2ymd(n):
    n400, n = divmod(n - 1, 146097)
    n100, n = divmod(n, 36524)
    n4, n = divmod(n, 1461)
    n1, n = divmod(n, 365)
    year = n400 * 400 + n100 * 100 + n4 * 4 + n1 + 1
    if n1 == 4 or n100 == 4:
        return year - 1, 12, 31
    month = n + 50 >> 5
    before = _days_before_month(year, month)
    if before > n:
        month -= 1
        before = _days_before_month(year, month)
    return year, month, n - before + 1


def _iso_week1_monday(year):
    first = _ymd2ord(year, 1, 1)
    weekday = (first + 6) % 7
    monday = first - weekday
    return monday + 7 if weekday > 3 else monday


def _isocalendar(year, month, day):
    today = _ymd2ord(year, month, day)
    week, weekday = divmod(today - _iso_week1_monday(year), 7)
    if week < 0:
        year -= 1
        week, weekday = divmod(today - _iso_week1_monday(year), 7)
    elif week >= 52 and today >= _iso_week1_monday(year + 1):
        year += 1
        week = 0
    return year, week + 1, weekday + 1


def _ymd_from_isocalendar(year, week, day):
    year, week, day = _index(year), _index(week), _index(day)
    if not all(-0x80000000 <= part <= 0x7fffffff for part in (year, week, day)):
        raise ValueError('ISO calendar component out of range')
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f'Year is out of range: {year}')
    if not 0 < week < 53:
        weekday = (_ymd2ord(year, 1, 1) + 6) % 7
        if not (week == 53 and (weekday == 3 or weekday == 2 and _is_leap(year))):
            raise ValueError(f'Invalid week: {week}')
    if not 0 < day < 8:
        raise ValueError(f'Invalid day: {day} (range is [1, 7])')
    ordinal = _iso_week1_monday(year) + (week - 1) * 7 + day - 1
    if not 0 < ordinal <= _MAXORDINAL:
        raise ValueError(f'year {0 if ordinal < 1 else 10000} is out of range')
    return _ord2ymd(ordinal)


# ---- checks, with the messages of CPython's C module

def _int(value):
    if type(value) is int:
        if -0x80000000 <= value <= 0x7fffffff:
            return value
    else:
        value = _index(value)
        if -0x80000000 <= value <= 0x7fffffff:
            return value
    if -0x8000000000000000 <= value <= 0x7fffffffffffffff:
        raise OverflowError('signed integer is greater than maximum' if value > 0
                            else 'signed integer is less than minimum')
    raise OverflowError('Python int too large to convert to C long')


def _check_date(year, month, day):
    year, month, day = _int(year), _int(month), _int(day)
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f'year {year} is out of range')
    if not 1 <= month <= 12:
        raise ValueError('month must be in 1..12')
    if not 1 <= day <= 28 and not 1 <= day <= _days_in_month(year, month):
        raise ValueError('day is out of range for month')
    return year, month, day


def _check_time(hour, minute, second, microsecond, fold):
    hour, minute, second = _int(hour), _int(minute), _int(second)
    microsecond, fold = _int(microsecond), _int(fold)
    if not 0 <= hour <= 23:
        raise ValueError('hour must be in 0..23')
    if not 0 <= minute <= 59:
        raise ValueError('minute must be in 0..59')
    if not 0 <= second <= 59:
        raise ValueError('second must be in 0..59')
    if not 0 <= microsecond <= 999999:
        raise ValueError('microsecond must be in 0..999999')
    if fold not in (0, 1):
        raise ValueError('fold must be either 0 or 1')
    return hour, minute, second, microsecond, fold


def _check_tzinfo(tz):
    if tz is not None and not isinstance(tz, _tzinfo_class):
        raise TypeError('tzinfo argument must be None or of a tzinfo subclass, '
                        f"not type '{_type_name(tz)}'")


def _missing(args, kwargs, names, limit=None):
    """The argument error for a call that does not fit `names`; arguments before it are converted first."""
    given = len(args) + len(kwargs)
    if given > len(names):
        return TypeError(f'function takes at most {len(names)} arguments ({given} given)')
    for at, (name, needed) in enumerate(names):
        if at == limit and len(args) > limit:
            return TypeError(f'function takes at most {limit} positional arguments ({len(args)} given)')
        if at < len(args) or name in kwargs:
            if name != 'tzinfo':
                _int(args[at] if at < len(args) else kwargs[name])
        elif needed:
            return TypeError(f"function missing required argument '{name}' (pos {at + 1})")
    for key in kwargs:
        for at, (name, _) in enumerate(names):
            if key == name:
                if at < len(args):
                    return TypeError(f"argument for function given by name ('{name}') and position ({at + 1})")
                break
        else:
            _unexpected_keyword('this function', key, tuple(name for name, _ in names))
    return TypeError('function called with wrong arguments')


def _state(args, size, at, least, most, kind, zoned=True):
    """The bytes that a pickle holds, if they are the first of `args` and their byte `at` is sane; None if not."""
    if not 1 <= len(args) <= 1 + zoned:
        return None
    state = args[0]
    if not isinstance(state, (bytes, str)) or len(state) != size:
        return None
    if isinstance(state, str):
        if not least <= ord(state[at]) & 0x7f <= most:
            return None
        try:
            state = state.encode('latin1')
        except UnicodeEncodeError:
            raise ValueError(f'Failed to encode latin1 string when unpickling a {kind} object. '
                             "pickle.load(data, encoding='latin1') is assumed.") from None
    if not least <= state[at] & (0x7f if zoned else 0xff) <= most:
        return None
    if len(args) == 2 and args[1] is not None and not isinstance(args[1], _tzinfo_class):
        raise TypeError('bad tzinfo state arg')
    return state


def _protocol(value):
    value = _index(value)
    if not -0x80000000 <= value <= 0x7fffffff:
        _int(value)
    return value


def _to_int(value):
    """An argument of `replace`."""
    return _c_int(value)


def _offset_of(tz, dt, what='utcoffset'):
    if tz is None:
        return None
    offset = getattr(tz, what)(dt)
    if offset is None:
        return None
    if not isinstance(offset, _timedelta_class):
        raise TypeError(f"tzinfo.{what}() must return None or timedelta, not '{_type_name(offset)}'")
    if not -_DAY < offset < _DAY:
        raise ValueError('offset must be a timedelta strictly between -timedelta(hours=24) and '
                         'timedelta(hours=24).')
    return offset


def _name_of(tz, dt):
    if tz is None:
        return None
    name = tz.tzname(dt)
    if name is not None and not isinstance(name, str):
        raise TypeError(f"tzinfo.tzname() must return None or a string, not '{_type_name(name)}'")
    return name


def _divide_nearest(a, b):
    """a / b to the nearest integer, ties to even."""
    q, r = divmod(a, b)
    r *= 2
    above = r > b if b > 0 else r < b
    return q + 1 if above or r == b and q % 2 else q


# ---- durations

class timedelta:
    __slots__ = ('_days', '_seconds', '_microseconds', '_hash')

    def __new__(cls, *args, **kwargs):
        if cls is _timedelta_class:
            made = _core_make_delta(args, kwargs, _HOME)
            if made is not None:
                return made
        total = 0
        leftover = 0.0
        if args or kwargs:
            if len(args) + len(kwargs) > 7:
                raise TypeError(f'__new__() takes at most 7 arguments ({len(args) + len(kwargs)} given)')
            given = dict(zip(_UNITS, args))
            for key, value in kwargs.items():
                if key not in _UNITS:
                    _unexpected_keyword('__new__()', key, tuple(_UNITS))
                if key in given:
                    raise TypeError(f"argument for __new__() given by name ('{key}') and "
                                    f'position ({list(_UNITS).index(key) + 1})')
                given[key] = value
            for key in _SUM_ORDER:
                if key not in given:
                    continue
                value = given[key]
                if type(value) is int or isinstance(value, int):
                    total += value * _UNITS[key]
                elif isinstance(value, float):
                    whole = int(value)
                    part = value - whole
                    total += whole * _UNITS[key]
                    if part:
                        part *= _UNITS[key]
                        whole = int(part)
                        total += whole
                        leftover += part - whole
                else:
                    raise TypeError(f'unsupported type for timedelta {key} component: {_type_name(value)}')
            if leftover:
                whole = round(leftover)
                if abs(whole - leftover) == 0.5:
                    odd = total & 1
                    whole = int(2.0 * round((leftover + odd) * 0.5) - odd)
                total += whole
        return _delta(total, cls)

    @property
    def days(self):
        return self._days

    @property
    def seconds(self):
        return self._seconds

    @property
    def microseconds(self):
        return self._microseconds

    def _us(self):
        return (self._days * 86400 + self._seconds) * 1000000 + self._microseconds

    def total_seconds(self):
        return self._us() / 10 ** 6

    def __repr__(self):
        parts = [f'{key}={value}' for key, value in (
            ('days', self._days), ('seconds', self._seconds), ('microseconds', self._microseconds)) if value]
        cls = type(self)
        home = 'datetime.timedelta' if cls is _timedelta_class else cls.__name__
        return f'{home}({", ".join(parts) or "0"})'

    def __str__(self):
        shown = _core_isoformat(self, '', _HOME)
        if shown is not None:
            return shown
        minutes, seconds = divmod(self._seconds, 60)
        hours, minutes = divmod(minutes, 60)
        shown = '%d:%02d:%02d' % (hours, minutes, seconds)
        if self._days:
            shown = '%d day%s, %s' % (self._days, '' if abs(self._days) == 1 else 's', shown)
        if self._microseconds:
            shown += '.%06d' % self._microseconds
        return shown

    def __add__(self, other):
        found = _core_add(self, other, _HOME)
        if found is not None:
            return found
        if isinstance(other, _timedelta_class):
            return _delta(self._us() + other._us())
        return NotImplemented

    def __radd__(self, other):
        if isinstance(other, _timedelta_class):
            return _delta(self._us() + other._us())
        return NotImplemented

    def __sub__(self, other):
        found = _core_sub(self, other, _HOME)
        if found is not None:
            return found
        if isinstance(other, _timedelta_class):
            return _delta(self._us() - other._us())
        return NotImplemented

    def __rsub__(self, other):
        if isinstance(other, _timedelta_class):
            return _delta(other._us() - self._us())
        return NotImplemented

    def __neg__(self):
        return _delta(-self._us())

    def __pos__(self):
        return _delta(self._us())

    def __abs__(self):
        return _delta(abs(self._us()))

    def __mul__(self, other):
        found = _core_times(self, other, _HOME)
        if found is not None:
            return found
        if isinstance(other, int):
            return _delta(self._us() * other)
        if isinstance(other, float):
            top, bottom = other.as_integer_ratio()
            return _delta(_divide_nearest(self._us() * top, bottom))
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other):
        us = self._us()
        if isinstance(other, _timedelta_class):
            return us / other._us()
        if isinstance(other, int):
            if not other:
                raise ZeroDivisionError('integer division or modulo by zero')
            return _delta(_divide_nearest(us, other))
        if isinstance(other, float):
            top, bottom = other.as_integer_ratio()
            if not top:
                raise ZeroDivisionError('integer division or modulo by zero')
            return _delta(_divide_nearest(bottom * us, top))
        return NotImplemented

    def __floordiv__(self, other):
        if isinstance(other, _timedelta_class):
            other = other._us()
            if not other:
                raise ZeroDivisionError('integer division or modulo by zero')
            return self._us() // other
        if isinstance(other, int):
            if not other:
                raise ZeroDivisionError('integer division or modulo by zero')
            return _delta(self._us() // other)
        return NotImplemented

    def __mod__(self, other):
        if isinstance(other, _timedelta_class):
            other = other._us()
            if not other:
                raise ZeroDivisionError('integer modulo by zero')
            return _delta(self._us() % other)
        return NotImplemented

    def __divmod__(self, other):
        if isinstance(other, _timedelta_class):
            other = other._us()
            if not other:
                raise ZeroDivisionError('integer division or modulo by zero')
            q, r = divmod(self._us(), other)
            return q, _delta(r)
        return NotImplemented

    def __eq__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order == 0
        if isinstance(other, _timedelta_class):
            return self._us() == other._us()
        return NotImplemented

    def __lt__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order < 0
        if isinstance(other, _timedelta_class):
            return self._us() < other._us()
        return NotImplemented

    def __le__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order <= 0
        if isinstance(other, _timedelta_class):
            return self._us() <= other._us()
        return NotImplemented

    def __gt__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order > 0
        if isinstance(other, _timedelta_class):
            return self._us() > other._us()
        return NotImplemented

    def __ge__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order >= 0
        if isinstance(other, _timedelta_class):
            return self._us() >= other._us()
        return NotImplemented

    def __hash__(self):
        found = _core_hash(self, _HOME)
        if found is not None:
            return found
        return hash((self._days, self._seconds, self._microseconds))

    def __bool__(self):
        return bool(self._days or self._seconds or self._microseconds)

    def __reduce__(self):
        return self.__class__, (self._days, self._seconds, self._microseconds)


_timedelta_class = timedelta


_UNITS = {'days': _US_PER_DAY, 'seconds': 1000000, 'microseconds': 1, 'milliseconds': 1000,
          'minutes': 60000000, 'hours': 3600000000, 'weeks': 7 * _US_PER_DAY}
_SUM_ORDER = ('microseconds', 'milliseconds', 'seconds', 'minutes', 'hours', 'days', 'weeks')


def _delta(us, cls=timedelta):
    if cls is _timedelta_class and (made := _core_delta(us, _HOME)) is not None:
        return made
    days, us = divmod(us, _US_PER_DAY)
    if not -999999999 <= days <= 999999999:
        if not -0x80000000 <= days <= 0x7fffffff:
            raise OverflowError('Python int too large to convert to C int')
        raise OverflowError(f'days={days}; must have magnitude <= 999999999')
    made = object.__new__(cls)
    made._days = days
    made._seconds, made._microseconds = divmod(us, 1000000)
    return made


timedelta.min = _delta(-999999999 * _US_PER_DAY)
timedelta.max = _delta(1000000000 * _US_PER_DAY - 1)
timedelta.resolution = _delta(1)
_DAY = _delta(_US_PER_DAY)
_ZERO = _delta(0)


# ---- dates

def _new_date(year, month, day):
    made = object.__new__(_date_class)
    made._year, made._month, made._day = year, month, day
    return made


_DATE_ARGS = (('year', True), ('month', True), ('day', True))


class date:
    __slots__ = ('_year', '_month', '_day', '_hash')

    def __new__(cls, *args, **kwargs):
        if cls is _date_class and not kwargs:
            made = _core_make_date(args, _HOME)
            if made is not None:
                return made
        if kwargs:
            names = ('year', 'month', 'day')
            rest = [kwargs[name] for name in names[len(args):] if name in kwargs]
            if len(args) + len(rest) != 3 or len(kwargs) != len(rest):
                raise _missing(args, kwargs, _DATE_ARGS)
            args = (*args, *rest)
        elif len(args) != 3:
            state = _state(args, 4, 2, 1, 12, 'date', False)
            if state is None:
                raise _missing(args, kwargs, _DATE_ARGS)
            self = object.__new__(cls)
            # A pickled state is not checked.
            self._year, self._month, self._day = state[0] * 256 + state[1], state[2], state[3]
            return self
        year, month, day = _check_date(*args)
        self = object.__new__(cls)
        self._year, self._month, self._day = year, month, day
        return self

    @classmethod
    def fromtimestamp(cls, timestamp, /):
        fields = _from_seconds(timestamp, 0)
        year, month, day, *_ = fields if _time._zone is None else _local_fields(fields)[0]
        return cls(year, month, day)

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromordinal(cls, ordinal, /):
        ordinal = _int(ordinal)
        if ordinal < 1:
            raise ValueError('ordinal must be >= 1')
        year, month, day = _ord2ymd(ordinal)
        return cls(year, month, day)

    @classmethod
    def fromisoformat(cls, date_string, /):
        if not isinstance(date_string, str):
            raise TypeError('fromisoformat: argument must be str')
        if cls is _date_class:
            made = _core.parse_date(date_string, _HOME)
            if made is not None:
                return made
        fields = _text().parse_date(date_string) if len(date_string) in (7, 8, 10) else None
        if fields is None:
            raise ValueError(f'Invalid isoformat string: {date_string!r}')
        return cls(*fields)

    @classmethod
    def fromisocalendar(cls, year, week=_absent, day=_absent):
        # Each argument is checked before a later missing one is reported.
        for at, (name, given) in enumerate((('year', year), ('week', week), ('day', day)), 1):
            if given is _absent:
                raise TypeError(f"fromisocalendar() missing required argument '{name}' (pos {at})")
            _index(given)
        return cls(*_ymd_from_isocalendar(year, week, day))

    @property
    def year(self):
        return self._year

    @property
    def month(self):
        return self._month

    @property
    def day(self):
        return self._day

    def __repr__(self):
        cls = type(self)
        home = 'datetime.date' if cls is _date_class else cls.__name__
        return f'{home}({self._year}, {self._month}, {self._day})'

    def isoformat(self):
        return _core_isoformat(self, '', _HOME) or '%04d-%02d-%02d' % (self._year, self._month, self._day)

    def __str__(self):
        return self.isoformat()

    def ctime(self):
        return '%s %s %2d 00:00:00 %04d' % (_WEEKDAYS[self.weekday()], _MONTHS[self._month],
                                            self._day, self._year)

    def strftime(self, format):
        if not isinstance(format, str):
            raise TypeError(f'strftime() argument 1 must be str, not {_argument_name(format)}')
        shown = _core_strftime(self, format, _HOME)
        return _text().format_date(self, format) if shown is None else shown

    def __format__(self, format_spec, /):
        if not isinstance(format_spec, str):
            raise TypeError(f'__format__() argument 1 must be str, not {_argument_name(format_spec)}')
        return self.strftime(format_spec) if format_spec else str(self)

    def timetuple(self):
        return _struct(self._year, self._month, self._day, 0, 0, 0, -1)

    def toordinal(self):
        return _core_ordinal(self, _HOME) or _ymd2ord(self._year, self._month, self._day)

    def weekday(self):
        return ((_core_ordinal(self, _HOME) or _ymd2ord(self._year, self._month, self._day)) + 6) % 7

    def isoweekday(self):
        return ((_core_ordinal(self, _HOME) or _ymd2ord(self._year, self._month, self._day)) + 6) % 7 + 1

    def isocalendar(self):
        return _IsoCalendarDate(*_isocalendar(self._year, self._month, self._day))

    def replace(self, year=_absent, month=_absent, day=_absent):
        return type(self)(self._year if year is _absent else _to_int(year),
                          self._month if month is _absent else _to_int(month),
                          self._day if day is _absent else _to_int(day))

    def __replace__(self, /, **changes):
        return _date_class.replace(self, **changes)

    def __eq__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order == 0
        if isinstance(other, _date_class) and not isinstance(other, _datetime_class):
            return self._key() == other._key()
        return NotImplemented

    def __lt__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order < 0
        if isinstance(other, _date_class) and not isinstance(other, _datetime_class):
            return self._key() < other._key()
        return NotImplemented

    def __le__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order <= 0
        if isinstance(other, _date_class) and not isinstance(other, _datetime_class):
            return self._key() <= other._key()
        return NotImplemented

    def __gt__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order > 0
        if isinstance(other, _date_class) and not isinstance(other, _datetime_class):
            return self._key() > other._key()
        return NotImplemented

    def __ge__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order >= 0
        if isinstance(other, _date_class) and not isinstance(other, _datetime_class):
            return self._key() >= other._key()
        return NotImplemented

    def _key(self):
        return self._year, self._month, self._day

    def __hash__(self):
        found = _core_hash(self, _HOME)
        if found is not None:
            return found
        return hash((self._year, self._month, self._day))

    def __add__(self, other):
        found = _core_add(self, other, _HOME)
        if found is not None:
            return found
        if isinstance(other, _timedelta_class):
            return _shift_date(self, other._days)
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        found = _core_sub(self, other, _HOME)
        if found is not None:
            return found
        if isinstance(other, _timedelta_class):
            return _shift_date(self, -other._days)
        if isinstance(other, _date_class) and not isinstance(other, _datetime_class):
            return _delta((_date_class.toordinal(self) - _date_class.toordinal(other)) * _US_PER_DAY)
        return NotImplemented

    def __reduce__(self):
        return self.__class__, (bytes((*divmod(self._year, 256), self._month, self._day)),)


_date_class = date


def _shift_date(self, days):
    ordinal = _ymd2ord(self._year, self._month, self._day) + days
    if not 0 < ordinal <= _MAXORDINAL:
        raise OverflowError('date value out of range')
    cls = type(self)
    return _new_date(*_ord2ymd(ordinal)) if cls is _date_class else cls(*_ord2ymd(ordinal))


def _struct(year, month, day, hour, minute, second, dst):
    ordinal = _ymd2ord(year, month, day)
    return _time.struct_time((year, month, day, hour, minute, second, (ordinal + 6) % 7,
                              ordinal - _days_before_year(year), dst))


class IsoCalendarDate(tuple):
    __slots__ = ()

    def __new__(cls, year, week, weekday, /):
        return tuple.__new__(cls, (year, week, weekday))

    @property
    def year(self):
        return self[0]

    @property
    def week(self):
        return self[1]

    @property
    def weekday(self):
        return self[2]

    def __reduce__(self):
        return tuple, (tuple(self),)

    def __repr__(self):
        return f'datetime.IsoCalendarDate(year={self[0]}, week={self[1]}, weekday={self[2]})'


_IsoCalendarDate = IsoCalendarDate
del IsoCalendarDate
date.min = _new_date(1, 1, 1)
date.max = _new_date(9999, 12, 31)
date.resolution = _DAY


# ---- time zones

class tzinfo:
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        return object.__new__(cls)

    def tzname(self, dt, /):
        raise NotImplementedError('a tzinfo subclass must implement tzname()')

    def utcoffset(self, dt, /):
        raise NotImplementedError('a tzinfo subclass must implement utcoffset()')

    def dst(self, dt, /):
        raise NotImplementedError('a tzinfo subclass must implement dst()')

    def fromutc(self, dt, /):
        if not isinstance(dt, _datetime_class):
            raise TypeError('fromutc: argument must be a datetime')
        if dt.tzinfo is not self:
            raise ValueError('fromutc: dt.tzinfo is not self')
        offset = dt.utcoffset()
        if offset is None:
            raise ValueError('fromutc: non-None utcoffset() result required')
        dst = dt.dst()
        if dst is None:
            raise ValueError('fromutc: non-None dst() result required')
        shift = offset - dst
        if shift:
            dt += shift
            dst = dt.dst()
            if dst is None:
                raise ValueError('fromutc: tz.dst() gave inconsistent results; cannot convert')
        return dt + dst

    def __reduce__(self):
        getter = getattr(self, '__getinitargs__', None)
        return self.__class__, getter() if getter else (), self.__getstate__()


_tzinfo_class = tzinfo


def __dir__():
    return [*__all__, *(name for name in globals() if name.startswith('__'))]


class timezone(tzinfo):
    __slots__ = ('_offset', '_name')

    def __new__(cls, offset=_absent, name=_absent):
        if offset is _absent:
            raise TypeError("timezone() missing required argument 'offset' (pos 1)")
        if not isinstance(offset, _timedelta_class):
            raise TypeError(f'timezone() argument 1 must be datetime.timedelta, not {_argument_name(offset)}')
        if name is _absent:
            if not offset and cls is _timezone_class:
                return _timezone_class.utc
            name = None
        elif not isinstance(name, str):
            raise TypeError(f'timezone() argument 2 must be str, not {_argument_name(name)}')
        if not -_DAY < offset < _DAY:
            raise ValueError('offset must be a timedelta strictly between -timedelta(hours=24) and '
                             f'timedelta(hours=24), not {offset!r}.')
        return _new_timezone(offset, name)

    def __init_subclass__(cls):
        raise TypeError("type 'datetime.timezone' is not an acceptable base type")

    def __reduce__(self):
        return _timezone_class, (self._offset,) if self._name is None else (self._offset, self._name)

    def __eq__(self, other):
        if isinstance(other, _timezone_class):
            return self._offset == other._offset
        return NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is _timezone_class.utc:
            return 'datetime.timezone.utc'
        if self._name is None:
            return f'datetime.timezone({self._offset!r})'
        return f'datetime.timezone({self._offset!r}, {self._name!r})'

    def __str__(self):
        return self.tzname(None)

    def _check(self, dt, what):
        if dt is not None and not isinstance(dt, _datetime_class):
            raise TypeError(f'{what}(dt) argument must be a datetime instance or None, not {_type_name(dt)}')

    def utcoffset(self, dt, /):
        self._check(dt, 'utcoffset')
        return self._offset

    def tzname(self, dt, /):
        self._check(dt, 'tzname')
        if self._name is not None:
            return self._name
        if not self._offset:
            return 'UTC'
        return 'UTC' + _offset_text(self._offset)

    def dst(self, dt, /):
        self._check(dt, 'dst')
        return None

    def fromutc(self, dt, /):
        if not isinstance(dt, _datetime_class):
            raise TypeError('fromutc: argument must be a datetime')
        if dt.tzinfo is not self:
            raise ValueError('fromutc: dt.tzinfo is not self')
        return dt + self._offset


_timezone_class = timezone


def _new_timezone(offset, name=None):
    made = object.__new__(_timezone_class)
    made._offset = offset
    made._name = name
    return made


def _offset_text(offset, sep=':'):
    """'+05:30' for an offset; seconds and microseconds only if there are any."""
    sign = '-' if offset._days < 0 else '+'
    us = abs(offset._us())
    seconds, us = divmod(us, 1000000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    shown = '%s%02d%s%02d' % (sign, hours, sep, minutes)
    if seconds or us:
        shown += '%s%02d' % (sep, seconds)
        if us:
            shown += '.%06d' % us
    return shown


UTC = timezone.utc = _new_timezone(_ZERO)
timezone.min = _new_timezone(_delta(-86340000000))
timezone.max = _new_timezone(_delta(86340000000))


# ---- times of day

_TIMESPECS = {'hours': '%02d', 'minutes': '%02d:%02d', 'seconds': '%02d:%02d:%02d',
              'milliseconds': '%02d:%02d:%02d.%03d', 'microseconds': '%02d:%02d:%02d.%06d'}


def _format_time(hour, minute, second, us, timespec='auto', at=2):
    if timespec == 'auto':
        return ('%02d:%02d:%02d.%06d' % (hour, minute, second, us) if us
                else '%02d:%02d:%02d' % (hour, minute, second))
    if not isinstance(timespec, str):
        raise TypeError(f'isoformat() argument {at} must be str, not {_argument_name(timespec)}')
    shape = _TIMESPECS.get(timespec)
    if shape is None:
        raise ValueError('Unknown timespec value')
    if timespec == 'milliseconds':
        us //= 1000
    return shape % (hour, minute, second, us)[:shape.count('%')]


_TIME_ARGS = tuple([(name, False) for name in ('hour', 'minute', 'second', 'microsecond', 'tzinfo', 'fold')])


class time:
    __slots__ = ('_hour', '_minute', '_second', '_microsecond', '_tzinfo', '_fold', '_hash')

    def __new__(cls, *args, **kwargs):
        hour = minute = second = microsecond = fold = 0
        tz = None
        if args and (state := _state(args, 6, 0, 0, 23, 'time')) is not None and not kwargs:
            bits, hour, minute, microsecond = state[0], *state[1:3], int.from_bytes(state[3:], 'big')
            return _new_time(bits & 0x7f, hour, minute, microsecond, *args[1:] or (None,), bits >> 7, cls)
        if kwargs or len(args) > 5:
            names = [name for name, _ in _TIME_ARGS]
            if len(args) > 5 or any([key not in names[len(args):] for key in kwargs]):
                raise _missing(args, kwargs, _TIME_ARGS, 5)
            fold = kwargs.pop('fold', 0)
            values = {**dict(zip(names, args)), **kwargs}
            hour, minute, second, microsecond = [values.get(name, 0) for name in names[:4]]
            tz = values.get('tzinfo')
        elif args:
            hour, minute, second, microsecond, tz = (*args, 0, 0, 0, 0, None)[:5] if len(args) == 5 else \
                (*args, *(0, 0, 0, 0)[len(args):], None)
        hour, minute, second, microsecond, fold = _check_time(hour, minute, second, microsecond, fold)
        _check_tzinfo(tz)
        return _new_time(hour, minute, second, microsecond, tz, fold, cls)

    @classmethod
    def fromisoformat(cls, time_string, /):
        if not isinstance(time_string, str):
            raise TypeError('fromisoformat: argument must be str')
        fields = _text().parse_time(time_string[1:] if time_string[:1] == 'T' else time_string)
        if fields is None:
            raise ValueError(f'Invalid isoformat string: {time_string!r}')
        return cls(*fields)

    @property
    def hour(self):
        return self._hour

    @property
    def minute(self):
        return self._minute

    @property
    def second(self):
        return self._second

    @property
    def microsecond(self):
        return self._microsecond

    @property
    def tzinfo(self):
        return self._tzinfo

    @property
    def fold(self):
        return self._fold

    def utcoffset(self):
        return _offset_of(self._tzinfo, None)

    def tzname(self):
        return _name_of(self._tzinfo, None)

    def dst(self):
        return _offset_of(self._tzinfo, None, 'dst')

    def _compared(self, other, equality=False):
        """Both as comparable tuples; None if they cannot be equal."""
        mine = (self._hour, self._minute, self._second, self._microsecond)
        theirs = (other._hour, other._minute, other._second, other._microsecond)
        if self._tzinfo is other._tzinfo:
            return mine, theirs
        one, two = _offset_of(self._tzinfo, None), _offset_of(other._tzinfo, None)
        if one == two:
            return mine, theirs
        if one is None or two is None:
            if equality:
                return None
            raise TypeError("can't compare offset-naive and offset-aware times")
        return _time_us(self) - one._us(), _time_us(other) - two._us()

    def __eq__(self, other):
        if not isinstance(other, _time_class):
            return NotImplemented
        pair = self._compared(other, True)
        return pair is not None and pair[0] == pair[1]

    def __lt__(self, other):
        if not isinstance(other, _time_class):
            return NotImplemented
        mine, theirs = self._compared(other)
        return mine < theirs

    def __le__(self, other):
        if not isinstance(other, _time_class):
            return NotImplemented
        mine, theirs = self._compared(other)
        return mine <= theirs

    def __gt__(self, other):
        if not isinstance(other, _time_class):
            return NotImplemented
        mine, theirs = self._compared(other)
        return mine > theirs

    def __ge__(self, other):
        if not isinstance(other, _time_class):
            return NotImplemented
        mine, theirs = self._compared(other)
        return mine >= theirs

    def __hash__(self):
        offset = _offset_of(self._tzinfo, None)
        us = _time_us(self)
        return hash(('time', us if offset is None else us - offset._us(), offset is None))

    def __repr__(self):
        shown = f'{self._hour}, {self._minute}'
        if self._second or self._microsecond:
            shown += f', {self._second}'
            if self._microsecond:
                shown += f', {self._microsecond}'
        if self._tzinfo is not None:
            shown += f', tzinfo={self._tzinfo!r}'
        if self._fold:
            shown += ', fold=1'
        cls = type(self)
        return f'{"datetime.time" if cls is _time_class else cls.__name__}({shown})'

    def isoformat(self, timespec='auto'):
        shown = _format_time(self._hour, self._minute, self._second, self._microsecond, timespec, 1)
        offset = _offset_of(self._tzinfo, None)
        return shown if offset is None else shown + _offset_text(offset)

    def __str__(self):
        return self.isoformat()

    def strftime(self, format):
        if not isinstance(format, str):
            raise TypeError(f'strftime() argument 1 must be str, not {_argument_name(format)}')
        return _text().format_time(self, format)

    def __format__(self, format_spec, /):
        if not isinstance(format_spec, str):
            raise TypeError(f'__format__() argument 1 must be str, not {_argument_name(format_spec)}')
        return self.strftime(format_spec) if format_spec else str(self)

    def replace(self, hour=_absent, minute=_absent, second=_absent, microsecond=_absent,
                tzinfo=_absent, *, fold=_absent):
        return _made_of(type(self), self._fold if fold is _absent else _to_int(fold),
                        *_clock_with(self, hour, minute, second, microsecond, tzinfo))

    def __replace__(self, /, **changes):
        return _time_class.replace(self, **changes)

    def __reduce_ex__(self, protocol, /):
        first = self._hour | (self._fold << 7 if _protocol(protocol) > 3 else 0)
        state = bytes((first, self._minute, self._second)) + self._microsecond.to_bytes(3, 'big')
        return self.__class__, (state,) if self._tzinfo is None else (state, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)


_time_class = time


def _time_us(t):
    return ((t._hour * 60 + t._minute) * 60 + t._second) * 1000000 + t._microsecond


def _new_time(hour, minute, second, microsecond, tz=None, fold=0, cls=time):
    made = object.__new__(cls)
    made._hour, made._minute, made._second = hour, minute, second
    made._microsecond, made._tzinfo, made._fold = microsecond, tz, fold
    return made


time.min = _new_time(0, 0, 0, 0)
time.max = _new_time(23, 59, 59, 999999)
time.resolution = timedelta.resolution


# ---- datetimes

_DATETIME_ARGS = (*_DATE_ARGS, *_TIME_ARGS)


class datetime(date):
    __slots__ = ('_hour', '_minute', '_second', '_microsecond', '_tzinfo', '_fold')

    def __new__(cls, *args, **kwargs):
        if cls is _datetime_class and not kwargs:
            made = _core_make_datetime(args, _HOME)
            if made is not None:
                return made
        hour = minute = second = microsecond = fold = 0
        tz = None
        count = len(args)
        if kwargs or not 3 <= count <= 8:
            if not kwargs and (state := _state(args, 10, 2, 1, 12, 'datetime')) is not None:
                return _new_datetime(state[0] * 256 + state[1], state[2] & 0x7f, *state[3:7], int.from_bytes(state[7:], 'big'),
                                     *args[1:] or (None,), state[2] >> 7, cls)
            names = [name for name, _ in _DATETIME_ARGS]
            values = {**dict(zip(names, args)), **kwargs}
            if count > 8 or any([key not in names[count:] for key in kwargs]) or \
                    any([name not in values for name in names[:3]]):
                raise _missing(args, kwargs, _DATETIME_ARGS, 8)
            year, month, day = values['year'], values['month'], values['day']
            hour, minute, second, microsecond = [values.get(name, 0) for name in names[3:7]]
            tz, fold = values.get('tzinfo'), values.get('fold', 0)
        else:
            year, month, day, *rest = args
            if rest:
                if count == 8:
                    tz = rest.pop()
                hour, minute, second, microsecond = (*rest, *(0, 0, 0, 0)[len(rest):])
        # All arguments are converted to int before any is checked.
        year, month, day, hour, minute, second, microsecond, fold = [
            _int(part) for part in (year, month, day, hour, minute, second, microsecond, fold)]
        year, month, day = _check_date(year, month, day)
        if hour or minute or second or microsecond or fold:
            hour, minute, second, microsecond, fold = _check_time(hour, minute, second, microsecond, fold)
        if tz is not None:
            _check_tzinfo(tz)
        return _new_datetime(year, month, day, hour, minute, second, microsecond, tz, fold, cls)

    # ---- other constructors

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        _check_tzinfo(tz)
        if tz is None and _time._zone is not None:
            return _made_local(cls, _from_seconds(timestamp))
        if tz is None and cls is _datetime_class and type(timestamp) is int:
            made = _core.moment((timestamp + _EPOCH_SECONDS) * 1000000, _HOME)
            if made is not None:
                return made
        made = cls(*_from_seconds(timestamp), tz) if tz is not None else cls(*_from_seconds(timestamp))
        return tz.fromutc(made) if tz is not None else made

    @classmethod
    def utcfromtimestamp(cls, t, /):
        _deprecated('utcfromtimestamp', 'datetime.datetime.fromtimestamp(timestamp, datetime.UTC)')
        return cls(*_from_seconds(t))

    @classmethod
    def now(cls, tz=None):
        _check_tzinfo(tz)
        if tz is None and _time._zone is not None:
            return _made_local(cls, _from_us(_time.time_ns() // 1000))
        made = cls(*_from_us(_time.time_ns() // 1000))
        return made if tz is None else tz.fromutc(made.replace(tzinfo=tz))

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def utcnow(cls):
        _deprecated('utcnow', 'datetime.datetime.now(datetime.UTC)')
        return cls(*_from_us(_time.time_ns() // 1000))

    @classmethod
    def combine(cls, date=_absent, time=_absent, tzinfo=_absent):
        for at, (name, value, kind) in enumerate((('date', date, _date_class), ('time', time, _time_class)), 1):
            if value is _absent:
                raise TypeError(f"combine() missing required argument '{name}' (pos {at})")
            if not isinstance(value, kind):
                raise TypeError(f'combine() argument {at} must be datetime.{name}, not {_argument_name(value)}')
        return _made_of(cls, time.fold, date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond,
                        time.tzinfo if tzinfo is _absent else tzinfo)

    @classmethod
    def fromisoformat(cls, date_string, /):
        if not isinstance(date_string, str):
            raise TypeError('fromisoformat: argument must be str')
        if cls is _datetime_class:
            made = _core.parse_datetime(date_string, _HOME)
            if made is not None:
                return made
        fields = _text().parse_datetime(date_string)
        if fields is None:
            raise ValueError(f'Invalid isoformat string: {date_string!r}')
        return cls(*fields)

    @classmethod
    def strptime(cls, date_string, format, /):
        for at, value in enumerate((date_string, format)):
            if not isinstance(value, str):
                raise TypeError(f'strptime() argument {at + 1} must be str, not {_argument_name(value)}')
        from _strptime import _strptime_datetime
        return _strptime_datetime(cls, date_string, format)

    # ---- parts

    @property
    def hour(self):
        return self._hour

    @property
    def minute(self):
        return self._minute

    @property
    def second(self):
        return self._second

    @property
    def microsecond(self):
        return self._microsecond

    @property
    def tzinfo(self):
        return self._tzinfo

    @property
    def fold(self):
        return self._fold

    def date(self):
        return _core.day_of(self, _HOME) or _new_date(self._year, self._month, self._day)

    def time(self):
        return _new_time(self._hour, self._minute, self._second, self._microsecond, None, self._fold)

    def timetz(self):
        return _new_time(self._hour, self._minute, self._second, self._microsecond, self._tzinfo, self._fold)

    def utcoffset(self):
        return _offset_of(self._tzinfo, self)

    def tzname(self):
        return _name_of(self._tzinfo, self)

    def dst(self):
        return _offset_of(self._tzinfo, self, 'dst')

    def timetuple(self):
        dst = _offset_of(self._tzinfo, self, 'dst')
        return _struct(self._year, self._month, self._day, self._hour, self._minute, self._second,
                       -1 if dst is None else 1 if dst else 0)

    def utctimetuple(self):
        offset = _offset_of(self._tzinfo, self)
        moment = self - offset if offset else self
        return _struct(moment._year, moment._month, moment._day, moment._hour, moment._minute,
                       moment._second, 0)

    def timestamp(self):
        offset = _offset_of(self._tzinfo, self)
        us = self._us() - 62135683200000000
        if offset is not None:
            us -= offset._us()
        elif _time._zone is not None:
            us -= _local_offset(self) * 1000000
        return us / 10 ** 6

    def _us(self):
        """Microseconds since the start of the day before 0001-01-01."""
        return _ymd2ord(self._year, self._month, self._day) * _US_PER_DAY + _time_us(self)

    def replace(self, year=_absent, month=_absent, day=_absent, hour=_absent, minute=_absent,
                second=_absent, microsecond=_absent, tzinfo=_absent, *, fold=_absent):
        if tzinfo is _absent and fold is _absent and type(self) is _datetime_class:
            made = _core.replace(self, _absent, year, month, day, hour, minute, second, microsecond, _HOME)
            if made is not None:
                return made
        return _made_of(type(self), self._fold if fold is _absent else _to_int(fold),
                        self._year if year is _absent else _to_int(year),
                        self._month if month is _absent else _to_int(month),
                        self._day if day is _absent else _to_int(day),
                        *_clock_with(self, hour, minute, second, microsecond, tzinfo))

    def __replace__(self, /, **changes):
        return _datetime_class.replace(self, **changes)

    def astimezone(self, tz=None):
        if _time._zone is not None and (tz is None or _offset_of(self._tzinfo, self) is None):
            return self._astimezone_local(tz)
        if tz is None:
            tz = _LOCAL
        elif not isinstance(tz, _tzinfo_class):
            _check_tzinfo(tz)
        mine = self._tzinfo
        if tz is mine:
            return self
        offset = None if mine is None else _offset_of(self._tzinfo, self)
        utc = (self if not offset else self - offset).replace(tzinfo=tz)
        return tz.fromutc(utc)

    def _astimezone_local(self, tz):
        """From or to a local time that is not UTC."""
        _check_tzinfo(tz)
        offset = _offset_of(self._tzinfo, self)
        if offset is None:
            offset = _timedelta_class(seconds=_local_offset(self))
        utc = (self - offset).replace(tzinfo=tz)
        if tz is not None:
            return tz.fromutc(utc)
        kind = _time._zone.kind_at(_whole_seconds(utc))
        tz = _timezone_class(_timedelta_class(seconds=kind.offset), kind.tzname)
        return tz.fromutc(utc.replace(tzinfo=tz))

    # ---- text

    def isoformat(self, sep='T', timespec='auto'):
        if timespec == 'auto':
            shown = _core_isoformat(self, sep, _HOME)
            if shown is not None:
                return shown
        if not isinstance(sep, str) or len(sep) != 1:
            raise TypeError(f'isoformat() argument 1 must be a unicode character, not {_argument_name(sep)}')
        shown = '%04d-%02d-%02d%s%s' % (self._year, self._month, self._day, sep, _format_time(
            self._hour, self._minute, self._second, self._microsecond, timespec))
        offset = _offset_of(self._tzinfo, self)
        return shown if offset is None else shown + _offset_text(offset)

    def __str__(self):
        return self.isoformat(' ')

    def ctime(self):
        return '%s %s %2d %02d:%02d:%02d %04d' % (
            _WEEKDAYS[self.weekday()], _MONTHS[self._month], self._day, self._hour, self._minute,
            self._second, self._year)

    def __repr__(self):
        parts = [self._year, self._month, self._day, self._hour, self._minute]
        if self._second or self._microsecond:
            parts.append(self._second)
            if self._microsecond:
                parts.append(self._microsecond)
        parts = [str(part) for part in parts]
        if self._fold:
            parts.append('fold=1')
        if self._tzinfo is not None:
            parts.append(f'tzinfo={self._tzinfo!r}')
        cls = type(self)
        return f'{"datetime.datetime" if cls is _datetime_class else cls.__name__}({", ".join(parts)})'

    # ---- comparison and arithmetic

    def _key(self):
        return (self._year, self._month, self._day, self._hour, self._minute, self._second,
                self._microsecond)

    def _compared(self, other, equality=False):
        if self._tzinfo is other._tzinfo:
            return self._key(), other._key()
        one, two = _offset_of(self._tzinfo, self), _offset_of(other._tzinfo, other)
        if equality and (one != _offset_of(self._tzinfo, _with_fold(self, not self._fold))
                         or two != _offset_of(other._tzinfo, _with_fold(other, not other._fold))):
            return None  # a time that a change of clocks skips or repeats equals no time in another zone
        if one == two:
            return self._key(), other._key()
        if one is None or two is None:
            if equality:
                return None
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        return self._us() - one._us(), other._us() - two._us()

    def __eq__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order == 0
        if not isinstance(other, _datetime_class):
            return NotImplemented
        pair = self._compared(other, True)
        return pair is not None and pair[0] == pair[1]

    def __lt__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order < 0
        if not isinstance(other, _datetime_class):
            return NotImplemented
        mine, theirs = self._compared(other)
        return mine < theirs

    def __le__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order <= 0
        if not isinstance(other, _datetime_class):
            return NotImplemented
        mine, theirs = self._compared(other)
        return mine <= theirs

    def __gt__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order > 0
        if not isinstance(other, _datetime_class):
            return NotImplemented
        mine, theirs = self._compared(other)
        return mine > theirs

    def __ge__(self, other):
        order = _core_order(self, other, _HOME)
        if order is not None:
            return order >= 0
        if not isinstance(other, _datetime_class):
            return NotImplemented
        mine, theirs = self._compared(other)
        return mine >= theirs

    def __hash__(self):
        found = _core_hash(self, _HOME)
        if found is not None:
            return found
        plain = _with_fold(self, 0) if self._fold else self
        offset = _offset_of(plain._tzinfo, plain)
        if offset is None:
            return hash(self._key())
        return hash(('utc', self._us() - offset._us()))

    def __add__(self, other):
        found = _core_add(self, other, _HOME)
        if found is not None:
            return found
        if isinstance(other, _timedelta_class):
            return _shift(self, other._us())
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        found = _core_sub(self, other, _HOME)
        if found is not None:
            return found
        if isinstance(other, _timedelta_class):
            return _shift(self, -other._us())
        if not isinstance(other, _datetime_class):
            return NotImplemented
        base = self._us() - other._us()
        if self._tzinfo is not other._tzinfo:
            one, two = _offset_of(self._tzinfo, self), _offset_of(other._tzinfo, other)
            if one != two:
                if one is None or two is None:
                    raise TypeError("can't subtract offset-naive and offset-aware datetimes")
                base += two._us() - one._us()
        return _delta(base)

    def __reduce_ex__(self, protocol, /):
        month = self._month | (self._fold << 7 if _protocol(protocol) > 3 else 0)
        state = bytes((*divmod(self._year, 256), month, self._day, self._hour, self._minute, self._second))
        state += self._microsecond.to_bytes(3, 'big')
        return self.__class__, (state,) if self._tzinfo is None else (state, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)


_datetime_class = datetime


def _made_of(cls, fold, *parts):
    """What a class makes of parts. It is told of a fold only where there is one: a subclass may take no such argument."""
    return cls(*parts, fold=fold) if fold else cls(*parts)


def _clock_with(moment, hour, minute, second, microsecond, tzinfo):
    """The clock and the zone of a time or datetime, with what is given in the place of its own."""
    return (moment._hour if hour is _absent else _to_int(hour),
            moment._minute if minute is _absent else _to_int(minute),
            moment._second if second is _absent else _to_int(second),
            moment._microsecond if microsecond is _absent else _to_int(microsecond),
            moment._tzinfo if tzinfo is _absent else tzinfo)


def _with_fold(dt, fold):
    return _new_datetime(dt._year, dt._month, dt._day, dt._hour, dt._minute, dt._second, dt._microsecond, dt._tzinfo, int(fold), type(dt))


def _new_datetime(year, month, day, hour, minute, second, microsecond, tz=None, fold=0, cls=datetime):
    made = object.__new__(cls)
    made._year, made._month, made._day = year, month, day
    made._hour, made._minute, made._second = hour, minute, second
    made._microsecond, made._tzinfo, made._fold = microsecond, tz, fold
    return made


def _split_us(us):
    ordinal, us = divmod(us, _US_PER_DAY)
    seconds, us = divmod(us, 1000000)
    minutes, second = divmod(seconds, 60)
    return (*_ord2ymd(ordinal), *divmod(minutes, 60), second, us)


def _shift(self, us):
    us += self._us()
    if not _US_PER_DAY <= us < (_MAXORDINAL + 1) * _US_PER_DAY:
        raise OverflowError('date value out of range')
    cls = type(self)
    if cls is _datetime_class:
        return _new_datetime(*_split_us(us), self._tzinfo)
    return cls(*_split_us(us), self._tzinfo)


def _whole_seconds(moment):
    """Seconds since 1970 of the fields of a datetime, whatever its zone."""
    return _ymd2ord(moment._year, moment._month, moment._day) * 86400 + _time_us(moment) // 1000000 - _EPOCH_SECONDS


def _local_offset(naive):
    """Seconds east of a local time."""
    from _local_zone import moment_of
    wall = _whole_seconds(naive)
    return wall - moment_of(_time._zone, wall, naive._fold)


def _local_fields(fields):
    """The fields in local time of those in UTC, and whether they were there before."""
    from _local_zone import local_of
    year, month, day, hour, minute, second, us = fields
    whole = (_ymd2ord(year, month, day) * 24 + hour) * 3600 + minute * 60 + second - _EPOCH_SECONDS
    offset, fold = local_of(_time._zone, whole)
    return _from_us((whole + offset) * 1000000 + us), fold


def _made_local(cls, fields):
    fields, fold = _local_fields(fields)
    made = cls(*fields)
    if fold:
        made._fold = fold
    return made


def _from_us(us):
    """Fields of a moment given in microseconds since 1970."""
    us += 719163 * _US_PER_DAY
    if not _US_PER_DAY <= us < (_MAXORDINAL + 1) * _US_PER_DAY:
        if us < 0:
            year = -((-us // _US_PER_DAY) * 400 // 146097)
        else:
            year = _ord2ymd(us // _US_PER_DAY)[0] if us >= _US_PER_DAY else 0
        raise ValueError(f'year {year} is out of range')
    return _split_us(us)


def _from_seconds(timestamp, digits=6):
    if isinstance(timestamp, float):
        if timestamp != timestamp:
            raise ValueError('Invalid value NaN (not a number)')
        if not -9.3e18 < timestamp < 9.2e18:
            raise OverflowError('timestamp out of range for platform time_t')
        whole = int(timestamp // 1)
        us = round((timestamp - whole) * 1e6) if digits else 0
    else:
        whole, us = _index(timestamp), 0
        if not -0x8000000000000000 <= whole <= 0x7fffffffffffffff:
            raise OverflowError('timestamp out of range for platform time_t')
    return _from_us(whole * 1000000 + us)


def _deprecated(name, instead):
    from warnings import warn
    warn(f'datetime.datetime.{name}() is deprecated and scheduled for removal in a future version. '
         f'Use timezone-aware objects to represent datetimes in UTC: {instead}.', DeprecationWarning, 3)


datetime.min = _new_datetime(1, 1, 1, 0, 0, 0, 0)
datetime.max = _new_datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta.resolution
_HOME = _ZERO, date.min, datetime.min
_LOCAL = _new_timezone(_ZERO, 'UTC')  # the sandbox's local time is UTC

try:
    # error messages show these classes with their module, like native types
    from _stockade import show_with_module
    show_with_module(date, datetime, time, timedelta, timezone, tzinfo)
except ImportError:
    pass

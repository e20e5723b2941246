"""Time. The clocks are the host's, the time zone is UTC until a program asks for another with `TZ` and `tzset`."""
__all__ = ['altzone', 'asctime', 'ctime', 'daylight', 'get_clock_info', 'gmtime', 'localtime', 'mktime', 'monotonic',
           'monotonic_ns', 'perf_counter', 'perf_counter_ns', 'process_time', 'process_time_ns', 'sleep', 'strftime',
           'strptime', 'struct_time', 'thread_time', 'thread_time_ns', 'time', 'time_ns', 'timezone', 'tzname', 'tzset']

from _stockade import argument_name as _argument_name, type_name as _type_name

_absent = object()
timezone = 0
altzone = 0
daylight = 0
tzname = ('UTC', 'UTC')
_zone = None  # finds the offset at a time, if the zone is not UTC
_FIELDS = ('tm_year', 'tm_mon', 'tm_mday', 'tm_hour', 'tm_min', 'tm_sec', 'tm_wday', 'tm_yday', 'tm_isdst')


_dict = dict
_STRUCT_TM_ITEMS = 11


class struct_time(tuple):
    """The time value as returned by gmtime(), localtime(), and strptime(), and accepted by asctime(), mktime() and strftime()."""
    n_fields = 11
    n_sequence_fields = 9
    n_unnamed_fields = 0
    __match_args__ = _FIELDS

    def __new__(cls, sequence, dict={}):
        if not hasattr(sequence, '__iter__') and not hasattr(sequence, '__getitem__'):
            raise TypeError('constructor requires a sequence')
        if not isinstance(dict, _dict):
            raise TypeError('time.struct_time() takes a dict as second arg, if any')
        values = tuple(sequence)
        if len(values) < 9:
            raise TypeError(f'time.struct_time() takes an at least 9-sequence ({len(values)}-sequence given)')
        if len(values) > 11:
            raise TypeError(f'time.struct_time() takes an at most 11-sequence ({len(values)}-sequence given)')
        self = tuple.__new__(cls, values[:9])
        zone, offset = (values[9:] + (None, None))[:2]
        if dict:
            more = ('tm_zone', 'tm_gmtoff')[len(values) - 9:]
            if any([name not in more for name in dict]):
                raise TypeError('time.struct_time() got duplicate or unexpected field name(s)')
            zone, offset = dict.get('tm_zone', zone), dict.get('tm_gmtoff', offset)
        object.__setattr__(self, '_zone', (zone, offset))
        return self

    tm_year = property(lambda self: self[0], doc='year, for example, 1993')
    tm_mon = property(lambda self: self[1], doc='month of year, range [1, 12]')
    tm_mday = property(lambda self: self[2], doc='day of month, range [1, 31]')
    tm_hour = property(lambda self: self[3], doc='hours, range [0, 23]')
    tm_min = property(lambda self: self[4], doc='minutes, range [0, 59]')
    tm_sec = property(lambda self: self[5], doc='seconds, range [0, 61])')
    tm_wday = property(lambda self: self[6], doc='day of week, range [0, 6], Monday is 0')
    tm_yday = property(lambda self: self[7], doc='day of year, range [1, 366]')
    tm_isdst = property(lambda self: self[8], doc='1 if summer time is in effect, 0 if not, and -1 if unknown')
    tm_zone = property(lambda self: self._zone[0], doc='abbreviation of timezone name')
    tm_gmtoff = property(lambda self: self._zone[1], doc='offset from UTC in seconds')

    def __setattr__(self, name, value):
        if name in _FIELDS or name in ('tm_zone', 'tm_gmtoff'):
            raise AttributeError('readonly attribute')
        raise AttributeError(f"'time.struct_time' object has no attribute '{name}'")

    def __repr__(self):
        shown = ', '.join([f'{name}={value!r}' for name, value in zip(_FIELDS, self)])
        return f'time.struct_time({shown})'

    def __reduce__(self):
        return struct_time, (tuple(self), _dict(zip(('tm_zone', 'tm_gmtoff'), self._zone)))

    def __replace__(self, /, **changes):
        names = (*_FIELDS, 'tm_zone', 'tm_gmtoff')
        values = [changes.pop(name, value) for name, value in zip(names, (*self, *self._zone))]
        if changes:
            raise TypeError(f'Got unexpected field name(s): {list(changes)!r}')
        return struct_time(values)


def gmtime(seconds=None, /):
    """A time taken apart in UTC."""
    return struct_time(_parts(seconds) + ('GMT', 0))


def localtime(seconds=None, /):
    """A time taken apart in local time."""
    parts = _parts(seconds)
    if _zone is None:
        return struct_time(parts + ('UTC', 0))
    moment = int(_seconds(parts))
    kind = _zone.kind_at(moment)
    return struct_time((*_parts(moment + kind.offset)[:8], int(bool(kind.dstoff)), kind.tzname, kind.offset))


def _nine(fields, name):
    if not isinstance(fields, tuple):
        raise TypeError('Tuple or struct_time argument required')
    if len(fields) != 9:
        raise TypeError(f'{name}(): illegal time tuple argument')
    if isinstance(fields[0], int) and fields[0] < -0x80000000 + 1900:
        raise OverflowError('year out of range')
    return tuple(fields)


def mktime(fields, /):
    """Seconds since the epoch of a local time."""
    nine = _nine(fields, 'mktime')
    wall = _seconds(nine)
    if _zone is None:
        return wall
    from _local_zone import moment_of, moment_with
    return float(moment_of(_zone, int(wall), 0) if nine[8] < 0 else moment_with(_zone, int(wall), bool(nine[8])))


def asctime(fields=_absent, /):
    """A time as 'Sat Jun 06 16:26:11 1998'."""
    return _asctime(tuple(localtime()) if fields is _absent else _nine(fields, 'asctime'))


def ctime(seconds=None, /):
    """Seconds since the epoch as text in local time."""
    return _asctime(tuple(localtime(seconds)))


def strftime(format, fields=_absent, /):
    """A time as text, by a format."""
    if not isinstance(format, str):
        raise TypeError(f'strftime() argument 1 must be str, not {_argument_name(format)}')
    if '\0' in format:
        raise ValueError('embedded null character')
    if fields is _absent:
        fields = localtime()
    zone, offset = getattr(fields, '_zone', (None, None))
    nine = _nine(fields, 'strftime')
    if zone is None and isinstance(nine[8], int) and nine[8] < 0:
        # The name and the offset of the time zone are not known then.
        zone = ''
    elif zone is None and _zone is not None and isinstance(nine[8], int):
        zone = tzname[bool(nine[8])]
    return _format(format, nine, zone, offset)


def strptime(data_string, format='%a %b %d %H:%M:%S %Y', /):
    """A time from text, by a format."""
    if isinstance(format, str) and isinstance(data_string, str) and '%d' in format and '%Y' not in format and '%y' not in format:
        from _strptime import _pattern
        _pattern(format, 4)
    if _zone is not None and isinstance(format, str) and '%Z' in format:
        from _strptime import read_struct
        nine, zone, offset = read_struct(data_string, format)
        return struct_time((*nine, zone, offset))
    try:
        fields = _parse(data_string, format)
    except ValueError as problem:
        # The error in the format was found while another error was handled.
        problem.__suppress_context__ = ' in format ' in str(problem)
        raise
    except Exception as problem:
        if type(problem) is not Exception:
            raise
        from re import PatternError
        raise PatternError(str(problem)) from None
    return struct_time(fields)


def tzset():
    """The time zone is now the one that the variable `TZ` names, or writes as a rule."""
    global _zone, timezone, altzone, daylight, tzname
    from os import environ
    text = environ.get('TZ', '')
    _zone = None
    if text:
        from _local_zone import described, zone_of
        _zone = zone_of(text)
    timezone, altzone, daylight, tzname = (0, 0, 0, ('UTC', 'UTC')) if _zone is None else described(_zone, time())


def get_clock_info(name, /):
    from types import SimpleNamespace
    if not isinstance(name, str):
        raise TypeError(f'get_clock_info() argument 1 must be str, not {_argument_name(name)}')
    if name == 'time':
        return SimpleNamespace(implementation='clock_gettime(CLOCK_REALTIME)', monotonic=False, adjustable=True, resolution=1e-09)
    kinds = {'monotonic': 'CLOCK_MONOTONIC', 'perf_counter': 'CLOCK_MONOTONIC', 'process_time': 'CLOCK_PROCESS_CPUTIME_ID',
             'thread_time': 'CLOCK_THREAD_CPUTIME_ID'}
    if name not in kinds:
        raise ValueError('unknown clock')
    return SimpleNamespace(implementation=f'clock_gettime({kinds[name]})', monotonic=True, adjustable=False, resolution=1e-09)


CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID = range(4)
CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME, CLOCK_TAI = 4, 7, 11


def _integer(value):
    if not hasattr(type(value), '__index__'):
        raise TypeError(f"'{_type_name(value)}' object cannot be interpreted as an integer")
    return value


def _known_clock(clk_id):
    if not isinstance(clk_id, int) or not -1 << 31 <= clk_id < 1 << 31:
        raise TypeError(f'clk_id should be integer, not {_type_name(clk_id)}')
    return _clock(clk_id)


def _clock(clk_id):
    if clk_id in (CLOCK_REALTIME, CLOCK_TAI):
        return time_ns()
    if clk_id in (1, 2, 3, 4, 7):
        return monotonic_ns()
    raise OSError(22, 'Invalid argument')


def clock_gettime(clk_id, /):
    return _known_clock(clk_id) / 1e9


def clock_gettime_ns(clk_id, /):
    return _known_clock(clk_id)


def clock_getres(clk_id, /):
    _clock(_integer(clk_id))
    return 1e-09


def clock_settime(clk_id, time, /):
    _integer(clk_id)
    raise PermissionError(1, 'Operation not permitted')


clock_settime_ns = clock_settime


_STRUCT_TM_ITEMS = 11


def pthread_getcpuclockid(thread_id, /):
    if not isinstance(thread_id, int):
        raise TypeError(f'pthread_getcpuclockid() argument 1 must be int, not {_type_name(thread_id)}')
    return CLOCK_THREAD_CPUTIME_ID

"""Makes values of the host that are no builtin ones: instances of the library's classes, and of classes that stand for the host's.

Instances are filled with their data. No method runs, so what a program has put into a class or in the place of one is not called.
"""
from _stockade import filled, own

#: The classes that stand for the host's, by the host's key.
_classes = {}


def build(steps):
    """The value that steps make. A step is what to make, the number of values before it that it is made of, what else is given, and the
    parts where they are made already."""
    made = []
    for what, count, given, parts in steps:
        if not what:
            made.append(given)
            continue
        if parts is None:
            start = len(made) - count
            parts = made[start:]
            del made[start:]
        if what == 'class':
            if given[0] not in _classes:
                _classes[given[0]] = _new_class(*given, parts)
        else:
            made.append(_MAKERS[what](parts, given))
    return made[0]


def _dict(parts, given):
    return dict(zip(parts[::2], parts[1::2]))


def _deque(parts, given):
    from _collections import deque
    return deque(parts[0], parts[1])


def _counter(parts, given):
    import collections
    return filled(collections.Counter, (), (), parts[0])


def _ordered_dict(parts, given):
    import collections
    made = filled(collections._ordered_dict_class, (), (), parts[0])
    collections._keep_order(made)
    return made


def _defaultdict(parts, given):
    import collections
    return filled(collections._defaultdict_class, ('default_factory',), (parts[0],), parts[1])


def _timedelta(parts, given):
    import datetime
    days, seconds, microseconds = parts
    return datetime._timedelta_class(days, seconds, microseconds)


def _date(parts, given):
    import datetime
    year, month, day = parts
    return datetime._date_class(year, month, day)


def _time(parts, given):
    import datetime
    hour, minute, second, microsecond, zone, fold = parts
    return datetime._time_class(hour, minute, second, microsecond, zone, fold=fold)


def _datetime(parts, given):
    import datetime
    year, month, day, hour, minute, second, microsecond, zone, fold = parts
    if zone is None and not fold:
        return datetime._datetime_class(year, month, day, hour, minute, second, microsecond)
    # The checks of the constructor, which takes ten times as long to come to them.
    datetime._check_date(year, month, day)
    datetime._check_time(hour, minute, second, microsecond, fold)
    datetime._check_tzinfo(zone)
    return datetime._new_datetime(year, month, day, hour, minute, second, microsecond, zone, fold)


def _timezone(parts, given):
    import datetime
    offset, name = parts
    if type(offset) is not datetime._timedelta_class or offset._days not in (0, -1) or not (name is None or isinstance(name, str)):
        return datetime._timezone_class(offset, name)
    if name is None and not (offset._days or offset._seconds or offset._microseconds):
        return datetime._timezone_class.utc
    return datetime._new_timezone(offset, name)


def _zone(parts, given):
    import zoneinfo
    return zoneinfo._zone_class(*parts)


def _decimal(parts, given):
    import decimal
    return filled(decimal._decimal_class, ('_sign', '_int', '_exp', '_kind'), parts)


def _fraction(parts, given):
    import fractions
    return filled(fractions.Fraction, ('_numerator', '_denominator'), parts)


def _uuid(parts, given):
    import uuid
    return filled(uuid.UUID, ('int', 'is_safe'), (parts[0], uuid.SafeUUID._value2member_map_[parts[1]]))


def _posix_path(parts, given):
    import pathlib
    return filled(pathlib.PurePosixPath, ('_drive', '_root', '_tail'), parts)


def _windows_path(parts, given):
    import _pathlib_windows
    return filled(_pathlib_windows.PureWindowsPath, ('_drive', '_root', '_tail'), parts)


def _pattern(parts, given):
    import re
    return re._compile(re._cache, *parts)


_MAKERS = {
    'list': lambda parts, given: parts,
    'tuple': lambda parts, given: tuple(parts),
    'set': lambda parts, given: set(parts),
    'frozenset': lambda parts, given: frozenset(parts),
    'dict': _dict,
    'complex': lambda parts, given: complex(*parts),
    'range': lambda parts, given: range(*parts),
    'bytearray': lambda parts, given: bytearray(parts[0]),
    'deque': _deque,
    'Counter': _counter,
    'OrderedDict': _ordered_dict,
    'defaultdict': _defaultdict,
    'timedelta': _timedelta,
    'date': _date,
    'time': _time,
    'datetime': _datetime,
    'timezone': _timezone,
    'ZoneInfo': _zone,
    'Decimal': _decimal,
    'Fraction': _fraction,
    'UUID': _uuid,
    'PurePosixPath': _posix_path,
    'PureWindowsPath': _windows_path,
    'Pattern': _pattern,
}


# ---- classes of the host

def _new_class(key, kind, name, module, fields, traits, members):
    import _crossing_classes
    return _crossing_classes.new_class(key, kind, name, module, fields, traits, members)


def _exception(parts, key):
    from _services import builtin_type
    name, args, notes, cause = parts
    base = builtin_type(name)
    if not issubclass(base, BaseException):
        raise TypeError(f'{name!r} is no exception')
    made = base.__new__(_classes[key] if key else base, *args)
    if notes:
        made.__notes__ = notes
    if cause is not None:
        made.__cause__ = cause
    return made


def _enum(parts, key):
    import _crossing_classes
    return _crossing_classes.member(_classes[key], *parts)


def _namedtuple(parts, key):
    return filled(_classes[key], (), (), tuple(parts))


def _dataclass(parts, key):
    cls = _classes[key]
    return filled(cls, own(cls, '__match_args__'), parts)


_MAKERS['exception'] = _exception
_MAKERS['enum'] = _enum
_MAKERS['namedtuple'] = _namedtuple
_MAKERS['dataclass'] = _dataclass

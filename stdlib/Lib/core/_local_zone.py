"""The local time that the variable `TZ` asks for, once `time.tzset` was called."""
import re
from bisect import bisect_right
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, _Kind, _Rule

_DAY = 86400
_ERA = 146097 * _DAY  # the calendar repeats after four hundred years
_SUMMER = ',M3.2.0,M11.1.0'  # the default of a rule that names a summer time without its dates


class _Named:
    """A zone of the table."""

    def __init__(self, zone):
        self.times, self.kinds, self.order, self.rule = zone._times, zone._kinds, zone._order, zone._rule

    def kind_at(self, seconds):
        at = bisect_right(self.times, seconds)
        if at >= len(self.times) and (self.times or self.rule.daylight is None):
            return _by_rule(self.rule, seconds)
        return self.kinds[self.order[at]]


class _Fixed:
    """One offset for ever."""

    def __init__(self, kind):
        self.kind = kind

    def kind_at(self, seconds):
        return self.kind


class _Written:
    """A zone by a rule: `EST5EDT,M3.2.0,M11.1.0`."""

    def __init__(self, rule):
        self.rule = rule

    def kind_at(self, seconds):
        return _by_rule(self.rule, seconds)


def _by_rule(rule, seconds):
    eras = (seconds - 946684800) // _ERA
    seconds -= eras * _ERA
    # An estimate of the year, within the four hundred years from 2000 on.
    year = 2000 + int(seconds - 946684800) * 400 // _ERA
    for year in (year - 1, year, year + 1):
        # If no other rule applies, a year ends with the last second of standard time.
        if seconds + rule.standard.offset < _first_of(year + 1):
            break
    return rule.at_utc(seconds, year)[0]


def _first_of(year):
    before = year - 1
    return (before * 365 + before // 4 - before // 100 + before // 400 - 719162) * _DAY


def zone_of(text):
    """What finds the offset at a moment, for a value of `TZ`; None for UTC."""
    text = text.removeprefix(':')
    if text in ('', 'UTC', 'UTC0'):
        return None
    try:
        return _Named(ZoneInfo(text))
    except (ZoneInfoNotFoundError, ValueError):
        pass
    # A name shorter than three letters is not valid. Without a readable offset, a valid name means UTC.
    name = re.match('([A-Za-z]{3,})|<([A-Za-z0-9+-]{3,})>', text)
    utc = _Fixed(_Kind(0, 0, '' if name is None else name[1] or name[2]))
    if name is None:
        return utc
    try:
        rule = _Rule(text if ',' in text or not _names_summer(text) else text + _SUMMER)
        if any([kind is not None and abs(kind.offset) > _DAY for kind in (rule.standard, rule.daylight)]):
            return utc
        if rule.daylight is not None:
            rule.at_utc(0, 1970)
    except (ValueError, IndexError):
        return utc
    return _Written(rule)


def _names_summer(text):
    _, rest = _Rule._name(text)
    return bool(rest and _Rule._offset(rest)[1])


def moment_of(zone, wall, fold):
    """The moment of a local time; where there are two or none, the one that `fold` says."""
    early, late = wall - zone.kind_at(wall - _DAY).offset, wall - zone.kind_at(wall + _DAY).offset
    if early == late:
        return early
    is_early, is_late = [wall - zone.kind_at(moment).offset == moment for moment in (early, late)]
    if is_early == is_late:
        return late if fold else early
    return early if is_early else late


def local_of(zone, seconds):
    """The offset at a moment, and whether its local time was there before."""
    offset = zone.kind_at(seconds).offset
    lost = zone.kind_at(seconds - _DAY).offset - offset
    return offset, int(lost > 0 and zone.kind_at(seconds - lost).offset == offset + lost)


def moment_with(zone, wall, summer):
    """The moment of a local time that is marked as summer time or not."""
    near = [zone.kind_at(wall + days * _DAY) for days in (0, -1, 1, -182, 182, -364, 364)]
    for kind in near:
        if bool(kind.dstoff) == summer:
            return wall - kind.offset
    return wall - near[0].offset


def described(zone, now):
    """(offset west in winter, in summer, whether they differ, both names), of the year of a moment."""
    year = 31557600
    first = zone.kind_at(int(now) // year * year)
    second = zone.kind_at(int(now) // year * year + year // 2)
    if first.offset > second.offset:
        first, second = second, first
    return -first.offset, -second.offset, int(first.offset != second.offset), (first.tzname, second.tzname)

"""Time zones as TZif files say them: the transitions of the past, and the rule that holds after them."""
import struct
from bisect import bisect_right
from zoneinfo import _Kind, _Rule


def _header(file):
    """The version and the six counts."""
    if file.read(4) != b'TZif':
        raise ValueError('Invalid TZif file: magic not found')
    version = file.read(1)
    version = 1 if version == b'\0' else int(version)
    file.read(15)
    return version, *struct.unpack('>6l', file.read(24))


def _names(text, starts):
    return [text[start:text.find(b'\0', start)].decode() for start in starts]


def load(file):
    """The zone in a file object."""
    version, isut, isstd, leap, times, types, chars = _header(file)
    size, code = 4, 'l'
    if version > 1:
        # The file repeats its data with times of eight bytes.
        size, code = 8, 'q'
        file.seek(times * 5 + types * 6 + chars + leap * 8 + isstd + isut, 1)
        _, isut, isstd, leap, times, types, chars = _header(file)
    moments = struct.unpack(f'>{times}{code}', file.read(times * size)) if times else ()
    order = struct.unpack(f'>{times}B', file.read(times)) if times else ()
    kinds = [struct.unpack('>lbb', file.read(6)) for _ in range(types)]
    names = _names(file.read(chars), [start for _, _, start in kinds])
    rule = b''
    if version > 1:
        file.seek(isut + isstd + leap * 12, 1)
        c = file.read(1)
        assert c == b'\n', c
        while (c := file.read(1)) != b'\n':
            if not c:
                raise ValueError('Invalid TZif file: the TZ string has no end')
            rule += c
    if any(index >= types for index in order):
        raise ValueError('Invalid TZif file: a transition to no kind of time')
    return Zone(moments, order, [offset for offset, _, _ in kinds], [isdst for _, isdst, _ in kinds], names, rule)


def _savings(order, offsets, isdst):
    """How much of each offset is daylight saving: what it differs by from the standard time beside it."""
    found = [0] * len(offsets)
    wanted, known = sum(isdst), 0
    for i in range(1, len(order)):
        if known == wanted:
            return found
        kind = order[i]
        if not isdst[kind] or found[kind]:
            continue
        before, saved = order[i - 1], 0
        if not isdst[before]:
            saved = offsets[kind] - offsets[before]
        if not saved and i + 1 < len(order):
            after = order[i + 1]
            if isdst[after]:
                continue
            saved = offsets[kind] - offsets[after]
        if saved:
            known += 1
            found[kind] = saved
    # An hour is the best guess for an unknown saving.
    return [saved or (3600 if dst else 0) for saved, dst in zip(found, isdst)]


class Zone:
    """A zone without a name."""
    __slots__ = ('_times', '_walls', '_kinds', '_before', '_after', '_rule', '_fixed')

    def __init__(self, times, order, offsets, isdst, names, rule):
        kinds = [_Kind(offset, saved, name) for offset, saved, name in zip(offsets, _savings(order, offsets, isdst), names)]
        self._times = list(times)
        self._kinds = [kinds[index] for index in order]
        self._before = next((kind for kind, dst in zip(kinds, isdst) if not dst), self._kinds[0] if self._kinds else None)
        # The local times of the transitions, for fold 0 and fold 1.
        self._walls = ([], [])
        for i, moment in enumerate(times):
            before, after = offsets[order[i - 1] if i else 0], offsets[order[i]]
            self._walls[0].append(moment + max(before, after))
            self._walls[1].append(moment + min(before, after))
        self._rule = None
        if rule:
            self._rule = _parse(rule)
            self._after = self._rule.standard
            if self._rule.daylight is None:
                self._rule = None
        elif not kinds:
            raise ValueError('No time zone information found.')
        else:
            self._after = (self._kinds or kinds)[-1]
        self._fixed = self._rule is None and len(kinds) <= 1
        if self._fixed and kinds:
            only, after = kinds[0], self._after
            self._fixed = (only.utcoff, only.dstoff, only.tzname) == (after.utcoff, after.dstoff, after.tzname)

    def kind_without_time(self):
        """What holds at all times; None where nothing does."""
        return self._after if self._fixed else None

    def kind_at(self, seconds, year, fold):
        """The kind at a local time, in seconds since 1970."""
        walls = self._walls[fold]
        if walls and seconds < walls[0]:
            return self._before
        if not walls or seconds > walls[-1]:
            return self._after if self._rule is None else self._rule.at_local(seconds, year, fold)
        return self._kinds[bisect_right(walls, seconds) - 1]

    def kind_at_utc(self, seconds, year):
        """(the kind at a moment, whether it is the second of two equal local times)."""
        times = self._times
        if times and seconds < times[0]:
            return self._before, False
        if not times or seconds > times[-1]:
            return (self._after, False) if self._rule is None else self._rule.at_utc(seconds, year)
        i = bisect_right(times, seconds)
        if len(times) > 1 and seconds >= times[1]:
            before, kind = self._kinds[i - 2], self._kinds[i - 1]
        else:
            before, kind = self._before, self._kinds[0]
        return kind, before.offset - kind.offset > seconds - times[i - 1]


class _Wrong(Exception):
    """The data is not in the form that it must have."""


class _Text:
    """A TZ string that is read from its begin to its end."""

    def __init__(self, text):
        self._text = text
        self._at = 0

    def peek(self):
        return self._text[self._at:self._at + 1]

    def skip(self, byte):
        """Goes past a byte; whether it is there."""
        if self.peek() != byte:
            return False
        self._at += 1
        return True

    def need(self, byte):
        if not self.skip(byte):
            raise _Wrong

    def digits(self, fewest, most):
        begin = self._at
        while self._at - begin < most and b'0' <= self.peek() <= b'9':
            self._at += 1
        if self._at - begin < fewest:
            raise _Wrong
        return int(self._text[begin:self._at])

    def name(self):
        quoted, begin = self.skip(b'<'), self._at
        while (c := self.peek()) and (c.isalpha() or quoted and c in b'0123456789+-'):
            self._at += 1
        name = self._text[begin:self._at]
        if quoted:
            self.need(b'>')
        elif not name:
            raise _Wrong
        return name.decode()

    def time(self, most):
        """Hours, which may be below zero, with minutes and seconds."""
        sign = -1 if self.peek() == b'-' else 1
        if self.peek() in (b'+', b'-'):
            self._at += 1
        hours = self.digits(1, 3)
        minutes = self.digits(2, 2) if self.skip(b':') else None
        seconds = self.digits(2, 2) if minutes is not None and self.skip(b':') else 0
        if hours > most:
            raise _Wrong
        return sign * (hours * 3600 + (minutes or 0) * 60 + seconds)

    def date(self):
        if self.skip(b'M'):
            month = self.digits(1, 2)
            self.need(b'.')
            week = self.digits(1, 1)
            self.need(b'.')
            numbers = month, week, self.digits(1, 1)
            if not 1 <= month <= 12 or not 1 <= week <= 5 or numbers[2] > 6:
                raise _Wrong
            kind = 'M'
        else:
            kind = 'J' if self.skip(b'J') else 'D'
            numbers = self.digits(1, 3),
            if not (kind == 'J') <= numbers[0] <= 365:
                raise _Wrong
        return kind, numbers, self.time(167) if self.skip(b'/') else 7200

    def at_end(self):
        return self._at == len(self._text)


def _parse(text):
    """The rule of a TZ string."""
    reader = _Text(text)

    def part(what, read, *args):
        try:
            return read(*args)
        except _Wrong:
            raise ValueError(f'{what} {text!r}') from None
    rule = _Rule.__new__(_Rule)
    name = part('Invalid STD format in', reader.name)
    offset = -part('Invalid STD offset in', reader.time, 24)
    rule.standard, rule.daylight = _Kind(offset, 0, name), None
    if reader.at_end():
        return rule
    name = part('Invalid DST format in', reader.name)
    summer = offset + 3600 if reader.peek() == b',' else -part('Invalid DST offset in', reader.time, 24)
    rule.saved = summer - offset
    rule.daylight = _Kind(summer, rule.saved, name)
    dates = []
    for _ in range(2):
        if not reader.skip(b','):
            raise ValueError(f'Missing transition rules in TZ string: {text!r}')
        dates.append(part('Malformed transition rule in TZ string:', reader.date))
    if not reader.at_end():
        raise ValueError(f'Extraneous characters at end of TZ string: {text!r}')
    rule.start, rule.end = dates
    return rule

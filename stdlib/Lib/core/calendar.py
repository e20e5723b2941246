"""Calendars as lists of weeks, as text and as HTML."""

__all__ = ['IllegalMonthError', 'IllegalWeekdayError', 'setfirstweekday', 'firstweekday', 'isleap',
           'leapdays', 'weekday', 'monthrange', 'monthcalendar', 'prmonth', 'month', 'prcal', 'calendar',
           'timegm', 'month_name', 'month_abbr', 'day_name', 'day_abbr', 'Calendar', 'TextCalendar',
           'HTMLCalendar', 'LocaleTextCalendar', 'LocaleHTMLCalendar', 'weekheader', 'Day', 'Month',
           'JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY', 'AUGUST', 'SEPTEMBER',
           'OCTOBER', 'NOVEMBER', 'DECEMBER', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY',
           'SATURDAY', 'SUNDAY']
EPOCH = 1970
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
_colwidth = 7 * 3 - 1
_spacing = 6
error = ValueError
_MONTHS = ('January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September',
           'October', 'November', 'December')
_DAYS = ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')


class IllegalMonthError(ValueError):
    def __init__(self, month):
        self.month = month

    def __str__(self):
        return 'bad month number %r; must be 1-12' % self.month


class IllegalWeekdayError(ValueError):
    def __init__(self, weekday):
        self.weekday = weekday

    def __str__(self):
        return 'bad weekday number %r; must be 0 (Monday) to 6 (Sunday)' % self.weekday


def _enums():
    """Make `Month` and `Day`, and put their members beside them."""
    import enum
    home = globals()
    for name, words, start in (('Month', _MONTHS, 1), ('Day', _DAYS, 0)):
        body = enum.EnumType.__prepare__(name, (enum.IntEnum,))
        body['__module__'] = 'calendar'
        body['__qualname__'] = name
        for at, word in enumerate(words):
            body[word.upper()] = at + start
        made = enum.EnumType(name, (enum.IntEnum,), body)
        made.__repr__ = enum.global_enum_repr
        home[name] = made
        home.update(made.__members__)


def __getattr__(name):
    if name in ('January', 'February'):
        from warnings import warn
        warn(f"The '{name}' attribute is deprecated, use '{name.upper()}' instead", DeprecationWarning, 2)
        return 1 if name == 'January' else 2
    if name in ('Month', 'Day') or name in __all__ and name.isupper():
        _enums()
        return globals()[name]
    raise AttributeError(f"module 'calendar' has no attribute {name!r}")


def _day(number):
    if 'Day' not in globals():
        _enums()
    return Day(number)


class _Names:
    """A sequence of names; each look-up can be formatted anew, as by a locale."""

    def __init__(self, kind, names):
        self.format = kind
        self._names = names

    def __getitem__(self, i):
        return self._names[i]

    def __len__(self):
        return len(self._names)


class _localized_month(_Names):
    pass


class _localized_day(_Names):
    pass


month_name = _localized_month('%B', ['', *_MONTHS])
month_abbr = _localized_month('%b', ['', *[name[:3] for name in _MONTHS]])
day_name = _localized_day('%A', list(_DAYS))
day_abbr = _localized_day('%a', [name[:3] for name in _DAYS])


def isleap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    y1 -= 1
    y2 -= 1
    return (y2 // 4 - y1 // 4) - (y2 // 100 - y1 // 100) + (y2 // 400 - y1 // 400)


def _weekday(year, month, day=1):
    if not 1 <= year <= 9999:
        year = 2000 + year % 400
    import datetime
    return datetime.date(year, month, day).weekday()


def weekday(year, month, day):
    return _day(_weekday(year, month, day))


def _check_month(month):
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)


def monthrange(year, month):
    _check_month(month)
    return _day(_weekday(year, month)), _monthlen(year, month)


def _monthlen(year, month):
    return mdays[month] + (month == 2 and isleap(year))


def _prevmonth(year, month):
    return (year - 1, 12) if month == 1 else (year, month - 1)


def _nextmonth(year, month):
    return (year + 1, 1) if month == 12 else (year, month + 1)


class Calendar:
    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    def getfirstweekday(self):
        return self._firstweekday % 7

    def setfirstweekday(self, firstweekday):
        self._firstweekday = firstweekday

    firstweekday = property(getfirstweekday, setfirstweekday)

    def iterweekdays(self):
        for i in range(self.firstweekday, self.firstweekday + 7):
            yield i % 7

    def itermonthdates(self, year, month):
        import datetime
        for y, m, d in self.itermonthdays3(year, month):
            yield datetime.date(y, m, d)

    def itermonthdays(self, year, month):
        _check_month(month)
        first = _weekday(year, month)
        count = _monthlen(year, month)
        before = (first - self.firstweekday) % 7
        yield from [0] * before
        yield from range(1, count + 1)
        yield from [0] * ((self.firstweekday - first - count) % 7)

    def itermonthdays2(self, year, month):
        for i, d in enumerate(self.itermonthdays(year, month), self.firstweekday):
            yield d, i % 7

    def itermonthdays3(self, year, month):
        _check_month(month)
        first = _weekday(year, month)
        count = _monthlen(year, month)
        before = (first - self.firstweekday) % 7
        after = (self.firstweekday - first - count) % 7
        y, m = _prevmonth(year, month)
        end = _monthlen(y, m) + 1
        for d in range(end - before, end):
            yield y, m, d
        for d in range(1, count + 1):
            yield year, month, d
        y, m = _nextmonth(year, month)
        for d in range(1, after + 1):
            yield y, m, d

    def itermonthdays4(self, year, month):
        for i, (y, m, d) in enumerate(self.itermonthdays3(year, month)):
            yield y, m, d, (self.firstweekday + i) % 7

    def _weeks(self, days):
        days = list(days)
        return [days[i:i + 7] for i in range(0, len(days), 7)]

    def monthdatescalendar(self, year, month):
        return self._weeks(self.itermonthdates(year, month))

    def monthdays2calendar(self, year, month):
        return self._weeks(self.itermonthdays2(year, month))

    def monthdayscalendar(self, year, month):
        return self._weeks(self.itermonthdays(year, month))

    def _year(self, months, width):
        return [months[i:i + width] for i in range(0, len(months), width)]

    def yeardatescalendar(self, year, width=3):
        return self._year([self.monthdatescalendar(year, m) for m in range(1, 13)], width)

    def yeardays2calendar(self, year, width=3):
        return self._year([self.monthdays2calendar(year, m) for m in range(1, 13)], width)

    def yeardayscalendar(self, year, width=3):
        return self._year([self.monthdayscalendar(year, m) for m in range(1, 13)], width)


class TextCalendar(Calendar):
    def prweek(self, theweek, width):
        print(self.formatweek(theweek, width), end='')

    def formatday(self, day, weekday, width):
        return ('' if day == 0 else '%2i' % day).center(width)

    def formatweek(self, theweek, width):
        return ' '.join([self.formatday(d, wd, width) for d, wd in theweek])

    def formatweekday(self, day, width):
        names = day_name if width >= 9 else day_abbr
        return names[day][:width].center(width)

    def formatweekheader(self, width):
        return ' '.join([self.formatweekday(i, width) for i in self.iterweekdays()])

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        name = month_name[themonth]
        if withyear:
            name = '%s %r' % (name, theyear)
        return name.center(width)

    def prmonth(self, theyear, themonth, w=0, l=0):
        print(self.formatmonth(theyear, themonth, w, l), end='')

    def formatmonth(self, theyear, themonth, w=0, l=0):
        w = max(2, w)
        gap = '\n' * max(1, l)
        lines = [self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1).rstrip(),
                 self.formatweekheader(w).rstrip()]
        for week in self.monthdays2calendar(theyear, themonth):
            lines.append(self.formatweek(week, w).rstrip())
        return gap.join(lines) + gap

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        w = max(2, w)
        l = max(1, l)
        c = max(2, c)
        width = (w + 1) * 7 - 1
        gap = '\n' * l
        made = [repr(theyear).center(width * m + c * (m - 1)).rstrip(), gap]
        header = self.formatweekheader(w)
        for i, row in enumerate(self.yeardays2calendar(theyear, m)):
            months = range(m * i + 1, min(m * (i + 1) + 1, 13))
            made.append(gap)
            names = [self.formatmonthname(theyear, k, width, False) for k in months]
            made += [formatstring(names, width, c).rstrip(), gap]
            made += [formatstring([header for _ in months], width, c).rstrip(), gap]
            for j in range(max([len(cal) for cal in row])):
                weeks = [self.formatweek(cal[j], w) if j < len(cal) else '' for cal in row]
                made += [formatstring(weeks, width, c).rstrip(), gap]
        return ''.join(made)

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        print(self.formatyear(theyear, w, l, c, m), end='')


class HTMLCalendar(Calendar):
    cssclasses = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
    cssclasses_weekday_head = cssclasses
    cssclass_noday = 'noday'
    cssclass_month_head = 'month'
    cssclass_month = 'month'
    cssclass_year_head = 'year'
    cssclass_year = 'year'

    def formatday(self, day, weekday):
        if day == 0:
            return '<td class="%s">&nbsp;</td>' % self.cssclass_noday
        return '<td class="%s">%d</td>' % (self.cssclasses[weekday], day)

    def formatweek(self, theweek):
        return '<tr>%s</tr>' % ''.join([self.formatday(d, wd) for d, wd in theweek])

    def formatweekday(self, day):
        return '<th class="%s">%s</th>' % (self.cssclasses_weekday_head[day], day_abbr[day])

    def formatweekheader(self):
        return '<tr>%s</tr>' % ''.join([self.formatweekday(i) for i in self.iterweekdays()])

    def formatmonthname(self, theyear, themonth, withyear=True):
        name = month_name[themonth]
        if withyear:
            name = '%s %s' % (name, theyear)
        return '<tr><th colspan="7" class="%s">%s</th></tr>' % (self.cssclass_month_head, name)

    def formatmonth(self, theyear, themonth, withyear=True):
        rows = ['<table border="0" cellpadding="0" cellspacing="0" class="%s">' % self.cssclass_month,
                self.formatmonthname(theyear, themonth, withyear), self.formatweekheader()]
        rows += [self.formatweek(week) for week in self.monthdays2calendar(theyear, themonth)]
        rows.append('</table>')
        return '\n'.join(rows) + '\n'

    def formatyear(self, theyear, width=3):
        width = max(width, 1)
        made = ['<table border="0" cellpadding="0" cellspacing="0" class="%s">' % self.cssclass_year, '\n',
                '<tr><th colspan="%d" class="%s">%s</th></tr>' % (width, self.cssclass_year_head, theyear)]
        for start in range(1, 13, width):
            made.append('<tr>')
            for m in range(start, min(start + width, 13)):
                made += ['<td>', self.formatmonth(theyear, m, withyear=False), '</td>']
            made.append('</tr>')
        made.append('</table>')
        return ''.join(made)

    def formatyearpage(self, theyear, width=3, css='calendar.css', encoding=None):
        if encoding is None:
            encoding = 'utf-8'
        made = ['<?xml version="1.0" encoding="%s"?>\n' % encoding,
                '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" '
                '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n', '<html>\n', '<head>\n',
                '<meta http-equiv="Content-Type" content="text/html; charset=%s" />\n' % encoding]
        if css is not None:
            made.append('<link rel="stylesheet" type="text/css" href="%s" />\n' % css)
        made += ['<title>Calendar for %d</title>\n' % theyear, '</head>\n', '<body>\n',
                 self.formatyear(theyear, width), '</body>\n', '</html>\n']
        return ''.join(made).encode(encoding, 'xmlcharrefreplace')


class LocaleTextCalendar(TextCalendar):
    """The sandbox has one locale, C."""

    def __init__(self, firstweekday=0, locale=None):
        super().__init__(firstweekday)
        self.locale = 'C' if locale is None else locale


class LocaleHTMLCalendar(HTMLCalendar):
    def __init__(self, firstweekday=0, locale=None):
        super().__init__(firstweekday)
        self.locale = 'C' if locale is None else locale


c = TextCalendar()
firstweekday = c.getfirstweekday
monthcalendar = c.monthdayscalendar
prweek = c.prweek
week = c.formatweek
weekheader = c.formatweekheader
prmonth = c.prmonth
month = c.formatmonth
calendar = c.formatyear
prcal = c.pryear


def setfirstweekday(firstweekday):
    if not 0 <= firstweekday <= 6:
        raise IllegalWeekdayError(firstweekday)
    c.firstweekday = firstweekday


def format(cols, colwidth=_colwidth, spacing=_spacing):
    print(formatstring(cols, colwidth, spacing))


def formatstring(cols, colwidth=_colwidth, spacing=_spacing):
    return (' ' * spacing).join([col.center(colwidth) for col in cols])


def timegm(tuple):
    year, month, day, hour, minute, second = tuple[:6]
    import datetime
    days = datetime.date(year, month, 1).toordinal() - 719163 + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second

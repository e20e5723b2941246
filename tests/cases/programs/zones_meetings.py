"""Meetings over time zones, a calendar page and date arithmetic."""
import calendar
from datetime import MAXYEAR, UTC, date, datetime, time, timedelta, timezone, tzinfo
from itertools import pairwise, takewhile
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

ZONES = {name: ZoneInfo(name) for name in ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Sydney", "UTC")}


class Office:
    def __init__(self, name: str, zone: tzinfo, opens: time = time(9), closes: time = time(17, 30)) -> None:
        self.name, self.zone, self.opens, self.closes = name, zone, opens, closes

    def is_open(self, moment: datetime) -> bool:
        local = moment.astimezone(self.zone)
        return local.weekday() < 5 and self.opens <= local.time() <= self.closes

    def __format__(self, spec: str) -> str:
        return format(f"{self.name}({self.opens:%H}-{self.closes:%H:%M})", spec)


offices = [Office(name.split("/")[-1].replace("_", " "), zone) for name, zone in ZONES.items()]
start = datetime(2024, 3, 29, 0, tzinfo=UTC)
best: list[tuple[int, datetime]] = []
for hour in range(24 * 4):
    moment = start + timedelta(hours=hour)
    best.append((sum(office.is_open(moment) for office in offices), moment))
top = max(count for count, _ in best)
for count, moment in [pair for pair in best if pair[0] == top][:4]:
    print(f"{moment:%a %Y-%m-%d %H:%M %Z}", count, [f"{o:.<22}" for o in offices if o.is_open(moment)])

berlin = ZONES["Europe/Berlin"]
for local in (datetime(2024, 3, 31, 2, 30), datetime(2024, 10, 27, 2, 30), datetime(2024, 10, 27, 2, 30, fold=1)):
    aware = local.replace(tzinfo=berlin)
    print(aware.isoformat(), aware.utcoffset(), aware.tzname(), aware.dst(), aware.astimezone(UTC).strftime("%H:%M%z"), aware.fold, repr(aware)[-40:])
day = datetime(2024, 3, 30, 12, tzinfo=berlin)
print(day + timedelta(days=1), (day + timedelta(days=1)).astimezone(UTC) - day.astimezone(UTC), (day + timedelta(days=1)) - day)
try:
    ZoneInfo("Mars/Base")
except ZoneInfoNotFoundError as error:
    print(type(error).__mro__[1].__name__, error)
try:
    print(datetime(2024, 1, 1) < datetime(2024, 1, 1, tzinfo=UTC))
except TypeError as error:
    print(error)
odd = timezone(-timedelta(hours=3, minutes=30, seconds=15), "ODD")
print(datetime(2024, 1, 1, tzinfo=odd), timezone(timedelta(hours=5.5)), repr(odd), datetime(2024, 1, 1, tzinfo=timezone(timedelta(minutes=-1))).strftime("%z %Z %:z"))

print(calendar.TextCalendar(calendar.SUNDAY).formatmonth(2024, 2, w=3))
month = calendar.Calendar().monthdatescalendar(2024, 12)
print(len(month), month[0][0], month[-1][-1], calendar.monthcalendar(2023, 2)[-1], calendar.isleap(1900), calendar.leapdays(2000, 2025))
paydays = []
for number in range(1, 13):
    last = date(2024, number, calendar.monthrange(2024, number)[1])
    while last.isoweekday() > 5:
        last -= timedelta(1)
    paydays.append(last)
print(*(f"{d:%d%b}" for d in paydays), {(b - a).days for a, b in pairwise(paydays)})
print([d.isoformat() for d in takewhile(lambda d: d.month < 3, paydays)], max(paydays).isocalendar(), date.fromisocalendar(2025, 1, 1), date.fromisoformat("2024-W10-3"))
delta = timedelta(days=-1, hours=5, microseconds=7)
print(delta, repr(delta), delta.total_seconds(), -delta, abs(delta), delta // timedelta(minutes=7), delta % timedelta(hours=1), delta / 3, round(delta / timedelta(hours=1), 2))
for text, form in (("31 Dec 1999 23:59:59.5 +0130", "%d %b %Y %H:%M:%S.%f %z"), ("2024 060", "%Y %j"), ("24/13/01", "%y/%m/%d"), ("5 PM", "%I %p"), ("2024-1-1x", "%Y-%m-%d"), ("2024 10 1", "%G %V %u")):
    try:
        print(repr(datetime.strptime(text, form)))
    except ValueError as error:
        print(error)
for call in (lambda: date(2023, 2, 29), lambda: datetime(2024, 1, 1, 25), lambda: date(MAXYEAR, 12, 31) + timedelta(1), lambda: timedelta(days=10**10), lambda: date.fromisoformat("2024-13-01"), lambda: datetime.fromtimestamp(0, UTC).replace(month=13), lambda: time(1) - time(2)):
    try:
        print(call())
    except (ValueError, OverflowError, TypeError) as error:
        print(type(error).__name__, error)
print(datetime.fromisoformat("20240102T030405,678Z"), datetime(2024, 5, 17, 13, 5).strftime("%-d|%e|%U|%W|%w|%y|%c|%x|%X|%p|%I|%%|%s")[:60], datetime.min.isoformat(), time(1, 2, 3, 4).isoformat("milliseconds"))
birth = date(2000, 2, 29)
ages = {year: sum(1 for y in range(birth.year + 1, year + 1) if (2, 29) <= (date(year, 3, 1).month, 1) or y < year) for year in (2023, 2024)}
print(ages, (date(2024, 3, 1) - birth).days, birth.replace(year=2004).toordinal(), birth.timetuple().tm_yday, birth.ctime())

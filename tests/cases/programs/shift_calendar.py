import calendar
from datetime import date, datetime, time, timedelta, timezone, UTC
from zoneinfo import ZoneInfo

start = datetime(2024, 2, 26, 9, 30, tzinfo=timezone.utc)
for i, step in enumerate((timedelta(days=1), timedelta(hours=36), timedelta(weeks=1, minutes=-15), timedelta(microseconds=1))):
    when = start + step
    print(i, when, when.isoformat(timespec="milliseconds"), when.strftime("%a %d %b %Y %H:%M:%S.%f %z %j %U %W %p %I %y %%"), repr(step))
ny, berlin, tokyo = map(ZoneInfo, ("America/New_York", "Europe/Berlin", "Asia/Tokyo"))
meeting = datetime(2024, 3, 10, 1, 30, tzinfo=ny)
for hours in range(3):
    later = (meeting.astimezone(UTC) + timedelta(hours=hours)).astimezone(ny)
    print(later, later.tzname(), later.utcoffset(), later.dst(), later.astimezone(berlin).time(), later.astimezone(tokyo).date(), later.fold)
fall = datetime(2024, 11, 3, 1, 30, tzinfo=ny)
print(fall, fall.replace(fold=1), fall == fall.replace(fold=1), fall.timestamp(), fall.replace(fold=1).timestamp())
print(repr(ny), repr(meeting), repr(timezone(timedelta(hours=-3, minutes=-30))), timezone(timedelta(hours=5.5), "IST"))
print(calendar.month(2024, 2))
print(calendar.TextCalendar(calendar.SUNDAY).formatmonth(2023, 10, w=3))
print(calendar.monthrange(2024, 2), calendar.isleap(1900), calendar.leapdays(2000, 2025), calendar.weekday(2024, 7, 4), list(calendar.day_abbr), calendar.month_name[5])
print(calendar.Calendar().monthdayscalendar(2024, 9)[:2], calendar.timegm((2024, 1, 1, 0, 0, 0)))
d = date(2024, 12, 30)
print(d.isocalendar(), d.isocalendar().week, d.isoweekday(), d.weekday(), date.fromisocalendar(2025, 1, 1), d.toordinal(), date.fromordinal(738000), d.timetuple())
print(date.fromisoformat("20240229"), datetime.fromisoformat("2024-02-29T12:34:56.789Z"), datetime.fromisoformat("2024-W09-4T10"), time.fromisoformat("04:05:06.5+02:00"))
print(min(date.max, d), date.min, datetime.max, timedelta.max, timedelta.min, timedelta.resolution)
for text, fmt in (("12 Jan 2024 05:06 PM", "%d %b %Y %I:%M %p"), ("2024-060", "%Y-%j"), ("Mon 2024 09", "%a %Y %W"), ("1/2/99", "%m/%d/%y"), ("10:20:30.123456 +0530", "%H:%M:%S.%f %z")):
    print(datetime.strptime(text, fmt))
for action in (lambda: date(2023, 2, 29), lambda: datetime.strptime("2024-02-30", "%Y-%m-%d"), lambda: datetime.strptime("x", "%Y"),
               lambda: datetime.strptime("2024 extra", "%Y"), lambda: datetime.now(UTC) - datetime(2020, 1, 1), lambda: date.today() < datetime(2020, 1, 1),
               lambda: timedelta(days=10**10), lambda: date(2020, 1, 1) + 5, lambda: datetime.fromisoformat("2024-1-1"), lambda: ZoneInfo("Mars/Phobos"),
               lambda: time(25), lambda: datetime(2024, 1, 1, tzinfo="UTC"), lambda: timedelta(1) * "a", lambda: date.fromisoformat(5)):
    try:
        print("no error", action())
    except Exception as e:
        print(type(e).__name__, "|", e)
shifts = {}
names = ["Ana", "Ben", "Cy"]
day = date(2024, 4, 29)
while day < date(2024, 5, 6):
    if day.weekday() < 5:
        shifts[day] = names[day.toordinal() % len(names)]
    day += timedelta(1)
for day, who in shifts.items():
    print(f"{day:%A, %d. %B}: {who:>5} {day:%Y/%m/%d} week {day:%V} {day!r}")
td = timedelta(days=3, hours=5, seconds=7.25)
print(td, td.total_seconds(), td // timedelta(hours=1), td % timedelta(hours=1), divmod(td, timedelta(days=2)), -td, abs(-td), td / 2, td * 1.5, td / timedelta(minutes=1), str(timedelta(-1)), bool(timedelta()))
print(datetime.combine(date(2024, 1, 1), time(5, 6)), datetime(2024, 1, 31).replace(day=1), datetime(2024, 5, 5).ctime(), f"{datetime(2024, 5, 5, 6):%H:%M}", f"{time(1, 2, 3)}", hash(date(2024, 1, 1)) == hash(date(2024, 1, 1)))
print(sorted([date(2024, 5, 1), date(2023, 5, 1), date(2024, 1, 9)], reverse=True))

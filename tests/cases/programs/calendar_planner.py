"""A planner: recurring events, conflicts, free slots, holidays computed from Easter, an agenda in columns, and iCalendar text."""
import bisect
import calendar
import itertools
import re
import textwrap
from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta, timezone
from enum import Flag, IntEnum, auto
from functools import cache, total_ordering
from operator import attrgetter
from zoneinfo import ZoneInfo


class Day(IntEnum):
    MON, TUE, WED, THU, FRI, SAT, SUN = range(7)


class Repeat(Flag):
    NEVER = 0
    DAILY = auto()
    WEEKLY = auto()
    MONTHLY = auto()
    YEARLY = auto()
    OFTEN = DAILY | WEEKLY


@cache
def easter(year):
    a, b, c = year % 19, *divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    l = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * l) // 451
    month, day = divmod(h + l - 7 * m + 114, 31)
    return date(year, month, day + 1)


HOLIDAYS = {"New Year": (1, 1), "Labour Day": (5, 1), "Christmas": (12, 25), "Good Friday": -2, "Easter Monday": 1, "Whit Monday": 50}


def holidays(year):
    return {(easter(year) + timedelta(rule) if isinstance(rule, int) else date(year, *rule)): name for name, rule in HOLIDAYS.items()}


@total_ordering
@dataclass(eq=False)
class Event:
    title: str
    start: datetime
    length: timedelta = timedelta(hours=1)
    repeat: Repeat = Repeat.NEVER
    days: frozenset[Day] = frozenset()
    until: date | None = None
    skip: set[date] = field(default_factory=set, repr=False)

    @property
    def end(self):
        return self.start + self.length

    def __eq__(self, other):
        return (self.start, self.end, self.title) == (other.start, other.end, other.title)

    def __lt__(self, other):
        return (self.start, self.end, self.title) < (other.start, other.end, other.title)

    def __hash__(self):
        return hash((self.title, self.start))

    def __and__(self, other):
        return max(timedelta(), min(self.end, other.end) - max(self.start, other.start))

    def dates(self):
        day = self.start.date()
        for n in itertools.count():
            match self.repeat:
                case Repeat.NEVER:
                    if n:
                        return
                    yield day
                case Repeat.DAILY:
                    yield day + timedelta(n)
                case Repeat.WEEKLY:
                    monday = day - timedelta(day.weekday()) + timedelta(weeks=n)
                    yield from (d for w in sorted(self.days or {day.weekday()}) if (d := monday + timedelta(w)) >= day)
                case Repeat.MONTHLY:
                    year, month = divmod(day.year * 12 + day.month - 1 + n, 12)
                    yield date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))
                case Repeat.YEARLY:
                    try:
                        yield day.replace(year=day.year + n)
                    except ValueError:
                        continue
                case _:
                    raise ValueError(f"{self.repeat!r} is not one rhythm")

    def between(self, first, last):
        for d in itertools.takewhile(lambda d: d <= min(filter(None, (last, self.until))), self.dates()):
            if d >= first and d not in self.skip:
                yield replace(self, start=datetime.combine(d, self.start.timetz()), repeat=Repeat.NEVER, skip=set())


RULE = re.compile(r"(?P<title>[^@]+)@(?P<when>\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?)(?:\+(?P<length>(?:\d+h)?(?:\d+m)?))?(?:\s+every\s+(?P<unit>day|week|month|year)(?:\s+on\s+(?P<days>[A-Z,]+))?(?:\s+until\s+(?P<until>\S+))?)?(?:\s+not\s+(?P<skip>\S+))?$", re.I)


def parse(text):
    if not (m := RULE.match(text.strip())):
        raise ValueError(f"not understood: {text!r}")
    when = datetime.fromisoformat(m["when"])
    length = timedelta(**{{"h": "hours", "m": "minutes"}[u]: int(n) for n, u in re.findall(r"(\d+)([hm])", m["length"] or "1h")})
    repeat = {"day": Repeat.DAILY, "week": Repeat.WEEKLY, "month": Repeat.MONTHLY, "year": Repeat.YEARLY, None: Repeat.NEVER}[m["unit"] and m["unit"].lower()]
    return Event(m["title"].strip(), when, length, repeat, frozenset(Day[d] for d in (m["days"] or "").upper().split(",") if d), m["until"] and date.fromisoformat(m["until"]), {date.fromisoformat(d) for d in (m["skip"] or "").split(",") if d})


def free(events, day, opens=time(9), closes=time(17), least=timedelta(minutes=45)):
    at, end = datetime.combine(day, opens), datetime.combine(day, closes)
    for e in sorted(events):
        if e.start - at >= least:
            yield at, e.start
        at = max(at, e.end)
    if end - at >= least:
        yield at, end


def ical(event, zone=ZoneInfo("Europe/Berlin")):
    lines = ["BEGIN:VEVENT", f"DTSTART:{event.start.replace(tzinfo=zone).astimezone(timezone.utc):%Y%m%dT%H%M%SZ}", f"DURATION:PT{int(event.length.total_seconds() // 60)}M", "SUMMARY:" + re.sub(r"([,;\\])", r"\\\1", event.title)]
    if event.repeat:
        lines.append(f"RRULE:FREQ={event.repeat.name}" + (f";BYDAY={','.join(d.name[:2] for d in sorted(event.days))}" if event.days else "") + (f";UNTIL={event.until:%Y%m%d}" if event.until else ""))
    return "\r\n".join(itertools.chain.from_iterable(textwrap.wrap(l, 40, subsequent_indent=" ") for l in [*lines, "END:VEVENT"]))


planned = [parse(line) for line in """\
Stand-up @2024-03-25T09:15+15m every week on MON,WED,FRI until 2024-04-05
Review, all @2024-03-29T14:00+1h30m every week not 2024-04-05
Rent@2024-01-31 every month
Gym@2024-03-26T12:00 every day until 2024-03-29
Birthday @ 2024-02-29 every year""".splitlines() if "@ " not in line] + [Event("Leap", datetime(2024, 2, 29), timedelta(1), Repeat.YEARLY)]
first, last = date(2024, 3, 25), date(2024, 4, 7)
agenda = sorted(itertools.chain.from_iterable(e.between(first, last) for e in planned))
feast = holidays(2024)
for day, events in itertools.groupby(agenda, key=lambda e: e.start.date()):
    events = list(events)
    print(f"{day:%a %d %b}{' *' + feast[day] if day in feast else '':<16}", "; ".join(f"{e.start:%H:%M}-{e.end:%H:%M} {e.title}" for e in events))
    if clashes := [f"{a.title}/{b.title} {a & b}" for a, b in itertools.combinations(events, 2) if a & b]:
        print(" " * 12, "clash:", *clashes)
print([f"{a:%H:%M}-{b:%H:%M}" for a, b in free([e for e in agenda if e.start.date() == date(2024, 3, 29)], date(2024, 3, 29))])
print([f"{d:%d.%m.%y}" for d in itertools.islice(planned[2].dates(), 5)], [d.year for d in itertools.islice(planned[-1].dates(), 3)], [easter(y).isoformat() for y in (1999, 2024, 2025, 2100)])
print(*map(ical, planned[:2]), sep="\n")
starts = [e.start for e in agenda]
print(bisect.bisect(starts, datetime(2024, 3, 29, 12)), max(agenda, key=attrgetter("length")).title, agenda[0] < agenda[1], len(set(agenda)) == len(agenda), sum((e.length for e in agenda), timedelta()), Repeat.DAILY in Repeat.OFTEN, Repeat.OFTEN, Repeat(5), Day.WED + 1, Day(6).name)
for wrong in (lambda: parse("x"), lambda: parse("a@2024-13-01"), lambda: parse("a@2024-01-01 every week on XXX"), lambda: list(Event("x", datetime(2024, 1, 1), repeat=Repeat.OFTEN).between(first, last)), lambda: Event("x"), lambda: agenda[0] < 3, lambda: datetime(2024, 2, 30), lambda: datetime(2024, 1, 1) - datetime(2024, 1, 1, tzinfo=timezone.utc)):
    try:
        print(wrong())
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        print(type(error).__name__, error)
table = defaultdict(lambda: [" "] * 7)
for d in calendar.Calendar(calendar.MONDAY).itermonthdates(2024, 3):
    table[d.isocalendar().week][d.weekday()] = f"{d.day}{'!' if d in feast else '*' if any(e.start.date() == d for e in agenda) else ''}" if d.month == 3 else "·"
print("     " + "".join(f"{calendar.day_abbr[n]:>5}" for n in range(7)), *(f"W{week:<4}" + "".join(f"{c:>5}" for c in cells) for week, cells in table.items()), sep="\n")

from datetime import date, datetime, timedelta
from collections import defaultdict

events = [("Standup", "2024-03-11 09:30", 15), ("Design review", "2024-03-11 10:00", 90), ("Lunch", "2024-03-11 12:00", 60),
          ("1:1", "2024-03-11 11:00", 30), ("Retro", "2024-03-15 16:00", 60), ("Release", "2024-02-29 23:45", 30)]


def parse(name, start, minutes):
    begin = datetime.strptime(start, "%Y-%m-%d %H:%M")
    return {"name": name, "start": begin, "end": begin + timedelta(minutes=minutes)}


calendar = sorted((parse(*e) for e in events), key=lambda e: e["start"])
days = defaultdict(list)
for e in calendar:
    days[e["start"].date()].append(e)
for day, entries in days.items():
    print(day.strftime("%a %d %B %Y"), f"(week {day.isocalendar().week}, day {day:%j})")
    for e in entries:
        print(f"  {e['start']:%H:%M}-{e['end']:%H:%M} {e['name']:<14} {(e['end'] - e['start']).seconds // 60:>3} min")
conflicts = [(a["name"], b["name"]) for i, a in enumerate(calendar) for b in calendar[i + 1:] if a["start"] < b["end"] and b["start"] < a["end"]]
print("conflicts:", conflicts)


def free_slots(entries, opens, closes):
    at = opens
    for e in sorted(entries, key=lambda e: e["start"]):
        if e["start"] > at:
            yield at, e["start"]
        at = max(at, e["end"])
    if at < closes:
        yield at, closes


monday = date(2024, 3, 11)
for a, b in free_slots(days[monday], datetime(2024, 3, 11, 9), datetime(2024, 3, 11, 17)):
    print(f"free {a:%H:%M} to {b:%H:%M} ({b - a})")


def business_days(start, end, holidays=()):
    day = start
    while day < end:
        if day.weekday() < 5 and day not in holidays:
            yield day
        day += timedelta(days=1)


def add_months(d, n):
    y, m = divmod(d.month - 1 + n, 12)
    year, month = d.year + y, m + 1
    last = (date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)).day
    return date(year, month, min(d.day, last))


def age(born, today):
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def humanize(delta):
    seconds = int(delta.total_seconds())
    parts = []
    for name, size in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        n, seconds = divmod(seconds, size)
        if n:
            parts.append(f"{n} {name}{'s' * (n != 1)}")
    return ", ".join(parts) or "now"


def nth_weekday(year, month, weekday, n):
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1))


print(len(list(business_days(date(2024, 3, 1), date(2024, 4, 1), {date(2024, 3, 29)}))), [str(add_months(date(2024, 1, 31), n)) for n in (1, 2, 13, -2)])
print(age(date(2000, 2, 29), date(2024, 2, 28)), age(date(2000, 2, 29), date(2024, 3, 1)), humanize(timedelta(days=1, hours=2, seconds=1)), humanize(timedelta()), humanize(timedelta(minutes=90)))
print(nth_weekday(2024, 11, 3, 4), [str(nth_weekday(2024, m, 0, 1)) for m in range(1, 4)], (datetime(2024, 12, 25) - datetime(2024, 3, 11)).days, date(2024, 12, 31).timetuple().tm_yday)
print([y for y in range(1990, 2030) if date(y, 2, 13).weekday() == 4], datetime(2024, 3, 10, 1, 30) + timedelta(hours=48), min(calendar, key=lambda e: e["end"] - e["start"])["name"])
for text in ["2024-02-30", "yesterday", "2023-02-29"]:
    try:
        datetime.strptime(text, "%Y-%m-%d")
    except ValueError as e:
        print(e)
print(sum(((e["end"] - e["start"]) for e in calendar), timedelta()), str(timedelta(minutes=285)), f"{datetime(2024, 1, 2, 15, 4, 5):%I:%M:%S %p %y-%b-%d}")

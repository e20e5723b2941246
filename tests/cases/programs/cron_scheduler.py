"""A cron expression parser and a scheduler that is stepped through a simulated week."""
import heapq
import itertools
from calendar import day_abbr, monthrange
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from enum import IntEnum
from functools import cached_property, total_ordering
from typing import Callable, Generator, Self

NAMES = {name.lower(): (at + 1) % 7 for at, name in enumerate(day_abbr)}


class Priority(IntEnum):
    LOW = 3
    NORMAL = 2
    HIGH = 1

    @classmethod
    def of(cls, text: str) -> Self:
        try:
            return cls[text.upper()]
        except KeyError:
            raise LookupError(f"no priority {text!r}; one of {', '.join(p.name.lower() for p in cls)}") from None


class Field:
    def __init__(self, low: int, high: int, names=None) -> None:
        self.low, self.high, self.names = low, high, names or {}

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, cron, owner=None):
        return self if cron is None else cron.__dict__[self.name]

    def __set__(self, cron, text):
        cron.__dict__[self.name] = frozenset(itertools.chain.from_iterable(map(self.part, text.split(","))))

    def number(self, text: str) -> int:
        value = self.names.get(text.lower())
        value = int(text) if value is None else value
        if not self.low <= value <= self.high:
            raise ValueError(f"{self.name}: {value} is not in {self.low}..{self.high}")
        return value

    def part(self, text: str):
        span, _, step = text.partition("/")
        step = int(step or 1)
        if span == "*":
            first, last = self.low, self.high
        elif "-" in span:
            first, last = map(self.number, span.split("-"))
        else:
            first = last = self.number(span)
            if step > 1:
                last = self.high
        return range(first, last + 1, step)


class Cron:
    minute, hour = Field(0, 59), Field(0, 23)
    day, month = Field(1, 31), Field(1, 12)
    weekday = Field(0, 6, NAMES)

    def __init__(self, text: str) -> None:
        parts = text.split()
        if len(parts) != 5:
            raise ValueError(f"expected 5 fields, got {len(parts)}: {text!r}")
        self.text = text
        self.minute, self.hour, self.day, self.month, self.weekday = parts

    def __repr__(self):
        return f"{type(self).__name__}({self.text!r})"

    def matches(self, day: date) -> bool:
        return day.day in self.day and day.month in self.month and day.isoweekday() % 7 in self.weekday

    @cached_property
    def times(self) -> list[time]:
        return [time(h, m) for h, m in itertools.product(sorted(self.hour), sorted(self.minute))]

    def after(self, moment: datetime) -> Generator[datetime, None, None]:
        day = moment.date()
        for offset in range(366 * 4):
            today = day + timedelta(days=offset)
            if self.matches(today):
                yield from (at for t in self.times if (at := datetime.combine(today, t)) > moment)


@total_ordering
@dataclass(eq=False)
class Job:
    name: str
    cron: Cron
    action: Callable[[datetime], str]
    priority: Priority = Priority.NORMAL
    runs: list[str] = field(default_factory=list)
    due: datetime | None = None

    def __eq__(self, other):
        return (self.due, self.priority, self.name) == (other.due, other.priority, other.name)

    def __lt__(self, other):
        return (self.due, self.priority, self.name) < (other.due, other.priority, other.name)


class Scheduler:
    def __init__(self, start: datetime) -> None:
        self.now, self.queue, self.failed = start, [], {}

    def every(self, cron: str, priority="normal"):
        def register(function):
            job = Job(function.__name__, Cron(cron), function, Priority.of(priority))
            self._plan(job)
            return function
        return register

    def _plan(self, job: Job) -> None:
        job.due = next(job.cron.after(self.now), None)
        if job.due is not None:
            heapq.heappush(self.queue, job)

    def run_until(self, end: datetime) -> int:
        done = 0
        while self.queue and self.queue[0].due <= end:
            job = heapq.heappop(self.queue)
            self.now = job.due
            try:
                job.runs.append(job.action(self.now))
            except ArithmeticError as error:
                self.failed.setdefault(job.name, []).append(f"{self.now:%a %H:%M} {type(error).__name__}: {error}")
            self._plan(job)
            done += 1
        return done


scheduler = Scheduler(datetime(2024, 2, 26, 8, 15))
everything = []


@scheduler.every("0 9-17/4 * * Mon-Fri")
def report(now):
    everything.append(("report", now))
    return now.strftime("%d.%m. %Hh")


@scheduler.every("30 */6 * * *", "high")
def backup(now):
    everything.append(("backup", now))
    if now.hour == 12 and now.weekday() in (1, 3):
        return 1 // (now.hour - 12)
    return f"{now:%j}:{now.hour:>2}"


@scheduler.every("0 0 29 2 *", priority="low")
def leap(now):
    everything.append(("leap", now))
    return now.isoformat(sep=" ", timespec="minutes")


print(scheduler.run_until(datetime(2024, 3, 1, 23, 59)), "runs")
for name, group in itertools.groupby(sorted(everything), key=lambda pair: pair[0]):
    times = [when for _, when in group]
    print(f"{name:>8} x{len(times):<3} first {times[0]:%a %d %b %H:%M} last {times[-1]:%a %d %b %H:%M}")
for job in sorted(scheduler.queue):
    print(f"{job.priority.name:<6} {job.priority!r} {job.name} next {job.due} {job.runs[:3]} {job.cron!r}")
print(scheduler.failed)
for wrong in ("* * *", "61 * * * *", "* * * * Foo", "*/0 * * * *"):
    try:
        print(len(Cron(wrong).times))
    except ValueError as error:
        print(type(error).__name__, error)
try:
    scheduler.every("* * * * *", "urgent")(print)
except LookupError as error:
    print(error, error.__suppress_context__)
print(monthrange(2024, 2), list(itertools.islice(Cron("0 0 31 * *").after(datetime(2024, 1, 31)), 3)), Cron.minute.high)
print(vars(Cron("5,10 1 1 1 Sun"))["weekday"], Cron("0 0 * * sun,2").weekday)

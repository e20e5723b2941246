"""Cron-like schedules, a priority queue of jobs, dependencies resolved with graphlib, retries and a report."""
from __future__ import annotations

import heapq
import itertools
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import IntEnum
from graphlib import CycleError, TopologicalSorter


class Priority(IntEnum):
    LOW = 3
    NORMAL = 2
    HIGH = 1


@dataclass(order=True)
class Job:
    due: datetime
    priority: Priority = Priority.NORMAL
    seq: int = field(default_factory=itertools.count(1).__next__)
    name: str = field(default="", compare=False)
    every: timedelta | None = field(default=None, compare=False, repr=False)
    runs: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.name:<8}@{self.due:%a %H:%M} p={self.priority.name.lower()}"


def parse_cron(text: str) -> dict[str, set[int]]:
    names = ("minute", "hour", "day", "month", "weekday")
    limits = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 6))
    parts = text.split()
    if len(parts) != 5:
        raise ValueError(f"expected 5 fields, got {len(parts)}: {text!r}")
    spec = {}
    for name, part, (lo, hi) in zip(names, parts, limits, strict=True):
        allowed: set[int] = set()
        for piece in part.split(","):
            piece, _, step = piece.partition("/")
            match piece.split("-"):
                case ["*"]:
                    first, last = lo, hi
                case [one]:
                    first = last = int(one)
                case [a, b]:
                    first, last = int(a), int(b)
                case _:
                    raise ValueError(f"bad range {piece!r} in {name}")
            if not lo <= first <= last <= hi:
                raise ValueError(f"{name} out of range: {piece} not in {lo}-{hi}")
            allowed |= set(range(first, last + 1, int(step or 1)))
        spec[name] = allowed
    return spec


def next_run(spec, after: datetime) -> datetime:
    when = after.replace(second=0, microsecond=0) + timedelta(minutes=1)
    for _ in range(60 * 24 * 366):
        if when.month not in spec["month"] or when.day not in spec["day"] or when.isoweekday() % 7 not in spec["weekday"]:
            when = (when + timedelta(days=1)).replace(hour=0, minute=0)
        elif when.hour not in spec["hour"]:
            when = (when + timedelta(hours=1)).replace(minute=0)
        elif when.minute not in spec["minute"]:
            when += timedelta(minutes=1)
        else:
            return when
    raise RuntimeError("never")


now = datetime(2024, 2, 27, 22, 58, 30)
for cron in ("*/15 * * * *", "0 9-17/4 * * 1-5", "30 6 29 2 *", "5,35 0,12 1 */3 *", "0 0 * * 0", "61 * * * *", "* * *", "a * * * *", "5-1 * * * *"):
    try:
        spec = parse_cron(cron)
        when, runs = now, []
        for _ in range(3):
            when = next_run(spec, when)
            runs.append(f"{when:%d.%m. %H:%M}")
        print(f"{cron:<20} {', '.join(runs)}")
    except (ValueError, RuntimeError) as e:
        print(f"{cron:<20} {type(e).__name__}: {e}")

queue = [Job(now + timedelta(minutes=m), p, name=n, every=timedelta(minutes=e) if e else None) for n, m, p, e in
         [("backup", 30, Priority.LOW, 0), ("poll", 5, Priority.NORMAL, 10), ("alert", 5, Priority.HIGH, 0), ("sync", 15, Priority.NORMAL, 20)]]
heapq.heapify(queue)
history = defaultdict(list)
while queue and len(history["all"]) < 9:
    job = heapq.heappop(queue)
    job.runs += 1
    history[job.name].append(job.due)
    history["all"].append(str(job))
    if job.every:
        job.due += job.every
        heapq.heappush(queue, job)
print(*history["all"], sep="\n")
print({k: [f"{d:%H:%M}" for d in v] for k, v in history.items() if k != "all"}, sorted(j.name for j in queue))
print(queue[0], repr(queue[0]), sep="\n")

graph = {"deploy": {"test", "build"}, "test": {"build", "lint"}, "build": {"fetch"}, "lint": {"fetch"}, "notify": {"deploy"}}
ts = TopologicalSorter(graph)
ts.prepare()
level = 0
while ts.is_active():
    ready = sorted(ts.get_ready())
    print("level", level, ready)
    ts.done(*ready)
    level += 1
try:
    list(TopologicalSorter({"a": ["b"], "b": ["c"], "c": ["a"]}).static_order())
except CycleError as e:
    print(e.args[0], sorted(set(e.args[1])), len(e.args[1]))
for bad in (lambda: ts.add("x"), lambda: ts.done("nope"), lambda: TopologicalSorter().get_ready(), lambda: Job() , lambda: Job(now) < 3):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)

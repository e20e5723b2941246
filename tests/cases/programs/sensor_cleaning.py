"""Cleans noisy sensor readings and prints a report, with everything an analyst's script tends to use at once."""
from __future__ import annotations

import csv
import io
import json
import math
import re
import statistics
from collections import Counter, defaultdict
from dataclasses import dataclass, field, asdict
from datetime import datetime, timedelta
from typing import Iterable, Iterator, NamedTuple, Optional

RAW = """\
timestamp;sensor;value;unit
2024-03-01 00:00;A-1; 21.5 ;C
2024-03-01 00:30;A-1;22,1;C
2024-03-01 01:00;A-1;n/a;C
2024-03-01 01:30;A-1;72.3;F
01/03/2024 02:00;A-1;23.0;C
2024-03-01 00:00;B-2;19.0;C
2024-03-01 00:30;B-2;-999;C
2024-03-01 01:00;B-2;19.8;C
2024-03-01 01:30;B-2;;C
2024-03-01 02:00;B-2;294.15;K
2024-03-01 02:30;b2;20.4;C
garbage line
2024-02-30 00:00;C-3;1.0;C
2024-03-01 00:00;C-3;1e1;C
2024-03-01 00:30;C-3;12.5;C;extra
"""

FORMATS = ("%Y-%m-%d %H:%M", "%d/%m/%Y %H:%M")
MISSING = {"", "n/a", "nan", "-999"}


class Reading(NamedTuple):
    when: datetime
    sensor: str
    celsius: Optional[float]


class BadRow(ValueError):
    def __init__(self, line: int, reason: str, *, row: list[str] | None = None) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason, self.row = line, reason, row or []


@dataclass
class Summary:
    sensor: str
    count: int = 0
    missing: int = 0
    values: list[float] = field(default_factory=list, repr=False)
    first: datetime | None = None
    last: datetime | None = None

    @property
    def mean(self) -> float:
        return statistics.fmean(self.values) if self.values else math.nan

    @property
    def spread(self) -> float:
        return statistics.stdev(self.values) if len(self.values) > 1 else 0.0

    def add(self, reading: Reading) -> None:
        self.count += 1
        self.first = min(filter(None, (self.first, reading.when)))
        self.last = max(filter(None, (self.last, reading.when)))
        if reading.celsius is None:
            self.missing += 1
        else:
            self.values.append(reading.celsius)


def parse_when(text: str) -> datetime:
    errors = []
    for form in FORMATS:
        try:
            return datetime.strptime(text, form)
        except ValueError as error:
            errors.append(str(error))
    raise ValueError("; ".join(errors))


def to_celsius(text: str, unit: str) -> Optional[float]:
    text = text.strip().replace(",", ".")
    if text.lower() in MISSING:
        return None
    value = float(text)
    match unit.upper():
        case "C":
            return value
        case "F":
            return (value - 32) * 5 / 9
        case "K":
            return value - 273.15
        case other:
            raise ValueError(f"unknown unit {other!r}")


def readings(source: Iterable[str]) -> Iterator[Reading | BadRow]:
    rows = csv.reader(source, delimiter=";")
    header = next(rows)
    for row in rows:
        try:
            if len(row) != len(header):
                raise BadRow(rows.line_num, f"{len(row)} fields, not {len(header)}", row=row)
            record = dict(zip(header, row, strict=True))
            name = re.sub(r"^([a-z])-?(\d)$", lambda m: f"{m[1].upper()}-{m[2]}", record["sensor"], flags=re.I)
            yield Reading(parse_when(record["timestamp"]), name, to_celsius(record["value"], record["unit"]))
        except BadRow as bad:
            yield bad
        except ValueError as error:
            bad = BadRow(rows.line_num, str(error), row=row)
            bad.__cause__ = error
            yield bad


summaries: dict[str, Summary] = {}
problems: list[BadRow] = []
hours: defaultdict[int, list[float]] = defaultdict(list)
for item in readings(io.StringIO(RAW)):
    if isinstance(item, BadRow):
        problems.append(item)
        continue
    summaries.setdefault(item.sensor, Summary(item.sensor)).add(item)
    if item.celsius is not None:
        hours[item.when.hour].append(item.celsius)

width, digits = max(map(len, summaries)) + 2, 2
print(f"{'sensor':<{width}}|{'n':>4}|{'miss':>5}|{'mean':>{digits + 7}}|{'±':^8}|{'span'!s:>10}")
print("-" * (width + 42))
for name, summary in sorted(summaries.items()):
    span = summary.last - summary.first
    print(f"{name:<{width}}|{summary.count:>4d}|{summary.missing / summary.count:>5.0%}|{summary.mean:>{digits + 7}.{digits}f}|{summary.spread:^8.3g}|{span!s:>10}")
print(f"{'all':.<{width}}|{sum(s.count for s in summaries.values()):>4}|")
for hour in range(4):
    found = hours.get(hour)
    print(f"{hour:02d}h", "-" if not found else f"{min(found):.1f}..{max(found):.1f} " + "#" * round(statistics.median(found)))
print(*problems, sep="\n")
print(problems[0].row, problems[1].__cause__.__class__.__name__, repr(problems[-1]))
print(json.dumps([asdict(s) | {"mean": round(s.mean, 3)} for s in summaries.values()], default=lambda o: o.isoformat(), indent=1)[:420])
print(Counter(len(p.row) for p in problems).most_common(), summaries["A-1"])
gaps = [b - a for a, b in zip(sorted({r.when for r in readings(RAW.splitlines()) if isinstance(r, Reading)}), sorted({r.when for r in readings(RAW.splitlines()) if isinstance(r, Reading)})[1:])]
assert all(g == timedelta(minutes=30) for g in gaps), gaps
print(sum(gaps, timedelta()), gaps[0] / timedelta(hours=1), divmod(gaps[0] * 5, timedelta(hours=1)))

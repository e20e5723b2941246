from __future__ import annotations
from dataclasses import dataclass, field, asdict
from enum import Enum
from typing import Iterator
from collections import Counter, defaultdict
import json


class Priority(Enum):
    LOW = 1
    MEDIUM = 2
    HIGH = 3

    def __lt__(self, other):
        return self.value < other.value


@dataclass(order=True)
class Task:
    priority: Priority
    title: str = field(compare=False)
    tags: set[str] = field(default_factory=set, compare=False)
    done: bool = field(default=False, compare=False)
    subtasks: list[Task] = field(default_factory=list, compare=False, repr=False)

    def __post_init__(self):
        if not self.title.strip():
            raise ValueError("title must not be empty")
        self.title = self.title.strip().capitalize()

    def __iter__(self) -> Iterator[Task]:
        yield self
        for t in self.subtasks:
            yield from t

    @property
    def progress(self) -> float:
        every = list(self)[1:] or [self]
        return sum(t.done for t in every) / len(every)


class TaskList:
    def __init__(self):
        self.tasks: list[Task] = []

    def add(self, title: str, priority: str = "medium", *tags: str) -> Task:
        task = Task(Priority[priority.upper()], title, set(tags))
        self.tasks.append(task)
        return task

    def pending(self) -> list[Task]:
        return sorted((t for t in self.tasks if not t.done), reverse=True)

    def summary(self) -> dict[str, int]:
        return dict(Counter(t.priority.name for t in self.tasks))

    def by_tag(self) -> dict[str, list[str]]:
        out = defaultdict(list)
        for t in self.tasks:
            for tag in sorted(t.tags):
                out[tag].append(t.title)
        return dict(sorted(out.items()))


tl = TaskList()
w = tl.add("  write report ", "high", "work")
tl.add("buy milk", "low", "home", "shop")
tl.add("plan trip", "medium", "home")
w.subtasks += [Task(Priority.LOW, "outline", done=True), Task(Priority.HIGH, "draft", subtasks=[Task(Priority.LOW, "figures", done=True)])]
print([t.title for t in tl.pending()], tl.summary(), tl.by_tag())
print([t.title for t in w], f"{w.progress:.0%}", w < tl.tasks[1], max(tl.tasks).title)
for bad in [("", "low"), ("x", "urgent")]:
    try:
        tl.add(*bad)
    except (ValueError, KeyError) as e:
        print(type(e).__name__, e)


def encode(o):
    if isinstance(o, Enum): return o.name
    if isinstance(o, set): return sorted(o)
    raise TypeError(f"cannot encode {type(o).__name__}")


text = json.dumps(asdict(w), default=encode)
print(text)


def decode(d: dict) -> Task:
    return Task(Priority[d["priority"]], d["title"], set(d["tags"]), d["done"], [decode(s) for s in d["subtasks"]])


print(decode(json.loads(text)) == w, decode(json.loads(text)).subtasks[1].subtasks[0].title, repr(tl.tasks[1].priority))
@dataclass(frozen=True)
class Money:
    amount: int
    currency: str = "EUR"
    def __add__(self, other: Money) -> Money:
        if self.currency != other.currency:
            raise ValueError(f"cannot add {self.currency} and {other.currency}")
        return Money(self.amount + other.amount, self.currency)
    def __str__(self): return f"{self.amount / 100:,.2f} {self.currency}"
print(Money(1999) + Money(1), sum([Money(5), Money(7)], Money(0)), {Money(1): "a"}[Money(1)], Money(123456789))
for f in (lambda: Money(1) + Money(1, "USD"), lambda: setattr(Money(1), "amount", 2)):
    try: f()
    except Exception as e: print(type(e).__name__, e)

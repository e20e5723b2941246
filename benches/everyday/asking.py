"""Operators, truth and order that classes of the program define, attributes that hold functions, fields of records."""
import heapq
from collections import namedtuple
from dataclasses import dataclass
from functools import cmp_to_key


class Money:
    def __init__(self, cents):
        self.cents = cents

    def __add__(self, other):
        return Money(self.cents + other.cents)

    def __eq__(self, other):
        return self.cents == other.cents

    def __lt__(self, other):
        return self.cents < other.cents

    def __bool__(self):
        return self.cents != 0

    def __contains__(self, cents):
        return cents == self.cents


@dataclass(order=True)
class Job:
    rank: int
    name: str = 'job'


class Rule:
    def __init__(self, test):
        self.test = test

    def holds(self, value):
        return self.test(value)


Point = namedtuple('Point', 'x y')


def total(count):
    found, one, differing = Money(0), Money(1), 0
    for at in range(count):
        found = found + one
        if found and found != one:
            differing += 1
        if at in found:
            differing += 2
    return found.cents, differing


def ordered(count):
    moneys = [Money(at * 7919 % 10007) for at in range(count)]
    jobs = [Job(at * 31 % 1009) for at in range(count)]
    queue = []
    for money in moneys:
        heapq.heappush(queue, money)
    taken = [heapq.heappop(queue).cents for _ in range(count)]
    words = sorted((str(at * 37 % 991) for at in range(count)), key=cmp_to_key(lambda a, b: (len(a) > len(b)) - (len(a) < len(b))))
    return sorted(moneys)[count // 2].cents, sorted(jobs)[0].rank, taken[:3], words[-1]


def fields(count):
    points = [Point(at, at % 7) for at in range(count)]
    rule = Rule(lambda value: value % 3 == 0)
    return sum(point.x * point.y for point in points if rule.holds(point.x))


print(total(60000))
print(ordered(4000))
print(fields(60000))

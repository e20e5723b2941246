"""Instances made in loops: of classes that keep what they are given, of classes without an `__init__`, and by way of `super()`."""

from dataclasses import dataclass


class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next
        self.seen = []
        self.count = 0


class Marked(Node):
    def __init__(self, value, mark):
        super().__init__(value)
        self.mark = mark

    def total(self):
        return self.value + self.count


class Weighted(Marked):
    def total(self):
        return super().total() + self.mark


class Bare:
    pass


@dataclass
class Point:
    x: int
    y: int = 0


def main(count):
    total = 0
    for i in range(count):
        head = None
        for value in range(3):
            head = Node(value, head)
        total += head.next.value + Weighted(i, 1).total() + Point(i).y
        bare = Bare()
        bare.at = i
        total += bare.at
    return total


print(main(120_000))

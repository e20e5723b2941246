# What of the items is compared with what, and when keys are asked for, as the best of them are kept.
import heapq


def tried(what, *arguments, **named):
    try:
        print(what(*arguments, **named))
    except Exception as error:
        print(type(error).__name__, error)


class Item:
    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return f'I{self.n}'

    def __lt__(self, other):
        print(self, '<', other, end='; ')
        return self.n < other.n

    def __eq__(self, other):
        print(self, '==', other, end='; ')
        return self.n == other.n


def given(numbers):
    for n in numbers:
        print('gives', n, end='; ')
        yield n


def asked(n):
    print('key of', n, end='; ')
    return -n


for best in (heapq.nlargest, heapq.nsmallest):
    for n in (-1, 0, 1, 2, 4, 9):
        tried(best, n, [Item(n) for n in (3, 1, 4, 1, 5)])
        tried(best, n, given([3, 1, 4, 1, 5]), key=asked)
        tried(best, n, [3, 1, 4, 1, 5], asked)
        tried(best, n, ['*', None, 1])
        tried(best, n, {2: 'b', 1: 'a', 3: 'c'})
        tried(best, n, None)
        tried(best, n, 5, key=asked)
    tried(best, 2.0, [3, 1, 4])
    tried(best, 3.0, [3, 1, 4])
    tried(best, 'a', [3, 1, 4])
    tried(best, 2, range(1000), key=lambda n: n % 7)
    tried(best, 3, [[1, 'a'], [1, 'b'], [0, 'c'], [1, 'd']], key=lambda pair: pair[0])

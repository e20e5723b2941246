# The same generator is asked by one call of a function after another; errors and what is told of frames show where each stands.
import sys


def numbers():
    n = 0
    while True:
        n += 1
        if n % 5 == 0:
            told.append(sys._getframe(1).f_lineno - sys._getframe(1).f_code.co_firstlineno)
        yield n


def first(it, low):
    for n in it:
        if n > low:
            return n
    for n in it:
        return -n


told = []
it = numbers()
print([first(it, 2) for _ in range(12)], told)


def broken():
    for n in (1, 2, 3):
        yield n
    yield 1 // 0


def take(it):
    for n in it:
        return n


import traceback

it = broken()
try:
    while True:
        print(take(it))
except ZeroDivisionError:
    traceback.print_exc(file=sys.stdout)

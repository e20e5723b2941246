# Loops that ask the same generator again: with calls in between that take its place, from other loops, and after others asked it.


def numbers(n):
    i = 0
    while i < n:
        got = yield i
        if got is not None:
            i += got
        i += 1


def double(x):
    return x * 2


def deeper(x, n):
    return deeper(x, n - 1) if n else x


# Calls in the body of the loop, of functions and of other generators, at the depth of the one that is looped over.
out = []
for x in numbers(6):
    out.append(double(x))
    out.append(deeper(x, x))
    out.append(sum(numbers(x)))
print(out)


# One generator, two loops of one function, and others who ask in between.
def take(it, most):
    got = []
    for x in it:
        got.append(x)
        if len(got) >= most:
            break
    return got


def take_too(it, most):
    got = []
    for x in it:
        got.append(-x)
        if len(got) >= most:
            break
    return got


it = numbers(30)
print(take(it, 2), take(it, 3), take_too(it, 2), next(it), it.send(3), take(it, 2), take_too(it, 1), list(it))


# Two generators by turns in the same loop, and one that is made anew each time.
def by_turns(a, b):
    for x in a:
        for y in b:
            yield x, y
            break


print(list(by_turns(numbers(4), numbers(9))))
print([[y for y in numbers(x)] for x in numbers(4)])


# Stages that sleep and wake within each other, one of which calls.
def squares(it):
    for x in it:
        yield double(x) * x


def odd(it):
    for x in it:
        if x % 3:
            yield x


print(sum(odd(squares(numbers(50)))), list(odd(squares(odd(numbers(9))))))


# What is handled inside and outside is each one's own.
import sys


def handling(n):
    for i in range(n):
        try:
            raise ValueError(i)
        except ValueError:
            yield sys.exception()
        yield sys.exception()


for e in handling(2):
    print(repr(e), repr(sys.exception()))
try:
    raise KeyError('outside')
except KeyError:
    for e in handling(2):
        print(repr(e), repr(sys.exception()))


# Errors inside, after several turns; the generator is over then.
def failing(n):
    for i in range(n):
        yield i
    raise RuntimeError('over')


it = failing(3)
try:
    for x in it:
        print(x)
except RuntimeError as e:
    print(e, list(it))


# A loop within the body over itself.
def own():
    for i in range(3):
        if i == 1:
            try:
                for x in me:
                    print(x)
            except ValueError as e:
                print(e)
        yield i


me = own()
print([x for x in me])


# `yield from` through many, deeper than what is kept.
def nested(n):
    if n:
        yield n
        yield from nested(n - 1)
        yield -n


print(list(nested(12)))


def countdown(n):
    while n:
        yield n
        n -= 1
    return 'done'


def delegating():
    while True:
        got = yield from countdown(2)
        yield got


it = delegating()
print([next(it) for _ in range(7)], [x for x, _ in zip(it, range(4))])

# statements and functions that are timed
import timeit


def work(n=10):
    return sum(range(n))


print(timeit.timeit('sum(range(10))', number=5) >= 0)
print(timeit.timeit('work(n)', setup='n = 5', globals=globals(), number=5) >= 0, timeit.timeit(work, number=2) >= 0)
timer = timeit.Timer('total += step(3)', 'total = 0\ndef step(n):\n    return n * 2')
print(timer.timeit(4) >= 0, len(timer.repeat(3, 2)), min(timeit.repeat('x = 1', repeat=2, number=3)) >= 0)
print(timeit.timeit('''
for n in range(3):
    if n:
        items.append(n)
''', 'items = []', number=2) >= 0)
seen = []
timeit.timeit('seen.append(len(seen))', globals={'seen': seen}, number=3)
print(seen)
try:
    timeit.timeit('1 +', number=1)
except SyntaxError as error:
    print(error.msg)
try:
    timeit.timeit('missing', number=1)
except NameError as error:
    print(error)

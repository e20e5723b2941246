import functools

calls = 0


def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **kwds):
        global calls
        calls += 1
        return function(*args, **kwds)
    return wrapper


@counted
def add(a, b):
    return a + b


@functools.lru_cache(maxsize=None)
def ways(n, largest):
    if n == 0:
        return 1
    if n < 0 or largest == 0:
        return 0
    return ways(n - largest, largest) + ways(n, largest - 1)


total = 0
for i in range(200000):
    total += add(i, 1)
print(total, calls, ways(250, 250))

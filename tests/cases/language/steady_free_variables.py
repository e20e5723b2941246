# Variables of a function around: those that nobody rebinds while the inner function runs, and those that somebody does.
def rebound_between_calls():
    x = 1
    def get():
        return x
    first = get()
    x = 2
    second = get()
    for x in (3, 4):
        pass
    return first, second, get()

def bound_later():
    def get():
        return later
    try:
        get()
    except NameError as error:
        print(error)
    later = 'late'
    return get()

def by_nonlocal():
    count = 0
    def step():
        nonlocal count
        count += 1
        return count
    def seen():
        before = count
        step()
        return before, count
    return seen(), seen(), count

def by_nonlocal_far():
    value = 'a'
    def middle():
        def inner():
            nonlocal value
            value += 'b'
        def reader():
            one = value
            inner()
            return one + ' ' + value
        return reader()
    return middle(), value

def by_walrus():
    last = None
    def reader(source):
        found = []
        for item in source:
            found.append((item, last))
        return found
    return reader((last := item) for item in 'ab'), last

def generator_around():
    state = 0
    def look(turns):
        seen = [state]
        for _ in range(turns):
            next(outer, None)
            seen.append(state)
        return seen
    yield look
    state = 1
    yield
    state = 2
    yield

outer = generator_around()
look = next(outer)
print(look(2))

def deleted():
    gone = 1
    def get():
        return gone
    print(get())
    del gone
    try:
        get()
    except NameError as error:
        print(type(error).__name__, error)
    gone = 2
    return get()

def except_name():
    try:
        raise ValueError('kept')
    except ValueError as error:
        def get():
            return str(error)
        inside = get()
    try:
        get()
    except NameError as error:
        return inside, str(error)

def three_levels(a, *rest, b=2, **named):
    local = [a]
    def two():
        def three():
            local.append((a, rest, b, sorted(named)))
            return lambda: (local, a + b)
        return three()
    return two()()

def with_class():
    base = 10
    class Counter:
        step = base
        def add(self, n):
            return self.step + n + base
        def __init__(self):
            self.start = base
    return Counter().add(1), Counter().start, Counter.step

def in_loops():
    made = []
    for i in range(3):
        made.append(lambda: i)
        def by_default(i=i):
            return i
        made.append(by_default)
    return [each() for each in made]

def recursion(n):
    limit = n
    path = []
    def down(k):
        path.append(k)
        return limit if k == limit else down(k + 1)
    return down(0), path

def conditional(flag):
    if flag:
        maybe = 'yes'
    def get():
        return maybe
    try:
        return get()
    except NameError as error:
        return str(error)

def by_cell():
    x = 1
    def get():
        return x
    get.__closure__[0].cell_contents = 5
    return get(), x

def comprehension():
    base = 3
    adders = [lambda n, k=k: n + k + base for k in range(3)]
    base = 100
    return [add(1) for add in adders], {k: (lambda: k + base)() for k in range(2)}

def argument_rebound(x):
    def get():
        return x
    x = x + 1
    return get()

def shown():
    secret = 42
    def inner():
        own = secret
        return sorted(locals().items())
    return inner(), inner.__code__.co_freevars, inner.__closure__[0].cell_contents

def raises():
    divisor = 0
    def divide(n):
        return n / divisor
    return divide(1)

print(rebound_between_calls(), bound_later(), by_nonlocal(), by_nonlocal_far(), by_walrus())
print(deleted(), except_name(), three_levels(1, 2, c=3), with_class(), in_loops())
print(recursion(3), conditional(True), conditional(False), by_cell(), comprehension(), argument_rebound(1))
print(shown())
try:
    raises()
except ZeroDivisionError:
    import sys, traceback
    traceback.print_exc(limit=-1, file=sys.stdout)

def taken():
    x = 1
    y = 2
    z = 3
    def spread(*items):
        x2, y2 = x, y
        total = 0
        for value in (x, y, z):
            total += value
        x_again = [x, y, z][x]
        return total, x2 + y2, x_again, f'{x}{y!r}{z:>3}', x < y < z, x if y else z, {x: y}, x in [z, y], -x, not z
    return spread()
print(taken())

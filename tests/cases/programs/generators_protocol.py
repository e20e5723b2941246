import inspect
from itertools import islice, tee, chain, takewhile, dropwhile, zip_longest, compress, cycle, count, product, permutations, combinations, combinations_with_replacement, filterfalse, repeat


def averager():
    total = n = 0
    result = None
    while True:
        try:
            value = yield result
        except ValueError as e:
            result = f"ignored {e}"
            continue
        except GeneratorExit:
            print("exit at", n)
            raise
        if value is None:
            return (total, n)
        total += value
        n += 1
        result = total / n


def delegate(log):
    while True:
        log.append((yield from averager()))
        if len(log) == 2:
            return "both"


log = []
g = delegate(log)
print(next(g), g.send(10), g.send(20), g.throw(ValueError("odd")), g.send(None), g.send(5), inspect.getgeneratorstate(g), g.gi_running, g.gi_yieldfrom is not None)
try:
    g.send(None)
except StopIteration as e:
    print(e.value, log, inspect.getgeneratorstate(g), g.gi_frame)
g2 = averager()
for act in (lambda: g2.send(1), lambda: next(g2), lambda: g2.throw(KeyError("boom")), lambda: next(g2), lambda: g2.close(), lambda: next(g2)):
    try:
        print("->", act())
    except BaseException as e:
        print(type(e).__name__, e)
g3 = averager(); next(g3); g3.send(4); print(g3.close())


def bad_stop():
    yield 1
    raise StopIteration("sneaky")


try:
    list(bad_stop())
except RuntimeError as e:
    print(e, "|", repr(e.__cause__))


def stubborn():
    while True:
        try:
            yield 1
        except GeneratorExit:
            yield 2


s = stubborn(); next(s)
try:
    s.close()
except RuntimeError as e:
    print(e)


def reenter():
    yield next(me)


me = reenter()
try:
    next(me)
except ValueError as e:
    print(e)


class Tree:
    def __init__(self, value, *kids):
        self.value, self.kids = value, kids

    def __iter__(self):
        yield self.value
        for kid in self.kids:
            yield from kid

    def show(self, indent=""):
        yield f"{indent}{self.value}"
        for i, k in enumerate(self.kids):
            last = i == len(self.kids) - 1
            lines = k.show()
            yield indent + ("└─ " if last else "├─ ") + next(lines)
            for line in lines:
                yield indent + ("   " if last else "│  ") + line


t = Tree("root", Tree("a", Tree("a1"), Tree("a2", Tree("deep"))), Tree("b"))
print(*t.show(), sep="\n")
print(list(t), max(t), "deep" in t, [*t][::-1], len(set(t)))
a, *mid, z = t
print(a, mid, z)
it = iter(range(10))
print(list(islice(it, 2, 8, 3)), next(it), list(it), next(it, "empty"))
x, y = tee("abc"); next(x)
print(list(zip_longest(x, y, fillvalue="-")), list(chain.from_iterable([[1], "ab", {3: 4}])), list(takewhile(lambda n: n < 3, count(0, 0.75))), list(dropwhile(str.isalpha, "ab1c")), list(compress("ABCD", [1, 0, True, ""])), list(filterfalse(None, [0, 1, "", "x"])))
print(list(islice(cycle("xy"), 5)), list(product("ab", repeat=2)), list(permutations([1, 2, 3], 2)), list(combinations("wxyz", 3)), list(combinations_with_replacement("ab", 2)), list(map(pow, repeat(2, 3), count(3))))
print(repr(count(3)), repr(repeat("x", 2)), repr(count(1.5, 2)), repr(iter([1])).split(" at")[0], repr(range(0, 10, 3)), range(10)[2:8:2], range(5) == range(0, 5, 1), repr(enumerate([])).split(" at")[0], repr(zip()).split(" at")[0], type(iter({}.items())), type(iter("")), type(iter(b"")), type(reversed([])), type((i for i in ())))
def f():
    r = yield from [1, 2]
    return r
print(list(f()), [*(i for i in range(3))], sum(i for i in range(4)), dict(zip("ab", count())), list(iter(iter([1, 2, 0, 3]).__next__, 0)))
for bad in (lambda: zip([1], [1, 2], strict=True).__next__() and list(zip([1], [1, 2], strict=True)), lambda: iter(5), lambda: next([]), lambda: islice([], -1), lambda: list(zip(1)), lambda: [*5], lambda: (lambda: (yield))().send(3), lambda: dict([1]), lambda: dict([(1, 2, 3)]), lambda: range(1.5), lambda: range(1, 2, 0), lambda: reversed({1}), lambda: enumerate(3), lambda: product([1], repeat=-1), lambda: tee([], -1), lambda: iter(3, 4), lambda: sum(["a"]), lambda: sum([[1]], "")):
    try:
        print("ok", bad())
    except Exception as e:
        print(type(e).__name__, e)

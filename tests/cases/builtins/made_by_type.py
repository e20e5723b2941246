# What may be made by which type.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for f in [
    lambda: int.__new__(str), lambda: int.__new__(bool), lambda: object.__new__(int), lambda: list.__new__(int), lambda: dict.__new__(5),
    lambda: str.__new__(), lambda: tuple.__new__(list), lambda: BaseException.__new__(int), lambda: float.__new__(int, 5),
    lambda: type(len)(), lambda: type(iter([]))(), lambda: type({}.keys())(), lambda: type(x for x in [])(), lambda: type([].append)(),
    lambda: type("".__add__)(), lambda: type(None)(), lambda: type(None)(1), lambda: type(...)(),
]:
    t(f)


class Long:
    def __len__(self): return 2 ** 70


t(lambda: len(Long()))
t(lambda: bool(Long()))

# Unicode errors check what they are given, and their text follows their fields.
for args in [("ascii", "abc", 0, 1, "why"), ("ascii", b"abc", 0, 1, "why"), (1, "abc", 0, 1, "why"), ("a", "b", "c", 1, "why"), ("a", "b", 0, 1), ()]:
    t(lambda: str(UnicodeEncodeError(*args)))
    t(lambda: str(UnicodeDecodeError(*args)))
    t(lambda: str(UnicodeTranslateError(*args[1:])))
e = UnicodeEncodeError("ascii", "a\u0100\U00010000", 1, 2, "why")
print(e)
e.start = 2
e.end = 3
print(e)
e.start, e.end, e.encoding, e.reason = 1, 7, "other", "no"
print(e, e.args)
print(UnicodeDecodeError("utf-8", bytearray(b"ab\xff"), 2, 3, "bad"), UnicodeTranslateError("\u0100b", 0, 1, "t"), UnicodeTranslateError("ab", 0, 2, "t"))

# Iterators are taken apart and set to a place.
import copy
it = iter([1, 2, 3, 4])
next(it)
print([x if type(x) is not type(iter) else "iter" for x in it.__reduce__()], list(copy.copy(it)), next(it), it.__length_hint__())
it.__setstate__(0)
print(list(it), [x if type(x) is not type(iter) else "iter" for x in it.__reduce__()])
for it in (iter((1, 2, 3)), iter("abc"), iter("a\u0100c"), iter(b"abc"), iter(range(1, 9, 3)), reversed([1, 2, 3])):
    next(it)
    made, args, *state = it.__reduce__()
    print(made.__name__, args, state, list(copy.copy(it)))
    it.__setstate__(0)
    print(list(it))
for it in (iter({1: 2, 3: 4}), iter({1: 2, 3: 4}.values()), iter({5, 6}), enumerate("ab", 3), zip("ab", "cd"), zip("ab", strict=True)):
    next(it)
    made, args, *state = it.__reduce__()
    print(made.__name__, len(args), state, list(copy.copy(it)), list(it))
items = [3, 1, 2]
try:
    items.sort(key=lambda x: items.append(x) or x)
except ValueError as e:
    print(e, items)
print(items.sort(key=lambda x: print(len(items)) or x), items)


class Group(ExceptionGroup):
    def derive(self, members):
        return Group(self.message + "!", members)


g = Group("g", [ValueError(1), TypeError(2), Group("inner", [ValueError(3), OSError(4)])])
print(repr(g.split(ValueError)), repr(g.subgroup((OSError, TypeError))), repr(g.split(lambda e: isinstance(e, OSError))[1]), sep="\n")
try:
    raise g
except* ValueError as e:
    print("first", repr(e))
except* Exception as e:
    print("rest", repr(e))
t(lambda: Group("x", [KeyboardInterrupt()]))
try:
    import os.nothing
except ImportError as e:
    print(e)

# Classes of exceptions called in loops: with and without an `__init__`, over types that have fields of their own, and wrongly.


class Plain(Exception):
    pass


class Coded(Exception):
    def __init__(self, message, code=7):
        super().__init__(message)
        self.code = code


class Further(Coded):
    def __init__(self, *parts):
        super().__init__(" ".join(parts), len(parts))
        self.parts = parts

    def __str__(self):
        return super().__str__() + "!"


class Silent(ValueError):
    def __init__(self):
        pass


class Keyed(KeyError):
    pass


class Filed(OSError):
    pass


class Left(SystemExit):
    pass


class Loaded(ImportError):
    pass


class Over(StopIteration):
    pass


class Texts(UnicodeDecodeError):
    pass


class Grouped(ExceptionGroup):
    pass


class New(Exception):
    def __new__(cls, *args):
        made = super().__new__(cls, *args)
        made.told = len(args)
        return made


class Result(Exception):
    def __init__(self):
        return 3


class Parsed(SyntaxError):
    pass


class Noted(Exception):
    def __init__(self, *args, **named):
        super().__init__(*args)
        self.named = named
        self.add_note("noted")


def shown(error):
    fields = ("code", "parts", "errno", "strerror", "filename", "name", "path", "msg", "value", "told", "named", "lineno", "exceptions")
    told = {field: getattr(error, field) for field in fields if hasattr(error, field)}
    return f"{type(error).__name__} {error!s} {error!r} {error.args} {told} {getattr(error, '__notes__', None)}"


makers = [
    lambda: Plain(), lambda: Plain(1), lambda: Plain(1, "two"), lambda: Plain(x=1), lambda: Coded("a"), lambda: Coded("a", 2),
    lambda: Coded(code=3, message="m"), lambda: Coded(), lambda: Coded(1, 2, 3), lambda: Further("a", "b"), lambda: Further(),
    lambda: Further(1), lambda: Silent(), lambda: Silent(1), lambda: Keyed("k"), lambda: Keyed(), lambda: Filed(2, "none", "f"),
    lambda: Filed("x"), lambda: Filed(1, 2, 3, 4, 5), lambda: Left(3), lambda: Left(), lambda: Left(1, 2), lambda: Loaded("m"),
    lambda: Loaded("m", name="n", path="p"), lambda: Loaded(nope=1), lambda: Over(5), lambda: Over(), lambda: Texts(),
    lambda: Texts("utf-8", b"x", 0, 1, "why"), lambda: Grouped("g", [Plain(1)]), lambda: Grouped("g", []), lambda: New(1, 2),
    lambda: Result(), lambda: Parsed("p", ("f", 1, 2, "t")), lambda: Parsed("p", ("f", 1)), lambda: Noted(1, k=2),
]
for _ in range(3):
    for make in makers:
        try:
            raise make()
        except BaseException as error:
            print(shown(error))


# A hierarchy that is caught by its bases, chained, and counted.
def work(i):
    try:
        if i % 3 == 0:
            raise Plain(i)
        if i % 3 == 1:
            raise Further("at", str(i))
        raise Keyed(i) from Coded("cause", i)
    except Coded as error:
        return error.code, str(error)
    except LookupError as error:
        return repr(error), error.__cause__.code
    except Exception as error:
        return error.args


print([work(i) for i in range(9)])

# Classes change.
Plain.__init__ = lambda self, *args: setattr(self, "late", args)
print(vars(Plain(1, 2)), Plain(3).args)
del Plain.__init__
print(vars(Plain(1, 2)), Plain(3).args)
del Coded.__init__
print([vars(Coded(1)) for _ in range(2)], Coded(1, 2, 3).args)


class Items(list):
    def __init__(self, *items):
        super().__init__(items)

    def append(self, item):
        super().append(item * 2)
        return super().__len__()

    def __repr__(self):
        return "Items" + super().__repr__()

    def __eq__(self, other):
        return super().__eq__(other)

    def pop(self, *at):
        return super().pop(*at)


items = Items(1, 2)
for i in range(3):
    print(items.append(i), items, items == [1, 2, 0], items != [1])
    try:
        print(items.pop(), items.pop("x"))
    except TypeError as error:
        print(error)


class Named(str):
    def upper(self):
        return super().upper() + "?"

    def __add__(self, other):
        return super().__add__(other) * 2

    def __hash__(self):
        return super().__hash__()


for _ in range(2):
    print(Named("ab").upper(), Named("ab") + "c", hash(Named("ab")) == hash("ab"))


class Objects:
    def __setattr__(self, name, value):
        super().__setattr__(name, value + 1)

    def __getattribute__(self, name):
        return super().__getattribute__(name)

    def __repr__(self):
        return super().__repr__()[:20]

    def __init_subclass__(cls, **named):
        super().__init_subclass__(**named)


made = Objects()
for i in range(3):
    made.x = i
    print(made.x, made)
    try:
        made.y
    except AttributeError as error:
        print(error)

# A number of an error can be a bool, and no float.
for n in (1, True, 1.0, 2.0, 2.5, False, float('inf'), float('nan'), 2**70, -1, 13.0, '2', None):
    failed = OSError(n, "x")
    print(type(failed).__name__, failed, failed.errno)

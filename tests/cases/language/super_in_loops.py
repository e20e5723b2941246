# `super().method(...)` at places that are run often, of classes that change, and of one code in several classes.


class A:
    def __init__(self, x, y=1):
        self.x, self.y = x, y

    def who(self, *rest, **named):
        return ("A", rest, sorted(named.items()))

    def __len__(self):
        return 3

    @classmethod
    def of(cls, x):
        return cls(x)

    @staticmethod
    def told(text):
        return "told " + text

    @property
    def size(self):
        return self.x * 2


class B(A):
    def __init__(self, x, z=None):
        super().__init__(x)
        self.z = z

    def who(self, *rest, **named):
        return ("B", super().who(*rest, **named), super().who(), super().who(1), super().who(1, k=2))

    def __len__(self):
        return super().__len__() + 1

    @classmethod
    def of(cls, x):
        return super().of(x + 1)

    def told(self, text):
        return super().told(text) + "!"

    @property
    def size(self):
        return super().size + 1


class C(B):
    def __init__(self, *args):
        super().__init__(*args)

    def who(self, *rest, **named):
        return ("C", super().who(*rest, **named))


for i in range(4):
    for kind in (B, C):
        made = kind(i)
        print(kind.__name__, vars(made), made.who(), made.who(7, q=8), len(made), made.told("x"), made.size, vars(kind.of(i)))


# The class after another depends on the object.
class Left(A):
    def who(self):
        return ["Left"] + [super().who()]


class Right(A):
    def who(self):
        return ["Right"] + [super().who()]


class Both(Left, Right):
    pass


class Turned(Right, Left):
    pass


for _ in range(3):
    for kind in (Left, Both, Turned, Right):
        print(kind.__name__, kind(0).who())


# One code, many classes.
def layer(below, name):
    class Layer(below):
        def who(self):
            return [name] + super().who()

    return Layer


class Ground:
    def who(self):
        return ["ground"]


one = layer(Ground, "one")
two = layer(one, "two")
three = layer(two, "three")
for _ in range(3):
    print(three().who(), two().who(), one().who())

# Changes count at once.
keep = Ground.who
Ground.who = lambda self: ["other"]
print(three().who(), two().who())
one.who = lambda self: ["cut"]
print(three().who(), two().who())
del one.who
Ground.who = keep
print(three().who(), two().who())
one.__bases__ = (type("New", (Ground,), {"who": lambda self: ["new"] + super(New, self).who()}),)
New = one.__bases__[0]
print(three().who())


# What is not there, what is no function, what is given wrongly.
class Wrong(A):
    def missing(self):
        return super().nothing()

    def called(self):
        return super().size()

    def too_many(self):
        return super().__init__(1, 2, 3)

    def names(self):
        return super().__init__(nope=1)

    def own(self):
        self.who = lambda: "own"
        return super().who()


for _ in range(3):
    made = Wrong(1)
    for name in ("missing", "called", "too_many", "names", "own"):
        try:
            print(name, getattr(made, name)())
        except (AttributeError, TypeError) as error:
            print(name, type(error).__name__, error)


# In exceptions and in generators, and where `super` is another.
class Failure(Exception):
    def __init__(self, text, code):
        super().__init__(text)
        self.code = code

    def __str__(self):
        return f"{super().__str__()} ({self.code})"


class Worse(Failure):
    def __init__(self, text):
        super().__init__(text, 9)

    def twice(self):
        yield super().__str__()
        yield super().with_traceback(None) is self


for i in range(3):
    try:
        raise Worse(f"at {i}")
    except Failure as failure:
        print(failure, failure.args, failure.code, list(failure.twice()))


def shadowed():
    def super(*args):
        return Ground()

    class Inner(A):
        def who(self):
            return super().who()

    return [Inner(1).who() for _ in range(2)]


print(shadowed())


# Once each: builtin methods that are given too little or too much name the class of the object.
class Once(list):
    def too_few(self):
        return super().append()

    def too_many(self):
        return super().append(1, 2)

    def of_a_kind(self):
        return super().__getitem__("a")


class Error(ValueError):
    def too_few(self):
        return super().with_traceback()


for call in (Once().too_few, Once().too_many, Once().of_a_kind, Error().too_few):
    try:
        call()
    except TypeError as error:
        print(error)

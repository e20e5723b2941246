# ends: raised
from contextlib import ExitStack, contextmanager, closing, nullcontext, redirect_stdout, suppress
from dataclasses import dataclass, field, InitVar, KW_ONLY
from enum import Enum, Flag, IntEnum, StrEnum, auto, unique
import io
import traceback


class Currency(StrEnum):
    EUR = auto()
    USD = auto()


class Perm(Flag):
    READ = auto()
    WRITE = auto()
    AUDIT = READ | 8
    ALL = READ | WRITE | AUDIT


class Level(IntEnum):
    LOW = 1
    HIGH = 10

    @property
    def colour(self):
        return {1: "green", 10: "red"}[self]


class BankError(Exception):
    def __init__(self, account, message="problem"):
        super().__init__(account, message)
        self.account = account

    def __str__(self):
        return f"[{self.account}] {self.args[1]}"


class Insufficient(BankError):
    pass


@dataclass(order=True)
class Account:
    sort_index: float = field(init=False, repr=False)
    owner: str
    balance: float = 0.0
    _: KW_ONLY
    currency: Currency = Currency.EUR
    opening: InitVar[float | None] = None
    history: list = field(default_factory=list, compare=False)

    def __post_init__(self, opening):
        if opening is not None:
            self.balance += opening
        self.sort_index = self.balance

    def withdraw(self, amount):
        if amount > self.balance:
            error = Insufficient(self.owner, f"needs {amount - self.balance:.2f} more")
            error.add_note(f"balance is {self.balance:.2f} {self.currency}")
            raise error
        self.balance -= amount
        self.history.append(("out", amount))


@contextmanager
def transaction(*accounts):
    saved = [(a, a.balance, a.history[:]) for a in accounts]
    try:
        yield accounts
    except BankError as e:
        for a, balance, history in saved:
            a.balance, a.history = balance, history
        raise RuntimeError("rolled back") from e


a = Account("ann", 100, opening=50)
b = Account("bob", 20, currency=Currency.USD)
print(a, b, sep="\n")
print(a > b, sorted([a, b])[0].owner, a == Account("ann", 150))
try:
    with transaction(a, b):
        a.withdraw(30)
        b.withdraw(500)
except RuntimeError as e:
    print(*traceback.format_exception_only(e), *traceback.format_exception(e.__cause__), sep="", end="")
    print(repr(e.__cause__), e.__cause__.__notes__, a.balance, e.__suppress_context__)
print(list(Currency), Currency.USD == "usd", f"{Currency.EUR:>6}", Currency("eur"), repr(Currency.EUR), str(Level.HIGH), f"{Level.HIGH}", Level.HIGH.colour, Level(10), Level.LOW < 5, Perm.READ | Perm.WRITE, ~Perm.READ, Perm(9), Perm.ALL in Perm.ALL, Perm.READ in Perm.AUDIT, list(Perm.ALL), Perm(0), len(Perm), Perm["WRITE"], bool(Perm(0)), Perm.ALL & ~Perm.AUDIT)
for bad in (lambda: Currency("gbp"), lambda: Level["NOPE"], lambda: Perm(64), lambda: Perm.READ + 1, lambda: Account(), lambda: Account("x", 1, Currency.EUR), lambda: setattr(Level, "LOW", 3), lambda: Level.LOW.nothing, lambda: Account("x") < 3):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
try:
    @unique
    class Dup(Enum):
        A = 1
        B = 1
except ValueError as e:
    print(e)
try:
    class More(Level):
        X = 3
except TypeError as e:
    print(e)


def cleanup(name, *exc):
    print("cleanup", name, [getattr(x, "__name__", x) for x in exc][:1])


with ExitStack() as stack:
    stack.callback(cleanup, "one")
    stack.push(lambda *exc: print("saw", exc[0].__name__, exc[1]) or True)
    f = stack.enter_context(closing(io.StringIO("text")))
    stack.enter_context(nullcontext())
    print(f.read())
    raise Insufficient("stack", "inside")
print(f.closed)
with redirect_stdout(io.StringIO()) as out, suppress(ZeroDivisionError, KeyError):
    print("hidden")
    1 / 0
print("captured", repr(out.getvalue()))
moved = ExitStack()
with ExitStack() as stack:
    stack.callback(print, "later")
    moved = stack.pop_all()
print("before")
moved.close()


@contextmanager
def broken():
    yield 1
    yield 2


for attempt in (lambda: broken().__enter__(), lambda: contextmanager(lambda: iter([]))().__enter__()):
    try:
        with broken() as x:
            print(x)
    except RuntimeError as e:
        print(e)
try:
    a.withdraw(1000)
finally:
    print("final balance", a.balance, b.balance)

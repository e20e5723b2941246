# ends: raised
"""A small test framework: fixtures by parameter name, parametrised tests, markers, approx, capturing; then tests that use it."""
import contextlib
import inspect
import io
import itertools
import math
import re
import sys
import traceback
from dataclasses import dataclass, field
from functools import partial


class Skipped(Exception):
    pass


class Mark:
    def __getattr__(self, name):
        def decorator(*args, **kwargs):
            def apply(function):
                function.__dict__.setdefault("marks", []).append((name, args, kwargs))
                return function
            return apply(args[0]) if len(args) == 1 and callable(args[0]) and not kwargs else apply
        return decorator


mark = Mark()
FIXTURES = {}


def fixture(function=None, *, scope="function"):
    if function is None:
        return partial(fixture, scope=scope)
    FIXTURES[function.__name__] = (function, scope)
    return function


class approx:
    def __init__(self, value, rel=1e-6):
        self.value, self.rel = value, rel

    def __eq__(self, other):
        if isinstance(self.value, (list, tuple)):
            return len(self.value) == len(other) and all(approx(a, self.rel) == b for a, b in zip(self.value, other))
        return math.isclose(self.value, other, rel_tol=self.rel)

    def __repr__(self):
        return f"{self.value} ± {self.rel:.0e}"


@contextlib.contextmanager
def raises(kind, match=None):
    class Info:
        value = None
    try:
        yield Info
    except kind as error:
        Info.value = error
        assert match is None or re.search(match, str(error)), f"{match!r} not found in {str(error)!r}"
    else:
        raise AssertionError(f"DID NOT RAISE {kind.__name__}")


@dataclass
class Report:
    passed: int = 0
    lines: list[str] = field(default_factory=list)
    outcomes: dict[str, str] = field(default_factory=dict)

    def add(self, name, outcome, *details):
        self.outcomes[name] = outcome
        self.lines += details


class Session:
    def __init__(self):
        self.cache, self.report, self.closing = {}, Report(), []

    def value(self, name, local):
        function, scope = FIXTURES[name]
        cache = self.cache if scope == "session" else local
        if name not in cache:
            made = function(**{p: self.value(p, local) for p in inspect.signature(function).parameters})
            if inspect.isgenerator(made):
                (self.closing if scope == "session" else local.setdefault("closing", [])).append(made)
                made = next(made)
            cache[name] = made
        return cache[name]

    def run(self, function):
        marks = {name: (args, kwargs) for name, args, kwargs in getattr(function, "marks", [])}
        cases = [((), {})]
        if "parametrize" in marks:
            names, values = marks["parametrize"][0]
            names = names.replace(",", " ").split()
            cases = [(v if len(names) > 1 else (v,), dict(zip(names, v if len(names) > 1 else (v,)))) for v in values]
        for shown, given in cases:
            name = function.__name__ + (f"[{'-'.join(map(str, shown))}]" if shown else "")
            self.one(function, name, given, marks)

    def one(self, function, name, given, marks):
        if "skip" in marks:
            return self.report.add(name, "s")
        local, out = {}, io.StringIO()
        try:
            wanted = [p for p in inspect.signature(function).parameters if p not in given]
            with contextlib.redirect_stdout(out):
                function(**given, **{p: self.value(p, local) for p in wanted})
        except Skipped:
            self.report.add(name, "s")
        except AssertionError as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            self.report.add(name, "x" if "xfail" in marks else "F", *([] if "xfail" in marks else [f"{name}:{frame.lineno - function.__code__.co_firstlineno}: {frame.line} -> {error}", *(f"  stdout: {l}" for l in out.getvalue().splitlines())]))
        except Exception as error:
            self.report.add(name, "E", f"{name}: {type(error).__name__}: {error}")
        else:
            self.report.passed += 1
            self.report.add(name, "X" if "xfail" in marks else ".")
        for made in reversed(local.get("closing", [])):
            next(made, None)


log = []


@fixture(scope="session")
def database():
    log.append("open")
    yield {"users": {}}
    log.append("close")


@fixture
def user(database):
    database["users"]["ann"] = 1
    yield "ann"
    log.append(f"removed {database['users'].pop('ann')}")


def test_user(user, database):
    assert database["users"] == {user: 1}


@mark.parametrize("a, b, total", [(1, 2, 3), (0.1, 0.2, 0.3), ("a", "b", "ba")])
def test_add(a, b, total):
    print("adding", a, b)
    assert a + b == (total if isinstance(total, str) else approx(total)), f"{a + b!r} is not {total!r}"


@mark.parametrize("text", ["1", "x", "٣"])
def test_int(text):
    with raises(ValueError, match="invalid literal") as info:
        int(text)
    assert info.value.args[0].endswith("'x'")


@mark.skip
def test_skipped():
    assert False


@mark.xfail(reason="known")
def test_known():
    assert [1, 2] == [2, 1]


@mark.xfail
def test_unexpected(): pass


def test_error(user):
    {}["missing"]


def test_no_fixture(nothing): ...


def test_approx():
    assert [0.1 + 0.2, 1e9 + 1] == approx([0.3, 1e9]) and approx(5) == 5.0000001
    assert approx(1.0) != 2


def test_deep(database):
    def check(tree, depth=0):
        for key, value in tree.items():
            if isinstance(value, dict):
                check(value, depth + 1)
            else:
                assert value < depth, (key, value)
    check({"a": {"b": {"c": 1}, "d": 5}})


session = Session()
for name, function in list(vars(sys.modules[__name__]).items()):
    if name.startswith("test_"):
        session.run(function)
for made in session.closing:
    next(made, None)
outcomes = session.report.outcomes
print("".join(outcomes.values()), f"{session.report.passed} of {len(outcomes)}")
print(*session.report.lines, sep="\n")
for outcome, names in itertools.groupby(sorted(outcomes, key=lambda n: (outcomes[n], n)), key=outcomes.get):
    print(outcome, *names)
print(log, approx(3), test_add.marks[0][0], [n for n, (f, s) in FIXTURES.items() if s == "session"])
assert session.report.passed == 7, session.report.passed

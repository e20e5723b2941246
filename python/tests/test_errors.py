"""The exceptions of the package: one family, with the result where there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import stockade
from stockade import GuestError, GuestExit, LimitError, OutcomeError, PolicyError, ReplayError, Session, StockadeError, sandboxed


def test_one_family() -> None:
    own = [value for name in stockade.__all__ if isinstance(value := getattr(stockade, name), type) and issubclass(value, BaseException)]
    assert {kind.__name__ for kind in own if not issubclass(kind, StockadeError)} <= {"InterpreterError"}
    assert issubclass(ReplayError, StockadeError) and issubclass(OutcomeError, StockadeError) and issubclass(StockadeError, RuntimeError)
    assert {kind.__module__ for kind in own if issubclass(kind, StockadeError)} == {"stockade"}


def endless() -> None:
    while True:
        pass


def imports() -> None:
    import os  # noqa: F401


def own() -> None:
    class Odd(Exception):
        pass

    raise Odd("x")


def leaves() -> None:
    raise SystemExit(3)


def key() -> None:
    {}["a"]


def words() -> None:
    raise ValueError("no", 3)


def decodes() -> None:
    b"\xff".decode()


def stays() -> Any:
    return lambda: 1


def fails() -> None:
    assert False


@pytest.mark.parametrize(
    ("function", "kind", "said"),
    [
        (endless, LimitError, "fuel limit reached"), (imports, PolicyError, "`os` is not allowed"), (own, GuestError, "Odd: x"),
        (leaves, GuestExit, "SystemExit: 3"), (key, KeyError, "^'a'$"), (words, ValueError, "no"), (decodes, GuestError, "UnicodeDecodeError"),
        (stays, TypeError, "can't leave the sandbox"), (fails, AssertionError, "^$"),
    ],
)
def test_sandboxed_functions_raise_what_happened(function: Callable[[], Any], kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said) as caught:
        sandboxed(fuel=1_000_000)(function)()
    assert type(caught.value) is kind
    result = caught.value.result  # type: ignore[attr-defined]
    assert result.outcome != "completed" or result.value_error


RATE, Money = 2.5, float


@sandboxed
def price(amount: Money, rate: Money = RATE, *rest: Money, places: int = int(RATE), **more: Money) -> Money:
    return price(0) if amount < 0 else round(amount * rate, places)


def test_sandboxed_functions_have_their_defaults_and_no_annotations() -> None:
    assert (price(1.111), price(1.111, 1), price(2, places=0), price(-1)) == (2.78, 1.11, 5.0, 0.0)


def test_sandboxed_says_what_it_takes() -> None:
    async def waits() -> None:
        pass

    for function in (len, waits, int, lambda: 1):
        with pytest.raises(TypeError, match=r"sandboxed\(\) is for plain functions"):
            sandboxed(function)
    scope: dict[str, Any] = {}
    exec("def f(): return 1", scope)
    with pytest.raises(TypeError, match=r"sandboxed\(\) has no source of f\(\): define it in a file or in a notebook"):
        sandboxed(scope["f"])


def test_an_adapter_attaches_the_result() -> None:
    from stockade.smolagents import InterpreterError, StockadeExecutor

    with pytest.raises(InterpreterError) as caught:
        StockadeExecutor([])("1 / 0")
    assert caught.value.result.exception == "ZeroDivisionError"  # type: ignore[attr-defined]
    from stockade.dspy import CodeExecutionError, StockadeInterpreter

    with pytest.raises(CodeExecutionError) as failed:
        StockadeInterpreter().execute("1 / 0")
    assert failed.value.result.line == 1
    with pytest.raises(SyntaxError) as wrong:
        StockadeInterpreter().execute("1 +")
    assert wrong.value.result.outcome == "syntax"  # type: ignore[attr-defined]


def test_what_a_session_cannot_do_now_is_a_runtime_error() -> None:
    with pytest.raises(RuntimeError, match="nothing to resume"):
        Session().resume()
    with pytest.raises(RuntimeError, match="nothing to drop"):
        Session().drop_step()


def test_a_refused_import_is_told_where_a_program_hides_it() -> None:
    sources = {"wrapper.py": "try:\n    import socket\nexcept ImportError:\n    raise ImportError('please install wrapper[net]') from None\n"}
    result = Session(sources=sources).run("import wrapper")
    assert (result.error or "").startswith("ImportError: please install wrapper[net]\n(the policy refused before: `socket` is not allowed")
    sources = {"quiet.py": "try:\n    import socket\nexcept ImportError:\n    pass\n"}
    assert Session(sources=sources).run("import quiet\n1 / 0").error == "ZeroDivisionError: division by zero"


def test_long_things_are_cut_where_they_are_shown() -> None:
    result = Session().run("print('x' * 100_000)\nlist(range(50_000))")
    assert len(result.value) == 50_000 and len(result.output) == 100_001
    assert len(repr(result)) < 7_000 and "more characters)" in repr(result)
    assert len(result._repr_html_()) < 42_000 and "more characters)" in result._repr_html_()
    failed = Session().run("x = 1\n1 / 0")
    assert "ended_at=FrameLine(file='<step 1>', line=2, function='<module>', source='1 / 0')" in repr(failed)
    warned = Session().run("print(1)\nif True: pass\n1 / 0")
    assert "ZeroDivisionError" in warned._repr_html_()

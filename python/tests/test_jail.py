"""Modules of the host in a jail: what programs do with them, what they can't reach, and how a jail ends."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import stockade
from lending_probes import ROWS, WAYS, prepare, program
from stockade import Handle, JailLost, Policy, Session, _jail
from stockade.smolagents import StockadeExecutor
from test_lending import PACKAGES, clear, ended, reached
from test_modules import POLICY, SETUP, USES

np = pytest.importorskip("numpy")
pd = pytest.importorskip("pandas")

pytestmark = pytest.mark.skipif(bool(stockade._stockade.missing_walls()), reason="this machine lacks a wall")


def jailed(*modules: str, policy: Any = "permissive", **settings: Any) -> Session:
    return Session(policy, modules=modules or ["numpy", "pandas"], modules_in="jail", check=False, **settings)


@pytest.fixture(scope="module")
def session() -> Session:
    made = jailed(policy=POLICY, fuel=1_000_000_000)
    made.run(SETUP).raise_for_outcome()
    return made


@pytest.mark.parametrize(("code", "expected"), USES)
def test_use(session: Session, code: str, expected: object) -> None:
    fork = session.fork()
    fork.run(SETUP).raise_for_outcome()
    assert fork.run(code).raise_for_outcome().value == expected


# --- what is reached

@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_is_reached(package: str, tmp_path: Path) -> None:
    """The programs that reach the host where a package is trusted in this process."""
    pytest.importorskip(package)
    out, inputs = tmp_path / "out", tmp_path / "in"
    prepare(inputs, out)
    parent = jailed(package, "numpy", timeout=60, fuel=10**10)
    try:
        parent.run("1").raise_for_outcome()
        parent.run(f"import {package}")
    except JailLost as lost:
        # It starts threads when it is imported, or can't be: nothing of it is used.
        assert lost.reason == "unready"
        return
    wrong, count = [], 0
    for row in [row for row in ROWS if row.package == package]:
        for way in WAYS:
            setup, code = program(row, way, out, inputs)
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(JailLost):
                if reached(out, ended(parent.fork(), setup, code)):
                    wrong.append((row.callable, way))
            clear(out)
            count += 1
    assert not wrong and count >= 5, wrong


@pytest.mark.parametrize(
    ("module", "code"),
    [
        ("numpy", "import numpy as np\nnp.save('OUT', np.arange(3))"),
        ("pandas", "import pandas as pd\npd.DataFrame({'a': [1]}).to_csv('OUT')"),
        ("pandas", "import pandas as pd\npd.DataFrame({'a': [1]}).eval('@pd.io.common.os.system(\"echo > OUT\")')"),
        ("sympy", "import sympy\nsympy.sympify('__import__(\"os\").system(\"echo > OUT\")')"),
        ("sympy", "import sympy\nsympy.sympify('open(\"OUT\", \"w\")')"),
        ("yaml", "import yaml\nyaml.unsafe_load('!!python/object/apply:os.system [echo > OUT]')"),
        ("yaml", "import yaml\nyaml.unsafe_load('!!python/object/apply:subprocess.check_output [[touch, OUT]]')"),
        ("matplotlib", "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.savefig('OUT.png')"),
    ],
)
def test_files_and_shells_are_out_of_reach(module: str, code: str, tmp_path: Path) -> None:
    pytest.importorskip(module)
    out = tmp_path / "out"
    result = jailed(module, timeout=60).run(code.replace("OUT", str(out)))
    assert not list(tmp_path.iterdir())
    # A shell that could not be started is a number; everything else is an error.
    assert result.outcome.startswith("runtime:") or "system" in code, result


def test_what_computes_still_works() -> None:
    pytest.importorskip("sympy")
    pytest.importorskip("yaml")
    assert jailed("sympy", timeout=60).run("import sympy\nstr(sympy.expand('(x + 1)**2'))").value == "x**2 + 2*x + 1"
    assert jailed("yaml").run("import yaml\nyaml.safe_load('a: [1, 2]')").value == {"a": [1, 2]}


def test_policies_hold() -> None:
    policy = Policy.preset("permissive").override(attributes={"modules": {"numpy": {"deny": ["zeros"]}}})
    session = jailed(policy=policy)
    session.run("import numpy as np").raise_for_outcome()
    assert session.run("np.ones(1).tolist()").value == [1.0]
    assert session.run("np.zeros(1)").exception == "AttributeError"
    assert Session("default", modules=["numpy"], modules_in="jail", check=False).run("import numpy").outcome != "completed"


def test_authority_is_never_lent() -> None:
    for name in ("os", "subprocess", "ctypes"):
        with pytest.raises(ValueError, match="authority itself|the sandbox has its own"):
            jailed(name)
    assert jailed("numpy").run("import numpy as np\nnp.os").exception == "AttributeError"


# --- what crosses

def test_arrays_and_tables_cross_as_data() -> None:
    session = jailed()
    session.run("import numpy as np, pandas as pd").raise_for_outcome()
    arrays = [
        np.arange(6).reshape(2, 3), np.zeros((0, 2)), np.array(1.5), np.array(["a", "bc"]), np.array(["2024-01-01"], "M8[D]"),
        np.asfortranarray(np.eye(3)), np.array([True]), np.array([1 + 2j]), np.array([2**63], np.uint64), np.float32([1.5]),
    ]
    for array in arrays:
        session["a"] = array
        back = session.run("a").value
        assert type(back) is np.ndarray and back.dtype == array.dtype and back.shape == array.shape and (back == array).all()
        back.flags.writeable and back.fill(0)
        assert (session.run("a").value == array).all()
    assert type(session.run("np.float64(2.5)").value) is np.float64
    tables = [
        pd.DataFrame({"a": [1, 2], "b": ["x", None], "c": [1.5, float("nan")]}),
        pd.DataFrame({"a": [1, 2]}, index=pd.Index(["u", "v"], name="key")),
        pd.DataFrame({"a": [1, 2], "t": pd.to_datetime(["2024-01-01", None])}),
        pd.DataFrame([[1, 2]], columns=["same", "same"]),
        pd.DataFrame(),
        pd.Series([1, 2], name="s"), pd.Index([3, 4]), pd.Series(["a", "b"], dtype="category"),
    ]
    for table in tables:
        session["t"] = table
        back = session.run("t").value
        assert type(back).__name__ == type(table).__name__ and back.equals(table) and list(back.index if hasattr(back, "index") else back) is not None
    assert session.run("t.tolist()").value == ["a", "b"]


def test_tools_get_and_give_arrays() -> None:
    seen: list[Any] = []

    def double(array: Any) -> Any:
        seen.append(array)
        return array * 2

    session = jailed(tools={"double": double})
    assert session.run("import numpy as np\ndouble(np.arange(3)).sum().item()").raise_for_outcome().value == 6
    assert type(seen[0]) is np.ndarray and seen[0].tolist() == [0, 1, 2]


def test_what_is_no_data_stays_inside() -> None:
    session = jailed()
    found = session.run("import numpy as np, pandas as pd\ng = pd.DataFrame({'a': [1, 1]}).groupby('a')\ng").raise_for_outcome().value
    assert "in the jail" in repr(found)
    with pytest.raises(AttributeError, match="the host has no part of it"):
        found.sum()
    # It is the program's again where it is given back.
    session["again"] = found
    assert session.run("again.size().tolist()").value == [2]
    with pytest.raises(TypeError, match="can't enter the jail"):
        session["x"] = np.array([object()])
    with pytest.raises(TypeError, match="can't enter the sandbox"):
        session["x"] = object()
    assert session.run("np.vectorize").outcome == "completed"


def test_objects_of_this_process_are_lent_beside_them() -> None:
    class Ledger:
        def price(self, item: str) -> float:
            return 2.5

        def keep(self, value: Any) -> None:
            raise AssertionError(value)

    session, ledger = jailed(), Ledger()
    session.lend_object(ledger, names=["price", "keep"])
    session["ledger"] = ledger
    assert session.run("import numpy as np\n(np.arange(3) * ledger.price('x')).tolist()").value == [0.0, 2.5, 5.0]
    assert "given to an object of the host's process" in str(session.run("ledger.keep([np.arange(3)])").message)
    assert "stays in the host's process" in str(session.run("np.array([ledger])").message)
    assert session["ledger"] is ledger


def test_what_libraries_print_is_the_programs() -> None:
    session = jailed()
    session.run("import pandas as pd\ndf = pd.DataFrame({'abc': [1]})")
    assert "abc" in session.run("df.info()").output


# --- functions of the program

def test_functions_of_the_program() -> None:
    session = jailed()
    session.run("import numpy as np, pandas as pd\ns = pd.Series([1, 2, 3])").raise_for_outcome()
    assert session.run("s.apply(lambda v: v + np.arange(3).sum()).tolist()").value == [4, 5, 6]
    assert session.run("s.apply(lambda v: s.apply(lambda w: v * w).sum()).tolist()").value == [6, 12, 18]
    assert session.run("def bad(v): raise ValueError('mine')\ntry: s.apply(bad)\nexcept ValueError as e: got = str(e)\ngot").value == "mine"
    # A step that ends within one gives it up, and the objects are still there.
    for code in ("s.apply(lambda v: [0 for _ in iter(int, 1)])", "def end(v): raise SystemExit\ns.apply(end)"):
        assert session.run(code, fuel=200_000).outcome != "completed"
        assert session.run("s.tolist()").value == [1, 2, 3]
    assert session.run("np.vectorize(lambda v: v * 10)(np.arange(3)).tolist()").value == [0, 10, 20]


def test_forks_share_a_jail() -> None:
    session = jailed()
    session.run("import numpy as np\na = np.zeros(2)")
    fork = session.fork()
    assert fork.run("a[0] = 5\na.tolist()").value == [5.0, 0.0]
    assert session.run("a.tolist()").value == [5.0, 0.0]
    assert fork._modules._jail.process == session._modules._jail.process  # type: ignore[union-attr]
    # While one waits for its function, which waits for the other, the other is told so.
    session.add_tool("other", lambda: fork.run("a.sum()").message)
    session.run("import pandas as pd")
    found = session.run("np.vectorize(lambda v: other())(np.arange(1)).tolist()").value
    assert "wait for a function of another session" in found[0]


# --- how it ends

def test_time_counts_for_the_step() -> None:
    session = jailed()
    session.run("import numpy as np\nkept = np.arange(3)").raise_for_outcome()
    process = session._modules._jail.process  # type: ignore[union-attr]
    begun = time.monotonic()
    result = session.run("np.linalg.svd(np.random.rand(4000, 4000))", timeout="500ms")
    assert (result.outcome, time.monotonic() - begun < 3) == ("limit:timeout", True)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    # Objects are gone, modules come again.
    assert "make it again" in str(session.run("kept.sum()").message)
    assert session.run("np.arange(3).tolist()").value == [0, 1, 2]


def test_memory_has_a_limit() -> None:
    session = jailed()
    assert "MemoryError" in str(session.run("import numpy as np\nnp.ones(1 << 32)").exception)
    assert session.run("np.arange(2).tolist()").value == [0, 1]


def test_a_jail_that_ends_is_an_error_of_its_session_alone() -> None:
    pytest.importorskip("yaml")
    session, other = jailed("yaml"), jailed()
    other.run("import numpy as np\na = np.arange(3)")
    session.run("import yaml\nx = 5").raise_for_outcome()
    with pytest.raises(JailLost, match="the jail of the modules yaml is gone") as caught:
        session.run("yaml.unsafe_load('!!python/object/apply:os._exit [3]')")
    assert caught.value.reason == "ended" and isinstance(caught.value, stockade.StockadeError)
    assert session.run("x, yaml.safe_load('1')").value == (5, 1)
    assert other.run("a.tolist()").value == [0, 1, 2]


def test_it_ends_with_its_session() -> None:
    session = jailed("numpy")
    session.run("import numpy").raise_for_outcome()
    process = session._modules._jail.process  # type: ignore[union-attr]
    os.kill(process, 0)
    del session
    import gc

    gc.collect()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


READY = "wire.receive()\nwire.send(['ready'], [])\nwire.receive()\n"


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ("os.write(0, b'nonsense' * 10)", "wrong"),
        ("os.write(0, b'\\xff' * 12)", "wrong"),
        ("wire.send([7, 1], [])", "wrong"),
        ("wire.send([0], [])", "wrong"),
        ("wire.send({'a': 1}, [])", "wrong"),
        ("wire.send([0, {'a': 1}], [])", "wrong"),
        ("wire.send([0, ['?', 1]], [])", "wrong"),
        ("wire.send([0, ['r', 'x', 'y']], [])", "wrong"),
        ("wire.send([0, ['b', 99]], [])", "wrong"),
        ("wire.send([0, ['y', 'eval']], [])", "wrong"),
        ("wire.send([1, ['t', 1, 2]], [])", "wrong"),
        ("wire.send([3, ['t', ['l'], ['l'], ['d']]], [])", "wrong"),
        ("wire.send(['member', ['a']], [])", "wrong"),
        ("wire.send(['eval', ['a']], [])", "wrong"),
        ("x = 1\nfor _ in range(300): x = ['l', x]\nwire.send([0, x], [])", "wrong"),
        ("os.write(0, b'\\x10\\x00\\x00\\x00' + bytes(8) + b'[' * 16)", "wrong"),
        ("os._exit(1)", "ended"),
        ("os.abort()", "ended"),
    ],
)
def test_wrong_answers(answers: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that says what no jail says. A program can get values of the listed kinds alone."""
    boot = "import os, sys; sys.path[:] = {path!r}; from stockade._jail_wire import Wire; wire = Wire(0)\n" + (READY + answers).replace("{", "{{").replace("}", "}}")
    monkeypatch.setattr(_jail, "BOOT", boot)
    session = jailed("numpy", timeout=20)
    with pytest.raises(JailLost) as caught:
        session.run("import numpy")
    assert caught.value.reason == reason
    monkeypatch.undo()
    assert session.run("import numpy as np\nint(np.arange(3)[2])").value == 2


def test_a_record_is_no_class_of_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = "wire.send([0, ['P', 'dataclass', ['t', 'os.system#1', 'system', 'os', ['l', 'a'], ['l'], ['l']], [1]]], [])\nwire.receive()"
    boot = "import os, sys; sys.path[:] = {path!r}; from stockade._jail_wire import Wire; wire = Wire(0)\n" + READY + answers
    monkeypatch.setattr(_jail, "BOOT", boot)
    assert jailed("numpy", timeout=20).run("import numpy").outcome in ("completed", "runtime:TypeError")


def test_signals_leave_no_half_message() -> None:
    program = """
import signal, stockade
session = stockade.Session("permissive", modules=["numpy"], modules_in="jail", check=False)
session.run("import numpy as np").raise_for_outcome()
def stop(*_): raise KeyboardInterrupt
signal.signal(signal.SIGALRM, stop)
signal.setitimer(signal.ITIMER_REAL, 0.5)
try:
    session.run("np.linalg.svd(np.random.rand(4000, 4000))")
except KeyboardInterrupt:
    print("stopped", session.run("np.arange(3).tolist()").value)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout == "stopped [0, 1, 2]\n", done.stderr


# --- settings

def test_settings() -> None:
    with pytest.raises(ValueError, match='trust= is for modules_in="process"'):
        Session("permissive", modules=["yaml"], trust=["yaml"], modules_in="jail")
    with pytest.raises(ValueError, match="not installed"):
        jailed("there_is_no_such_module")
    with pytest.raises(TypeError, match='modules_in is "jail" or "process"|"jail" or "process"'):
        Session("permissive", modules=["numpy"], modules_in="box")  # type: ignore[arg-type]


def test_without_walls_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from stockade import _state

    class Without:
        @staticmethod
        def missing_walls() -> list[str]:
            return ["landlock (no such kernel)"]

        def __getattr__(self, name: str) -> Any:
            return getattr(stockade._stockade, name)

    monkeypatch.setattr(_state, "_stockade", Without())
    with pytest.raises(ValueError, match="can't shut modules in: walls are missing: landlock"):
        jailed("numpy")


def test_records_and_replays() -> None:
    code = "import numpy as np\n(np.arange(3) * 2).tolist()"
    session = jailed("numpy", record=True)
    assert session.run(code).value == [0, 2, 4]
    assert Session("permissive", replay=session.log, check=False).run(code).value == [0, 2, 4]


def test_smolagents() -> None:
    executor = StockadeExecutor(["numpy", "yaml"], modules_in="jail")
    executor.send_tools({})
    executor.send_variables({"table": np.arange(3), "secret": open(os.devnull)})
    assert executor("import numpy as np, yaml\nint((table * 2).sum()) + yaml.unsafe_load('4')").output == 10
    assert isinstance(executor("secret").output, (Handle, io.TextIOBase))

"""Pools: sessions in workers do what sessions of this process do, and a worker that is lost costs its own sessions."""

from __future__ import annotations

import asyncio
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import stockade
from stockade import Handle, Policy, Pool, Result, Session, WorkerLost

pytestmark = pytest.mark.skipif(os.name != "posix", reason="workers need pipes of Unix")

FILES = "version: 1\nextends: [default]\nadd: {builtins: [open]}\n"
PAY = "version: 1\nextends: [default]\ntools: {allow: {pay: {approve: always}}}\n"


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(2, timeout="10s") as pool:
        yield pool


@pytest.fixture(scope="module")
def threads() -> Iterator[Pool]:
    with Pool(isolation="thread") as pool:
        yield pool


@dataclass
class Point:
    x: int
    y: int


def failing(x: int) -> int:
    raise LookupError(f"no {x}")


async def fetch(n: int) -> int:
    await asyncio.sleep(0.01 * n)
    return n + 1


def source(text: str) -> Callable[[int], str]:
    rest = [text]
    return lambda size: rest.pop() if rest else ""


#: Settings of a session, and its steps.
PROGRAMS: dict[str, tuple[dict[str, Any], list[Any]]] = {
    "values": ({}, ["1 + 1", "'é' * 3", "[1, 2.5, None, {'a': (1,)}]", "x = 3", "x", "print(x)"]),
    "a large value": ({}, ["list(range(10_000))", "'x' * 100_000", "{i: str(i) for i in range(200)}"]),
    "values that stay": ({}, ["lambda: 1", "[object()]", "float('nan')", "(i for i in [])"]),
    "output": ({}, ["import sys\nprint('out')\nprint('err', file=sys.stderr)\nprint('ö')", "print('a' * 3)"]),
    "errors": ({}, ["1 / 0", "def f():\n    raise KeyError('a')\nf()", "raise SystemExit(3)", "x =", "import os", "eval('1')", "undefined"]),
    "limits": ({"fuel": 20_000, "output": 100, "recursion": 50}, [
        "while True: pass", "print('x' * 500)", "def f(): f()\nf()", ("1", {"fuel": 5}), ("sum(range(1000))", {"limits": {"fuel": 100}}), "sum(range(10))",
    ]),
    "memory": ({"memory": "4MiB"}, ["x = [0] * 10_000_000", "x = 1"]),
    "tools": ({"tools": {"double": lambda x: 2 * x, "failing": failing}}, [
        "double(21)", "failing(1)", "try:\n    failing(2)\nexcept LookupError as error:\n    print(error)", "double('a')", "double()", "[double(i) for i in range(5)]",
    ]),
    "async tools": ({"tools": {"fetch": fetch}}, [
        "await fetch(1)", "import asyncio\nawait asyncio.gather(fetch(3), fetch(1), fetch(2))", "await asyncio.wait_for(fetch(1000), 0.02)",
        "task = asyncio.create_task(fetch(1))", "await task",
    ]),
    "consent": ({"policy": PAY, "tools": {"pay": lambda n: f"paid {n}"}, "approve": lambda call: call.arguments["n"] < 10 or "too much"}, ["pay(3)", "pay(30)"]),
    "input": ({"stdin": "3\n4\n", "argv": ["-v"]}, ["int(input()) + int(input())", "import sys\nsys.argv[1:]", "input()", ("input()", {"stdin": "five"})]),
    "input from a source": ({"stdin": source("6\n7\n")}, ["int(input()) * int(input())"]),
    "inputs": ({"inputs": {"names": ["a", "b"], "n": 2**100, "b": b"\x00\xff"}}, ["names, n, b", ("extra + n", {"inputs": {"extra": 1}})]),
    "files": ({"policy": FILES, "mount": {"in.txt": "three"}}, ["t = open('in.txt').read()\nopen('out.txt', 'w').write(t.upper())", "open('none.txt')"]),
    "modules as source": ({"sources": {"helper.py": "def double(x): return 2 * x"}}, ["import helper\nhelper.double(4)"]),
    "records": ({"types": [Point], "tools": {"origin": lambda: Point(0, 0)}}, ["p = origin()\np.x += 3\np"]),
    "handles": ({"tools": {"open_it": lambda: Handle([1]), "use": lambda it: it.value}}, ["it = open_it()\nuse(it)", "type(it).__name__"]),
    "final answers": ({"tools": {"final_answer": lambda x: x}}, ["final_answer(3)"]),
    "clocks": ({"clock": 1_700_000_000.0}, ["import time\ntime.time()", "time.sleep(5)\ntime.time(), time.perf_counter()", "time.time()"]),
    "sleeping costs no time": ({}, ["import time\na = time.time()\ntime.sleep(7)\nround(time.time() - a)"]),
    "a deadline that is slept away": ({"timeout": "3s"}, ["import time\ntime.sleep(5)"]),
    "seeds": ({"seed": 7}, ["import random\nrandom.random()", "hash('a')"]),
    "crossing": ({"crossing": {"values": 10}}, ["[0] * 10", "[0] * 5"]),
    "cells": ({}, [("x = 3", {"cell": True}), ("import os", {"check": False})]),
}


def seen(result: Result) -> dict[str, Any]:
    """What must be the same. How much memory a session has depends on what it was copied from."""
    fields = {name: value for name, value in vars(result).items() if name not in ("memory", "peak_memory", "artifacts", "cause", "limit")}
    fields["limit"] = None if result.limit is None else (result.limit.kind, result.limit.policy_key, result.limit.limit, result.limit.stack)
    fields["value"] = repr(result.value)
    fields["artifacts"] = dict(result.artifacts)
    return fields


def ends(open_session: Callable[..., Session], settings: dict[str, Any], steps: list[Any], is_async: bool) -> list[Any]:
    session = open_session(**settings)
    found = []
    for step in steps:
        code, own = step if isinstance(step, tuple) else (step, {})
        result = asyncio.run(session.run_async(code, **own)) if is_async else session.run(code, **own)
        found.append((code, seen(result)))
    return [*found, sorted(session.names()), session.is_paused]


def fresh(settings: dict[str, Any]) -> dict[str, Any]:
    return {**settings, "stdin": source("6\n7\n")} if callable(settings.get("stdin")) else settings


@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_same_results_as_a_session_of_this_process(pool: Pool, threads: Pool, name: str, is_async: bool) -> None:
    settings, steps = PROGRAMS[name]
    settings.setdefault("timeout", "10s")
    own = ends(Session, fresh(settings), steps, is_async)
    assert ends(pool.session, fresh(settings), steps, is_async) == own
    assert ends(threads.session, fresh(settings), steps, is_async) == own


def test_a_session_of_a_pool_is_a_session(pool: Pool, threads: Pool) -> None:
    for one in (pool, threads):
        session = one.session("strict", inputs={"x": 1})
        assert type(session) is Session and repr(session) == "<Session under strict, after 0 steps: variables x; tools none>"
        session["y"] = [2]
        assert session["y"] == [2] and session.get("z") is None and "y" in session and dict(session) == {"x": 1, "y": [2]}
        del session["y"]
        with pytest.raises(KeyError):
            session["y"]
        session.run("lambda x: x + 1")
        session.keep_value("f")
        assert session.run("f(1)").value == 2
        session.add_tool("one", lambda: 1)
        assert session.run("one()").value == 1
        session.remove_tool("one")
        assert session.run("one()").exception == "NameError"


def test_files(pool: Pool) -> None:
    session = pool.session(FILES)
    session.files.write("in.txt", "three")
    session.run("open('out.txt', 'w').write('1')")
    assert session.files.read("out.txt") == b"1" and list(session.files) == ["/home/user/in.txt", "/home/user/out.txt"]
    session.files.remove("in.txt")
    with pytest.raises(FileNotFoundError):
        session.files.read("in.txt")
    with pytest.raises(PermissionError):
        pool.session().files.write("in.txt", "x")


def test_output_comes_as_it_is_printed(pool: Pool) -> None:
    texts: list[tuple[str, bool]] = []
    session = pool.session(tools={"count": lambda: len(texts)}, on_output=lambda text, error: texts.append((text, error)))
    result = session.run("import sys\nprint('a')\nn = count()\nprint('b', file=sys.stderr)\nn")
    assert result.value == 1 and ("".join(text for text, error in texts if not error), [error for _, error in texts]) == ("a\n", [False, True])


def test_a_fork_has_its_limits_from_its_first_moment(pool: Pool, threads: Pool) -> None:
    def in_a_step(owner: Pool) -> Any:
        copies: list[Session] = []
        session = owner.session(tools={"f": lambda: copies.append(session.fork(fuel=2_000))})
        assert session.run("f()\nfor i in range(100_000): pass").ok
        return copies[0].resume().outcome

    assert [in_a_step(owner) for owner in (pool, threads)] == ["limit:fuel"] * 2
    for owner in (pool, threads):
        large = owner.session(memory="16MiB")
        assert large.run("x = bytes(60_000_000)", memory="128MiB").ok
        assert large.fork(memory="128MiB").run("len(x)").value == 60_000_000
        with pytest.raises(ValueError, match="memory limit"):
            large.fork(memory="1MiB")


def test_a_step_that_was_counted_and_did_not_run_counts(pool: Pool, threads: Pool) -> None:
    for owner in (pool, threads):
        session = owner.session()
        assert session.run("1").ok
        with pytest.raises(TypeError):
            session.run("2", stdin=object())  # type: ignore[arg-type]
        copies = [session.fork(), owner.session(snapshot=session.snapshot()), session]
        assert ["<step 3>" in (copy.run("1 / 0").traceback or "") for copy in copies] == [True] * 3


def test_nothing_is_left_of_a_pool_that_is_closed_while_sessions_are_opened() -> None:
    for _ in range(5):
        with Pool(2) as pool:
            kept: list[Session] = []

            def opens() -> None:
                try:
                    while True:
                        kept.append(pool.session())
                except (RuntimeError, WorkerLost):
                    pass

            opening = [threading.Thread(target=opens) for _ in range(4)]
            for thread in opening:
                thread.start()
            time.sleep(0.05)
            pool.close()
            for thread in opening:
                thread.join()
            assert pool._core.processes() == []


def test_forks_go_their_own_ways(pool: Pool) -> None:
    first = pool.session(tools={"double": lambda x: 2 * x}, inputs={"x": [1]})
    second = first.fork(fuel=3_000)
    second.run("x.append(double(2))")
    assert (first["x"], second["x"]) == ([1], [1, 4])
    assert second.run("while True: pass").outcome == "limit:fuel" and second.run("while True: pass").limit.limit == 3_000  # type: ignore[union-attr]
    third = second.fork()
    assert third.run("while True: pass", fuel=500).limit.limit == 500 and third.run("x").value == [1, 4]  # type: ignore[union-attr]
    assert first._core.process() == third._core.process() in pool.processes


def test_pauses(pool: Pool) -> None:
    session = pool.session()
    session.pause_at(200)
    assert session.run("total = 0\nfor i in range(100): total += i\ntotal").outcome == "paused" and session.is_paused
    assert pool.session(snapshot=session.snapshot()).resume().value == session.resume().value == 4950
    assert not session.is_paused


def test_snapshots_move_between_pools_and_plain_sessions(pool: Pool, threads: Pool) -> None:
    key = bytes(32)
    opens: list[Callable[..., Session]] = [Session, pool.session, threads.session]
    restores: list[Callable[..., Session]] = [Session.restore, lambda snapshot, **own: pool.session(snapshot=snapshot, **own), lambda snapshot, **own: threads.session(snapshot=snapshot, **own)]
    for open_session in opens:
        session = open_session(tools={"double": lambda x: 2 * x})
        session.run("x = [double(1)]")
        for restore in restores:
            again = restore(session.snapshot(key), key=key, tools={"double": lambda x: 20 * x})
            result = again.run("x.append(double(1))\nx")
            assert result.value == [2, 20] and 'File "<step 3>", line 1' in str(again.run("1 / 0").traceback)
            with pytest.raises(ValueError):
                restore(session.snapshot(key))
    with pytest.raises(TypeError, match="takes no inputs"):
        pool.session(snapshot=Session().snapshot(), inputs={"x": 1})
    with pytest.raises(TypeError, match="snapshot"):
        pool.session(key=key)


def kill(session: Session) -> int:
    process = session._core.process()
    assert process is not None
    os.kill(process, signal.SIGKILL)
    return process


def test_a_worker_that_dies_between_steps() -> None:
    with Pool(2) as pool:
        lost, other, neighbour = pool.session(), pool.session(), pool.session()
        for session in (lost, other, neighbour):
            session.run("x = 1")
        snapshot = lost.snapshot()
        assert lost._core.process() == neighbour._core.process() != other._core.process()
        process = kill(lost)
        for session in (lost, neighbour):
            for use in (lambda: session.run("x"), lambda: session["x"], session.names, session.snapshot, session.fork, lambda: session.files.read("a")):
                with pytest.raises(WorkerLost, match="signal 9") as caught:
                    use()
                assert (caught.value.reason, caught.value.signal, caught.value.process) == ("ended", 9, process)
                assert caught.value.session is session
            assert "its worker is lost" in repr(session)
        assert other.run("x").value == 1
        again = pool.session(snapshot=snapshot)
        assert again.run("x + 1").value == 2 and pool.session().run("1").value == 1
        copied = pickle.loads(pickle.dumps(caught.value))
        assert (str(copied), copied.reason, copied.signal, copied.session) == (str(caught.value), "ended", 9, None)


@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
def test_a_worker_that_dies_in_a_step(is_async: bool) -> None:
    with Pool(1) as pool:
        session = pool.session(timeout="60s", fuel=10**15)
        threading.Timer(0.2, kill, [session]).start()
        began = time.monotonic()
        with pytest.raises(WorkerLost) as caught:
            asyncio.run(session.run_async("while True: pass")) if is_async else session.run("while True: pass")
        assert caught.value.session is session and time.monotonic() - began < 10
        # A tool kills the worker that waits for it.
        session = pool.session()
        session.add_tool("kill", lambda: kill(session))
        with pytest.raises(WorkerLost):
            session.run("kill()")
        assert pool.session().run("1").value == 1


def test_many_sessions_in_two_workers() -> None:
    with Pool(2) as pool:
        sessions = [pool.session(inputs={"x": at}) for at in range(200)]
        for session in sessions:
            session.run("x += 1000")
        assert [session.run("x").value for session in sessions] == [1000 + at for at in range(200)]
        assert len(pool.processes) == 2 == len({session._core.process() for session in sessions})


def test_several_threads(pool: Pool) -> None:
    found: list[Any] = []

    def work(at: int) -> None:
        session = pool.session(tools={"here": lambda x: (time.sleep(0.001), x)[1]}, on_output=lambda text, error: None)
        for step in range(10):
            session["n"] = step
            found.append(session.run("print(n)\nhere(n) + sum(range(2000)) * 0").value == step and session["n"] == step)

    workers = [threading.Thread(target=work, args=[at]) for at in range(6)]
    for one in workers:
        one.start()
    for one in workers:
        one.join(30)
    assert found == [True] * 60


def test_interrupts(pool: Pool) -> None:
    session = pool.session(timeout="60s", fuel=10**15)
    for code in ("while True: pass", "text = 'x' * 100\nwhile True: print(text)"):
        threading.Timer(0.1, session.interrupt).start()
        began = time.monotonic()
        assert session.run(code, output="1GiB").outcome == "interrupted" and time.monotonic() - began < 5
    assert session.run("1 + 1").value == 2


def test_ctrl_c(pool: Pool) -> None:
    session = pool.session(timeout="60s", fuel=10**15)
    threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        session.run("while True: pass")
    assert session.run("1 + 1").value == 2


def test_a_cancelled_step(pool: Pool) -> None:
    session = pool.session(timeout="60s", fuel=10**15)

    async def main() -> None:
        await asyncio.wait_for(session.run_async("while True: pass"), 0.1)

    with pytest.raises(asyncio.TimeoutError):
        asyncio.run(main())
    assert session.run("1 + 1").value == 2


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc")
def test_the_walls_are_up(pool: Pool) -> None:
    session = pool.session()
    session.run("1")
    process = session._core.process()
    with open(f"/proc/{process}/status") as file:
        status = dict(line.split(":\t", 1) for line in file.read().splitlines() if ":\t" in line)
    assert status["Seccomp"] == "2" and status["NoNewPrivs"] == "1"
    # It holds pipes, and nothing else.
    root = os.geteuid() == 0
    if root:
        kinds = {os.readlink(f"/proc/{process}/fd/{fd}").split(":")[0] for fd in os.listdir(f"/proc/{process}/fd")}
        assert kinds == {"pipe"}
        with open(f"/proc/{process}/environ") as file:
            # The loader cuts its own settings in pieces.
            assert all(word.startswith(("GLIBC_TUNABLES=", "glibc.", "LD_LIBRARY_PATH=")) for word in file.read().split("\0") if word)


def test_limits_of_the_pool_and_of_sessions() -> None:
    with Pool(1, "compute-only", fuel=2_000) as pool:
        assert pool.session().run("for i in range(10**9): pass").limit.limit == 2_000  # type: ignore[union-attr]
        assert pool.session(fuel=3_000).run("for i in range(10**9): pass").limit.limit == 3_000  # type: ignore[union-attr]
        assert pool.session(limits={"fuel": 4_000}).run("for i in range(10**9): pass").limit.limit == 4_000  # type: ignore[union-attr]
        assert pool.session("default", fuel=10**7).run("import json").ok and not pool.session().run("import json").ok
        # More templates than a pool keeps.
        assert {pool.session(fuel=5_000 + at).run("1").value for at in range(70)} == {1}


@pytest.mark.parametrize(
    ("settings", "words"),
    [({"modules": ["numpy"]}, "lent no modules"), ({"packages": ["pip"]}, "given no packages"), ({"crossing": {"depth": -1}}, "depth")],
)
def test_what_a_worker_refuses(pool: Pool, settings: dict[str, Any], words: str) -> None:
    with pytest.raises((ValueError, TypeError), match=words):
        pool.session(**settings)


def test_what_a_session_in_a_worker_refuses(pool: Pool, threads: Pool) -> None:
    session = pool.session()
    for refused in (
        lambda: session.run("1", policy="strict"), lambda: session.fork("strict"), lambda: session.lend_modules(["numpy"]),
        lambda: session.lend_object([], names=["append"]),
    ):
        with pytest.raises(ValueError, match="isolation='thread'"):
            refused()
    with pytest.raises(TypeError, match="a worker"):
        pickle.dumps(session)
    # The policy that it has anyway is none.
    assert session.run("1", policy="default").value == 1
    other = threads.session()
    assert other.run("import json", policy="compute-only").outcome == "policy" and other.fork("strict").run("1").ok
    assert pickle.loads(pickle.dumps(other)).run("1").ok
    assert threads.session(packages=["pip"], policy="permissive").run("import pip").ok


def test_what_a_pool_refuses() -> None:
    for error, given in ((ValueError, {"isolation": "docker"}), (ValueError, {"walls": "none"}), (ValueError, {"workers": 0}), (TypeError, {"workers": "2"}), (TypeError, {"timout": 2}), (TypeError, {"worker_memory": []})):
        with pytest.raises(error):
            Pool(**given)
    with pytest.raises(TypeError, match="timeout"):
        Pool(isolation="thread").session(timout=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(Pool(isolation="thread"))


def test_a_log_replays_in_a_worker(pool: Pool) -> None:
    recorded = pool.session(tools={"price": lambda item: time.perf_counter()}, record=True)
    value = recorded.run("import time\nprice('amp'), time.time()").value
    assert pool.session(replay=recorded.log).run("import time\nprice('amp'), time.time()").value == value
    assert Session(replay=recorded.log).run("import time\nprice('amp'), time.time()").value == value


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_closed_pool() -> None:
    pool = Pool(1)
    session = pool.session(timeout="60s", fuel=10**15)
    session.run("x = 1")
    (process,) = pool.processes
    threading.Timer(0.1, pool.close).start()
    with pytest.raises(WorkerLost) as caught:
        session.run("while True: pass")
    assert caught.value.reason == "closed"
    with pytest.raises(WorkerLost):
        session["x"]
    with pytest.raises(RuntimeError, match="closed"):
        pool.session()
    pool.close()
    assert not is_there(process) and pool.processes == []


def test_a_dropped_pool_ends_its_workers() -> None:
    pool = Pool(1)
    session = pool.session()
    (process,) = pool.processes
    del pool
    gc.collect()
    # Its sessions go on.
    assert session.run("1").value == 1 and is_there(process)
    del session
    gc.collect()
    assert not is_there(process)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_process_has_workers_of_its_own() -> None:
    text = """
import os, stockade
pool = stockade.Pool(1)
session = pool.session(inputs={"x": 1})
session.run("x = 2")
if os.fork() == 0:
    try:
        session.run("x")
        os._exit(1)
    except stockade.WorkerLost as lost:
        if lost.reason != "forked":
            os._exit(2)
    own = pool.session()
    if own.run("1 + 1").value != 2 or own._core.process() == session._core.process():
        os._exit(3)
    del session
    pool.close()
    os._exit(0)
_, status = os.wait()
assert status == 0, status
assert session.run("x").value == 2
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", text], capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_command_line_starts_workers_as_pools_do() -> None:
    text = "import sys; from stockade.__main__ import main; sys.exit(main(['run', '--isolation', 'process', '-c', 'print(6 * 7)']))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=30)
    assert (done.stdout, done.returncode) == ("42\n", 0), done.stderr


def test_missing_walls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stockade._stockade, "missing_walls", lambda: ["landlock (no such call)"])
    with pytest.raises(RuntimeError, match="landlock"):
        Pool(1, walls="require")
    with pytest.warns(RuntimeWarning, match="landlock"):
        Pool(1)


def test_objects_of_the_host_are_forgotten(pool: Pool) -> None:
    session = pool.session(tools={"make": lambda: Handle(object())}, host_calls=10_000)
    session.run("for i in range(1500): it = make()", fuel=10**9)
    assert session.run("make() is not None").ok
    assert Policy.preset("default").name == "default"

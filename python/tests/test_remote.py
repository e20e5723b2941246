"""Sessions on a server: the same behaviours as in this process, tools that are called here, and what is said where a server has less."""

import asyncio
import contextlib
import hashlib
import inspect
import os
import pickle
import re
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time
from pathlib import Path

import pytest
import readme
import stockade
from stockade import InterpreterError, StockadeExecutor, remote
from stockade._remote_steps import NOT_SERVED
from stockade._wire import KEPT, Address, Ask, AsyncConnections, Connections, Settings
from stockade._wire_values import NoValue, from_repr, to_json
from stockade.remote import AsyncSession, NotServed, Sandbox, ServerError, Session, WorkerLost
from stockade.smolagents import ExecutionTimeoutError

# The command of the package has no server; this one is that which cargo builds.
COMMAND = os.environ.get("STOCKADE_COMMAND", "").split()
POLICY = """
version: 1
name: asks
extends: [permissive]
tools:
  default: allow
  allow:
    pay: {approve: always}
"""
TOKEN, OTHER = "t" * 40, "u" * 40

needs_server = pytest.mark.skipif(not COMMAND, reason="STOCKADE_COMMAND names no command that has `serve`")


class Server:
    """A server that is ended by its process."""

    def __init__(self, *options):
        self.process = subprocess.Popen([*COMMAND, "serve", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while line := self.process.stderr.readline():
            if found := re.search(r"listening at (\S+)", line):
                break
        else:
            raise RuntimeError("the server did not start")
        self.url = found[1] if found[1].startswith("unix:") else f"http://{found[1]}"
        # Nobody waits for what it says.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    policy = tmp_path_factory.mktemp("policies") / "asks.yaml"
    policy.write_text(POLICY)
    made = Server("--listen", "127.0.0.1:0", "--policy", "default", "--policy", "permissive", "--policy", str(policy), "--workers", "2")
    yield made
    made.end()


@pytest.fixture(scope="module")
def url(server):
    return server.url


def local(url, policy="default", **settings):
    return stockade.Session(POLICY if policy == "asks" else policy, **settings)


def distant(url, policy="default", **settings):
    return Session(url, policy=policy, **settings)


KINDS = pytest.mark.parametrize("make", [local, distant])

#: One list for both: settings, and steps.
BEHAVIOURS = {
    "value": ({}, ["6 * 7", "[1, 2.5, None, True, 'é']", "{'a': {'b': []}}", "None", "x = 3"]),
    "python's values": ({}, ["(1, (2,), ())", "{1: 'a', (2, 3): b'\\x00\\''}", "{3, 4}", "set()", "frozenset({1})", "2 ** 100", "-0.5e-9", "float('-inf')"]),
    "state": ({}, ["x = 1", "x += 1\nx", "def f(): return x + 1", "f()"]),
    "printed": ({}, ["print('a')\nprint('b')", "print('é' * 3)\n1"]),
    "stderr": ({"policy": "permissive"}, ["import sys\nprint('no', file=sys.stderr)\nprint('yes')"]),
    "exception": ({}, ["def f():\n    raise KeyError('a')", "f()", "1 / 0", "int('x')", "print('before')\nraise ValueError"]),
    "caught before": ({}, ["try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise RuntimeError('again') from e"]),
    "group": ({}, ["raise ExceptionGroup('two', [ValueError(1), TypeError(2)])"]),
    "syntax": ({}, ["x = (", "yield 1", "def", "x ="]),
    "no text": ({}, ["x = '" + chr(0xD800) + "'", "1"]),
    "policy": ({}, ["import os", "import nothing_there", "print(undefined)", "__import__('os')"]),
    "unsupported": ({"policy": "permissive"}, ["import numpy"]),
    "exit": ({}, ["raise SystemExit(3)", "raise SystemExit", "raise SystemExit('why')"]),
    "exit is fine": ({"exit_ok": True}, ["raise SystemExit", "raise SystemExit(1)"]),
    "final answer": ({}, ["print('a')\nfinal_answer([1, 2])\nprint('b')", "1"]),
    "fuel": ({"fuel": 5_000}, ["1 + 1", "def f():\n    while True: pass\nf()", "1 + 1"]),
    "memory": ({"memory": "8MiB"}, ["[0] * 10 ** 7"]),
    "output": ({"output": 100}, ["print('x' * 1000)"]),
    "recursion": ({"recursion": 30}, ["def f(): return f()\nf()"]),
    "limits as a mapping": ({"limits": {"fuel": "2_000"}}, ["while True: pass"]),
    "inputs": ({"inputs": {"rows": [{"a": 1}], "name": "ada"}}, ["rows[0]['a'], name"]),
    "stdin": ({"stdin": "3\n4\n"}, ["int(input()) + 1", "int(input())", "input()"]),
    "files": ({"policy": "permissive", "mount": {"in.txt": "text", "/data/b": b"\xff\x00"}}, ["open('in.txt').read(), open('/data/b', 'rb').read()"]),
    "imports": ({}, ["import json\njson.dumps({'a': [1]})", "json.loads('[1]')"]),
    "a step under way in a later one": ({}, ["async def f(): return 1", "await f()", "import asyncio\nasyncio.run(f())"]),
    "tools": (
        {"tools": {"double": lambda x: 2 * x, "fail": lambda: {}["key"], "join": lambda *parts, sep="-", **more: [list(parts), sep, more]}},
        ["double(21)", "[double(i) for i in range(3)]", "join('a', 'b', sep='+', z=1)", "fail()", "try:\n    fail()\nexcept KeyError as e:\n    print(e)", "double()"],
    ),
    "a tool's result that can't enter": ({"tools": {"f": lambda: object()}}, ["try:\n    f()\nexcept TypeError:\n    print('no')"]),
    "host calls": ({"host_calls": 2, "tools": {"f": lambda: 1}}, ["f()\nf()\nf()"]),
    "consent": (
        {"policy": "asks", "tools": {"pay": lambda amount, to="you": amount}, "approve": lambda call: call.arguments["amount"] < 10 or "too much"},
        ["pay(5)", "pay(50)", "try:\n    pay(amount=60)\nexcept PermissionError as e:\n    print(e)"],
    ),
    "no consent": ({"policy": "asks", "tools": {"pay": lambda amount: amount}}, ["pay(5)"]),
}
SAME = [
    "outcome", "ok", "value", "repr", "output", "stderr", "exception", "traceback", "line", "column", "fuel", "imports", "findings", "denials", "limit",
    "exit_code", "is_final_answer", "error", "value_error",
]


def shown(result, field):
    value = getattr(result, field)
    # A server's check knows the parameters of tools, and has advice about calls.
    return [found for found in value if not found.rule.startswith("TOOL")] if field == "findings" else value


@needs_server
@pytest.mark.parametrize("name", BEHAVIOURS)
def test_behaviours_are_the_same(name, url):
    settings, steps = BEHAVIOURS[name]
    with distant(url, **settings) as there:
        here = local(url, **settings)
        for step in steps:
            first, second = here.run(step), there.run(step)
            for field in SAME:
                assert str(shown(first, field)) == str(shown(second, field)), (step, field, first, second)
            assert type(first.value) is type(second.value) and (first.ended_at == second.ended_at or first.is_final_answer)


@needs_server
@KINDS
def test_inputs_and_stdin_of_a_step(make, url):
    session = make(url)
    assert session.run("a + input()", inputs={"a": "x"}, stdin="y").value == "xy"
    assert session.run("a", filename="mine.py").value == "x"
    assert session.run("1 / 0", filename="mine.py").ended_at.file == "mine.py"
    with pytest.raises(TypeError, match="inputs: 'a'"):
        session.run("1", inputs={"a": object()})
    with pytest.raises(ValueError, match="is no name of a variable"):
        session.run("1", inputs={"a b": 1})
    assert session.run("a").value == "x"


@needs_server
@KINDS
def test_values_that_stay_inside(make, url):
    session = make(url)
    result = session.run("lambda: 1")
    assert (result.ok, result.value) == (True, None) and result.value_error and "<function" in result.repr
    answer = session.run("final_answer(lambda: 1)")
    assert answer.outcome == "runtime:TypeError" and answer.message.startswith("the final answer can't leave the sandbox") and answer.is_final_answer


@needs_server
@KINDS
def test_values_with_one_hash(make, url):
    """A program can choose numbers with one hash. Python would compare each to all others."""
    session = make(url)
    for code in ("{i * (2**61 - 1): 0 for i in range(1, 3_000)}", "[{(i * (2**61 - 1),) for i in range(1, 3_000)}]"):
        before = time.monotonic()
        result = session.run("x = " + code + "\nx")
        assert (result.ok, result.value) == (True, None) and result.value_error and time.monotonic() - before < 3
        with pytest.raises(TypeError, match="variable 'x' can't leave the sandbox"):
            session["x"]
    # Those of honest programs share some hashes, too: that of -1 is that of -2.
    grid = "{(x, y) for x in range(-50, 50) for y in range(-50, 50)}"
    assert session.run(grid).value == {(x, y) for x in range(-50, 50) for y in range(-50, 50)}


@needs_server
@KINDS
def test_a_fork_keeps_the_limits_that_it_is_not_given(make, url):
    session = make(url, memory="8MiB", output=100)
    for copy in (session.fork(fuel=2_000_000), session.fork(limits={"fuel": 2_000_000, "output": None})):
        assert copy.run("[0] * 10 ** 7").outcome == "limit:memory"
    assert session.fork(fuel=2_000_000).run("print('x' * 1000)").outcome == "limit:output"
    assert session.fork(fuel=2_000).run("for i in range(100_000): pass").outcome == "limit:fuel"


@needs_server
@KINDS
def test_forks_and_snapshots(make, url):
    first = make(url, tools={"f": lambda x: [x]})
    first.run("x = [1]")
    second = first.fork()
    second.run("x += f(2)")
    assert (first["x"], second["x"]) == ([1], [1, [2]][:1] + [2])
    third = first.fork(limits={"fuel": 500})
    assert third.run("x.append(3)\nwhile True: pass").outcome == "limit:fuel" and third["x"] == [1, 3]
    snapshot = first.snapshot()
    restored = stockade.Session.restore(snapshot) if make is local else Session.restore(url, snapshot)
    assert restored.run("x + [4]").value == [1, 4]
    # A snapshot is the same thing in both.
    assert (Session.restore(url, snapshot) if make is local else stockade.Session.restore(snapshot)).run("x").value == [1]


@needs_server
@KINDS
def test_variables(make, url):
    session = make(url, inputs={"x": 1})
    session["y"] = [2]
    assert session.run("y.append(x)\nz = lambda: 1").ok
    assert session["y"] == [2, 1] and session.get("none", 5) == 5 and "x" in session and sorted(session.names()) == ["x", "y", "z"]
    with pytest.raises(KeyError):
        session["none"]
    with pytest.raises(TypeError, match="variable 'z' can't leave the sandbox"):
        session["z"]
    del session["x"]
    assert sorted(session) == ["y", "z"]
    # Looking is no step of the program.
    assert session.run("1 / 0").ended_at.file == "<step 2>"


@needs_server
@KINDS
def test_files(make, url):
    session = make(url, "permissive")
    session.files.write("a.txt", "text")
    session.files["/data/b"] = b"\xff\x00"
    assert session.run("open('a.txt').read()").value == "text"
    session.run("_ = open('out.bin', 'wb').write(bytes(range(256)))")
    assert session.files.read("out.bin") == bytes(range(256)) and session.files["/data/b"] == b"\xff\x00"
    session.files.remove("a.txt")
    for gone in ("a.txt", "never", "/data"):
        with pytest.raises(OSError):
            session.files.read(gone)
    strict = make(url)
    with pytest.raises(PermissionError):
        strict.files.write("a.txt", "x")
    with pytest.raises(PermissionError):
        strict.files.read("a.txt")
    assert strict.run("1").value == 1


@needs_server
@KINDS
def test_tools_come_and_go(make, url):
    session = make(url, tools={"f": lambda: 1})
    session.run("x = f()")
    session.add_tool("f", lambda: 2)
    assert session.run("x, f()").value == (1, 2)
    session.add_tool("g", lambda a, b=3: a + b)
    assert session.run("x, f(), g(1)").value == (1, 2, 4)
    session.remove_tool("f")
    assert session.run("f()").outcome == "runtime:NameError" and session.run("x + g(0)").value == 4
    # What a final tool returns is the answer, and nothing catches that.
    session.add_tool("done", lambda answer: [answer], final=True)
    result = session.run("print('a')\ntry:\n    done(x)\nfinally:\n    print('b')")
    assert (result.outcome, result.value, result.is_final_answer, result.output) == ("completed", [1], True, "a\n") and session.run("x").value == 1
    with pytest.raises(ValueError, match="is no name for a tool"):
        session.add_tool("a b", len)
    with pytest.raises(TypeError, match="the tool 'h' is a function"):
        session.add_tool("h", 3)


@needs_server
@KINDS
def test_a_tool_of_a_wrapper_with_keywords(make, url):
    """It takes nothing but keywords, and shows places."""
    def find(text, most=3):
        return [text, most]

    def wrapper(**kwargs):
        return find(**kwargs)

    wrapper.__wrapped__ = find
    assert make(url, tools={"find": wrapper}).run("find('a', most=1)").value == ["a", 1]


@needs_server
@KINDS
def test_causes(make, url):
    class Odd(LookupError):
        pass

    problem = Odd("why")

    def fail():
        raise problem

    session = make(url, tools={"fail": fail})
    result = session.run("fail()")
    assert result.cause is problem and result.outcome == "runtime:LookupError" and result.message == "Odd: why"
    with pytest.raises(stockade.GuestError) as raised:
        result.raise_for_outcome()
    assert raised.value.__cause__ is problem


@needs_server
@KINDS
def test_async_tools_as_plain_functions(make, url):
    async def fetch(n):
        await asyncio.sleep(0)
        return n + 1

    session = make(url)
    session.add_tool("fetch", fetch, **({"is_async": False} if make is local else {}))
    assert session.run("fetch(1) + fetch(2)").value == 5


@needs_server
def test_async_tools_share_a_loop(url):
    loops = []

    async def fetch():
        loops.append(asyncio.get_running_loop())

    with Session(url, tools={"fetch": fetch}) as session:
        assert session.run("fetch()\nfetch()").ok and session.run("fetch()").ok
    assert len(loops) == 3 and len(set(loops)) == 1 and loops[0].is_closed()


@needs_server
@KINDS
def test_texts_of_tools_that_no_request_has(make, url):
    def fail():
        raise ValueError("a\ud800b")

    session = make(url, tools={"fail": fail, "give": lambda: "\ud800"})
    result = session.run("fail()")
    assert result.outcome == "runtime:ValueError" and "b" in result.message and session.run("1").value == 1
    assert session.run("x = give()").outcome == ("completed" if make is local else "runtime:TypeError") and session.run("2").value == 2


@needs_server
@KINDS
def test_output_as_it_comes(make, url):
    came = []
    session = make(url, tools={"seen": lambda: len(came)}, on_output=lambda text, is_error: came.append((text, is_error)))
    result = session.run("print('a')\nfirst = seen()\nprint('b' * 100_000)\nfirst")
    assert result.value >= 1 and "".join(text for text, _ in came) == result.output and not any(is_error for _, is_error in came)
    assert session.run("1 / 0").exception == "ZeroDivisionError" and session.run("import os").outcome == "policy"


@needs_server
@KINDS
def test_interrupts(make, url):
    session = make(url)
    threading.Timer(0.2, session.interrupt).start()
    result = session.run("n = 1\nwhile True: pass")
    assert (result.outcome, result.line) == ("interrupted", 2) and session.run("n").value == 1
    session.interrupt()
    assert session.run("2").value == 2


@needs_server
@KINDS
def test_an_interrupt_in_a_tool(make, url):
    """The tool returns first."""
    done = []

    def slow():
        session.interrupt()
        done.append(1)
        return 5

    session = make(url, tools={"slow": slow})
    result = session.run("print('a')\nslow()\nprint('b')")
    assert (result.outcome, result.output, done) == ("interrupted", "a\n", [1]) and session.run("3").value == 3


@needs_server
@KINDS
def test_a_tool_can_not_step(make, url):
    session = make(url, tools={"again": lambda: session.run("1")})
    result = session.run("again()")
    assert result.outcome == "runtime:RuntimeError" and "its tools can't begin another one" in result.message
    assert session.run("2").value == 2


@needs_server
@KINDS
def test_a_copy_from_within_a_tool(make, url):
    kept = []
    session = make(url, tools={"save": lambda n: kept.append(session.snapshot()) or n})
    assert session.run("save(1) + 1").value == 2
    tools = {"save": lambda n: 10 * n}
    copy = stockade.Session.restore(kept[0], tools=tools) if make is local else Session.restore(url, kept[0], tools=tools)
    assert copy.is_paused and copy.resume().value == 11 and not copy.is_paused
    session.run("save(2) + int(input())", stdin="1")
    given = {"tools": tools, "stdin": "5"}
    copy = stockade.Session.restore(kept[1], **given) if make is local else Session.restore(url, kept[1], **given)
    assert copy.resume().value == 25


@needs_server
@KINDS
def test_a_host_that_stops_in_a_tool(make, url):
    """What is no `Exception` goes up, and the session can go on."""
    def stop():
        raise KeyboardInterrupt

    session = make(url, tools={"stop": stop})
    with pytest.raises(KeyboardInterrupt):
        session.run("x = 1\nstop()")
    assert session.run("x").value == 1


@needs_server
@KINDS
def test_an_approver_that_says_nonsense(make, url):
    session = make(url, "asks", tools={"pay": lambda amount: amount}, approve=lambda call: 3)
    with pytest.raises(TypeError, match=r"approve\(\) says True, False or a reason"):
        session.run("pay(1)")
    assert session.run("4").value == 4


@needs_server
@KINDS
def test_threads_wait_for_their_turn(make, url):
    session = make(url, inputs={"n": 0})
    threads = [threading.Thread(target=session.run, args=("for i in range(2000): n += 1",)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert session["n"] == 8000


# --- what only a server has


@needs_server
def test_it_is_deleted_with_its_block(url):
    with Session(url) as session:
        session.run("x = 1")
        name = session.id
    with pytest.raises(ServerError) as raised:
        Session.open(url, name)
    assert raised.value.kind == "not-found"
    session.close()
    with pytest.raises(RuntimeError, match="the session is closed"):
        session.run("x")


@needs_server
def test_attaching(url):
    with Session(url, tools={"f": lambda: 1}) as first:
        first.run("x = f()")
        with Session.open(url, first.id, tools={"f": lambda: 2}) as second:
            assert second.run("x, f()").value == (1, 2) and second.policy == "default" and second.tools == ["f"]
            assert second.run("1 / 0").ended_at.file == "<step 3>"
        # It is left open.
        assert first.run("x").value == 1
        third = Session.open(url, first.id)
        assert third.run("f()").outcome == "runtime:NameError"
        for change in (lambda: third.add_tool("g", lambda: 3), lambda: third.add_tool("f", lambda x: x), lambda: third.remove_tool("f")):
            with pytest.raises(NotServed, match="has the tools that it was opened with"):
                change()
        third.add_tool("f", lambda: 3)
        assert third.run("f()").value == 3
        third.detach()
        with pytest.raises(RuntimeError):
            third.run("1")
        with pytest.raises(ValueError, match="the session has no tools g: it has f"):
            Session.open(url, first.id, tools={"g": len})


@needs_server
def test_another_client_runs_a_step(url):
    began = threading.Event()
    with Session(url, on_output=lambda *_: began.set()) as first, Session.open(url, first.id) as second:
        thread = threading.Thread(target=first.run, args=("print('began')\nwhile True: pass",))
        thread.start()
        assert began.wait(10)
        with pytest.raises(ServerError) as raised:
            second.run("a", inputs={"a": 5})
        assert raised.value.kind == "busy"
        # The failure of one client does not end the step of another.
        assert thread.is_alive()
        second.interrupt()
        thread.join(10)
        # The step did not begin: the next one gets what it was given.
        assert not thread.is_alive() and second.run("a").value == 5


@needs_server
@pytest.mark.parametrize("kind", [Session, AsyncSession])
@pytest.mark.parametrize("name", ["seed", "clock", "record", "modules", "sources", "packages", "types", "replay", "argv", "audit", "crossing", "trust"])
def test_settings_that_a_server_has_not(name, kind, url):
    with pytest.raises(NotServed, match=rf"{kind.__name__}\({name}=...\): a server has no such setting: \w+"):
        given = {"sources": {}, "replay": {}, "crossing": {}, "modules": [], "packages": [], "argv": [], "types": [], "audit": "file", "trust": True, "record": True}
        kind(url, **{name: given.get(name, 1)})


@needs_server
def test_what_else_a_server_has_not(url):
    with Session(url) as session:
        for name in ("log", "pause_at", "lend_modules", "keep_value"):
            with pytest.raises(NotServed, match="a server has no such thing"):
                getattr(session, name)
        assert not hasattr(session, "log") and not hasattr(session, "nonsense")
        for given in ({"cell": True}, {"check": False}, {"policy": "permissive"}, {"fuel": 3}, {"stdin": iter(["a"])}, {"stdin": b"\xff"}):
            with pytest.raises(NotServed):
                session.run("1", **given)
        with pytest.raises(NotServed):
            session.add_tool("f", len, max_calls=3)
        with pytest.raises(TypeError, match="Did you mean 'timeout'"):
            session.run("1", timout=3)
        assert session.run("1").value == 1
    with pytest.raises(NotServed, match="a server has policies of its own"):
        Session(url, policy=stockade.Policy.preset("default"))


def test_every_public_name_is_there_or_is_said_not_to_be():
    """What a session has, one on a server has, or says what is there instead."""
    public = {name for base in stockade.Session.__mro__ for name in vars(base) if not name.startswith("_")}
    of_async = {"run_async": "run", "resume_async": "resume", "finish_async": ""}
    for name in public - of_async.keys():
        assert hasattr(Session, name) != (name in NOT_SERVED), name
    settings = inspect.signature(Session).parameters
    assert set(inspect.signature(stockade.Session).parameters) <= set(settings)


@needs_server
def test_errors_of_the_server(url):
    with pytest.raises(ServerError) as raised:
        Session(url, policy="nobody")
    assert raised.value.kind == "not-found" or "nobody" in raised.value.message
    with pytest.raises(ServerError) as raised:
        Session(url, fuel=10**12)
    assert "fuel" in str(raised.value) and isinstance(raised.value, stockade.StockadeError)
    with pytest.raises(ServerError) as raised:
        Session.restore(url, b"no snapshot")
    assert raised.value.kind == "refused" and pickle.loads(pickle.dumps(raised.value)).kind == "refused"


@needs_server
def test_what_is_refused_is_given_up(url):
    with Session(url, mount={"a": "b"}) as session:
        with pytest.raises(ServerError, match="must allow the builtin `open`"):
            session.run("1")
        assert session.run("2").value == 2


def test_addresses():
    for wrong in ("localhost:8700", "ftp://a", "http://", "unix:", "http://user@host"):
        with pytest.raises(ValueError, match="the address of a server is such as"):
            Session(wrong)
    with pytest.raises(TypeError):
        Session(3)
    with pytest.raises(ValueError, match="the token is not one"):
        Session("http://localhost:1", token="a\r\nb: c")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        with pytest.raises(OSError):
            Session(f"http://127.0.0.1:{free.getsockname()[1]}")
    assert Address.of("http://[::1]:80").name == "[::1]:80"


@needs_server
def test_tenants_over_a_socket(tmp_path):
    def digest(token):
        return hashlib.sha256(token.encode()).hexdigest()

    tokens = tmp_path / "tokens.toml"
    tokens.write_text(f'[[tenant]]\nname = "a"\ntoken_sha256 = "{digest(TOKEN)}"\nsessions = 1\n\n[[tenant]]\nname = "b"\ntoken_sha256 = "{digest(OTHER)}"\n')
    server = Server("--listen", f"unix:{tmp_path}/socket", "--tokens", str(tokens), "--workers", "1")
    try:
        with pytest.raises(ServerError) as raised:
            Session(server.url)
        assert raised.value.kind == "unauthorized"
        with Session(server.url, TOKEN) as session:
            assert session.run("1").value == 1
            with pytest.raises(ServerError) as raised:
                Session.open(server.url, session.id, OTHER)
            assert raised.value.kind == "not-found"
            before = time.monotonic()
            with pytest.raises(ServerError) as raised:
                Session(server.url, TOKEN, retries=1)
            # It was not served, so it was sent again when the server said.
            assert raised.value.kind == "quota" and time.monotonic() - before >= 1
            assert asyncio.run(one_step(server.url, OTHER)) == 42
    finally:
        server.end()


async def one_step(url, token=None):
    async with AsyncSession(url, token) as session:
        return (await session.run("6 * 7")).value


@needs_server
def test_a_lost_worker_and_a_lost_server():
    server = Server("--listen", "127.0.0.1:0", "--workers", "1")
    try:
        session = Session(server.url)
        session.run("x = 1")
        for worker in children(server.process.pid):
            os.kill(worker, signal.SIGKILL)
        with pytest.raises(WorkerLost) as raised:
            session.run("x")
        assert raised.value.kind == "worker-lost"
        with pytest.raises(ServerError) as raised:
            session.run("x")
        assert raised.value.kind == "not-found"
        session.close()
        left = Session(server.url)
    finally:
        server.end()
    with pytest.raises(OSError):
        left.run("1")


def children(pid):
    """Processes of a process."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (folder / "stat").read_text().rpartition(")")[2].split()[1] == str(pid):
                found += [int(folder.name), *children(int(folder.name))]
    return found


@needs_server
def test_a_large_file(url):
    with Session(url, policy="permissive") as session:
        data = bytes(range(256)) * 2_000
        session.files.write("a", data)
        assert session.files.read("a") == data
        session.run("_ = open('b', 'wb').write(bytes(2_000_000))")
        with pytest.raises(NotServed, match="is too large"):
            session.files.read("b")
        assert session.run("len(open('b', 'rb').read())").value == 2_000_000


@needs_server
@pytest.mark.parametrize("on_output", [None, lambda *_: None], ids=["plain", "events"])
def test_late_answers(on_output, url):
    with Session(url, request_timeout=0.3, on_output=on_output) as session:
        session.run("x = 1")
        with pytest.raises(TimeoutError, match="did not answer POST .* within 0.3 s"):
            session.run("while True: pass")
        assert session.run("x").value == 1


# --- event loops


@needs_server
def test_async_sessions(url):
    async def main():
        at_once, most = 0, 0

        async def fetch(n):
            nonlocal at_once, most
            at_once += 1
            most = max(most, at_once)
            await asyncio.sleep(0.05)
            at_once -= 1
            return n + 1

        came = []
        async with AsyncSession(url, tools={"fetch": fetch, "double": lambda x: 2 * x}, on_output=lambda text, _: came.append(text)) as session:
            result = await session.run("print('é')\nfetch(1) + double(4)")
            assert (result.value, came) == (10, ["é\n"])
            assert (await session.run("1 / 0")).line == 1
            copy = await session.fork()
            await copy.run("x = 5")
            assert await copy.get("x") == 5 and await session.get("x") is None and "x" in await copy.names()
            # Sessions run side by side on one loop.
            results = await asyncio.gather(session.run("fetch(1)"), copy.run("fetch(2)"))
            assert [result.value for result in results] == [2, 3] and most == 2
            again = await AsyncSession.restore(url, await copy.snapshot())
            assert (await again.run("x")).value == 5 and not await again.is_paused()
            attached = await AsyncSession.open(url, again.id)
            assert (await attached.run("x + 1")).value == 6
            attached.detach()
            await asyncio.gather(copy.close(), again.close())
            await session.add_tool("more", lambda: 1)
            assert (await session.run("more()")).value == 1
            await session.remove_tool("more")
            assert (await session.run("more()")).outcome == "runtime:NameError"

    asyncio.run(main())


@needs_server
def test_a_cancelled_step_ends(url):
    async def main():
        async def wait():
            began.set()
            await asyncio.sleep(60)

        began = asyncio.Event()
        async with AsyncSession(url, tools={"wait": wait}) as session:
            for step in ("x = 1\nwhile True: pass", "x = 2\nwait()"):
                task = asyncio.create_task(session.run(step))
                await (began.wait() if "wait" in step else asyncio.sleep(0.3))
                task.cancel()
                before = time.monotonic()
                with pytest.raises(asyncio.CancelledError):
                    await task
                assert time.monotonic() - before < 5
                assert (await session.run("x")).value == (2 if "wait" in step else 1)
            runs = asyncio.create_task(session.run("while True: pass"))
            await asyncio.sleep(0.2)
            await session.interrupt()
            assert (await runs).outcome == "interrupted"

    asyncio.run(main())


@needs_server
def test_async_files(url):
    async def main():
        async with AsyncSession(url, policy="permissive") as session:
            await session.files.write("a", b"\xff")
            assert await session.files.read("a") == b"\xff"
            await session.files.remove("a")
            with pytest.raises(FileNotFoundError):
                await session.files.read("a")

    asyncio.run(main())


@needs_server
def test_another_loop(url):
    session = AsyncSession(url)
    assert asyncio.run(session.run("x = 1")).ok and asyncio.run(session.run("x")).value == 1
    asyncio.run(session.close())


# --- the page


@needs_server
def test_the_page(url):
    readme.run((Path(__file__).parents[2] / "docs" / "remote.md").read_text(encoding="utf-8").replace("http://localhost:8700", url))


# --- connections


class Peer:
    """A server that answers what the test says, connection by connection."""

    def __init__(self, *answers, context=None):
        self.answers, self.requests, self.context = list(answers), [], context
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        for on_connection in self.answers:
            with contextlib.suppress(OSError):
                connection, _ = self.socket.accept()
                if self.context is not None:
                    connection = self.context.wrap_socket(connection, server_side=True)
                with connection, connection.makefile("rb") as file:
                    for answer in on_connection:
                        head = b""
                        while not head.endswith(b"\r\n\r\n"):
                            line = file.readline()
                            if not line:
                                break
                            head += line
                        length = re.search(rb"(?i)content-length: (\d+)", head)
                        file.read(int(length[1]) if length else 0)
                        self.requests.append(head.split(b" ")[0].decode())
                        connection.sendall(answer)

    def ask(self, kind, *asks, retries=2):
        settings = Settings(Address.of(self.url), None, 5, 5, retries)
        if kind is Connections:
            connections = Connections(settings)
            return [connections.ask(ask) for ask in asks]

        async def main():
            connections = AsyncConnections(settings)
            return [await connections.ask(ask) for ask in asks]

        return asyncio.run(main())


def plain(body, status="200 OK", more=""):
    return f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n{more}\r\n{body}".encode()


SENDERS = pytest.mark.parametrize("kind", [Connections, AsyncConnections])
GET, POST = Ask("GET", "/a", repeats=True), Ask("POST", "/b", {"code": "1"}, runs=True)


@SENDERS
def test_connections_are_kept(kind):
    peer = Peer([plain("1"), plain("[2]"), plain("", "204 No Content")])
    assert peer.ask(kind, GET, POST, Ask("DELETE", "/c", repeats=True)) == [1, [2], None]


@SENDERS
def test_what_may_be_repeated_is(kind):
    assert (peer := Peer([b""], [plain("3")])).ask(kind, GET) == [3] and peer.requests == ["GET", "GET"]
    # Nobody knows whether the step ran.
    peer = Peer([b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n1"], [plain("3")])
    with pytest.raises(ConnectionError):
        peer.ask(kind, POST)
    assert peer.requests == ["POST"]
    busy = plain('{"error": {"kind": "quota", "message": "later"}}', "429 Too Many Requests", "Retry-After: 0\r\n")
    # The server says itself that it did not.
    assert (peer := Peer([busy, plain("4")])).ask(kind, POST) == [4] and peer.requests == ["POST", "POST"]
    with pytest.raises(ServerError, match="later"):
        Peer([busy, busy]).ask(kind, POST, retries=1)


@SENDERS
def test_a_connection_that_the_server_closed_is_not_used(kind):
    peer = Peer([plain("1")], [plain("2")])
    settings = Settings(Address.of(peer.url), None, 5, 5, 0)
    if kind is Connections:
        connections = Connections(settings)
        first = connections.ask(POST)
        time.sleep(0.1)
        assert (first, connections.ask(POST)) == (1, 2)
    else:

        async def main():
            connections = AsyncConnections(settings)
            first = await connections.ask(POST)
            await asyncio.sleep(0.1)
            return first, await connections.ask(POST)

        assert asyncio.run(main()) == (1, 2)
    assert KEPT < 60


@SENDERS
def test_chunks_and_events(kind):
    came = []
    ask = Ask("POST", "/b", {}, runs=True, on_output=lambda text, is_error: came.append((text, is_error)))
    body = 'event: stdout\r\ndata: {"text": "é"}\r\n\r\n: alive\n\nevent: stderr\ndata: {"text": "b"}\n\nevent: end\ndata: {"outcome": "completed"}\n\n'.encode()
    pieces = [body[at : at + 7] for at in range(0, len(body), 7)]
    chunked = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    peer = Peer([head + chunked, plain("5")])
    assert peer.ask(kind, ask, GET) == [{"outcome": "completed"}, 5] and came == [("é", False), ("b", True)]
    with pytest.raises(ConnectionError, match="before its answer was whole"):
        Peer([head + chunked[:40]]).ask(kind, ask)
    failed = b'event: error\ndata: {"error": {"kind": "worker-lost", "message": "gone"}}\n\n'
    with pytest.raises(WorkerLost, match="gone"):
        Peer([head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(failed), failed)]).ask(kind, ask)


@SENDERS
def test_comments_are_no_answer(kind):
    """They come as long as a program runs."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        connection, _ = listener.accept()
        with connection, contextlib.suppress(OSError):
            connection.recv(65536)
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in range(100):
                connection.sendall(b"3\r\n:\n\n\r\n")
                time.sleep(0.05)

    threading.Thread(target=serve, daemon=True).start()
    settings = Settings(Address.of(f"http://127.0.0.1:{listener.getsockname()[1]}"), None, 5, 0.3, 0)
    ask = Ask("POST", "/b", {}, runs=True, on_output=lambda *_: None)
    before = time.monotonic()
    with pytest.raises(TimeoutError, match="within 0.3 s"):
        Connections(settings).ask(ask) if kind is Connections else asyncio.run(AsyncConnections(settings).ask(ask))
    assert time.monotonic() - before < 2


@SENDERS
def test_certificates(kind, tmp_path):
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl to make a certificate")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run([*command, "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    server_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_context.load_cert_chain(certificate, key)
    peer = Peer([plain("1")], [plain("2")], context=server_context)
    url = peer.url.replace("http://127.0.0.1", "https://localhost")

    def ask(context):
        settings = Settings(Address.of(url), TOKEN, 5, 5, 0, context)
        return Connections(settings).ask(GET) if kind is Connections else asyncio.run(AsyncConnections(settings).ask(GET))

    assert ask(ssl.create_default_context(cafile=certificate)) == 1
    # Nobody gets the token whose certificate is not known.
    with pytest.raises(ssl.SSLError):
        ask(None)


@SENDERS
@pytest.mark.parametrize("answer", [plain("<html>"), plain("<html>", "500 No"), plain('{"error": 3}', "404 Not Found"), plain("[" * 100_000)])
def test_answers_of_something_else(kind, answer):
    with pytest.raises(ServerError) as raised:
        Peer([answer]).ask(kind, GET, retries=0)
    assert raised.value.kind == "bad-answer"


# --- values


@pytest.mark.parametrize("value", [
    0, -1, 10**40, 1.5, -1e300, 1e-9, float("inf"), None, True, "", "it's \"\n\t\\", "\ud800é", b"\x00'\"", (), (1,), (1, "a", (b"",)), [], [[], {}],
    {}, {1: {2: (3,)}, "a": None, (1, 2): True}, {1}, {("a", 1), None}, set(), frozenset(), frozenset({1, 2}), [set(), {"x": frozenset()}],
])
def test_reprs_are_read(value):
    read = from_repr(repr(value))
    assert read == value and type(read) is type(value)


@pytest.mark.parametrize("text", [
    "", " 1", "1 ", "(1)", "[1,2]", "[1, 2", "1, 2", "{1: 2, 3}", "{[]}", "{[]: 1}", "frozenset([1])", "Point(1)", "<function f>", "1+1", "-" * 10**5 + "1",
    "[" * 10**5, "a.b", "'a' 'b'", "f'x'", "1_000", "0x10", "'", "Counter({1: 2})", "'\\N{nothing}'", "9" * 10**5, "{1: 2: 3}", "1.", "not True", "lambda: 1",
])
def test_other_texts_are_no_values(text):
    with pytest.raises(NoValue):
        from_repr(text)


def test_items_with_one_hash_are_no_value():
    alike = [i * (2**61 - 1) for i in range(1, 5000)]
    assert from_repr(repr({1: alike})) == {1: alike}
    for value in ([set(alike)], frozenset(alike), dict.fromkeys(alike, 0)):
        with pytest.raises(NoValue, match="same hash"):
            from_repr(repr(value))


def test_values_for_a_server():
    class Name(str):
        pass

    assert to_json({Name("a"): (1, [Name("b")], True)}) == {"a": [1, ["b"], True]}
    deep: list = []
    for _ in range(200):
        deep = [deep]
    for wrong in (deep, float("nan"), {1: 2}, b"x", {3}, object(), "\ud800", {"\ud800": 1}):
        with pytest.raises((TypeError, ValueError)):
            to_json(wrong)


# --- a sandbox with E2B's shape


def e2b_lines(sandbox_class, **own):
    """Lines that programs with E2B's package have."""
    seen = []
    with sandbox_class.create(timeout=60, **own) as sandbox:
        execution = sandbox.run_code("import sys\nprint('out')\nprint('err', file=sys.stderr)\nx = [1, 2]\nx", on_stdout=seen.append)
        assert (execution.text, execution.logs.stdout, execution.logs.stderr, execution.error) == ("[1, 2]", ["out\n"], ["err\n"], None)
        assert execution.results[0].is_main_result and execution.results[0]["text"] == "[1, 2]" and "text" in execution.results[0].formats()
        assert [str(message) for message in seen] == ["out\n"] and seen[0].timestamp > 0
        failed = sandbox.run_code("x[5]")
        assert (failed.error.name, failed.error.value, failed.text) == ("IndexError", "list index out of range", None) and "Traceback" in failed.error.traceback
        assert sandbox.run_code("x = (").error.name == "SyntaxError"
        sandbox.files.write("data/a.txt", "text")
        assert sandbox.run_code("open('data/a.txt').read()").text == "'text'"
        sandbox.run_code("_ = open('/home/user/out.bin', 'wb').write(b'\\xff')")
        assert sandbox.files.read("/home/user/out.bin", format="bytes") == b"\xff" and sandbox.files.read("data/a.txt") == "text"
        assert [entry.name for entry in sandbox.files.list("/home/user")] == ["data", "out.bin"]
        assert sandbox.files.list("data")[0].path == "/home/user/data/a.txt" and sandbox.files.exists("data/a.txt")
        sandbox.files.remove("data/a.txt")
        assert not sandbox.files.exists("data/a.txt") and sandbox.is_running()
        with pytest.raises(TimeoutError):
            sandbox.run_code("while True: pass", timeout=0.3)
        assert sandbox.run_code("x").execution_count == 7
        # Also before the server has begun, and never in the step after.
        for late in range(5):
            with pytest.raises(TimeoutError):
                sandbox.run_code("while True: pass", timeout=0.0001)
            assert sandbox.run_code("x", timeout=20).execution_count == 9 + 2 * late
    assert not sandbox.is_running()


@needs_server
def test_the_shape_of_e2b(url, monkeypatch):
    e2b_lines(Sandbox, template="permissive", url=url)
    monkeypatch.setenv("STOCKADE_URL", url)
    sandbox = Sandbox.create()
    assert Sandbox.connect(sandbox.sandbox_id).run_code("1 + 1").text == "2"
    with pytest.raises(PermissionError, match="does not allow `os`"):
        sandbox.files.list("/")
    for name in ("commands", "pty", "get_host", "set_timeout"):
        with pytest.raises(NotServed):
            getattr(sandbox, name)
    for given in ({"language": "js"}, {"envs": {"A": "b"}}, {"context": 1}):
        with pytest.raises(NotServed):
            sandbox.run_code("1", **given)
    limited = sandbox.run_code("import os")
    assert limited.error.name == "PolicyError" and "not allowed" in limited.error.value
    assert sandbox.kill() and not sandbox.kill()
    monkeypatch.delenv("STOCKADE_URL")
    with pytest.raises(ValueError, match="where is the server"):
        Sandbox.create()


#: Signatures of the package `e2b-code-interpreter`, 2.11: what a call may give. (The package itself is tried where it is installed.)
E2B = {
    "create": ["template", "timeout", "metadata", "envs"], "connect": ["sandbox_id", "timeout"], "is_running": [], "kill": [],
    "run_code": ["code", "language", "context", "on_stdout", "on_stderr", "on_result", "on_error", "envs", "timeout", "request_timeout"],
    "files.read": ["path", "format"], "files.write": ["path", "data"], "files.write_files": ["files"], "files.list": ["path", "depth"], "files.exists": ["path"],
    "files.remove": ["path"],
}
#: Calls that both must take.
CALLS = {
    "create": [((), {}), (("base",), {"timeout": 60}), ((), {"metadata": {}, "envs": {}})], "connect": [(("id",), {}), (("id", 60), {})], "is_running": [((), {})],
    "kill": [((), {})], "run_code": [(("1",), {}), (("1", "python"), {"on_stdout": print, "on_stderr": print, "on_result": print, "on_error": print, "timeout": 3})],
    "files.read": [(("a",), {}), (("a", "bytes"), {}), (("a",), {"format": "text"})], "files.write": [(("a", b""), {})],
    "files.write_files": [(([{"path": "a", "data": ""}],), {})], "files.list": [(("/",), {}), (("/",), {"depth": 2})], "files.exists": [(("a",), {})],
    "files.remove": [(("a",), {})],
}


def of(kind, files, name):
    member = inspect.getattr_static(files if name.startswith("files.") else kind, name.removeprefix("files."))
    return inspect.signature(getattr(member, "__func__", member)).parameters


def test_the_signatures_of_e2b():
    for name, parameters in E2B.items():
        ours = [one for one in of(Sandbox, remote.Filesystem, name) if one not in ("self", "cls")]
        assert ours[: len(parameters)] == parameters, name


@pytest.mark.parametrize("name", CALLS)
def test_both_take_the_same_calls(name):
    kinds = [(Sandbox, remote.Filesystem)]
    with contextlib.suppress(ImportError):
        import e2b_code_interpreter
        from e2b.sandbox_sync.filesystem.filesystem import Filesystem

        kinds.append((e2b_code_interpreter.Sandbox, Filesystem))
    for kind, files in kinds:
        # What theirs does when it is called on the class has a name of its own.
        own = "_cls_connect_sandbox" if name == "connect" and kind is not Sandbox else name.removeprefix("files.")
        member = getattr(files if name.startswith("files.") else kind, own)
        bound = inspect.ismethod(member)
        for args, kwargs in CALLS[name]:
            inspect.signature(member).bind(*(args if bound else (None, *args)), **kwargs)


# --- the executor for smolagents


@contextlib.contextmanager
def executing(url, policy="permissive", imports=(), **settings):
    made = StockadeExecutor(list(imports), url=url, policy=policy, **settings)
    made.send_tools({"final_answer": lambda answer: answer, "double": lambda x: 2 * x})
    yield made
    made.cleanup()


@needs_server
def test_an_agents_steps_run_there(url):
    with executing(url) as run:
        assert run("x = double(2)\nprint(x)").logs == "4\n"
        output = run("x + 1")
        assert (output.output, output.logs, output.is_final_answer) == (5, "", False) and run.state["x"] == 4
        # The end of a step that assigns is its value, and so it is where names are several.
        assert run("y = x + 3").output == 7 and run("a, b = 1, 2").output == (1, 2)
        output = run("print('a')\nfinal_answer(double(21))\nprint('b')")
        assert (output.output, output.logs, output.is_final_answer) == (42, "a\n", True)
        assert run("def f(x):\n    try:\n        final_answer(x)\n    except Exception:\n        return 'caught'\nf(answer := 7)").output == 7
        run.send_variables({"rows": [{"a": 1}]})
        assert run("rows[0]['a'] + len(rows)").output == 2
        with pytest.raises(TypeError):
            run.send_variables({"wrong": object()})
        with pytest.raises(InterpreterError, match="Code execution failed at line '1 / 0' due to: ZeroDivisionError: division by zero"):
            run("print('kept')\n1 / 0")
        assert run.state["_print_outputs"] == "kept\n"
        with pytest.raises(InterpreterError, match="Code parsing failed on line 1 due to: SyntaxError"):
            run("x = (")
        with pytest.raises(InterpreterError, match="Cannot assign to name 'double'"):
            run("double = 3")


@needs_server
def test_what_stays_there_is_seen_from_here(url):
    with executing(url) as run:
        run("class Point:\n    x = 3\n    def __str__(self): return 'here'\npoint = Point()\ndef triple(x): return 3 * x")
        point, triple = run.state["point"], run.state["triple"]
        assert (point.x, str(point), triple(14), len(run.state)) == (3, "here", 42, len(list(run.state)))
        assert run("point").output.startswith("<__main__.Point object") and {"Point", "point", "triple"} <= set(run.state)
        run("items = [1]")
        run.state["items"].append(2)
        assert run("sum(items)").output == 3
        del run.state["items"]
        with pytest.raises(InterpreterError):
            run("items")


@needs_server
def test_tools_that_are_sent_again(url):
    with executing(url) as run:
        run("x = double(1)")
        run.send_tools({"final_answer": lambda answer: [answer], "triple": lambda x: 3 * x})
        assert run("final_answer(triple(x))").output == [6]


@needs_server
def test_settings_of_an_executor_there(url):
    with executing(url, "default", imports=["json"], timeout_seconds=0.3) as run:
        assert run("import json\njson.dumps([1])").output == "[1]"
        with pytest.raises(ExecutionTimeoutError, match="maximum execution time of 0.3 seconds"):
            run("while True: pass")
        assert run("1 + 1").output == 2
    with pytest.raises(InterpreterError, match="the policy of the server does not allow .*`os` is not allowed"):
        StockadeExecutor(["os"], url=url)
    for given in ({"lend": ["x"]}, {"trust": True}, {"sources": {"a.py": ""}}, {"packages": ["pip"]}, {"approve_tools": ["f"]}):
        with pytest.raises(NotServed, match=f"{next(iter(given))}="):
            StockadeExecutor([], url=url, **given)
    with pytest.raises(ValueError, match="url= says where it is"):
        StockadeExecutor([], token="t")


@needs_server
def test_an_agent_of_smolagents(url):
    smolagents = pytest.importorskip("smolagents")

    class Scripted(smolagents.Model):
        steps = ["rate = lookup('guitar')\nprint(rate)", "final_answer(rate * 2)"]

        def generate(self, messages, **kwargs):
            text = f"Thought: go on.\n<code>\n{self.steps.pop(0)}\n</code>"
            return smolagents.ChatMessage(role="assistant", content=text)

    @smolagents.tool
    def lookup(item: str) -> float:
        """Gives a price.

        Args:
            item: what it is the price of
        """
        return {"guitar": 799.5}[item]

    executor = StockadeExecutor([], url=url, policy="permissive")
    agent = smolagents.CodeAgent(tools=[lookup], model=Scripted(), executor=executor, max_steps=3, verbosity_level=0)
    assert agent.run("What do two guitars cost?") == 1599.0
    executor.cleanup()

"""Sessions from Python: conversions, tools in nested places, errors, limits, state, snapshots."""

import asyncio
import builtins
import json
import doctest
import enum
import importlib
import pathlib
import pickle
import re
import sys
import threading

import pytest

import stockade
from stockade import Handle, Policy, Session, run, run_async


@pytest.mark.parametrize("module", ["", "._allowed", "._policy", "._raised", "._replay", "._results", "._session", ".smolagents"])
def test_docstrings_run(module):
    # `stockade` itself and every module behind it.
    if module == "._session":
        pytest.importorskip("numpy")
    failed, tried = doctest.testmod(importlib.import_module("stockade" + module))
    assert tried and not failed


VALUES = [
    None, True, False, 0, -1, 2**63 - 1, 2**63, -(2**80), 1.5, float("inf"), "", "héllo \U0001f600", b"\x00\xff", [], [1, [2, (3,)]], (),
    {"a": {1: (2,)}, (1, 2): None}, {1, 2}, frozenset({"a"}),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_cross_both_ways(value):
    session = Session(tools={"ident": lambda x: x}, inputs={"given": value})
    assert session["given"] == value
    result = session.run("ident(given)")
    assert result.value == value and type(result.value) is type(value)
    assert result.repr in (None, repr(value)) or isinstance(value, (set, frozenset))


def test_subclasses_cross_as_what_they_hold():
    class Colour(enum.IntEnum):
        RED = 1

    session = Session(inputs={"c": Colour.RED, "data": bytearray(b"x")})
    assert session.run("(c + 1, type(c).__name__, data)").value == (2, "Colour", b"x")

    class Text(str):
        pass

    session["text"] = Text("a")
    assert session.run("type(text).__name__").value == "str"


def test_what_cannot_cross():
    session = Session(tools={"give": object, "take": print})
    with pytest.raises(TypeError, match="can't enter the sandbox"):
        session["x"] = object()
    assert session.run("give()").exception == "TypeError"
    assert session.run("take(lambda: 1)").message == "take() was given an argument that can't leave the sandbox: 'function' object at args[0]"
    result = session.run("lambda: 1")
    assert result.ok and result.value is None and result.value_error == "'function' object" and result.repr.startswith("<function <lambda>")
    deep = []
    for _ in range(100):
        deep = [deep]
    with pytest.raises(RecursionError):
        session["deep"] = deep


def test_handles_pass_through():
    thing = object()
    session = Session(tools={"open_it": lambda: Handle(thing), "use": lambda handle: handle.value is thing})
    assert session.run("h = open_it()\nuse(h), use([h][0])").value == (True, True)
    assert session["h"].value is thing


NESTED = [
    ("[double(i) for i in range(3)]", [0, 2, 4]),
    ("sorted([3, 1, 2], key=double)", [1, 2, 3]),
    ("list(map(double, [1, 2]))", [2, 4]),
    ("def g():\n    yield double(1)\n    yield double(x=2)\nsum(g())", 6),
    ("class A:\n    def __repr__(self): return str(double(4))\nrepr([A()])", "[8]"),
    ("class K:\n    def __eq__(self, o): return double(1) == 2\n    def __hash__(self): return double(1)\nK() in {K(): 1}", True),
    ("import re\nre.sub('[0-9]', lambda m: str(double(int(m[0]))), 'a1')", "a2"),
]


@pytest.mark.parametrize("code, value", NESTED, ids=[code for code, _ in NESTED])
def test_tools_are_called_from_anywhere(code, value):
    calls = []

    def double(x: int) -> int:
        calls.append(x)
        return x * 2

    result = Session(tools={"double": double}).run(code)
    assert result.error is None and result.value == value and calls


def test_signatures_are_enforced_before_the_call():
    def search(query, /, k=3, *, lang="en", when=object()):
        return [query, k, lang, isinstance(when, int)]

    session = Session(tools={"search": search}, check=False)
    assert session.run("search('a')").value == ["a", 3, "en", False]
    assert session.run("search('a', lang='de', when=1)").value == ["a", 3, "de", True]
    assert session.run("search()").message == "search() missing 1 required positional argument: 'query'"
    assert session.run("search('a', 1, 2)").message == "search() takes from 1 to 2 positional arguments but 3 were given"
    assert session.run("search('a', lnag=1)").message == "search() got an unexpected keyword argument 'lnag'"


def test_exceptions_of_the_host():
    class Refused(Exception):
        pass

    def fail(kind):
        raise {"value": ValueError("bad"), "key": KeyError("k"), "own": Refused("no"), "file": FileNotFoundError(2, "gone", "/secret/path")}[kind]

    session = Session(tools={"fail": fail})
    code = "try:\n    fail({!r})\nexcept Exception as e:\n    r = type(e).__name__ + ' ' + str(e)\nr"
    assert session.run(code.format("value")).value == "ValueError bad"
    assert session.run(code.format("key")).value == "KeyError 'k'"
    assert session.run(code.format("own")).value == "Exception Refused: no"
    assert session.run(code.format("file")).value == "FileNotFoundError gone"
    result = session.run("fail('value')")
    assert (result.exception, result.message) == ("ValueError", "bad")
    assert "test_session" not in result.traceback and result.traceback.endswith("ValueError: bad\n")


def test_exceptions_of_the_host_have_their_nearest_builtin_class():
    class TooMany(json.JSONDecodeError):
        pass

    # Python 3.10 has no groups.
    Grouped = getattr(builtins, "ExceptionGroup", type("ExceptionGroup", (Exception,), {"__str__": lambda self: "all (1 sub-exception)"}))

    raised = {
        "json": json.JSONDecodeError("bad", "[", 1), "own": TooMany("bad", "[", 1), "lines": ValueError("one\ntwo"), "bare": KeyError(),
        "text": UnicodeDecodeError("utf-8", b"x", 0, 1, "no"), "group": Grouped("all", [OSError()]), "net": ConnectionResetError("gone"),
        "key": KeyError("it's"),
    }

    def fail(kind):
        raise raised[kind]

    async def fail_later(kind):
        raise raised[kind]

    shown = {
        "json": ("ValueError", "JSONDecodeError: bad: line 1 column 2 (char 1)"), "own": ("ValueError", "TooMany: bad: line 1 column 2 (char 1)"),
        "lines": ("ValueError", "one\ntwo"), "bare": ("KeyError", "''"), "text": ("UnicodeError", "'utf-8' codec can't decode"),
        "group": ("Exception", "ExceptionGroup: all (1 sub-exception)"), "net": ("ConnectionResetError", "gone"), "key": ("KeyError", '"it\'s"'),
    }
    session = Session(tools={"fail": fail, "fail_later": fail_later})
    for kind, (name, message) in shown.items():
        for code in (f"fail({kind!r})", f"await fail_later({kind!r})", f"def f():\n    fail({kind!r})\nf()"):
            result = session.run(code)
            assert result.exception == name and result.message.startswith(message), kind
            # The host's own exception is behind it.
            with pytest.raises(stockade.GuestError) as caught:
                result.raise_for_outcome()
            assert caught.value.__cause__ is result.cause is raised[kind]
        result = asyncio.run(session.run_async(code))
        assert result.cause is raised[kind]
    assert session.run("try:\n    fail('json')\nexcept ValueError as error:\n    seen = str(error)\nseen").value.startswith("JSONDecodeError: bad")
    # A step that ends for another reason has none of it, and one that ends because of it has.
    assert session.run("try:\n    fail('json')\nexcept ValueError:\n    pass\n1 / 0").cause is None
    assert session.run("1 / 0").cause is None and session.run("fail('json')\n", limits={"fuel": 1}).cause is None
    assert session.run("try:\n    fail('json')\nexcept ValueError as error:\n    raise KeyError(1) from error").cause is raised["json"]
    many = "for kind in ['net'] * 900 + ['lines']:\n    try:\n        fail(kind)\n    except OSError:\n        pass"
    result = session.run(many)
    assert result.cause is raised["lines"] and len(session._raised._kept) <= 16
    # It stays in the process that raised it.
    assert pickle.loads(pickle.dumps(result)) == result and pickle.loads(pickle.dumps(result)).cause is None
    assert session.fork().run("1").cause is None
    # It shows the tool's own frames, and holds no session.
    raised["net"] = ConnectionResetError("gone")
    held = session.run("fail('net')").cause.__traceback__
    assert held.tb_frame.f_code.co_name == "fail" and held.tb_next is None
    assert not session._raised._kept and Session(tools={"f": int}).run("f('x')").cause.__traceback__ is None


def test_an_exit_of_the_host_is_the_hosts():
    session = Session(tools={"stop": lambda: sys.exit(3)})
    with pytest.raises(SystemExit):
        session.run("stop()")
    assert session.run("1 + 1").value == 2


def test_limits():
    session = Session(fuel=100_000, memory=8 << 20, output=100, host_calls=2, tools={"f": lambda: None})
    assert session.run("while True: pass").outcome == "limit:fuel"
    assert session.run("x = [0] * 10**8").outcome == "limit:memory"
    assert session.run("print('x' * 1000)").outcome == "limit:output"
    assert session.run("for _ in range(5): f()").outcome == "limit:host_calls"
    assert Session(timeout=0.05, fuel=10**12, check=False).run("while True: pass").outcome == "limit:timeout"
    assert session.run("1").value == 1


def test_limits_say_what_raises_them_and_where_the_program_was() -> None:
    result = Session(fuel=10_000).run("def f():\n    while True: pass\nf()")
    limit = result.limit
    assert limit is not None and result.outcome == "limit:fuel" and result.error == "fuel limit reached"
    assert (limit.kind, limit.limit, limit.used, limit.unit) == ("fuel", 10_000, 10_000, "fuel units")
    assert (limit.keyword, limit.flag, limit.policy_key) == ("fuel", "--fuel", "limits.fuel")
    places = [(frame.line, frame.function, frame.source) for frame in limit.stack]
    assert places == [(3, "<module>", "f()"), (2, "f", "while True: pass")]
    assert str(limit).splitlines()[:2] == [
        "limit: fuel", "  used 10,000 of 10,000 fuel units; raise it with fuel=N, or `limits.fuel` in the policy",
    ]
    assert "while True: pass" in result._repr_html_()
    limit = Session(memory=1 << 22).run("x = [0] * 10**8").limit
    assert limit is not None and limit.keyword == "memory" and limit.needed is not None and limit.needed >= 10**8
    limit = Session(host_calls=1, tools={"f": int}).run("f()\nf()").limit
    assert limit is not None and (limit.keyword, limit.flag, limit.used) == ("host_calls", "--host-calls", 1)
    assert Session().run("1").limit is None and Session().run("1 / 0").limit is None
    session = Session(fuel=1000)
    assert session.run("while True: pass").limit is not None and session.run("x = (").limit is None


def test_limits_in_the_audit_log() -> None:
    lines: list[str] = []
    full = stockade.Policy.preset("default").override({"audit.log": "full", "audit.include_source": "full"})
    Session(full, audit=lines.append, fuel=10_000).run("while True: pass")
    Session(audit=lines.append, fuel=10_000).run("while True: pass")
    first, second = (json.loads(line)["attributes"] for line in lines)
    assert first["stockade.limit.key"] == second["stockade.limit.key"] == "limits.fuel"
    assert first["stockade.limit.value"] == second["stockade.limit.used"] == 10_000
    assert first["code.stacktrace"] == '  File "<step 1>", line 1, in <module>\n    while True: pass\n' and "code.stacktrace" not in second


def test_large_numbers_are_no_reason_for_a_limit() -> None:
    assert Session().run("str(9**10**6)").exception == "ValueError"
    assert Session().run("10**1_000_000").outcome == "completed"


def test_a_slow_tool_does_not_spend_the_guests_time():
    import time

    session = Session(timeout=0.2, tools={"wait": lambda: time.sleep(0.4)})
    assert session.run("wait()\nsum(range(300_000))").ok


def test_state_and_answers():
    session = Session()
    session.run("x = 1\ndef f(): return x + 1")
    assert session.run("f()").value == 2 and session.names() == ["x", "f"] and "x" in session
    result = session.run("print('before')\nfinal_answer({'a': 1})\nprint('after')")
    assert (result.answer, result.is_final_answer, result.output) == ({"a": 1}, True, "before\n")
    del session["x"]
    assert session.run("f()").exception == "NameError"
    refused = session.run("import os")
    assert refused.outcome == "policy" and refused.findings[0].rule == "IMP001"
    assert session.run("x = (").outcome == "syntax"


def test_snapshots():
    key = bytes(range(32))
    session = Session(tools={"double": lambda x: 2 * x})
    session.run("d = double\nx = [d(1)]")
    data = session.snapshot(key)
    with pytest.raises(ValueError):
        Session.restore(data)
    restored = Session.restore(data, key=key, tools={"double": lambda x: 20 * x})
    assert restored.run("x + [d(1), double(1), d is double]").value == [2, 20, 20, True]


def test_async_tools():
    async def fetch(x):
        await asyncio.sleep(0.01)
        return x + 1

    async def several():
        sessions = [Session(tools={"fetch": fetch, "plain": lambda x: -x}) for _ in range(4)]
        return await asyncio.gather(*(session.run_async(f"plain(sum([await fetch(i) for i in range({n})]))") for n, session in enumerate(sessions)))

    assert [result.value for result in asyncio.run(several())] == [0, -1, -3, -6]


def test_many_threads_and_reentry():
    results = {}

    def work(n):
        results[n] = Session(inputs={"n": n}).run("sum(range(n * 10_000))").value

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert results == {n: sum(range(n * 10_000)) for n in range(4)}


def test_check():
    verdict = stockade.check("import os\nos.system('ls')")
    assert not verdict and verdict.findings[0].rule == "IMP001" and verdict.imports == ["os"]
    assert stockade.check("search(query=1)", tools=["search(query)"]).accepted
    with pytest.raises(ValueError):
        stockade.check("1", "version: nonsense\nx: 1\n")


def test_run():
    result = stockade.run("print(n)\ndouble(n)", inputs={"n": 4}, tools={"double": lambda n: 2 * n}, limits={"fuel": 10_000})
    assert isinstance(result, stockade.Outcome) and (result.value, result.output) == (8, "4\n")
    assert stockade.run("while True: pass", limits={"fuel": 10_000}).outcome == "limit:fuel"
    with pytest.raises(TypeError, match="there is no limit 'seed'"):
        stockade.run("1", limits={"seed": 1})


def test_forks():
    session = Session("default", tools={"double": lambda n, by=2: by * n}, fuel=100_000)
    session.run("items = [1]\ndef add(n):\n    items.append(double(n))\n    return items")
    forks = [session.fork() for _ in range(3)]
    assert [fork.run(f"add({n})").value for n, fork in enumerate(forks)] == [[1, 0], [1, 2], [1, 4]]
    assert session["items"] == [1]
    # Limits, tools and names known to the check come along.
    assert forks[0].run("while True: pass").outcome == "limit:fuel"
    assert forks[0].fork().run("sum(add(1))").value == 3
    forks[0].remove_tool("double")
    assert session.run("double(3)").value == 6
    # Handles mean the same in this process, and nothing in another.
    session["h"] = handle = Handle(object())
    assert session.fork()["h"] is handle
    with pytest.raises(ValueError, match="a handle or object of the host's, which only this process has"):
        session.snapshot()


def test_html_is_escaped():
    result = Session().run("print('<script>')\n'<i>'")
    assert "<script>" not in result._repr_html_() and "&lt;script&gt;" in result._repr_html_() and "&lt;i&gt;" in result._repr_html_()
    refused = Session().run("import os")
    assert "IMP001" in refused._repr_html_() and "&lt;b&gt;" in Session().run("raise ValueError('<b>')")._repr_html_()
    shown = stockade.check("import os")._repr_html_()
    assert shown.startswith("<p><b>deny</b> under policy default</p><table>") and "IMP001" in shown


def test_the_readme_is_true(capsys):
    readme = pathlib.Path(__file__).parent.parent / "README.md"
    names = {}
    for block in re.findall(r"```python\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL):
        said = [line.rpartition("  # ")[2] for line in block.splitlines() if line.startswith("print(")]
        exec(block, names)
        for line, claim in zip(capsys.readouterr().out.splitlines(), said, strict=True):
            assert claim.startswith(line)


def test_audit(tmp_path):
    log = tmp_path / "audit.jsonl"
    session = Session(tools={"double": lambda x: 2 * x}, audit=log)
    session.run("double(2)")
    session.run("double('x' * 3) + 1")
    session.run("import os")
    lines = [json.loads(line)["attributes"] for line in log.read_text().splitlines()]
    assert [line["stockade.outcome"] for line in lines] == ["completed", "runtime:TypeError", "policy"]
    assert [len(line["stockade.tool_calls"]) for line in lines] == [1, 1, 0]
    assert lines[0]["stockade.tool_calls"][0]["arguments.sha256"] != lines[1]["stockade.tool_calls"][0]["arguments.sha256"]
    assert [line["stockade.verdict"] for line in lines[:2]] == ["allow", "allow"]
    assert lines[2]["stockade.verdict"] == "deny" and lines[2]["stockade.findings"] == ["IMP001"]
    assert "stockade.source.text" not in lines[0] and len(lines[0]["stockade.source.sha256"]) == 64
    full = stockade.Policy.preset("default").override({"audit.log": "full", "audit.include_source": "full"})
    written = []
    Session(full, audit=written.append).run("raise ValueError('why')")
    said = json.loads(written[0])["attributes"]
    assert said["stockade.source.text"] == "raise ValueError('why')" and said["exception.message"] == "why"
    Session(full.add({"audit.log": "none"}), audit=written.append).run("1")
    assert len(written) == 1


def test_calls_of_a_tool_count_on_after_a_restore():
    core = Session()._core
    core.add_tool("once", "x", 1, False)
    event = core.begin("once(1)\nonce(2)", "<step 1>", False)
    event = core.answer(1)
    assert event["outcome"] == "runtime:RuntimeError"
    core.begin("once(1)\nonce(2)", "<step 2>", False)
    core.pause_at(1)
    assert core.answer(1)["outcome"] in ("paused", "runtime:RuntimeError")
    if core.is_paused():
        session = Session.restore(core.snapshot())
        session._core.add_tool("once", "x", 1, False)
        assert session._core.resume()["outcome"] == "runtime:RuntimeError"


def test_exceptions_carry_the_result():
    import pickle

    session = Session(tools={"f": lambda: None}, host_calls=1)
    for code, kind, text in [
        ("{}['a']", stockade.GuestError, "KeyError: 'a'"),
        ("while True: pass", stockade.LimitError, "fuel limit reached"),
        ("import os", stockade.PolicyError, "IMP001"),
        ("x = (", stockade.GuestSyntaxError, "never closed"),
    ]:
        with pytest.raises(kind, match=re.escape(text)) as caught:
            session.run(code, limits={"fuel": 10_000}).raise_for_outcome()
        assert isinstance(caught.value, stockade.OutcomeError) and caught.value.outcome == caught.value.result.outcome
        assert pickle.loads(pickle.dumps(caught.value)).result == caught.value.result
    result = session.run("1 + 1").raise_for_outcome()
    assert result.value == 2 and repr(result).startswith("Result(outcome='completed', value=2, repr='2', fuel=")


def test_snapshots_are_bytes_that_know_themselves(tmp_path):
    session = Session()
    session.run("x = 1")
    snapshot = session.snapshot()
    assert isinstance(snapshot, bytes) and not snapshot.is_keyed and snapshot.version >= 3 and "bytes, version" in repr(snapshot)
    snapshot.save(tmp_path / "state")
    loaded = stockade.Snapshot.load(tmp_path / "state")
    assert loaded == snapshot and loaded.restore("strict", limits={"fuel": 1000}).run("x + 1").value == 2
    assert session.snapshot(bytes(32)).is_keyed


def test_steps_count_on_after_a_restore():
    straight = Session(check=False)
    for code in ("def f(): 1 / 0", "def", "f()"):
        last = straight.run(code)
    broken = Session(check=False)
    for code in ("def f(): 1 / 0", "def"):
        broken.run(code)
    restored = Session.restore(broken.snapshot(), check=False)
    assert restored.run("f()").traceback == last.traceback and 'File "<step 3>"' in last.traceback
    assert restored.snapshot() == straight.snapshot()


def test_a_snapshot_from_within_a_tool():
    taken = []

    def look(n):
        if n == 2:
            taken.append(session.snapshot())
        return n * 10

    session = Session(tools={"look": look})
    assert session.run("[look(n) for n in range(4)]").value == [0, 10, 20, 30]
    other = Session.restore(taken[0], tools={"look": lambda n: -n})
    assert other.is_paused and other.resume().value == [0, 10, -2, -3]


def test_forks_under_another_policy_and_limits():
    session = Session("permissive", tools={"f": lambda n: n + 1})
    session.run("import json\ndef g(n): return f(n)")
    fork = session.fork("default", limits={"fuel": 5000})
    assert fork.run("g(1)").value == 2 and fork.run("while True: pass").outcome == "limit:fuel"
    assert fork.run("import os").outcome == "policy" and session.run("import os").ok
    assert fork.run("().__class__.__base__", check=False).exception == "AttributeError"


def test_limits_of_a_step():
    session = Session(fuel=1_000_000)
    assert session.run("for i in range(1000): pass", limits={"fuel": 500}).outcome == "limit:fuel"
    assert session.run("x = 'a' * 10**6", limits={"memory": 1 << 19}).outcome == "limit:memory"
    assert session.run("sum(range(1000))").value == 499500
    assert session.run("for i in range(1000): pass", limits={"fuel": 500}).outcome == "limit:fuel"


def test_output_is_streamed_and_marked_where_it_is_cut():
    heard = []
    session = Session("permissive", on_output=lambda text, error: heard.append((text, error)), tools={"now": lambda: len(heard)}, output=40)
    result = session.run("import sys\nprint('one')\nseen = now()\nprint('two', file=sys.stderr)\nprint('three', end='')\nseen")
    assert "".join(text for text, error in heard if not error) == result.output == "one\nthree"
    assert "".join(text for text, error in heard if error) == result.stderr == "two\n" and result.value > 0
    result = Session(output=40).run("for i in range(100): print(i)")
    assert result.outcome == "limit:output" and result.output.endswith("\n[output cut: it may have 40 bytes]\n")
    silent = stockade.Policy.preset("default").add({"output.on_truncate": "silent"})
    assert len(Session(silent, output=40).run("print('x' * 100)").output) == 40


def test_the_policy_has_rules_about_arguments():
    policy = stockade.Policy(
        "version: 1\nextends: [default]\ntools:\n  default: deny\n  allow:\n    search:\n      max_calls: 3\n      args:\n"
        "        query: {type: str, max_len: 5}\n        k: {type: int | None}\n"
    )
    calls = []
    session = Session(policy, tools={"search": lambda query, k=None, **more: calls.append((query, k)), "other": print}, check=False)
    assert session.run("search('abcde', 3)\nsearch(query='', k=None)").ok and calls == [("abcde", 3), ("", None)]
    result = session.run("search('abcdef')")
    assert (result.exception, result.message) == ("ValueError", "`query` of `search` may be at most 5 long, not 6")
    assert session.run("search(['a'])").message == "`query` of `search` must be str, not list"
    assert session.run("search('a', k='b')").message == "`k` of `search` must be int | None, not str"
    assert result.denials and session.run("other('x')").exception == "NameError" and len(calls) == 2
    assert "3 times" in session.run("for i in range(9): search('a')").message


def test_seed_and_clock_are_the_hosts():
    code = "import random, time, datetime\n[random.random(), time.time(), time.monotonic(), datetime.datetime.now().year, hash('a')]"
    one, two = (Session("permissive", seed=5, clock=1.7e9).run(code) for _ in range(2))
    assert one == two and one.value[1] == 1.7e9 and one.value[3] == 2023
    assert Session("permissive", seed=6, clock=1.7e9).run(code).value[0] != one.value[0]
    policy = stockade.Policy.preset("permissive").override({"determinism.random_seed": 5, "determinism.clock": "frozen"})
    assert Session(policy).run(code).value[0] == one.value[0] and Session(policy).run(code).value[1] == 0.0
    assert Session("permissive").run(code).value[1] > 1.7e9


def test_async_versions_of_what_suspends():
    async def fetch(n):
        await asyncio.sleep(0)
        return n + 1

    async def all_of_it():
        session = Session(tools={"fetch": fetch})
        session.pause_at(50)
        paused = await session.run_async("total = 0\nfor i in range(50): total += await fetch(i)\ntotal")
        assert paused.outcome == "paused"
        return await session.resume_async(), await stockade.run_async("await fetch(n)", inputs={"n": 1}, tools={"fetch": fetch})

    whole, single = asyncio.run(all_of_it())
    assert (whole.value, single.value) == (sum(range(50)) + 50, 2)


def test_the_lock_of_the_interpreter_is_free_while_the_machine_runs():
    import time

    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    Session(fuel=10**9, timeout=60).run("i = 0\nwhile i < 8_000_000: i += 1")
    spent = time.perf_counter() - start
    done.set()
    thread.join()
    longest = max((b - a for a, b in zip(ticks, ticks[1:])), default=spent)
    assert longest < spent / 2


def test_tools_cannot_begin_steps_in_their_session():
    inner = []

    def again():
        with pytest.raises(RuntimeError, match="is running a step"):
            session.run("1")
        inner.append(session.fork().run("x + 1").value)
        return 5

    session = Session(tools={"again": again})
    assert session.run("x = 1\nagain() + x").value == 6 and inner == [2]
    assert session.run("x").value == 1


def test_exceptions_that_cannot_say_what_they_are():
    class Silent(Exception):
        def __str__(self):
            return 1 // 0

    def fail():
        raise Silent

    session = Session(tools={"fail": fail})
    assert session.run("fail()").error == "Exception: Silent: " and session.run("1").value == 1


def test_lone_surrogates():
    session = Session(tools={"ident": lambda text: text}, inputs={"half": "a\ud800"})
    assert session["half"] == "a\ud800" and session.run("ident(half), len(half), half == 'a\\ud800'").value == ("a\ud800", 2, True)
    # As CPython's own stdout, which is strict.
    printed = session.run("print(half)")
    assert printed.output == "" and "UnicodeEncodeError: 'utf-8' codec can't encode character '\\ud800'" in printed.traceback
    assert "\\udfff" in session.run("raise ValueError('\\udfff')").traceback
    with pytest.raises(ValueError, match="U.FF000"):
        session["x"] = "\U000ff000"
    assert session.run("x = '\ud800'").outcome == "syntax" and not stockade.check("x = '\ud800'")
    assert session.run("x = 1").ok


REDACTING = """
version: 1
name: careful
extends: [default]
output:
  redact:
    - {id: email, regex: '[\\w.+-]+@[\\w-]+\\.[a-z]+', action: mask}
    - {id: token, regex: 'tok_[0-9a-f]{8}', action: block}
audit: {log: full, include_source: full}
"""


def test_limits_that_are_none():
    for limits in ({"fuel": -1}, {"timeout": float("inf")}, {"timeout": float("nan")}, {"memory": 2**80}):
        with pytest.raises(ValueError, match="the limit '(fuel|timeout|memory)': .* is not a"):
            run("1", limits=limits)
    with pytest.raises(TypeError, match="the source is a str, not bytes"):
        run(b"1")
    with pytest.raises(TypeError, match="the source is a str, not NoneType"):
        stockade.check(None)


def test_a_verdict_says_what_the_command_line_says():
    verdict = stockade.check("import random\nprint(search(random.random()))", tools=["search"])
    assert verdict.imports_used == ["random"] and verdict.capabilities_used == ["output", "randomness", "tool:search"]
    assert verdict.policy_sha256 == Policy.preset("default").sha256 and verdict.tool_version == stockade.__version__


def test_objects_that_lie_are_read_for_what_they_are():
    class Items(list):
        def __iter__(self):
            while True:
                yield 9

    class Pairs(dict):
        def items(self):
            raise RuntimeError

        def __getitem__(self, key):
            return "lie"

    class Text(str):
        def __str__(self):
            return "lie"

        def encode(self, *args):
            return b"lie!"

    class Number(int):
        def __index__(self):
            return 5

    class Members(set):
        def __iter__(self):
            return iter([7])

    given = [Items([1]), Pairs(a=1), Text("truth"), Text("\ud800"), Number(7), Number(2**70), Members({1})]
    assert Session(inputs={"x": given})["x"] == [[1], {"a": 1}, "truth", "\ud800", 7, 2**70, {1}]
    shared = []
    for _ in range(40):
        shared = [shared, shared]
    with pytest.raises(ValueError, match="more than 250000 values"):
        Session(inputs={"x": shared})
    session = Session(tools={"f": lambda: shared, "g": lambda: ["x" * (20 << 20)] * 2})
    assert "more than 250000 values" in session.run("f()").message and "bytes" in session.run("g()").message


def test_output_is_redacted():
    seen, lines = [], []
    session = Session(REDACTING, on_output=lambda text, error: seen.append(text), audit=lines.append, tools={"mail": lambda: "b@c.org"})
    result = session.run("print('write to ada', end='')\nprint('@b.com', mail(), sep=' or ')\n{'to': ['x@y.org', b'x@y.org', 3], mail(): 1}")
    assert result.output == "".join(seen) == "write to [redacted: email] or [redacted: email]\n"
    assert "write to " in seen
    assert result.value == {"to": ["[redacted: email]", b"[redacted: email]", 3], "[redacted: email]": 1}
    assert "@" not in result.repr and "y.org" not in lines[0]
    # Tools and variables are the host's own.
    assert session.run("answer = mail()").ok and session["answer"] == "b@c.org"
    result = session.run("def f(a):\n    raise ValueError(a)  # a@b.org\nf('a@b.org')")
    assert result.message == "[redacted: email]" and "b.org" not in result.traceback + result.error + lines[-1]
    result = session.run("print('tok_01', end='')\nprint('234567, and more')\nprint('a@b.de')\n'tok_01234567'")
    assert (result.output, result.value, result.repr) == ("[blocked: token]", None, "[blocked: token]")
    assert result.value_error == "the policy withholds it (token)"
    # Cut at the limit, but no secret in half; and the mark is no way around the limit.
    cut = Session(REDACTING, output=8).run("print('name a@b.org')")
    assert cut.outcome == "limit:output" and cut.output.startswith("name [re") and "a@" not in cut.output
    # What is kept back goes with the session.
    session.pause_at(40)
    paused = session.run("print('ada@b', end='')\nfor i in range(200): pass\nprint('.org!')")
    assert (paused.outcome, paused.output) == ("paused", "")
    assert Session.restore(session.snapshot(), REDACTING).resume().output == session.fork().resume().output == session.resume().output == "[redacted: email]!\n"
    with pytest.raises(ValueError, match="`regex` cannot be used: unclosed group"):
        Session("version: 1\noutput: {redact: [{id: a, regex: 'a(', action: mask}]}")


def test_a_step_has_its_own_policy():
    session = Session(tools={"double": lambda x: 2 * x}, fuel=100_000)
    closed = Policy.preset("default").override("imports: {deny: [json]}\nbuiltins: {deny: [sorted]}\ntools: {default: deny}")
    assert session.run("import json, math\nfrom json import dumps\ndef order(x): return sorted(x)\nitems = [3, 1]\ndouble(1), order(items)").ok
    for check in (True, False):
        assert not session.run("import json", policy=closed, check=check).ok
        # The functions of earlier steps are under it, too; what the program has it keeps.
        result = session.run("order(items)", policy=closed, check=check)
        assert result.outcome == "runtime:NameError" and result.denials, result
        assert "`json` is not allowed" in session.run("json.loads('1')", policy=closed, check=check).message
        assert "tool" in session.run("double(2)", policy=closed, check=False).message
        assert session.run("items.append(2)\n(dumps(items), math.floor(2.5))", policy=closed, check=check).value == (str(session["items"]), 2)
        result = session.run("json.dumps(order(items)), double(4)")
        assert result.ok and result.value[1] == 8
    # Limits that the session was given hold in all its steps; those of a step for this step.
    assert session.run("while True: pass", policy="permissive").fuel < 101_000
    assert session.run("while True: pass", policy="permissive", limits={"fuel": 2000}).fuel < 3000
    wide = Session("strict")
    assert wide.run("class A: pass", policy="default").ok and wide.run("class B: pass").outcome == "policy"
    assert wide.fork().run("A.__name__").value == "A"
    assert asyncio.run(wide.run_async("class C: pass", policy="default")).ok


def test_a_restored_session_reads_no_module_that_its_policy_denies():
    session = Session()
    session.run("import json")
    session.run("x = 1")
    closed = Policy.preset("default").override("imports: {deny: [json]}")
    result = Session.restore(session.snapshot(), closed).run("json.dumps(x)")
    assert result.outcome == "runtime:AttributeError" and "`json` is not allowed" in result.message
    assert session.fork(closed).run("json.dumps(x)").outcome == "runtime:AttributeError"


def test_run_ends_the_program():
    code = "import atexit\natexit.register(print, 'exit')\nclass A:\n    def __del__(self): note('gone')\na = A()\nprint('body')\n7"
    notes = []
    result = run(code, tools={"note": notes.append}, policy="permissive")
    assert (result.value, result.output, notes) == (7, "body\nexit\n", ["gone"])
    assert asyncio.run(run_async(code, tools={"note": notes.append}, policy="permissive")).output == "body\nexit\n" and len(notes) == 2
    failed = run("import atexit\natexit.register(print, 'exit')\n1 / 0", policy="permissive")
    assert (failed.outcome, failed.output) == ("runtime:ZeroDivisionError", "exit\n")
    assert run("import atexit\n@atexit.register\ndef f():\n    while True: pass", policy="permissive", limits={"fuel": 5000}).outcome == "limit:fuel"
    assert Session().finish() is None


@pytest.mark.parametrize("clock", [None, 5.0])
def test_clocks_do_not_go_back_between_steps(clock):
    session = Session(policy="permissive")
    session._core.freeze_clock(clock)
    session.run("import time\nstart = time.perf_counter()\ntime.sleep(3)")
    assert session.run("time.perf_counter() - start").value >= 3
    fork = session.fork()
    assert fork.run("time.sleep(1)\ntime.monotonic() - start").value >= 4
    assert session.run("time.monotonic() - start").value >= 3


def test_a_program_that_ends_itself_has_not_completed() -> None:
    lines: list[str] = []
    session = Session(audit=lines.append)
    for code, exit_code, line, message in [
        ("x = 1\nraise SystemExit", 0, 2, ""),
        ("def f():\n    raise SystemExit(3)\nf()", 3, 2, "3"),
        ("raise SystemExit('why')", 1, 1, "why"),
        ("raise SystemExit(-1)", -1, 1, "-1"),
    ]:
        result = session.run(code)
        assert (result.outcome, result.ok, result.exit_code, result.line) == ("exited", False, exit_code, line)
        assert (result.exception, result.message, result.value) == ("SystemExit", message, None)
        with pytest.raises(stockade.GuestExit) as caught:
            result.raise_for_outcome()
        assert isinstance(caught.value, stockade.GuestError) and caught.value.result is result
        record = json.loads(lines[-1])["attributes"]
        assert (record["stockade.outcome"], record["stockade.exit.code"], record["stockade.exit.line"]) == ("exited", exit_code, line)
    assert session.run("x").value == 1
    ended = run("import atexit\natexit.register(print, 'bye')\nraise SystemExit", policy="permissive")
    assert (ended.outcome, ended.output) == ("exited", "bye\n")


def test_each_outcome_has_its_class() -> None:
    from stockade import _stockade

    for name, _, error in _stockade.outcomes():
        result = stockade.Result(name, message="told")
        if error is None:
            assert result.raise_for_outcome() is result
            continue
        with pytest.raises(stockade.OutcomeError) as caught:
            result.raise_for_outcome()
        assert type(caught.value) is getattr(stockade, error) and error in stockade.__all__
    unsupported = Session().run(f"def f({', '.join(f'a{i}' for i in range(300))}): pass")
    assert unsupported.outcome == "unsupported"
    with pytest.raises(stockade.UnsupportedError):
        unsupported.raise_for_outcome()


def test_sessions_are_copied_and_pickled():
    import copy
    import pickle

    session = Session("strict", inputs={"x": [1]}, limits={"fuel": 50_000}, clock=5.0)
    session.run("def f(): return len(x)")
    for again in (copy.copy(session), copy.deepcopy(session), pickle.loads(pickle.dumps(session))):
        assert again.run("x.append(2)\nf()").value == 2 and session["x"] == [1]
        assert again.run("for i in range(10**9): pass").outcome == "limit:fuel"
        assert again.run("import os").outcome == "policy"
    session.add_tool("tool", print)
    session.add_tool("other", len)
    with pytest.raises(TypeError, match=r"it has tools \(tool, other\)\. Take session.snapshot\(\)"):
        pickle.dumps(session)
    with pytest.raises(TypeError, match="it has a source of stdin"):
        pickle.dumps(Session(stdin=iter(["a"])))
    with_sources = Session("permissive", sources={"helper.py": "x = 5"})
    assert pickle.loads(pickle.dumps(with_sources.fork())).run("import helper\nhelper.x").value == 5
    assert copy.copy(session).run("tool").ok
    for what, more in {"approve": {"approve": lambda call: True}, "on_output": {"on_output": lambda text, is_error: None}}.items():
        for asking in (Session(**more), Session(**more).fork()):
            with pytest.raises(TypeError, match=f"it has {what}\\."):
                pickle.dumps(asking)
    assert pickle.loads(pickle.dumps(Session(exit_ok=True))).run("raise SystemExit").ok
    assert not pickle.loads(pickle.dumps(Session())).run("raise SystemExit").ok
    paused = Session(limits={"fuel": 10**9})
    paused.pause_at(1000)
    assert paused.run("n = 0\nfor i in range(1000): n += 1\nn").outcome == "paused"
    assert pickle.loads(pickle.dumps(paused)).resume().value == paused.resume().value == 1000


def test_a_final_answer_says_where_it_was_given():
    session = Session()
    result = session.run("def inner(x):\n    final_answer(x)\n\ndef outer():\n    inner(5)\n\nouter()")
    place = result.ended_at
    assert (result.answer, place.file, place.line, place.function, place.source) == (5, "<step 1>", 2, "inner", "final_answer(x)")
    assert session.run("final_answer(1)").ended_at.function == "<module>"
    assert session.run("1 + 1").ended_at is None
    session.add_tool("done", lambda x: x, final=True)
    assert session.run("x = 1\nif x:\n    done(2)").ended_at.line == 3
    assert asyncio.run(session.run_async("def f(): done(2)\nf()")).ended_at.function == "f"


def test_a_final_answer_that_stays_inside_is_an_error():
    result = Session().run("def f(): final_answer({'x': lambda: 1})\nf()")
    assert (result.outcome, result.ok, result.answer, result.line) == ("runtime:TypeError", False, None, 1)
    assert result.message.startswith("the final answer can't leave the sandbox: ") and result.is_final_answer and "lambda" in result.repr
    assert result.ended_at.function == "f"
    with pytest.raises(stockade.GuestError, match="the final answer can't leave the sandbox"):
        result.raise_for_outcome()
    # Where no answer was asked for, the text of the value is enough.
    assert Session().run("lambda: 1").ok

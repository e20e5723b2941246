"""Logs of tool calls, and runs that take their answers from one."""

import asyncio
import json

import pytest

from stockade import Handle, ReplayError, Session

STEPS = [
    "a = look('x', k=[1, (2, b'y')])\ntry:\n    look('bad')\nexcept ValueError as error:\n    caught = str(error)\na, caught",
    "h = open_it()\nuse(h), give() if caught == 'no' else None",
]


def tools(calls):
    thing = object()

    def look(name, k=()):
        calls.append(name)
        if name == "bad":
            raise ValueError("no")
        return {1: (name, 2**100, float("inf")), "k": {3, 4}, "$tuple": frozenset({b"z"})}

    return {
        "look": look, "open_it": lambda: Handle(thing), "use": lambda handle: handle.value is thing, "give": lambda: {"deep": [True, None, 1.5]}
    }


def test_a_log_answers_for_the_tools():
    calls = []
    first = Session(tools=tools(calls), record=True)
    results = [first.run(step) for step in STEPS]
    assert all(result.ok for result in results) and len(calls) == 2
    log = json.loads(json.dumps(first.log, allow_nan=False))
    assert [(call["step"], call["tool"]) for call in log["calls"]] == [(1, "look"), (1, "look"), (2, "open_it"), (2, "use"), (2, "give")]
    assert log["calls"][1]["error"] == ["ValueError", "no"]

    second = Session(replay=log, record=True)
    assert [second.run(step).value for step in STEPS] == [result.value for result in results]
    assert len(calls) == 2 and second.unreplayed == 0 and second.log == log
    with pytest.raises(ReplayError, match=r"step 3 calls give\(\), but the log ends after 5 calls"):
        second.run("give()")
    assert second.run("1 + 1").value == 2

    third = Session(replay=log)
    assert [asyncio.run(third.run_async(step)).value for step in STEPS] == [result.value for result in results]


def test_another_call_than_the_log_says():
    first = Session(tools={"f": lambda n: n, "g": lambda: 0}, record=True)
    first.run("f(1)")
    first.run("g()")
    for code, message in [
        ("f(2)", r"step 1 calls f\(\) with other arguments than call 1 of the log"),
        ("try:\n    g()\nexcept BaseException:\n    pass", r"step 1 calls g\(\), but call 1 of the log is f\(\) in step 1"),
        ("f(1), g()", r"step 1 calls g\(\), but call 2 of the log is g\(\) in step 2"),
    ]:
        with pytest.raises(ReplayError, match=message):
            Session(replay=first.log).run(code)
    with pytest.raises(ValueError, match="no log"):
        Session(replay={"version": 99})


def test_what_could_not_enter_is_replayed_as_its_error():
    first = Session(tools={"give": object}, record=True)
    message = first.run("give()").message
    assert "can't enter the sandbox" in message and Session(replay=first.log).run("give()").message == message


def test_forks_go_on_from_the_log_so_far():
    first = Session(tools={"f": lambda n: n}, record=True)
    first.run("f(1)")
    second = first.fork()
    second.run("f(2)")
    assert (len(first.log["calls"]), len(second.log["calls"])) == (1, 2)
    replay = Session(replay=second.log)
    replay.run("f(1)")
    other = replay.fork()
    assert other.run("f(2)").value == 2 and (replay.unreplayed, other.unreplayed) == (1, 0)


TABLES = [
    "import numpy as np\na = np.arange(6).reshape(2, 3)\nb = a * 2 + 1\nprint(b, len(b))",
    "def half(v): return v / 2\ntotal = float(np.vectorize(half)(b).sum())\ntry:\n    np.linalg.inv(np.zeros((2, 2)))\nexcept np.linalg.LinAlgError as error:\n    why = str(error)\n"
    "rows = [[int(x) for x in row] for row in b]\nshow(b, name='b')\nnp.random.seed(None)\n(total, why, rows, float(np.random.rand()), make(2).tolist())",
]


def test_uses_of_lent_modules_are_replayed_without_them():
    np = pytest.importorskip("numpy")
    shown = []
    tools = {"show": lambda array, name: shown.append((name, array)), "make": np.ones}
    first = Session("permissive", modules=["numpy"], tools={**tools, "make": lambda n: np.ones(n)}, record=True)
    results = [first.run(step).raise_for_outcome() for step in TABLES]
    assert shown[0][0] == "b" and isinstance(shown[0][1], np.ndarray)
    log = json.loads(json.dumps(first.log, allow_nan=False))
    second = Session("permissive", replay=log, record=True)
    again = [second.run(step) for step in TABLES]
    assert again == results and second.unreplayed == 0 and second.log == log and len(shown) == 1
    with pytest.raises(ReplayError, match=r"step 3 uses an object of a lent module \(getattr\), but the log ends"):
        second.run("b.shape")
    other = Session("permissive", replay=log)
    with pytest.raises(ReplayError, match="with other arguments than call"):
        other.run(TABLES[0].replace("reshape(2, 3)", "reshape(3, 2)"))
    # What a step ends with is a placeholder.
    third = Session("permissive", modules=["numpy"], record=True)
    third.run("import numpy as np\nnp.zeros(2)")
    assert repr(Session("permissive", replay=third.log).run("import numpy as np\nnp.zeros(2)").value) == "<replayed numpy.ndarray 1>"
    # A fork goes on from there.
    fork = third.fork()
    fork.run("float(np.ones(3).sum())")
    assert Session("permissive", replay=third.log).run("import numpy as np\nnp.zeros(2)").ok
    replay = Session("permissive", replay=fork.log)
    replay.run("import numpy as np\nnp.zeros(2)")
    assert replay.fork().run("float(np.ones(3).sum())").value == 3.0

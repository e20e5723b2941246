"""The text for a model: each part of it, and that nothing which ends a step has none."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import stockade
from stockade import Policy, Session, report, run
from stockade._names import LIMITS
from stockade._report import AGAINST_LIMITS, MOST_FILES, MOST_FINDINGS


def test_printed_texts_and_values_are_one_below_the_other() -> None:
    assert report(run("print('a', end='')\n1")) == "a\n1"
    assert report(run("print('a')\n'b'")) == "a\n'b'"
    assert report(run("print('a', end='')")) == "a" and report(run("None")) == "(nothing was printed, and there is no value)"
    code = "import sys\nprint('out')\nprint('err', file=sys.stderr)\n5"
    assert report(run(code, policy="permissive")) == "out\n[stderr]\nerr\n5"
    assert report(run("final_answer({'a': 1})")) == "{'a': 1}" and report(run("lambda x: x")).startswith("<function <lambda>")


def test_long_texts_lose_their_middle() -> None:
    mark = "\n..._This content has been truncated to stay below 10 characters_...\n"
    assert report(run("print('a' * 30, end='')\n'b' * 30"), longest=10) == f"aaaaa{mark}aaaaa\n'bbbb{mark}bbbb'"
    assert report(run("print('a' * 30)"), longest=0).count("a") < 10
    assert len(report(run("print('a' * 10**6)\n'b' * 10**6"))) < 41_000


def test_files() -> None:
    session = Session("permissive", mount={"in.txt": "a"})
    assert report(session.run("x = open('in.txt').read()")) == "(nothing was printed, and there is no value)"
    assert report(session.run("_ = open('/data.csv', 'w').write(x)\nprint('done')")) == "done\nFiles that the program has written: /data.csv"
    many = report(session.run(f"for i in range({MOST_FILES} + 4): open(f'{{i:02}}', 'w').close()\n1 / 0"))
    assert many.startswith("Error: ZeroDivisionError") and many.endswith("/18 and 5 more")
    session = Session("permissive")
    assert report(session.run("open('a\\nError: b', 'w').close()")).splitlines()[-1].endswith(r"'/home/user/a\nError: b'")


def test_refusals_have_every_place_and_a_repair() -> None:
    said = report(run("import shutil\nx = eval('1')"))
    assert said.splitlines()[0] == "Error: the program was refused, and nothing of it ran"
    assert "line 1, column 8" in said and "line 2, column 5" in said and "BLT001" in said and "json.loads()" in said
    many = report(run("\n".join("import subprocess" for _ in range(MOST_FINDINGS + 3))))
    assert many.count("IMP001") == MOST_FINDINGS and many.endswith("  and 3 more of such")
    # What is no Python is refused, too; a warning refuses nothing.
    assert "line 2, column 5: '(' was never closed" in report(run("x = 1\ny = (2"))
    assert report(run("undefined", check=False)).startswith("Error: NameError: name 'undefined' is not defined\n  File")
    assert "line 1" in report(run("x = '" + chr(0xD800) + "'")) and "nothing of the program ran" in report(run(chr(0xD800)))


AT_LIMITS: dict[str, tuple[str, dict[str, Any]]] = {
    "fuel": ("while True: pass", {"fuel": 10_000}), "memory": ("x = [0] * 10**8", {"memory": "8MiB"}),
    "timeout": ("while True: pass", {"timeout": 0.02}), "total_timeout": ("wait()\nwhile True: pass", {"total_timeout": 0.05}),
    "recursion": ("def f(): f()\nf()", {"recursion": 50}), "output": ("print('x' * 9999)", {"output": 100}),
    "host_calls": ("while True: wait()", {"host_calls": 2}),
}


@pytest.mark.parametrize("limit", LIMITS)
def test_each_limit_has_advice(limit: str) -> None:
    code, limits = AT_LIMITS[limit]
    said = report(run(code, tools={"wait": lambda: None}, **limits))
    assert said.splitlines()[-1].strip() == AGAINST_LIMITS[limit] and "Error: " in said and "line" in said, said
    assert AT_LIMITS.keys() == AGAINST_LIMITS.keys() == set(LIMITS)


def test_other_ends() -> None:
    session = Session()
    session.pause_at(200)
    assert report(session.run("for i in range(1000): pass")).startswith("Error: the step is paused")
    session.drop_step()
    threading.Timer(0.1, session.interrupt).start()
    assert report(session.run("while True: pass")) == "Error: interrupted in <step 2>, line 1: while True: pass"
    assert report(run("raise SystemExit(3)")).startswith("Error: SystemExit: 3")
    assert report(run("import numpy", policy="permissive")).startswith("Error: ModuleNotFoundError: No module named 'numpy'")
    assert report(run("final_answer(lambda: 1)")).startswith("Error: TypeError: the final answer can't leave the sandbox")


def test_masked_texts_stay_masked() -> None:
    policy = Policy.preset("default").add({"output.redact": [{"id": "s", "regex": "secret-[0-9]+", "action": "mask"}]})
    said = report(run("print('secret-1')\nraise ValueError('secret-2')", policy=policy))
    assert "secret-" not in said and "ValueError" in said


def test_texts_of_async_runs_and_of_other_processes() -> None:
    import pickle

    result = asyncio.run(stockade.run_async("print('a')\n1 / 0"))
    assert report(pickle.loads(pickle.dumps(result))) == report(result)


def test_a_session_may_be_busy_with_the_next_step() -> None:
    session = Session("permissive")

    def step(number: int) -> str:
        return report(session.run(f"open('{number}', 'w').close()\nsum(range(20_000))\n{number}"))

    with ThreadPoolExecutor(8) as pool:
        assert [text.splitlines()[0] for text in pool.map(step, range(40))] == [str(number) for number in range(40)]
    assert "Files that the program has written: /home/user/0, " in step(40)

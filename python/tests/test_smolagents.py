"""The executor for smolagents, by its contract; smolagents itself need not be installed."""

import re
import time
from pathlib import Path

import pytest

from stockade import InterpreterError, Session, StockadeExecutor
from stockade.smolagents import ExecutionTimeoutError, evaluate_python_code


def executor(**options):
    made = StockadeExecutor([], **options)
    made.send_tools({"final_answer": lambda answer: answer, "double": lambda x: 2 * x})
    return made


def test_steps_share_state():
    run = executor()
    assert run("x = double(2)\nprint(x)").logs == "4\n"
    output = run("x + 1")
    assert (output.output, output.logs, output.is_final_answer) == (5, "", False)
    assert run.state["x"] == 4


def test_final_answer():
    run = executor()
    output = run("print('a')\nfinal_answer(double(21))\nprint('b')")
    assert (output.output, output.logs, output.is_final_answer) == (42, "a\n", True)
    assert run("final_answer = double(1)\nfinal_answer(final_answer)").output == 2
    assert run("def f(x):\n    try:\n        final_answer(x)\n    except Exception:\n        return 'caught'\nf(answer := 7)").output == 7


def test_variables_and_functions():
    run = StockadeExecutor([], additional_functions={"shout": str.upper})
    run.send_variables({"name": "ada", "rows": [{"a": 1}]})
    run.send_tools({})
    assert run("shout(name), rows[0]['a']").output == ("ADA", 1)


def test_errors_are_interpreter_errors():
    run = executor()
    with pytest.raises(InterpreterError, match=r"Import of os is not allowed. Authorized imports are: \["):
        run("import os")
    with pytest.raises(InterpreterError, match="Code execution failed at line '1 / 0' due to: ZeroDivisionError: division by zero"):
        run("print('kept')\n1 / 0")
    assert run.state["_print_outputs"] == "kept\n"
    with pytest.raises(InterpreterError, match="Code parsing failed on line 1 due to: SyntaxError"):
        run("x = (")
    assert run.state["_print_outputs"] == ""
    with pytest.raises(InterpreterError, match="Code parsing failed on line 1 due to: SyntaxError: "):
        run("!echo Bad command")
    assert issubclass(InterpreterError, ValueError)
    assert run("1 + 1").output == 2


def test_output_is_truncated():
    run = executor(max_print_outputs_length=20)
    logs = run("print('x' * 100)").logs
    assert logs == "x" * 10 + "\n..._This content has been truncated to stay below 20 characters_...\n" + "x" * 9 + "\n"


def test_more_imports():
    assert StockadeExecutor(["json"])("import json\njson.dumps([1])").output == "[1]"
    with pytest.raises(InterpreterError, match="Import of json"):
        StockadeExecutor([])("import json")


def test_evaluate_python_code_keeps_its_state():
    state = {"rows": [{"a": 1}], "label": "x"}
    assert evaluate_python_code("def f(n): return n + 1\nimport math\nrows.append(f(1))\nalias = rows\nrows", state=state) == ([{"a": 1}, 2], False)
    assert state["rows"] == [{"a": 1}, 2] and state["f"](4) == 5 and state["math"].floor(2.5) == 2
    # What nobody changed is still the same object inside; what the host changed, added or deleted is as the host says.
    assert evaluate_python_code("alias is rows and f(math.floor(2.5)) == 3", state=state) == (True, False)
    state["rows"].append(9)
    state["new"] = 5
    del state["label"]
    assert evaluate_python_code("rows[-1] + new", state=state) == (14, False)
    with pytest.raises(InterpreterError, match="The variable `label` is not defined"):
        evaluate_python_code("label", state=state)
    evaluate_python_code("del new", state=state)
    assert "new" not in state


def test_evaluate_python_code_says_why_a_step_did_not_run():
    with pytest.raises(InterpreterError, match="Cannot assign to name 'print': doing this would erase the existing tool!"):
        evaluate_python_code("print = '3'", {"print": print}, state={})


def test_evaluate_python_code_prints_tools_and_errors():
    state = {}
    tools = {"final_answer": lambda answer: [answer], "print": print, "len": len, "shout": str.upper}
    assert evaluate_python_code("print(shout('a'), len('abc'))\nfinal_answer(1)", tools, state=state) == ([1], True)
    assert str(state["_print_outputs"]) == state["_print_outputs"].value == "A 3\n"
    assert evaluate_python_code("twice(2), f(1)", {}, {"twice": lambda n: 2 * n}, {"f": lambda n: -n}) == ((4, -1), False)
    with pytest.raises(InterpreterError, match="due to: ZeroDivisionError"):
        evaluate_python_code("x = 1\nprint('kept')\n1 / 0", state=state)
    assert (state["x"], state["_print_outputs"]) == (1, "kept\n")
    with pytest.raises(InterpreterError, match="Code parsing failed on line 1"):
        evaluate_python_code("x = (", state=state)
    with pytest.raises(InterpreterError, match=r"Import of math is not allowed. Authorized imports are: \['re'\]"):
        evaluate_python_code("import math", authorized_imports=["re"])
    with pytest.raises(InterpreterError, match="Forbidden function evaluation: 'shout'"):
        evaluate_python_code("shout('a')", {}, state=state)
    with pytest.raises(ExecutionTimeoutError, match="0.01 seconds"):
        evaluate_python_code("for i in range(10**9): pass", state=state, timeout_seconds=0.01)
    evaluate_python_code("print('x' * 100)", state=state, max_print_outputs_length=10)
    assert "truncated to stay below 10" in state["_print_outputs"]


def test_under_smolagents_itself():
    smolagents = pytest.importorskip("smolagents")
    answers = [
        "Thought: look it up.\n<code>\nprices = [get_price(name) for name in ('guitar', 'amp')]\nprint(prices)\n</code>",
        "Thought: try that.\n<code>\nimport os\n</code>",
        "Thought: done.\n<code>\nfinal_answer(sum(prices) * factor)\n</code>",
    ]

    class Prepared(smolagents.Model):
        seen = ""

        def generate(self, messages, **options):
            self.seen = str(messages)
            return smolagents.ChatMessage(role=smolagents.MessageRole.ASSISTANT, content=answers.pop(0))

    tool = smolagents.tool

    @tool
    def get_price(item: str) -> float:
        """The price of an item.

        Args:
            item: its name
        """
        return {"guitar": 800.0, "amp": 250.0}[item]

    model = Prepared()
    executor = StockadeExecutor()
    agent = smolagents.CodeAgent(tools=[get_price], model=model, executor=executor, verbosity_level=0)
    assert agent.run("What do they cost?", additional_args={"factor": 2}) == 2100.0
    assert not answers and "[800.0, 250.0]" in model.seen and "Import of os is not allowed" in model.seen
    assert isinstance(executor, smolagents.local_python_executor.PythonExecutor)

    interpreter = smolagents.PythonInterpreterTool()
    interpreter.python_evaluator = evaluate_python_code
    assert interpreter.forward("print(len('abc'))\nround(sqrt(16.0))") == "Stdout:\n3\n\nOutput: 4"


class Ledger:
    """As an author sends it: objects with methods."""

    def __init__(self) -> None:
        self.entries: list[int] = []
        self._secret = "hidden"

    def add(self, amount: int) -> int:
        if amount < 0:
            raise ValueError("negative")
        self.entries.append(amount)
        return len(self.entries)

    def query(self, at: int) -> int:
        return self.entries[at]

    def __getitem__(self, at: int) -> int:
        return self.entries[at] * 10

    def twin(self) -> "Ledger":
        return Ledger()


def test_objects_that_the_author_sends_are_handles() -> None:
    executor, ledger = StockadeExecutor([]), Ledger()
    executor.send_tools({"total": lambda ledger: sum(ledger.entries)})
    executor.send_variables({"ledger": ledger, "several": [ledger, 3]})
    for code in ("ledger.add(5)", "ledger[1]", "ledger.entries", "several[0].add(1)", "len(ledger)", "list(ledger)", "ledger + 1"):
        with pytest.raises(InterpreterError, match="handle"):
            executor(code)
    assert ledger.entries == []
    ledger.entries.append(7)
    assert executor("total(ledger) + total(several[0])").output == 14
    assert executor("ledger").output is ledger


def test_objects_that_the_author_lends_are_the_programs_to_use_by_their_names() -> None:
    executor, ledger = StockadeExecutor([], lend={"ledger": ["add", "query", "entries", "missing", "twin", "__getitem__"]}), Ledger()
    executor.send_tools({})
    executor.send_variables({"ledger": ledger})
    assert executor("ledger.add(5) + ledger.add(amount=6)").output == 3
    assert executor("ledger.query(1), ledger[1], ledger.entries").output == (6, 60, [5, 6])
    assert executor("ledger").output is ledger
    for code, told in [
        ("ledger.add(-1)", "ValueError: negative"),
        ("ledger._secret", "private"),
        ("ledger.add.__globals__", "__globals__"),
        ("ledger.__class__", "__class__"),
        ("getattr(ledger, '_secret')", "private"),
        ("ledger.missing", "missing"),
        ("ledger.entries = 3", "can't be set"),
        ("len(ledger)", "__len__"),
        # What its methods give was not sent.
        ("ledger.twin().entries", "entries"),
    ]:
        with pytest.raises(InterpreterError, match=re.escape(told)):
            executor(code)
    assert executor("ledger.twin()").output.entries == []
    with pytest.raises(InterpreterError, match="names=.*trust=True"):
        StockadeExecutor([], lend=["ledger"]).send_variables({"ledger": ledger})
    with pytest.raises(InterpreterError, match=r"names is a list: names=\['add'\]"):
        # A text would be the list of its letters.
        StockadeExecutor([], lend={"ledger": "add"}).send_variables({"ledger": ledger})
    with pytest.raises(TypeError, match=r"names is a list: names=\['add'\]"):
        Session().lend_object(ledger, names="add")
    trusting = StockadeExecutor([], lend=["ledger"], trust=True)
    trusting.send_variables({"ledger": ledger})
    assert trusting("ledger.add(1) > 0").output is True


def test_tables_are_lent_by_the_list_of_what_is_harmless(tmp_path: Path) -> None:
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame({"x": [1, 2]})
    closed = StockadeExecutor([])
    closed.send_variables({"table": table})
    lent = StockadeExecutor([], lend=["table"])
    lent.send_variables({"table": table})
    written = tmp_path / "written"
    shell = f"__import__('os').system('touch {written}')"
    for code in (
        f"table.eval(\"@pd.io.common.os.system('touch {written}')\", engine='python')",
        f"table.query(\"x == @{shell}\", engine='python')", f"table.to_csv('{written}')", f"table.to_pickle('{written}')",
        f"table['x'].to_numpy().tofile('{written}')", f"table.agg('to_pickle', path='{written}')", f"table.plot('{written}')",
    ):
        for executor in (closed, lent):
            with pytest.raises(InterpreterError):
                executor(code)
    assert not written.exists()
    with pytest.raises(InterpreterError):
        closed("table['x'].sum()")
    assert lent("int(table['x'].sum()), table.x.tolist(), table.to_csv(index=False)").output == (3, [1, 2], "x\n1\n2\n")
    with pytest.raises(InterpreterError, match="trust="):
        StockadeExecutor(["pytest"])


def test_objects_that_are_the_hosts_authority_stay_closed(tmp_path: Path) -> None:
    executor = StockadeExecutor([])
    executor.send_tools({})
    with (tmp_path / "a").open("w") as file:
        executor.send_variables({"file": file, "path": tmp_path})
        for code in ("file.write('x')", "path.parent", "file.buffer"):
            with pytest.raises(InterpreterError):
                executor(code)
        assert executor("file").output is file


def test_a_tool_is_not_assigned_away() -> None:
    executor = StockadeExecutor([])
    executor.send_tools({"search": lambda query: query.upper(), "final_answer": lambda answer: answer})
    with pytest.raises(InterpreterError, match="Cannot assign to name 'search': doing this would erase the existing tool!"):
        executor("print('not reached')\nsearch = search('a')")
    assert str(executor.state.get("_print_outputs", "")) == ""
    assert executor("def f():\n    search = 1\n    return search\nsum = f() + 1\nsearch(f'{sum}a')").output == "2A"


def test_only_the_time_ends_ordinary_steps() -> None:
    np = pytest.importorskip("numpy")
    executor = StockadeExecutor(["numpy"], timeout_seconds=20)
    executor.send_tools({"tool": lambda value: value})
    assert executor("sum([tool(i) for i in range(1500)])").output == sum(range(1500))
    assert executor("import numpy as np\ntotal = 0\nfor v in np.ones(5_000):\n    total += v\nfloat(total)").output == float(np.ones(5_000).sum())
    collatz = "best = 0\nfor n in range(1, 30_000):\n    steps = 0\n    while n != 1:\n        n = n // 2 if n % 2 == 0 else 3 * n + 1\n        steps += 1\n    best = max(best, steps)\nbest"
    assert executor(collatz).output == 307
    assert executor("def depth(n):\n    return 1 if n == 0 else 1 + depth(n - 1)\ndepth(900)").output == 901
    short = StockadeExecutor(timeout_seconds=0.2)
    with pytest.raises(Exception, match="exceeded the maximum execution time of 0.2 seconds"):
        short("while True: pass")
    bounded = StockadeExecutor(host_calls=2)
    bounded.send_tools({"tool": lambda value: value})
    with pytest.raises(InterpreterError, match="host_calls"):
        bounded("[tool(i) for i in range(3)]")


def test_state_is_read_when_it_is_asked_for() -> None:
    executor = StockadeExecutor([])
    executor.send_tools({"final_answer": lambda answer: answer})
    executor("items = list(range(240_000))\nx = 1")
    times = []
    for _ in range(20):
        start = time.perf_counter()
        executor("x += 1")
        times.append(time.perf_counter() - start)
    # Copying the list out takes about 17 ms.
    assert sorted(times)[10] < 0.006, times
    assert executor.state["items"] == list(range(240_000)) and executor.state["x"] == 21
    assert {"items", "x", "__name__", "_print_outputs"} == set(executor.state) and "y" not in executor.state
    with pytest.raises(KeyError):
        executor.state["y"]
    assert executor.state.get("y") is None and len(executor.state) == 4


def test_what_the_host_writes_to_the_state_is_honoured() -> None:
    executor = StockadeExecutor([])
    state = executor.state
    state["x"] = 3
    state.update(items=[1], more={"a": {1}})
    state.setdefault("items", []).append(2)
    state["more"]["a"].add(5)
    assert executor("x += 1\nitems.append(x)\nx, items, more").output == (4, [1, 2, 4], {"a": {1, 5}})
    # What the program shares stays shared where nobody changed it.
    executor("other = items\nmaker = lambda: 7")
    assert state["items"] == [1, 2, 4]
    assert executor("other is items").output is True
    del state["x"], state["maker"]
    with pytest.raises(KeyError):
        del state["x"]
    with pytest.raises(InterpreterError, match="x"):
        executor("x")
    assert state.pop("other") == [1, 2, 4] and "other" not in state
    assert dict(state) == state.copy() == {"__name__": "__main__", "_print_outputs": "", "items": [1, 2, 4], "more": {"a": {1, 5}}}
    assert state == state.copy() and repr(state).startswith("{'__name__': '__main__'")
    thing = object()
    state["thing"] = thing
    assert state["thing"] is thing and executor("thing").output is thing
    executor.state = {"x": 1}
    assert executor("x").output == 1 and "items" not in executor.state


def test_names_of_math_are_the_programs_where_it_binds_them() -> None:
    executor = StockadeExecutor([])
    assert "sin" not in executor.state
    executor("log = ['a']")
    assert executor.state["log"] == ["a"] and "log" in executor.state


def test_an_answer_that_stays_inside_is_a_view() -> None:
    executor = StockadeExecutor([])
    executor.send_tools({})
    output = executor("class Point:\n    x = 3\nfinal_answer(Point())")
    assert output.is_final_answer and output.output.x == 3

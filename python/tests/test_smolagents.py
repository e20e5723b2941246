"""The executor for smolagents, by its contract; smolagents itself need not be installed."""

import pytest

from stockade import InterpreterError, StockadeExecutor


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

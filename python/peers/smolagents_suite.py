"""Runs smolagents' own tests for its local executor against Stockade's.

    pip install smolagents==1.26.0 numpy pandas pytest
    pip download --no-deps --no-binary :all: smolagents==1.26.0 && tar xzf smolagents-1.26.0.tar.gz
    python python/peers/smolagents_suite.py smolagents-1.26.0/tests/test_local_python_executor.py [pytest options]

The tests are not part of this repository. They import the executor's names from ``smolagents.local_python_executor``; before they do, the
names there are made Stockade's. The tests of functions that work on syntax trees get one that turns the tree to text and runs that.
What is expected to fail, and why, is in ``docs/smolagents.md``.
"""

from __future__ import annotations

import ast
import sys
from typing import Any

import pytest
import smolagents.local_python_executor as theirs

from stockade import smolagents as ours


def evaluated(tree: ast.AST, state: dict[str, Any], static: Any, custom: Any, authorized: list[str]) -> Any:
    """As smolagents' functions for one kind of expression: the text of the tree, run with the state's variables."""
    given = set(state)
    value = ours.evaluate_python_code(ast.unparse(tree), static, custom, state, authorized or ["numpy", "pandas"])[0]
    for name in set(state) - given:
        del state[name]
    return value


class Plugin:
    """Puts Stockade in place when the tests are collected."""

    def __init__(self) -> None:
        theirs.LocalPythonExecutor = ours.StockadeExecutor  # type: ignore[misc, assignment]
        theirs.evaluate_python_code = ours.evaluate_python_code
        theirs.PrintContainer = ours.PrintContainer  # type: ignore[misc, assignment]
        theirs.fix_final_answer_code = ours.fix_final_answer
        for kind in ("boolop", "condition", "subscript", "delete"):
            setattr(theirs, f"evaluate_{kind}", evaluated)


if __name__ == "__main__":
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]], plugins=[Plugin()]))

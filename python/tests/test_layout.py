"""The files of the package: none is too long, and none imports one that imports it."""

import ast
from pathlib import Path

import stockade

FILES = {path.stem: path.read_text(encoding="utf-8") for path in Path(stockade.__file__).parent.glob("*.py")}


def imported(name: str) -> set[str]:
    """The files that a file imports, wherever it does."""
    found = [node for node in ast.walk(ast.parse(FILES[name])) if isinstance(node, ast.ImportFrom) and node.level == 1]
    names = {node.module or alias.name for node in found for alias in node.names}
    return names & FILES.keys()


def test_no_file_is_too_long() -> None:
    assert [name for name, text in FILES.items() if text.count("\n") > 800] == []


def test_arrows_go_one_way() -> None:
    left = {name: imported(name) for name in FILES}
    while ready := [name for name, needs in left.items() if not needs & left.keys()]:
        for name in ready:
            del left[name]
    assert not left, f"these import each other: {left}"

"""``docs/executors.md``: what it shows is what its example does, with the real smolagents."""

import importlib.util
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

pytest.importorskip("smolagents")
ROOT = Path(__file__).parents[2]


def test_the_page_shows_what_happens() -> None:
    found = importlib.util.spec_from_file_location("two_executors", ROOT / "examples" / "two_executors.py")
    assert found is not None and found.loader is not None
    example = importlib.util.module_from_spec(found)
    sys.modules["two_executors"] = example
    found.loader.exec_module(example)
    text = (ROOT / "docs" / "executors.md").read_text(encoding="utf-8")
    shown = text.partition(example.BEGIN)[2].partition(example.END)[0].strip()
    assert f"smolagents {version('smolagents')}" in text, "run examples/two_executors.py --write docs/executors.md, and name the version"
    assert example.page(example.NAMES).strip() == shown

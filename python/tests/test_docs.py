"""What the documentation says is run: docstrings and the examples of the README."""

import doctest
import importlib
import os
import re
from pathlib import Path

import pytest
import readme
import stockade
import stockade.remote  # The classes of `_remote_sandbox` name it as their module, so it is there first.

PACKAGE = Path(stockade.__file__).parent
MODULES = sorted(".".join(path.relative_to(PACKAGE).with_suffix("").parts) for path in PACKAGE.rglob("*.py") if path.stem != "__main__")
#: A module that needs the package of the same name.
NEEDING = {"rewards.inspect_ai": "inspect_ai"}


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    if name in NEEDING:
        pytest.importorskip(NEEDING[name])
    module = stockade if name == "__init__" else importlib.import_module(f"stockade.{name}".removesuffix(".__init__"))
    globs = {**{one: getattr(stockade, one) for one in stockade.__all__ if one in vars(stockade)}, **vars(module)}
    flags = doctest.IGNORE_EXCEPTION_DETAIL | doctest.ELLIPSIS
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=flags)
    for test in finder.find(module, globs=globs):
        if "numpy" in test.docstring:
            pytest.importorskip("numpy")
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_readme() -> None:
    readme.run((Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8"))


def test_integrations() -> None:
    readme.run((Path(__file__).parents[2] / "docs" / "integrations.md").read_text(encoding="utf-8"))


def test_values_page() -> None:
    readme.run((Path(__file__).parents[2] / "docs" / "values.md").read_text(encoding="utf-8"))


@pytest.mark.skipif(os.name != "posix", reason="workers need pipes of Unix")
def test_the_page_about_pools() -> None:
    readme.run((Path(__file__).parents[2] / "docs" / "pool.md").read_text(encoding="utf-8"))


AGENTS_PAGE = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
#: The packages that its examples import first, in the order of the page.
FRAMEWORKS = ["stockade", "pydantic_ai", "agents", "llama_index", "langchain_core", "smolagents", "dspy"]


@pytest.mark.parametrize("at", range(len(FRAMEWORKS)), ids=FRAMEWORKS)
def test_agents_page(at: int) -> None:
    blocks = re.findall(r"```python\n.*?```", AGENTS_PAGE, re.DOTALL)
    assert len(blocks) == len(FRAMEWORKS) and FRAMEWORKS[at].removesuffix("_core") in blocks[at]
    pytest.importorskip(FRAMEWORKS[at])
    readme.run(blocks[at])


def test_durable_page() -> None:
    """It shows lines of its example, and its recipe is Python."""
    root = Path(__file__).parents[2]
    shown, recipe = re.findall(r"```py\n(.*?)```", (root / "docs" / "durable.md").read_text(encoding="utf-8"), re.DOTALL)
    example = (root / "examples" / "durable_agent.py").read_text(encoding="utf-8")
    compile(recipe, "docs/durable.md", "exec")
    for line in shown.splitlines():
        assert line.strip() in ("...", "def suspend(*args, **kwargs):") or line.strip() in example, line

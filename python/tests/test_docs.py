"""What the documentation says is run: docstrings and the examples of the README."""

import doctest
import importlib
from pathlib import Path

import pytest
import readme
import stockade

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

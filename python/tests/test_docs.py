"""What the documentation says is run: docstrings and the examples of the README."""

import doctest
import importlib
import re
from pathlib import Path

import pytest
import stockade

MODULES = sorted(path.stem for path in Path(stockade.__file__).parent.glob("*.py") if path.stem != "__main__")


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    module = stockade if name == "__init__" else importlib.import_module(f"stockade.{name}")
    globs = dict(vars(module))
    flags = doctest.IGNORE_EXCEPTION_DETAIL | doctest.ELLIPSIS
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=flags)
    for test in finder.find(module, globs=globs):
        if "numpy" in test.docstring:
            pytest.importorskip("numpy")
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_readme(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        expected = [line.split("# ", 1)[1].split(",")[0] for line in block.splitlines() if line.startswith("print(") and "# " in line]
        exec(compile(block, "README.md", "exec"), names)
        printed = capsys.readouterr().out.splitlines()
        assert [line.split(",")[0] for line in printed] == expected

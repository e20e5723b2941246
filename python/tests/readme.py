"""Runs the examples of a README: what they print is what their comments say."""

import contextlib
import io
import re
import sys
from pathlib import Path


def run(text: str) -> None:
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        expected = [line.split("# ", 1)[1].split(",")[0] for line in block.splitlines() if line.startswith("print(") and "# " in line]
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block, "README.md", "exec"), names)
        assert [line.split(",")[0] for line in printed.getvalue().splitlines()] == expected, printed.getvalue()


if __name__ == "__main__":
    run(Path(sys.argv[1]).read_text(encoding="utf-8"))

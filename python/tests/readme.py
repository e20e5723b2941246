"""Runs the examples of a README: what they print is what their comments say, which may go on with words behind a comma."""

import contextlib
import io
import re
import sys
from pathlib import Path


def run(text: str) -> None:
    # As in a file that is run: classes say where they are from.
    names: dict[str, object] = {"__name__": "__main__"}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        expected = [line.split("  # ", 1)[1] for line in block.splitlines() if line.startswith("print(") and "  # " in line]
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block, "README.md", "exec"), names)
        lines = printed.getvalue().splitlines()
        assert len(lines) == len(expected), printed.getvalue()
        for line, said in zip(lines, expected):
            assert said == line or said.startswith(f"{line}, "), (line, said)


if __name__ == "__main__":
    run(Path(sys.argv[1]).read_text(encoding="utf-8"))

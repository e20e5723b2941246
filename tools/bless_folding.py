"""Writes what CPython makes of the expressions in tests/folding.txt beside them: `expression -> text`.

The checker folds each of them, or may leave those below `# not folded` alone.
"""

import pathlib

path = pathlib.Path(__file__).parent.parent / "tests" / "folding.txt"
lines = []
for line in path.read_text().splitlines():
    if line and not line.startswith("#"):
        expression = line.split(" -> ")[0]
        line = f"{expression} -> {eval(expression, {})}"
    lines.append(line)
path.write_text("\n".join(lines) + "\n")

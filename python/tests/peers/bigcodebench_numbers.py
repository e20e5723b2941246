"""Prints what BigCodeBench's own checker says of the programs that it is given: JSON in, JSON out.

    python bigcodebench_numbers.py IN OUT

It is a process of its own, because the checker forks, and threads do not survive that.
"""

from __future__ import annotations

import json
import sys
import types
from pathlib import Path

# Its every process imports it, which takes seconds.
for name in ("matplotlib", "matplotlib.pyplot"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["matplotlib"].pyplot = sys.modules["matplotlib.pyplot"]  # type: ignore[attr-defined]
sys.modules["matplotlib.pyplot"].close = lambda which: None  # type: ignore[attr-defined]

if __name__ == "__main__":
    import bigcodebench.eval as checker

    checker.TIMEOUT_LIMIT = 0
    rows = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    found = [checker.untrusted_check(*row) for row in rows]
    Path(sys.argv[2]).write_text(json.dumps([[status, sorted(details)] for status, details in found]), encoding="utf-8")

"""What the import of a package costs a new process: with an empty cache, with compiled modules, and with a template.

    python benches/package_imports.py --stockade target/release/stockade --environment VENV sympy networkx

Each number is milliseconds of processor time and of the clock, of the best of several processes. *empty*: nothing of the package is cached.
*compiled*: the program does not begin with the import, so no template helps. *template*: it does, and another process has imported the
package before. *nothing*: the package is given and not imported.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import tempfile
import time
from pathlib import Path


def run(command: list[str], cache: Path, environment: str) -> tuple[float, float]:
    """Seconds of processor time and of the clock."""
    variables = {**os.environ, "STOCKADE_CACHE": str(cache), "VIRTUAL_ENV": environment}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, env=variables, check=True)
    took, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="+", metavar="PACKAGE", help="the name of a distribution and of its module")
    parser.add_argument("--stockade", default="target/release/stockade", help="the command")
    parser.add_argument("--environment", default=os.environ.get("VIRTUAL_ENV", ""), help="the environment that has the packages")
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    print(f"{'ms of processor (of the clock)':32}{'empty':>14}{'compiled':>14}{'template':>14}{'nothing':>14}")
    for package in given.packages:
        with tempfile.TemporaryDirectory() as folder:
            cache, found = Path(folder) / "cache", []
            programs = {"template": f"import {package}\n", "compiled": f"x = 1\nimport {package}\n", "nothing": "x = 1\n"}
            for kind in ("empty", "compiled", "template", "nothing"):
                file = Path(folder) / f"{kind}.py"
                file.write_text(programs.get(kind, programs["template"]))
                command = [given.stockade, "run", "--package", package, "--policy", "permissive", str(file)]
                times = [run(command, cache, given.environment) for _ in range(1 if kind == "empty" else given.rounds)]
                found.append(f"{min(cpu for cpu, _ in times) * 1000:.0f} ({min(wall for _, wall in times) * 1000:.0f})")
            print(f"{'packages/import/' + package:32}" + "".join(f"{one:>14}" for one in found))


if __name__ == "__main__":
    main()

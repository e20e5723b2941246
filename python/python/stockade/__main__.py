"""``python -m stockade FILE``: checks a program, runs it in the sandbox, and ends as ``stockade run`` does."""

from __future__ import annotations

import argparse
import sys

from . import Session, __version__
from ._results import Result

#: The exit statuses of the command line, by outcome.
EXITS = {"completed": 0, "runtime": 1, "internal": 3, "policy": 4, "syntax": 5, "limit": 6}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m stockade", description="Checks a program and runs it in the sandbox.")
    parser.add_argument("file", help="a Python file; - reads from stdin")
    parser.add_argument("--policy", default="default", help="a preset or a policy file")
    parser.add_argument("--no-check", action="store_true", help="run without the check: the machine refuses by itself")
    parser.add_argument("--fuel", type=int)
    parser.add_argument("--memory", type=int, help="bytes")
    parser.add_argument("--timeout", type=float, help="seconds")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--version", action="version", version=__version__)
    args = parser.parse_args(arguments)
    if args.file == "-":
        code, name = sys.stdin.read(), "<stdin>"
    else:
        try:
            with open(args.file, encoding="utf-8") as file:
                code, name = file.read(), args.file
        except OSError as error:
            parser.error(f"cannot read {args.file}: {error.strerror}")
    session = Session(args.policy, seed=args.seed, check=not args.no_check, fuel=args.fuel, memory=args.memory, timeout=args.timeout)
    return show(session.run(code, filename=name))


def show(result: Result) -> int:
    sys.stdout.write(result.output)
    sys.stderr.write(result.stderr)
    if not result.ok:
        sys.stderr.write(result.traceback or f"{result.error}\n")
    return EXITS.get(result.outcome.partition(":")[0], 3)


if __name__ == "__main__":
    sys.exit(main())

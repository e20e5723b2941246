#!/usr/bin/env python3
"""Turns every `tests/cases/<area>/<topic>.py` into its goldens by running it on CPython 3.13, the oracle.

    python3 tools/bless_cpython.py [AREA | AREA/TOPIC]...     rewrite the goldens
    python3 tools/bless_cpython.py --check [...]              only say which are stale (exit status 1)

Beside `<topic>.py` it writes
    <topic>.out   exactly what the program printed on stdout (file names of tracebacks made bare)
    <topic>.err   its traceback, when it ends in an uncaught exception (stderr, file names made bare)
    <topic>.exit  its exit status, when that is neither 0 nor the 1 of an uncaught exception

Header comments (lines before the first line that is not a comment):
    # limits: fuel=100000 memory=16MiB output=1KiB recursion=200
    # ends: limit:fuel         or limit:memory, limit:recursion, limit:output
    # ends: limit:memory | limit:fuel      whichever is met first
    # ends: ok
    # ends: raised        outside `errors/` and `tracebacks/`, where it is the rule: ends in an uncaught exception
    # warns: yes          its SyntaxWarnings are part of the `.err`
    # prints: TEXT        for a program that ends at a limit: one line of its stdout (may repeat)

A program that ends at a limit is not run here (CPython has no such limits): its `.out` is its
`# prints:` lines (for `limit:output`: how its stdout begins). A program with `# limits:` and `# ends: ok` runs as any other.

The interpreter is $STOCKADE_CPYTHON, or `python3.13` from the path.
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CASES = Path(__file__).resolve().parent.parent / "tests" / "cases"
TIMEOUT_SECONDS = 60


def interpreter():
    found = os.environ.get("STOCKADE_CPYTHON") or shutil.which("python3.13")
    if not found:
        sys.exit("no CPython 3.13: set STOCKADE_CPYTHON or put python3.13 on the path")
    probe = subprocess.run(
        [found, "-c", "import sys; print(sys.version_info[:2])"],
        capture_output=True, text=True,
    )
    if probe.stdout.strip() != "(3, 13)":
        sys.exit(f"{found} is not CPython 3.13: {probe.stdout.strip() or probe.stderr.strip()}")
    return found


def header(path):
    """The `# key: value` lines at the top of a case, as a list of pairs."""
    pairs = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        match = re.match(r"#\s*(limits|ends|prints|warns):\s?(.*)$", line)
        if match:
            pairs.append(match.groups())
    return pairs


def goldens(python, path):
    """What the files beside `path` should hold: suffix -> bytes, or None for "no such file"."""
    pairs = header(path)
    ends = [value.strip() for key, value in pairs if key == "ends"]
    if any(end.startswith("limit:") for end in ends):
        printed = "".join(value + "\n" for key, value in pairs if key == "prints")
        return {".out": printed.encode(), ".err": None, ".exit": None}
    env = {
        key: value for key, value in os.environ.items()
        if not key.startswith("PYTHON") and key != "FORCE_COLOR"
    }
    env.update(PYTHONIOENCODING="utf-8:surrogatepass", PYTHON_COLORS="0", PYTHONHASHSEED="0", TZ="UTC", LC_ALL="C.UTF-8")
    warns = any(key == "warns" for key, _ in pairs)
    runs = []
    # Two hash seeds: a golden that depends on the order of a set of str is no golden.
    for seed in ("0", "12345"):
        env["PYTHONHASHSEED"] = seed
        try:
            runs.append(subprocess.run(
                [python, *([] if warns else ["-W", "ignore"]), path.name], cwd=path.parent, env=env,
                stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT_SECONDS,
            ))
        except subprocess.TimeoutExpired:
            raise ValueError("does not end") from None
    first, second = runs
    if (first.stdout, first.stderr, first.returncode) != (second.stdout, second.stderr, second.returncode):
        raise ValueError("differs between two hash seeds")
    if re.search(rb" at 0x[0-9a-f]{6,}", first.stdout + first.stderr):
        raise ValueError("prints an address")
    full = os.fsencode(path.parent.resolve() / path.name)

    def bare(text):
        """File names in tracebacks without their folder; an extension module is nowhere in particular, as a built-in one is."""
        text = re.sub(rb"\(/[^()\n]*/lib-dynload/[^()\n]*\)", b"(unknown location)", text)
        text = text.replace(full + b":", path.name.encode() + b":")
        return text.replace(b'File "' + full + b'"', b'File "' + path.name.encode() + b'"')

    wanted = {".out": bare(first.stdout), ".err": None, ".exit": None}
    if b'File "/' in wanted[".out"]:
        raise ValueError("a traceback it prints goes through a library file")
    if first.returncode != 0:
        if first.stderr:
            wanted[".err"] = bare(first.stderr)
            if b'File "/' in wanted[".err"]:
                raise ValueError("the traceback goes through a library file")
        if first.returncode != 1:
            wanted[".exit"] = f"{first.returncode}\n".encode()
        if first.returncode < 0:
            raise ValueError(f"killed by signal {-first.returncode}")
        if path.parent.name not in ("errors", "tracebacks") and "raised" not in ends:
            raise ValueError("ends in an uncaught exception: " + first.stderr.decode(errors="replace").splitlines()[-1])
    elif warns:
        wanted[".err"] = bare(first.stderr)
    elif first.stderr:
        raise ValueError("writes to stderr: " + first.stderr.decode(errors="replace").splitlines()[-1])
    return wanted


def selected(names):
    every = sorted(CASES.glob("*/*.py"))
    if not names:
        return every
    chosen = []
    for path in every:
        topic = f"{path.parent.name}/{path.stem}"
        if any(topic == name.removesuffix(".py") or path.parent.name == name for name in names):
            chosen.append(path)
    return chosen


def main(arguments):
    check = "--check" in arguments
    paths = selected([name for name in arguments if not name.startswith("--")])
    python = interpreter()
    problems, changed = [], []

    def one(path):
        try:
            return path, goldens(python, path)
        except ValueError as problem:
            return path, str(problem)

    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        for path, wanted in pool.map(one, paths):
            topic = f"{path.parent.name}/{path.stem}"
            if isinstance(wanted, str):
                problems.append(f"{topic}: {wanted}")
                continue
            for suffix, content in wanted.items():
                beside = path.with_suffix(suffix)
                present = beside.read_bytes() if beside.exists() else None
                if present == content:
                    continue
                changed.append(f"{topic}{suffix}")
                if not check:
                    if content is None:
                        beside.unlink()
                    else:
                        beside.write_bytes(content)
    for line in changed:
        print(("stale: " if check else "wrote: ") + line)
    for line in problems:
        print("problem: " + line)
    print(f"{len(paths)} cases, {len(changed)} goldens {'stale' if check else 'written'}, {len(problems)} problems")
    return 1 if problems or (check and changed) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Runs the examples in the docstrings of packages from PyPI under CPython and, as packages of the host, under Stockade.

    python3.13 tools/package_doctests.py --cache /tmp/packages boltons toolz          some packages, a line each
    python3.13 tools/package_doctests.py --cache /tmp/packages sympy:sympy.core       of a package, the modules that begin so
    python3.13 tools/package_doctests.py --cache /tmp/packages --differences boltons  and what differs
    python3.13 tools/package_doctests.py --cache /tmp/packages --kept --differences   runs nothing: the same of the last results
    python3.13 tools/package_doctests.py --cache /tmp/packages --kept --table         the table of docs/packages.md
    python3.13 tools/package_doctests.py --cache /tmp/packages --program boltons boltons.iterutils.chunked > one.py     one docstring, to look at

CPython's pip puts a package and what it needs into the cache, once; nothing of it is kept here. What is compiled is taken away, so that both
use its twin in Python, if there is one. Stockade gets the folder as `--package`. The program imports every module (but for tests) and runs
the examples of every docstring and of the package's page. What counts are the examples that pass under CPython, under three seeds of the
hash. That is asked once and kept in the cache. What hangs, or ends the program, counts as failed, and the rest goes on in another program. A
line also tells how much longer Stockade took for what passed.
"""

import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = os.environ.get("STOCKADE_CPYTHON", "python3.13")
MARK = "\x1e"  # Before each line of ours, among what the examples print.
TESTS = {"test", "tests", "testing", "conftest", "__main__", "setup", "benchmarks", "docs", "examples"}
COMPILED = {".so", ".pyd", ".dylib"}


def installed(package):
    """The folder that pip has put a package and its dependencies into."""
    folder = Path(CHOICES.cache, "installed", package).absolute()
    if not folder.exists():
        command = [PYTHON, "-m", "pip", "install", "--quiet", "--no-compile", "--no-warn-conflicts", "--root-user-action", "ignore"]
        with tempfile.TemporaryDirectory(dir=make(folder.parent)) as new:
            subprocess.run([*command, "--target", Path(new, "it"), package], check=True)
            for path in Path(new, "it").rglob("*"):
                if path.suffix in COMPILED:
                    path.unlink()
            Path(new, "it").rename(folder)
    return folder


def make(folder):
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def information(folder, package):
    """The folder `*.dist-info` of a package."""
    plain = package.lower().replace("-", "_").replace(".", "_")
    return next(path for path in folder.glob("*.dist-info") if path.name.rpartition("-")[0].rpartition("-")[0].lower().replace(".", "_") == plain)


class Package:
    """What is asked of a package: its modules, or those that begin with a name."""

    def __init__(self, asked):
        self.asked = asked
        self.name, _, self.beginning = asked.partition(":")
        self.folder = installed(self.name)
        about = information(self.folder, self.name)
        self.version = about.name.removesuffix(".dist-info").rpartition("-")[2]
        own = sorted(line.split(",")[0] for line in (about / "RECORD").read_text().splitlines())
        names = [module_name(path) for path in own if path.endswith(".py") and Path(self.folder, path).is_file()]
        self.modules = [name for name in names if self.wants(name)]
        page = (about / "METADATA").read_text(encoding="utf-8", errors="replace").partition("\n\n")[2]
        self.pages = {"the package's page": page} if ">>>" in page and not self.beginning else {}

    def wants(self, name):
        parts = name.split(".")
        ordinary = not TESTS.intersection(parts) and not any(part.startswith("test_") or part.endswith("_test") for part in parts)
        named = all(part.isidentifier() for part in parts)
        return named and ordinary and (not self.beginning or f"{name}.".startswith(f"{self.beginning}."))

    def program(self, wanted=None, done=(), ended=(), mark=MARK):
        told = {"MARK": mark, "MODULES": self.modules, "PAGES": self.pages, "WANTED": wanted, "DONE": list(done), "ENDED": list(ended)}
        return "".join(f"{key} = {value!r}\n" for key, value in told.items()) + (ROOT / "tools/package_program.py").read_text()


def module_name(path):
    parts = path.removesuffix(".py").split("/")
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def converse(command, write, patience, environment):
    """Runs the program that `write` makes, again from where it ended; `{id: [examples, seconds]}`."""
    results, ended = {}, []
    last = time.monotonic() + CHOICES.longest
    environment = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "LC_ALL": "C.UTF-8", **environment}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "program.py")
        while True:
            path.write_text(write(results, ended), encoding="utf-8", errors="surrogateescape")
            child = subprocess.Popen([*command, str(path)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
                                     env=environment)
            lines, errors = queue.Queue(), collections.deque(maxlen=30)
            threading.Thread(target=lambda: [*map(lines.put, child.stdout), lines.put(None)], daemon=True).start()
            (told := threading.Thread(target=lambda: errors.extend(child.stderr), daemon=True)).start()
            current, begun, why, whole, until = None, 0, "", False, min(last, time.monotonic() + patience + 60)
            try:
                while line := lines.get(timeout=max(0.0, until - time.monotonic())):
                    if MARK.encode() not in line:
                        continue
                    word, name, *rest = json.loads(line.partition(MARK.encode())[2])
                    if word == "whole":
                        whole = True
                    elif word == "begin":
                        current, begun = name, time.monotonic()
                    elif word == "end":
                        current = None
                        results.setdefault(name, rest)
                    until = min(last, time.monotonic() + patience)
            except queue.Empty:
                why = "no time is left" if until == last else f"no answer in {patience:g} s"
            finally:
                child.kill()
                child.wait()
                told.join(5)
            if whole:
                return results
            why = why or b"".join(errors).decode(errors="replace")[-3000:] or "ended without a word"
            if current is None or until == last or len(ended) > 20:
                return {**results, "the program": [[["", why, False]], 0]}
            results[current] = [["", "ended: " + why, False]], time.monotonic() - begun
            ended.append(current)


def oracle(package):
    """What CPython says of each docstring: the examples that pass three times."""
    def ask(seed):
        environment = {"PYTHONPATH": str(package.folder), "PYTHONHASHSEED": str(seed)}
        return converse([PYTHON, "-B", "-s"], lambda done, ended: package.program(None, done, ended), 30, environment)

    results, *others = [ask(seed) for seed in range(3)]
    for name, (examples, _) in results.items():
        for other in others:
            same = other.get(name, [[]])[0]
            for at, example in enumerate(examples):
                example[2] = example[2] and at < len(same) and same[at][2]
    return {"version": package.version, "results": {name: result for name, result in results.items() if name != "the program"}}


def kept(kind, asked, get=None):
    """The results in the cache, made first if they are not there."""
    path = Path(CHOICES.cache, kind, asked.replace(":", "-") + ".json")
    if get and (kind == "stockade" or not path.exists()):
        make(path.parent)
        path.write_text(json.dumps(get(), indent=0))
    return json.loads(path.read_text())


def measure(asked):
    if CHOICES.kept:
        return asked, kept("cpython", asked), kept("stockade", asked)["results"]
    package = Package(asked)
    expected = kept("cpython", asked, lambda: oracle(package))
    command = [CHOICES.stockade, "run", "--policy", "permissive", "--memory", CHOICES.memory, "--timeout", f"{CHOICES.longest:g}s",
               "--fuel", "10000000000000", "--output", "1GiB", "--package", str(package.folder)]
    wanted = list(expected["results"])

    def ask():
        return {"results": converse(command, lambda done, ended: package.program(wanted, done, ended), CHOICES.timeout, {})}

    return asked, expected, kept("stockade", asked, ask)["results"]


def passing(expected, got):
    """Of the examples that pass under CPython: how many there are, and how many pass under Stockade."""
    wanted = passed = 0
    for name, (examples, _) in expected.items():
        ours = got.get(name, [[]])[0]
        for at, (source, _, passes) in enumerate(examples):
            wanted += passes
            passed += passes and at < len(ours) and ours[at][2] and ours[at][0] == source
    return wanted, passed


def imported(expected, got):
    """Of the modules that CPython imports: how many there are, and how many Stockade imports."""
    names = [name for name, (told, _) in expected.items() if name.startswith("import ") and not told]
    return len(names), sum(name in got and not got[name][0] for name in names)


def show(asked, told, results):
    """A line of a package, and where it is asked for what is different."""
    expected = told["results"]
    wanted, passed = passing(expected, results)
    modules, ours = imported(expected, results)
    if CHOICES.table:
        return print(f"| {asked} | {told['version']} | {ours} of {modules} | {passed} of {wanted} | {share(passed, wanted)} |", flush=True)
    whole = [name for name, (examples, _) in expected.items() if name in results and [one[2] for one in results[name][0]] == [one[2] for one in examples]]
    our_time, their_time = (sum(all_of[name][1] for name in whole) for all_of in (results, expected))
    print(f"{passed:5} / {wanted:5} {share(passed, wanted):>7} {asked:30} {our_time / max(their_time, 1e-6):6.1f} times as long ({their_time:.2f} s)"
          + (f", {modules - ours} modules that can't be imported" if ours < modules else ""), flush=True)
    if CHOICES.differences:
        for name, (examples, _) in expected.items():
            if name in results:
                differing(name, examples, results[name][0])
        if missing := [name for name in expected if name not in results]:
            print(f"    ==== {len(missing)} not run: {' '.join(missing)[:300]}")
        if "the program" in results:
            print("    ==== the program:", results["the program"][0][0][1])
        for name in sorted(whole, key=lambda name: expected[name][1] - results[name][1])[:CHOICES.slowest]:
            print(f"    {results[name][1]:8.2f} s, CPython {expected[name][1]:8.2f} s: {name}")


def share(passed, wanted):
    """The share in percent, rounded down, so that what is shown as 95.0 is enough."""
    return f"{int(1000 * passed / wanted) / 10:.1f} %" if wanted else "-"


def differing(name, expected, got):
    """The first example of a docstring that passes under CPython alone; of an import, what it raised."""
    nothing = ["", "(nothing)", False]
    is_import = name.startswith(("import ", "examples of "))
    found = next(((one, two) for one, two in itertools.zip_longest(expected, got, fillvalue=nothing)
                  if (is_import and not expected) or one[2] and not two[2]), None)
    if found is None:
        return
    (source, text, _), now = found
    print(f"    ==== {name}")
    for word, lines in ((">>> ", source), ("  C ", text), ("  S ", now[1] if now[0] in ("", source) else f"after {now[0]}")):
        for line in lines.splitlines()[-CHOICES.lines:] or [""]:
            print("    " + word + ascii(line)[1:-1][:300])


def main():
    if CHOICES.program:
        return print(Package(CHOICES.packages[0]).program(CHOICES.packages[1:] or None, mark=""))
    asked = CHOICES.packages or [path.stem for path in sorted(Path(CHOICES.cache, "stockade").glob("*.json"))]
    with concurrent.futures.ThreadPoolExecutor(CHOICES.jobs) as pool:
        waiting = [pool.submit(measure, name) for name in asked]
        for work in waiting if CHOICES.table else concurrent.futures.as_completed(waiting):
            try:
                show(*work.result())
            except Exception as error:
                print(f"    {type(error).__name__}: {error}", file=sys.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*")
    parser.add_argument("--cache", default=tempfile.gettempdir() + "/stockade-packages", help="packages, and what CPython and Stockade said")
    parser.add_argument("--stockade", default=str(ROOT / "target/debug/stockade"))
    parser.add_argument("--timeout", type=float, default=60, help="seconds a docstring has")
    parser.add_argument("--longest", type=float, default=300, help="seconds that all docstrings of a package have")
    parser.add_argument("--memory", default="1GiB")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--differences", action="store_true")
    parser.add_argument("--lines", type=int, default=12, help="of what an example gives")
    parser.add_argument("--slowest", type=int, default=0, help="with --differences: as many docstrings that took the most longer")
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--table", action="store_true", help="rows of a table, in the order of the packages named")
    parser.add_argument("--program", action="store_true")
    CHOICES = parser.parse_args()
    main()

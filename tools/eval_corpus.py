#!/usr/bin/env python3
"""Writes the corpus of `stockade eval`: tests/eval/FORMAT.problems.jsonl and FORMAT.samples.jsonl.

Each sample carries the verdict that it must get (`want`), written here by hand beside the program. `cli/tests/it/eval.rs` runs the corpus.
A sample is `(verdict, program)`; a verdict that ends with `*` is only the beginning of one.

    python3 tools/eval_corpus.py            # writes the files
    python3 tools/eval_corpus.py --check    # exit status 1 if a file differs
"""

import base64
import json
import pathlib
import pickle
import sys
import zlib

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "tests" / "eval"

# What is wrong in the same way in every format, as the body of a function with one argument `x`.
BAD_BODIES = [
    ("error", "    return x / 0\n"),
    ("error", "    return [][1]\n"),
    ("error", "    return undefined_name\n"),
    ("error", "    raise ValueError('no')\n"),
    ("error", "    class Odd(Exception):\n        pass\n    raise Odd('my own')\n"),
    ("error", "    assert False, 'my own assertion'\n"),
    ("error", "    return same(x) if False else same.missing\n"),
    ("limit:fuel", "    while True:\n        pass\n"),
    ("limit:fuel", "    n = 0\n    for i in range(10**12):\n        n += i\n    return n\n"),
    ("limit:memory", "    a = []\n    while True:\n        a.append('x' * 100000)\n"),
    ("limit:memory", "    return 'x' * (10**10)\n"),
    ("error", "    def f(n):\n        return f(n + 1)\n    return f(0)\n"),
    ("limit:output", "    while True:\n        print('y' * 100000)\n"),
    ("exited", "    import sys\n    sys.exit(0)\n"),
    ("exited", "    exit()\n"),
    ("exited", "    raise SystemExit\n"),
    ("exited", "    quit(1)\n"),
    ("unsupported:numpy.linalg.svd", "    import numpy as np\n    return np.linalg.svd(x)\n"),
    ("unsupported:pandas.DataFrame", "    from pandas import DataFrame\n    return DataFrame(x)\n"),
    ("unsupported:torch.tensor", "    import torch\n    return torch.tensor([1])[0]\n"),
    ("unsupported:numpy.pi", "    import numpy\n    return numpy.pi * 2\n"),
    ("syntax", "    return (\n"),
    ("syntax", "  return 1\n   x = 2\n"),
    ("syntax", "    retrun x y\n"),
    ("syntax", "\x00"),
    ("failed", "    pass\n"),
    ("failed", "    return 'nonsense'\n"),
    ("failed", "    return [x, [x]]\n"),
    ("failed", "    return same\n"),
    ("failed", "    return (i for i in range(3))\n"),
    ("failed", "    return object()\n"),
    ("failed", "    return float('nan')\n"),
]


def bad_functions(head, name):
    """BAD_BODIES as functions with another head and name."""
    return [(want, body if body == "\x00" else head + body.replace("same", name)) for want, body in BAD_BODIES]


def in_unittest(samples):
    """An assertion of the program counts as one of the tests, as in `unittest` itself."""
    return [("failed" if "my own assertion" in body else want, body) for want, body in samples]


def humaneval():
    problems, samples = [], []

    def add(name, prompt, asserts, wanted, entry=None, setup=""):
        task = f"Corpus/{len(problems)}"
        entry = entry or name
        body = "".join(f"    {line}\n" for line in asserts.strip().split("\n"))
        problems.append({"task_id": task, "prompt": prompt, "entry_point": entry, "test": f"{setup}\ndef check(candidate):\n{body}"})
        samples.extend({"task_id": task, "completion": program, "want": want} for want, program in wanted)

    add(
        "same",
        "def same(x):\n    '''Gives its argument.'''\n",
        "assert candidate(1) == 1\nassert candidate('a') == 'a'\nassert candidate([1, 2]) == [1, 2]",
        [
            ("passed", "    return x\n"),
            ("passed", "    y = x\n    return y\n"),
            ("passed", "    import numpy as np\n    return x\n"),
            ("passed", "    try:\n        import numpy\n    except ImportError:\n        return x\n    return None\n"),
            ("passed", "    try:\n        import numpy\n    except (KeyError, ModuleNotFoundError):\n        return x\n"),
            ("passed", "    import copy\n    return copy.deepcopy(x)\n"),
            ("passed", "    class L(list):\n        pass\n    return L(x) if isinstance(x, list) else x\n"),
            ("passed", "    print('noise')\n    return x\n"),
            ("passed", "    try:\n        raise KeyError(x)\n    except KeyError as e:\n        return e.args[0]\n    except TypeError:\n        return x\n"),
            ("passed", "    return x\n\ncheck = None\n"),
            ("passed", "    return x\n\nif __name__ == '__main__':\n    print(same(1))\n"),
            ("failed", "    return str(x)\n"),
            ("failed", "    return x if x == 1 else None\n"),
            ("failed", ""),
            ("error", "    return x\n\nprint(1 / 0)\n"),
            ("error", "    return x\n\ndel same\n"),
            ("error", "    return x\n\nsame = 3\n"),
            ("exited", "    return x\n\nraise SystemExit(0)\n"),
            *BAD_BODIES,
        ],
    )
    add(
        "double_all",
        "from typing import List\n\n\ndef double_all(x: List[int]) -> None:\n    '''Doubles the items in place.'''\n",
        "a = [1, 2, 3]\nassert candidate(a) is None\nassert a == [2, 4, 6], a\nb = [[1], [2]]\nrow = b[0]\ncandidate(b)\nassert b == [[1, 1], [2, 2]] and row == [1, 1]",
        [
            ("passed", "    for i in range(len(x)):\n        x[i] *= 2\n"),
            # A new list in the place of a row: the name that the tests have for the row still holds the old one.
            ("failed", "    for i in range(len(x)):\n        x[i] = x[i] * 2\n"),
            ("failed", "    x[:] = [2 * i for i in x]\n"),
            ("failed", "    x = [2 * i for i in x]\n"),
            ("failed", "    x.clear()\n"),
            ("failed", "    return [2 * i for i in x]\n"),
        ],
    )
    add(
        "count_up",
        "def count_up(x):\n    '''Yields 0, 1, 2, ... below x.'''\n",
        "assert list(candidate(3)) == [0, 1, 2]\nassert list(candidate(0)) == []\nassert sum(candidate(5)) == 10",
        [
            ("passed", "    i = 0\n    while i < x:\n        yield i\n        i += 1\n"),
            ("passed", "    return iter(range(x))\n"),
            ("passed", "    return range(x)\n"),
            ("passed", "    return list(range(x))\n"),
            ("passed", "    return map(int, range(x))\n"),
            ("failed", "    yield from range(x + 1)\n"),
            ("error", "    return x\n"),
            ("error", "    yield 0\n    raise ValueError\n"),
            ("limit:fuel", "    while True:\n        yield 0\n"),
        ],
    )
    add(
        "first_squares",
        "def first_squares(x):\n    '''An endless generator of squares from x on.'''\n",
        "g = candidate(2)\nassert next(g) == 4\nassert next(g) == 9\nassert next(g) == 16",
        [
            ("passed", "    while True:\n        yield x * x\n        x += 1\n"),
            ("passed", "    import itertools\n    return map(lambda i: i * i, itertools.count(x))\n"),
            ("error", "    return [x * x for x in range(10)]\n"),
            ("failed", "    while True:\n        yield x\n"),
        ],
    )
    add(
        "apply",
        "def apply(x, f):\n    '''f of each item.'''\n",
        "assert candidate([1, 2], lambda i: i + 1) == [2, 3]\nassert candidate(['a'], str.upper) == ['A']\nassert candidate([], None) == []",
        [
            ("passed", "    return [f(i) for i in x]\n"),
            ("passed", "    return list(map(f, x))\n"),
            ("failed", "    return map(f, x)\n"),
            ("failed", "    return x\n"),
        ],
    )
    add(
        "adder",
        "def adder(x):\n    '''A function that adds x.'''\n",
        "f = candidate(3)\nassert f(4) == 7\nassert candidate(1)(1) == 2",
        [
            ("passed", "    return lambda y: x + y\n"),
            ("passed", "    def add(y):\n        return x + y\n    return add\n"),
            ("failed", "    return lambda y: x\n"),
            ("error", "    return x\n"),
        ],
    )
    add(
        "must_be_positive",
        "def must_be_positive(x):\n    '''Raises ValueError for x <= 0, gives x otherwise.'''\n",
        "assert candidate(1) == 1\ntry:\n    candidate(-1)\nexcept ValueError as e:\n    assert 'positive' in str(e)\nelse:\n    assert False, 'no exception'",
        [
            ("passed", "    if x <= 0:\n        raise ValueError('must be positive')\n    return x\n"),
            ("passed", "    class Bad(ValueError):\n        pass\n    if x <= 0:\n        raise Bad('must be positive')\n    return x\n"),
            ("failed", "    return x\n"),
            ("failed", "    if x <= 0:\n        raise ValueError('no')\n    return x\n"),
            ("error", "    if x <= 0:\n        raise TypeError('must be positive')\n    return x\n"),
            ("error", "    class ValueError(Exception):\n        pass\n    if x <= 0:\n        raise ValueError('must be positive')\n    return x\n"),
            ("exited", "    if x <= 0:\n        raise SystemExit('must be positive')\n    return x\n"),
        ],
    )
    add(
        "shapes",
        "def shapes(x):\n    '''One value of each kind.'''\n",
        "from decimal import Decimal\nfrom fractions import Fraction\nimport datetime, collections\n"
        "assert candidate('complex') == 1 + 2j\nassert candidate('decimal') == Decimal('1.5')\nassert candidate('fraction') == Fraction(1, 3)\n"
        "assert candidate('date') == datetime.date(2020, 1, 2)\nassert candidate('deque') == collections.deque([1, 2])\n"
        "assert candidate('counter') == {'a': 2}\nassert candidate('set') == {1, 2}\nassert candidate('bytes') == b'ab'\nassert candidate('big') == 2 ** 100\n"
        "assert candidate('keys') == {1, 2}\nassert candidate('range') == range(3)",
        [
            (
                "passed",
                "    import collections, datetime, decimal, fractions\n    return {\n        'complex': 1 + 2j, 'decimal': decimal.Decimal('1.5'), 'fraction': fractions.Fraction(1, 3),\n"
                "        'date': datetime.date(2020, 1, 2), 'deque': collections.deque([1, 2]), 'counter': collections.Counter('aa'),\n"
                "        'set': {2, 1}, 'bytes': bytearray(b'ab'), 'big': 1 << 100, 'keys': {1: 0, 2: 0}.keys(), 'range': range(3),\n    }[x]\n",
            ),
            ("error", "    return {'complex': 1 + 2j}[x]\n"),
            ("failed", "    return {'complex': [1, 2]}[x]\n"),
        ],
    )
    add(
        "poly",
        "def helper(a):\n    '''Used by the tests, too.'''\n    return a * 2\n\n\ndef poly(x):\n    '''helper(poly(x)) is x.'''\n",
        "assert helper(candidate(4)) == 4\nassert helper(candidate(7)) == 7",
        [
            ("passed", "    return x / 2\n"),
            ("failed", "    return x\n\ndef helper(a):\n    return a\n"),
            ("failed", "    return x\n"),
        ],
    )
    add(
        "Shouting",
        "def Shouting(x):\n    '''Upper case.'''\n",
        "assert candidate('a') == 'A'",
        [("passed", "    return x.upper()\n"), ("failed", "    return x\n")],
    )
    add(
        "make",
        "class Point:\n    def __init__(self, x, y):\n        self.x, self.y = x, y\n\n\ndef make(x):\n    '''Point(x, x).'''\n",
        "p = candidate(3)\nassert p.x == 3 and p.y == 3",
        [
            ("passed", "    return Point(x, x)\n"),
            ("failed", "    return Point(x, 0)\n"),
            ("error", "    return (x, x)\n"),
        ],
    )
    add(
        "sort_rows",
        "def sort_rows(x):\n    '''Sorts rows in place; the rows stay the same objects.'''\n",
        "a = [[3], [1], [2]]\nfirst, second = a[0], a[1]\ncandidate(a)\nassert a == [[1], [2], [3]]\n"
        "first.append(4)\nsecond.append(5)\nassert a == [[1, 5], [2], [3, 4]]\n"
        "t = ([2], {'k': [[9], [8]]})\ninner = t[1]['k'][0]\ncandidate(t[1]['k'])\ninner.append(0)\nassert t == ([2], {'k': [[8], [9, 0]]})",
        [
            ("passed", "    x.sort()\n"),
            ("passed", "    rows = sorted(x)\n    x.clear()\n    x.extend(rows)\n"),
            ("failed", "    rows = sorted(map(list, x))\n    x[:] = rows\n"),
            ("failed", "    values = sorted(row[0] for row in x)\n    for row, value in zip(x, values):\n        row[0] = value\n"),
            ("failed", "    return sorted(x)\n"),
            ("error", "    x.append(x)\n"),
        ],
    )
    add(
        "twice",
        "def twice(f, x):\n    '''Appends 7 to x, calls f, and appends 7 again.'''\n",
        "a, b = [1], [1, 7]\ncandidate(lambda: candidate(None, b), a)\nassert a == [1, 7, 7] and b == [1, 7, 7, 7]\n"
        "c = [[2], [2]]\ncandidate(c.reverse, c)\nassert c == [[2], [2], 7, 7]",
        [
            # What the tests do to a list while the candidate has a copy of it is written over by what the candidate did.
            ("passed", "    x.append(7)\n    if f:\n        f()\n    x.append(7)\n"),
            ("failed", "    x.append(7)\n    if f:\n        f()\n"),
            ("failed", "    if f:\n        f()\n"),
            ("error", "    x.append(7)\n    f()\n"),
        ],
    )
    add(
        "add_to",
        "def add_to(x, more=None, *, seen=None):\n    '''Appends x to each list that it gets.'''\n",
        "a, b = [1], {'k': [2]}\ncandidate(3, a, seen=b['k'])\nassert a == [1, 3] and b == {'k': [2, 3]}\n"
        "inner = [[4]]\nfirst = inner[0]\ncandidate(5, more=inner, seen=first)\nassert first == [4, 5] and inner == [[4, 5], 5]",
        [
            ("passed", "    for one in (more, seen):\n        one.append(x)\n"),
            ("passed", "    more += [x]\n    seen[len(seen):] = [x]\n"),
            ("failed", "    more.append(x)\n"),
            ("failed", "    seen.append(x)\n"),
            ("failed", "    more = more + [x]\n    seen.append(x)\n"),
            ("error", "    seen.append(seen)\n"),
        ],
    )
    # An iterator is equal to no list, as in CPython: the checkers that run tests there say the same. What takes it apart gets its items.
    add(
        "below",
        "def below(x):\n    '''The list of the numbers below x.'''\n",
        "assert candidate(3) == [0, 1, 2]\nassert candidate(0) == []",
        [
            ("passed", "    return list(range(x))\n"),
            ("passed", "    return [*(i for i in range(x))]\n"),
            ("failed", "    yield from range(x)\n"),
            ("failed", "    return (i for i in range(x))\n"),
            ("failed", "    return map(int, range(x))\n"),
            ("failed", "    return iter([*range(x)])\n"),
            ("failed", "    return range(x)\n"),
            ("failed", "    return tuple(range(x))\n"),
        ],
    )
    add(
        "below_in_turn",
        "def below_in_turn(x):\n    '''The numbers below x, one after the other, in whatever gives them.'''\n",
        "assert [*candidate(3)] == [0, 1, 2]\nassert tuple(candidate(0)) == ()\nassert 2 in candidate(4) and len(list(zip(candidate(2), 'abc'))) == 2",
        [
            ("passed", "    return list(range(x))\n"),
            ("passed", "    yield from range(x)\n"),
            ("passed", "    return (i for i in range(x))\n"),
            ("passed", "    return map(int, range(x))\n"),
            ("passed", "    return iter([*range(x)])\n"),
            ("failed", "    yield from range(x + 1)\n"),
            ("error", "    yield from range(x)\n    raise ValueError\n"),
        ],
    )
    return problems, samples


def mbpp():
    problems = [
        {"task_id": 1, "text": "Write add.", "test_list": ["assert add(1, 2) == 3", "assert add(-1, 1) == 0"], "test_setup_code": ""},
        {"task_id": 2, "prompt": "sqrt", "test_list": ["assert math.isclose(root(4), 2, rel_tol=0.001)", "assert root(9) == 3"], "test_imports": ["import math"]},
        {"task_id": 3, "text": "A stack.", "test_list": ["s = Stack()\ns.push(1)\nassert s.pop() == 1", "assert Stack().is_empty()"], "test_setup_code": ""},
        {"task_id": 4, "text": "Sets.", "test_list": ["assert set(shared((1, 2), (2, 3))) == set((2,))"], "test_setup_code": "def unused():\n    pass\n"},
        {"task_id": 5, "text": "not Python", "test_list": ["assert f( == 1"], "test_setup_code": ""},
        {"task_id": 6, "text": "no tests", "test_list": []},
        {"task_id": 7, "text": "numpy in the tests", "test_list": ["assert np.allclose(f(1), 1)"], "test_setup_code": "import numpy as np"},
        {"task_id": 8, "text": "same", "test_list": ["assert same(1) == 1", "assert same('a') == 'a'", "assert same([1, 2]) == [1, 2]"], "test_setup_code": "", "challenge_test_list": []},
        {"task_id": 9, "text": "The largest.", "test_list": ["assert largest([1, 3, 2]) == 3", "assert largest([5]) == 5"], "challenge_test_list": ["assert largest([-4, -2, -9]) == -2"]},
    ]
    rows = {
        1: [
            ("passed", "def add(a, b):\n    return a + b\n"),
            ("passed", "add = lambda a, b: a + b\n"),
            ("passed", "import operator\nadd = operator.add\n"),
            ("passed", "def add(*args):\n    return sum(args)\n"),
            ("passed", "from typing import *\ndef add(a: int, b: int) -> int:\n    return a + b\n"),
            ("failed", "def add(a, b):\n    return a - b\n"),
            ("failed", "def add(a, b):\n    return 3\n"),
            ("error", "def plus(a, b):\n    return a + b\n"),
            ("error", "def add(a):\n    return a\n"),
            ("error", "class add:\n    pass\n"),
            ("error", "import nothing_of_this_name\ndef add(a, b):\n    return a + b\n"),
            ("syntax", "def add(a, b)\n    return a + b\n"),
            ("syntax", "Sure! Here is the code you asked for.\n"),
            ("error", ""),
            ("unsupported:sklearn.svm.SVC", "from sklearn.svm import SVC\ndef add(a, b):\n    return SVC()\n"),
            ("unsupported:numpy.*", "from numpy import *\ndef add(a, b):\n    return array([a, b])\n"),
            ("unsupported:torch.nn.Module", "import torch.nn as nn\nclass Net(nn.Module):\n    pass\ndef add(a, b):\n    return a + b\n"),
            ("passed", "import numpy as np\ndef add(a: np.ndarray, b: 'np.ndarray') -> np.float64:\n    return a + b\n"),
            ("passed", "import numpy as np\nimport scipy.stats\nfrom matplotlib import pyplot as plt\ndef add(a, b):\n    if isinstance(a, np.ndarray):\n        return None\n    return a + b\n"),
            ("limit:fuel", "def add(a, b):\n    return add(a, b) if [i for i in range(10**9)] else 0\n"),
        ],
        2: [
            ("passed", "def root(x):\n    return x ** 0.5\n"),
            ("passed", "import math\ndef root(x):\n    return math.sqrt(x)\n"),
            ("failed", "def root(x):\n    return x / 2\n"),
        ],
        3: [
            ("passed", "class Stack(list):\n    push = list.append\n    def is_empty(self):\n        return not self\n"),
            ("failed", "class Stack:\n    def push(self, x):\n        pass\n    def pop(self):\n        return 0\n    def is_empty(self):\n        return True\n"),
            ("error", "class Stack:\n    pass\n"),
            ("exited", "class Stack:\n    def push(self, x):\n        raise SystemExit(0)\n"),
        ],
        4: [
            ("passed", "def shared(a, b):\n    return tuple(set(a) & set(b))\n"),
            ("passed", "def shared(a, b):\n    return [i for i in a if i in b]\n"),
            ("failed", "def shared(a, b):\n    return a\n"),
            ("error", "def shared(a, b):\n    return None\n"),
        ],
        5: [("host_fault", "def f(x):\n    return x\n")],
        6: [("host_fault", "def f(x):\n    return x\n")],
        7: [("unsupported:numpy.allclose", "def f(x):\n    return x\n")],
        8: [("passed", "def same(x):\n    return x\n"), *bad_functions("def same(x):\n", "same")],
        # The harder tests count only with `--format mbpp-challenge`.
        9: [
            ("passed", "def largest(x):\n    return max(x)\n"),
            ("passed", "def largest(x):\n    most = 0\n    for i in x:\n        most = max(most, i)\n    return most\n"),
            ("failed", "def largest(x):\n    return x[0]\n"),
        ],
        99: [("host_fault", "def f(x):\n    return x\n")],
    }
    return problems, [{"task_id": task, "solution": program, "want": want} for task, all in rows.items() for want, program in all]


def evalplus():
    def problem(task, prompt, entry, solution, base, plus, atol=0):
        return {"task_id": task, "prompt": prompt, "entry_point": entry, "canonical_solution": solution, "base_input": base, "plus_input": plus, "atol": atol, "contract": ""}

    problems = [
        problem("HumanEval/9000", "def twice(x):\n    '''2x'''\n", "twice", "    return x * 2\n", [[1], [2]], [[-3], ["ab"], [[1]]]),
        problem("HumanEval/9001", "def half(x):\n    '''x/2'''\n", "half", "    return x / 2\n", [[1], [2]], [[3]]),
        problem("HumanEval/32", "def find_zero(xs):\n    '''a zero'''\n", "find_zero", "    return -xs[0] / xs[1]\n", [[[2, 1]]], [[[-6, 3]]], 1e-4),
        problem("Mbpp/2", "'''shared'''\n", "similar_elements", "def similar_elements(a, b):\n    return tuple(set(a) & set(b))\n", [[[1, 2, 3], [2, 3, 4]]], []),
        problem("Mbpp/558", "'''digits'''\n", "digit_distance_nums", "def digit_distance_nums(a, b):\n    return sum(abs(int(x) - int(y)) for x, y in zip(str(a).zfill(9), str(b).zfill(9)))\n", [[1, 2], [23, 156]], []),
        problem("Mbpp/9002", "'''means'''\n", "means", "def means(rows):\n    return [sum(row) / len(row) for row in rows]\n", [[[[1, 2], [3]]]], [[[[0.1, 0.2]]]]),
        problem("HumanEval/9004", "def same(x):\n    '''x'''\n", "same", "    return x\n", [[1], ["a"]], [[[1, 2]], [{"k": [1.5, None]}]]),
        problem("Mbpp/252", "'''polar'''\n", "convert", "import cmath\ndef convert(z):\n    return cmath.polar(z)\n", [["(3+4j)"]], [[5], ["-1j"]]),
        problem("Mbpp/124", "'''angle'''\n", "angle_complex", "import cmath\ndef angle_complex(a, b):\n    return cmath.phase(complex(a, 0) + b)\n", [[0, "1j"], [2, "1j"]], []),
        problem("HumanEval/9005", "def below(x):\n    '''0 ... x'''\n", "below", "    return list(range(x))\n", [[3]], [[0]]),
        problem("HumanEval/9003", "def broken(x):\n    '''?'''\n", "broken", "    return 1 / 0\n", [[1]], []),
    ]
    rows = {
        "HumanEval/9000": [
            ("passed", "def twice(x):\n    return x + x\n"),
            ("failed", "def twice(x):\n    return abs(x) * 2 if isinstance(x, int) else x + x\n"),
            ("failed", "def twice(x):\n    return x * 2.0000001 if isinstance(x, int) else x + x\n"),
            ("failed", "def twice(x):\n    return (x * 2,)\n"),
            ("error", "def twice(x):\n    return x + 1 + x - 1\n"),
            ("error", "def other(x):\n    return x\n"),
            ("passed", "from math import *\nfrom collections import *\ndef twice(x):\n    return x * 2\n"),
            ("limit:fuel", "def twice(x):\n    while x:\n        pass\n"),
        ],
        "HumanEval/9001": [
            ("passed", "def half(x):\n    return x * 0.5\n"),
            ("passed", "def half(x):\n    return x / 2 + 1e-9\n"),
            ("failed", "def half(x):\n    return x / 2 + 1e-3\n"),
            ("failed", "def half(x):\n    return int(x / 2)\n"),
            ("failed", "def half(x):\n    return x // 2\n"),
        ],
        "HumanEval/32": [
            ("passed", "def find_zero(xs):\n    return -xs[0] / xs[1]\n"),
            ("passed", "def find_zero(xs):\n    return -xs[0] / xs[1] + 1e-6\n"),
            ("failed", "def find_zero(xs):\n    return 0\n"),
            ("failed", "def find_zero(xs):\n    return None\n"),
        ],
        "Mbpp/2": [
            ("passed", "def similar_elements(a, b):\n    return tuple(i for i in a if i in b)\n"),
            ("passed", "def similar_elements(a, b):\n    return [3, 2, 2]\n"),
            ("passed", "def similar_elements(a, b):\n    assert isinstance(a, tuple)\n    return {2, 3}\n"),
            ("failed", "def similar_elements(a, b):\n    return a\n"),
            ("failed", "def similar_elements(a, b):\n    return None\n"),
        ],
        "Mbpp/558": [
            ("passed", "def digit_distance_nums(a, b):\n    a, b = str(a), str(b)\n    n = max(len(a), len(b))\n    return sum(abs(int(x) - int(y)) for x, y in zip(a.zfill(n), b.zfill(n)))\n"),
            ("failed", "def digit_distance_nums(a, b):\n    return abs(a - b)\n"),
        ],
        "Mbpp/9002": [
            ("passed", "def means(rows):\n    return [sum(r) / len(r) for r in rows]\n"),
            ("passed", "def means(rows):\n    return [sum(r) / len(r) + 1e-10 for r in rows]\n"),
            ("failed", "def means(rows):\n    return tuple(sum(r) / len(r) + 1e-10 for r in rows)\n"),
            ("failed", "def means(rows):\n    return [1.5]\n"),
        ],
        "HumanEval/9004": [("passed", "def same(x):\n    return x\n"), *bad_functions("def same(x):\n", "same")],
        "Mbpp/252": [
            ("passed", "import math\ndef convert(z):\n    return (abs(z), math.atan2(z.imag, z.real))\n"),
            ("failed", "def convert(z):\n    return (abs(z), 0.0)\n"),
        ],
        "Mbpp/124": [
            ("passed", "import math\ndef angle_complex(a, b):\n    assert isinstance(b, complex)\n    return math.atan2(b.imag, a + b.real)\n"),
            ("failed", "def angle_complex(a, b):\n    return 0.0\n"),
        ],
        "HumanEval/9005": [
            ("passed", "def below(x):\n    return [i for i in range(x)]\n"),
            ("failed", "def below(x):\n    yield from range(x)\n"),
            ("failed", "def below(x):\n    return iter([*range(x)])\n"),
        ],
        "HumanEval/9003": [("host_fault", "def broken(x):\n    return 1\n")],
    }
    return problems, [{"task_id": task, "solution": program, "want": want} for task, all in rows.items() for want, program in all]


READ_TWO = "a = int(input())\nb = int(input())\n"


# What is wrong in the same way in programs.
BAD_PROGRAMS = [
    ("error", "print(1 / 0)\n"),
    ("error", "raise KeyError('k')\n"),
    ("error", "int('x')\n"),
    ("error", "import not_a_module\n"),
    ("error", "def f():\n    return f()\nf()\n"),
    ("error", "class A:\n    pass\nA().b\n"),
    ("error", "assert 1 == 2, 'no'\n"),
    ("error", "raise Exception\n"),
    ("limit:fuel", "while True:\n    pass\n"),
    ("limit:fuel", "x = 0\nfor i in range(10**15):\n    x ^= i\n"),
    ("limit:fuel", "sum(range(10**15))\n"),
    ("limit:fuel", "pow(3, 10**7)\n"),
    ("limit:memory", "x = [0] * 10**9\n"),
    ("limit:memory", "x = 'a' * 10**9\n"),
    ("limit:memory", "x = []\nwhile True:\n    x.append([0] * 100000)\n"),
    ("limit:output", "print('x' * 2000000)\n"),
    ("limit:output", "while True:\n    print('x' * 9999)\n"),
    ("exited", "import sys\nsys.exit(3)\n"),
    ("exited", "raise SystemExit('message')\n"),
    ("exited", "exit('message')\n"),
    ("syntax", "def f(:\n"),
    ("syntax", "if True:\nprint(1)\n"),
    ("syntax", "x = 'abc\n"),
    ("syntax", "return 1\n"),
    ("syntax", "```python\nprint(1)\n```\n"),
    ("syntax", "for i in range(3) print(i)\n"),
    ("unsupported:numpy.array", "import numpy\nprint(numpy.array([1]))\n"),
    ("unsupported:pandas.read_csv", "import pandas as pd\npd.read_csv('x.csv')\n"),
    ("unsupported:matplotlib.pyplot.plot", "import matplotlib.pyplot as plt\nplt.plot([1, 2])\n"),
    ("unsupported:scipy.stats.norm.cdf", "from scipy.stats import norm\nprint(norm.cdf(0))\n"),
    ("unsupported:sympy.symbols", "from sympy import symbols\nx = symbols('x')\n"),
    ("unsupported:networkx.Graph", "import networkx as nx\ng = nx.Graph()\n"),
]


def stdio():
    problems = [
        {"task_id": "sum", "tests": [{"input": "1\n2\n", "output": "3\n"}, {"input": "10\n-4\n", "output": "6\n"}]},
        {"task_id": "echo", "tests": [{"input": "a b\nc\n", "output": "a b\nc\n"}, {"input": "", "output": ""}]},
    ]
    rows = {
        "sum": [
            ("passed", READ_TWO + "print(a + b)\n"),
            ("passed", "import sys\nprint(sum(map(int, sys.stdin)))\n"),
            ("passed", "import sys\nprint(sum(map(int, sys.stdin.read().split())))\n"),
            ("passed", READ_TWO + "print(a + b, end='')\n"),
            ("passed", READ_TWO + "print(a + b, '  ')\n"),
            ("passed", "def main():\n    a, b = int(input()), int(input())\n    print(a + b)\n\nif __name__ == '__main__':\n    main()\n"),
            ("passed", READ_TWO + "print(a + b)\nexit()\n"),
            ("passed", READ_TWO + "import os, sys\nsys.stdout.write(f'{a + b}\\n')\nsys.exit(0)\n"),
            ("passed", "import numpy as np\n" + READ_TWO + "print(a + b)\n"),
            ("passed", READ_TWO + "import sys\nprint('debug', file=sys.stderr)\nprint(a + b)\n"),
            ("passed", "input = __import__('sys').stdin.readline\n" + READ_TWO + "print(a + b)\n"),
            ("passed", "a, b = open(0).read().split()\nprint(int(a) + int(b))\n"),
            ("failed", READ_TWO + "print(a - b)\n"),
            ("failed", READ_TWO + "print('sum:', a + b)\n"),
            ("failed", READ_TWO + "print(float(a + b))\n"),
            ("failed", "print(3)\n"),
            ("failed", ""),
            ("failed", READ_TWO + "print(a + b)\nprint()\nprint(0)\n"),
            ("exited", READ_TWO + "print(a + b)\nexit(1)\n"),
            ("error", READ_TWO + "c = input()\nprint(a + b)\n"),
            ("error", "print(int('x'))\n"),
            ("error", READ_TWO + "print(a + b)\nraise RuntimeError('after the answer')\n"),
            ("limit:fuel", READ_TWO + "while True:\n    a += 1\n"),
            ("limit:memory", READ_TWO + "print(len([0] * 10**10))\n"),
            ("limit:output", READ_TWO + "while True:\n    print(str(a) * 10000)\n"),
            ("unsupported:numpy.array", "import numpy as np\n" + READ_TWO + "print(np.array([a, b]).sum())\n"),
            ("unsupported:sortedcontainers.SortedList", "from sortedcontainers import SortedList\nprint(SortedList([1])[0])\n"),
            ("syntax", READ_TWO + "print a + b\n"),
            *BAD_PROGRAMS,
            ("passed", "import threading\ndef main():\n    print(int(input()) + int(input()))\nt = threading.Thread(target=main)\nt.start()\nt.join()\n"),
        ],
        "echo": [
            ("passed", "import sys\nsys.stdout.write(sys.stdin.read())\n"),
            ("passed", "import sys\nfor line in sys.stdin:\n    print(line.rstrip())\n"),
            ("passed", "while True:\n    try:\n        print(input())\n    except EOFError:\n        break\n"),
            ("error", "print(input())\nprint(input())\n"),
            ("failed", "import sys\nprint(sys.stdin.read().upper())\n"),
        ],
    }
    # What a program does at its end counts, and an input that is there as a whole has a size.
    last = [
        ("passed", "import io, os\ninput = io.BytesIO(os.read(0, os.fstat(0).st_size)).readline\na = int(input())\nb = int(input())\nprint(a + b)\n"),
        ("passed", "import atexit\na = int(input())\nb = int(input())\natexit.register(lambda: print(a + b))\n"),
        ("passed", "import atexit, io, os, sys\nsys.stdout = io.BytesIO()\natexit.register(lambda: os.write(1, sys.stdout.getvalue()))\na = int(input())\nb = int(input())\nsys.stdout.write(b'%d\\n' % (a + b))\n"),
        ("passed", "import atexit\natexit.register(lambda: 1 / 0)\nprint(int(input()) + int(input()))\n"),
        ("failed", "import atexit\natexit.register(lambda: print('more'))\nprint(int(input()) + int(input()))\n"),
        ("limit:fuel", "import atexit\ndef endless():\n    while True: pass\natexit.register(endless)\nprint(int(input()) + int(input()))\n"),
        ("passed", "import atexit, sys\natexit.register(lambda: print(s))\ns = int(input()) + int(input())\nsys.exit(0)\n"),
    ]
    return problems, [{"task_id": task, "solution": program, "want": want} for task, all in [*rows.items(), ("sum", last)] for want, program in all]


def apps():
    call = {"fn_name": "twoSum", "inputs": [[[2, 7, 11], 9], [[3, 3], 6]], "outputs": [[[0, 1]], [[0, 1]]]}
    runs = {"inputs": ["3\n1 2 3\n", "1\n5\n"], "outputs": ["6\n", "5\n"]}
    floats = {"inputs": ["2\n"], "outputs": ["0.333333333\n"]}
    problems = [
        {"problem_id": "call", "input_output": json.dumps(call), "starter_code": "class Solution:\n    def twoSum(self, nums, target):\n"},
        {"problem_id": "runs", "input_output": json.dumps(runs)},
        {"problem_id": "floats", "input_output": floats},
        {"problem_id": "one item", "input_output": {"fn_name": "f", "inputs": [[1], [2]], "outputs": [[[1]], [2]]}},
        {"problem_id": "broken", "input_output": "{"},
    ]
    loop = "        for i in range(len(nums)):\n            for j in range(i):\n                if nums[i] + nums[j] == target:\n                    return {}\n"
    rows = {
        "call": [
            ("passed", "class Solution:\n    def twoSum(self, nums, target):\n" + loop.format("[j, i]")),
            ("passed", "class Solution:\n    def twoSum(self, nums, target):\n" + loop.format("(j, i)")),
            ("passed", "def twoSum(nums, target):\n" + loop.format("[j, i]").replace("        for", "    for", 1).replace("\n            for", "\n        for").replace("                if", "            if").replace("                    return", "                return")),
            ("passed", "from typing import List, Optional\nfrom collections import defaultdict\nclass Solution:\n    def twoSum(self, nums: List[int], target: int) -> List[int]:\n" + loop.format("[j, i]")),
            ("failed", "class Solution:\n    def twoSum(self, nums, target):\n" + loop.format("[i, j]")),
            ("failed", "class Solution:\n    def twoSum(self, nums, target):\n        yield 0\n        yield 1\n"),
            ("error", "class Solution:\n    def other(self, nums, target):\n        return [0, 1]\n"),
            ("error", "class Solution:\n    def __init__(self, x):\n        pass\n    def twoSum(self, nums, target):\n        return [0, 1]\n"),
            ("exited", "import sys\nclass Solution:\n    def twoSum(self, nums, target):\n        sys.exit()\n"),
            ("syntax", "class Solution:\n    def twoSum(self, nums, target):\n"),
        ],
        "runs": [
            ("passed", "n = int(input())\nprint(sum(map(int, input().split())))\n"),
            ("passed", "n = int(input())\nprint(sum(map(int, input().split())))\nexit(1)\n"),
            ("passed", "def main(n: int, items: List[int]) -> None:\n    print(reduce(lambda a, b: a + b, items))\nmain(int(input()), list(map(int, input().split())))\n"),
            ("unsupported:numpy.array", "n = int(input())\nprint(np.array(input().split()))\n"),
            ("passed", "n = int(input())\nprint(sum(map(float, input().split())))\n"),
            ("failed", "print(6)\n"),
            ("error", "n, m = map(int, input().split())\n"),
            *[bad for bad in BAD_PROGRAMS if bad[0] != "exited"],
        ],
        "floats": [
            ("passed", "print(1 / 3)\n"),
            ("failed", "print(0.34)\n"),
        ],
        "one item": [("passed", "def f(x):\n    return [x]\n"), ("failed", "def f(x):\n    return [x, x]\n"), ("failed", "def f(x):\n    return x\n")],
        "broken": [("host_fault", "print(1)\n")],
    }
    return problems, [{"problem_id": task, "code": program, "want": want} for task, all in rows.items() for want, program in all]


def lcb():
    def packed(cases):
        return base64.b64encode(zlib.compress(pickle.dumps(json.dumps(cases), protocol=4))).decode()

    def stdin(*pairs):
        return [{"input": a, "output": b, "testtype": "stdin"} for a, b in pairs]

    problems = [
        {"question_id": "abc_a", "public_test_cases": json.dumps(stdin(("2\n", "4\n"))), "private_test_cases": packed(stdin(("3\n", "9\n"), ("10\n", "100\n"))), "metadata": "{}"},
        {"question_id": "lc_1", "public_test_cases": json.dumps([{"input": "[1, 2]\n3", "output": "[1, 2, 3]", "testtype": "functional"}]), "private_test_cases": "[]", "metadata": json.dumps({"func_name": "push"})},
        {"question_id": "abc_f", "public_test_cases": json.dumps(stdin(("1\n", "0.50 1e2\n"))), "private_test_cases": "[]", "metadata": "{}"},
        {"question_id": "lc_3", "public_test_cases": [{"input": "[\"a\", \"b\", \"a\"]", "output": "2"}], "private_test_cases": [], "metadata": {"func_name": "count"}},
        {"question_id": "lc_2", "public_test_cases": [{"input": "1", "output": "1"}, {"input": "[[1, 2]]", "output": "[[1, 2]]"}], "private_test_cases": [], "metadata": {"func_name": "same"}},
        {"question_id": "evil", "public_test_cases": "[]", "private_test_cases": base64.b64encode(zlib.compress(b"cos\nsystem\n(S'true'\ntR.")).decode(), "metadata": "{}"},
    ]
    rows = {
        "abc_a": [
            ("passed", "print(int(input()) ** 2)\n"),
            ("passed", "print(' ', int(input()) ** 2)\n"),
            ("passed", "print(float(int(input()) ** 2))\n"),
            ("passed", "import sys\nprint(int(sys.stdin.readline()) ** 2)\nsys.exit(3)\n"),
            ("failed", "print(int(input()) * 2)\n"),
            ("failed", "print(int(input()) ** 2 + 1e-9)\n"),
            ("failed", "print(int(input()) ** 2, 'x')\n"),
            ("error", "print(input() ** 2)\n"),
            ("limit:fuel", "while 1: 1\n"),
        ],
        "lc_1": [
            ("passed", "class Solution:\n    def push(self, a, b):\n        return a + [b]\n"),
            ("passed", "class Solution:\n    def push(self, a, b):\n        return (*a, b)\n"),
            ("passed", "class Solution:\n    def push(self, a, b):\n        a.append(b)\n        return a\n"),
            ("failed", "class Solution:\n    def push(self, a, b):\n        return a\n"),
            ("failed", "class Solution:\n    def push(self, a, b):\n        yield from a\n        yield b\n"),
            ("failed", "class Solution:\n    def push(self, a, b):\n        return [tuple(a), b]\n"),
            ("error", "class Solution:\n    def push(self, a):\n        return a\n"),
        ],
        "abc_f": [
            ("passed", "print('0.5 100')\n"),
            ("passed", "print('+.5000   1E+2')\n"),
            ("failed", "print('0.5 100.0001')\n"),
            ("failed", "print('0.5')\n"),
        ],
        "lc_3": [
            ("passed", "class Solution:\n    def count(self, words: List[str]) -> Optional[int]:\n        c = Counter(words)\n        return max(c.values(), default=0) if math.inf > 0 else None\n"),
            ("passed", "class Solution:\n    def count(self, words):\n        d = defaultdict(int)\n        for w in words:\n            d[w] += 1\n        h = []\n        for v in d.values():\n            heappush(h, -v)\n        return -h[0]\n"),
            ("passed", "class Solution:\n    def count(self, words):\n        def deep(n):\n            return 0 if n == 0 else 1 + deep(n - 1)\n        return deep(3000) - 2998\n"),
            ("error", "class Solution:\n    def count(self, words):\n        return undefined_name\n"),
        ],
        "lc_2": [("passed", "def same(x):\n    return x\n"), *bad_functions("def same(x):\n", "same")],
        "evil": [("host_fault", "print(1)\n")],
    }
    return problems, [{"question_id": task, "code_list": [program], "want": want} for task, all in rows.items() for want, program in all]


def bigcodebench():
    simple = "import unittest\n\nclass TestCases(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(task_func([3, 1, 2]), [1, 2, 3])\n    def test_error(self):\n        with self.assertRaises(TypeError):\n            task_func(None)\n"
    same = "import unittest\n\nclass TestCases(unittest.TestCase):\n    def test_int(self):\n        self.assertEqual(task_func(1), 1)\n    def test_list(self):\n        for x in ([1, 2], 'a'):\n            with self.subTest(x=x):\n                self.assertEqual(task_func(x), x)\n"
    mocked = "import unittest\nfrom unittest.mock import patch\n\nclass TestCases(unittest.TestCase):\n    @patch('random.random', return_value=0.5)\n    def test_one(self, fake):\n        self.assertEqual(task_func(), 1.0)\n"
    problems = [
        {"task_id": "BigCodeBench/9000", "complete_prompt": "def task_func(x):\n    '''Sorted.'''\n", "entry_point": "task_func", "test": simple, "libs": "[]"},
        {"task_id": "BigCodeBench/9001", "complete_prompt": "import random\ndef task_func():\n    '''Twice a random number.'''\n", "entry_point": "task_func", "test": mocked, "libs": "['random']"},
        {"task_id": "BigCodeBench/9002", "complete_prompt": "def task_func(x):\n", "entry_point": "task_func", "test": same, "libs": "[]"},
    ]
    rows = {
        "BigCodeBench/9000": [
            ("passed", "def task_func(x):\n    return sorted(x)\n"),
            ("failed", "def task_func(x):\n    return x\n"),
            ("failed", "def task_func(x):\n    return sorted(x or [])\n"),
            ("error", "def task_func(x):\n    raise KeyError('no')\n"),
            ("exited", "def task_func(x):\n    raise SystemExit\n"),
            ("limit:fuel", "def task_func(x):\n    while True: pass\n"),
            ("unsupported:pandas.Series", "import pandas as pd\ndef task_func(x):\n    return pd.Series(x).sort_values().tolist()\n"),
            ("syntax", "def task_func(x:\n    return x\n"),
        ],
        "BigCodeBench/9002": [("passed", "def task_func(x):\n    return x\n"), *in_unittest(bad_functions("def task_func(x):\n", "task_func"))],
        "BigCodeBench/9001": [
            ("passed", "import random\ndef task_func():\n    return 2 * random.random()\n"),
            ("failed", "import random\ndef task_func():\n    return 3 * random.random()\n"),
        ],
    }
    return problems, [{"task_id": task, "solution": program, "want": want} for task, all in rows.items() for want, program in all]


def plain():
    wanted = [
        ("passed", "print('hello')\n"),
        ("passed", ""),
        ("passed", "import math\nx = math.pi\n"),
        ("passed", "import numpy\nimport pandas as pd\nprint(1)\n"),
        ("passed", "exit(0)\n"),
        ("exited", "exit(2)\n"),
        ("exited", "final_answer(3)\n"),
        ("error", "1 / 0\n"),
        ("error", "import not_there_at_all\n"),
        ("error", "open('/etc/passwd').read()\n"),
        ("error", "try:\n    open('/etc/passwd')\nexcept OSError as error:\n    raise ValueError(error)\n"),
        ("unsupported:subprocess.Popen", "import subprocess\nsubprocess.run(['true'])\n"),
        ("unsupported:os.system", "import os\nos.system('true')\n"),
        ("passed", "import os\nprint(1)\nos._exit(0)\n"),
        ("unsupported:os.popen", "import os\nprint(os.popen('ls').read())\n"),
        ("unsupported:signal.alarm", "import signal\nsignal.alarm(1)\n"),
        ("unsupported:signal.setitimer", "import signal\nsignal.setitimer(signal.ITIMER_REAL, 1.5)\n"),
        ("unsupported:socket.socket", "import socket\nsocket.socket()\n"),
        ("unsupported:urllib.request.urlopen", "import urllib.request\nurllib.request.urlopen('http://example.com')\n"),
        ("passed", "import subprocess\ntry:\n    subprocess.run(['true'])\nexcept OSError:\n    print('none here')\n"),
        ("error", "import os\ntry:\n    os.system('true')\nexcept OSError as error:\n    error.withheld = 'x'\n    raise RuntimeError('no shell') from error\n"),
        ("error", "raise PermissionError(13, 'Permission denied', 'os.system')\n"),
        ("passed", "import resource\nresource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY,) * 2)\nprint(resource.getrlimit(resource.RLIMIT_STACK))\n"),
        ("passed", "import time\nbegin = time.time()\nn = 0\nwhile time.time() - begin < 0.01:\n    n += 1\nprint(n > 100)\n"),
        ("passed", "import time\nbegin = time.perf_counter()\nsum(range(100_000))\nassert 0 < time.perf_counter() - begin < 1\n"),
        ("passed", "print('seen', file=open('/dev/stdout', 'w'))\n"),
        ("syntax", "print(\n"),
        ("syntax", "This is no program.\n"),
        ("limit:fuel", "while True: pass\n"),
        ("limit:memory", "x = [0]\nwhile True: x = x + x\n"),
        ("limit:output", "while True: print('x' * 1000)\n"),
        ("unsupported:numpy.zeros", "import numpy as np\nprint(np.zeros(3))\n"),
        ("unsupported:requests.get", "import requests\nprint(requests.get('http://example.com').text)\n"),
        ("passed", "import time\ntime.sleep(3600)\nprint(time.time())\n"),
        ("passed", "import random\nprint(random.random())\n"),
        *BAD_PROGRAMS,
    ]
    return None, [{"task_id": f"plain/{at}", "program": program, "want": want} for at, (want, program) in enumerate(wanted)]


def own():
    problems = [
        {"task_id": "code", "entry_point": "area", "setup": "SIDES = (2, 3)\n", "tests": [{"code": "assert area(*SIDES) == 6"}, {"code": "assert area(0, 1) == 0"}]},
        {"task_id": "calls", "entry_point": "norm", "tests": [{"args": [[3, 4]], "expected": 5}, {"args": [[1, 1]], "kwargs": {"digits": 3}, "expected": 1.414}], "comparison": {"values": "close", "atol": 0.001}},
        {"task_id": "reference", "entry_point": "Solution.rev", "tests": [{"args": ["ab"]}, {"args": [""]}], "reference": "class Solution:\n    def rev(self, s):\n        return s[::-1]\n"},
        {"task_id": "exact", "tests": [{"input": "", "output": "x \n"}], "comparison": {"text": "exact"}},
        {"task_id": "mixed", "entry_point": "f", "tests": [{"code": "assert f() == 1"}, {"args": [], "expected": 1}]},
        {"task_id": "room 2", "entry_point": "same", "tests": [{"code": "assert same(1) == 1"}, {"code": "assert same([1]) == [1]"}]},
        {"task_id": "room 1", "entry_point": "same", "rooms": 1, "tests": [{"code": "assert same(1) == 1"}, {"code": "assert same([1]) == [1]"}]},
        {"task_id": "one room", "entry_point": "f", "rooms": 1, "tests": [{"code": "assert f() == 1"}]},
        {"task_id": "completion", "prompt": "def f(x):\n", "entry_point": "f", "tests": [{"args": [1], "expected": 2}]},
    ]
    rows = {
        "code": [("passed", "area = lambda a, b: a * b\n"), ("failed", "area = lambda a, b: a + b\n"), ("failed", "area = lambda a, b: 6\n")],
        "calls": [
            ("passed", "def norm(v, digits=9):\n    return round(sum(x * x for x in v) ** 0.5, digits)\n"),
            ("failed", "def norm(v, digits=9):\n    return sum(v)\n"),
            ("error", "def norm(v):\n    return sum(x * x for x in v) ** 0.5\n"),
        ],
        "reference": [
            ("passed", "class Solution:\n    def rev(self, s):\n        return ''.join(reversed(s))\n"),
            ("passed", "def rev(s):\n    return s[::-1]\n"),
            ("failed", "class Solution:\n    def rev(self, s):\n        return s\n"),
        ],
        "exact": [("passed", "print('x ')\n"), ("failed", "print('x')\n")],
        "mixed": [("host_fault", "def f():\n    return 1\n")],
        "room 2": [("passed", "def same(x):\n    return x\n"), *bad_functions("def same(x):\n", "same")],
        "room 1": [("passed", "def same(x):\n    return x\n"), *bad_functions("def same(x):\n", "same")],
        "one room": [("passed", "def f():\n    return 1\n"), ("failed", "def f():\n    return 2\n"), ("exited", "def f():\n    exit(0)\n")],
    }
    samples = [{"task_id": task, "solution": program, "want": want} for task, all in rows.items() for want, program in all]
    samples += [
        {"task_id": "completion", "completion": "    return x + 1\n", "want": "passed"},
        {"task_id": "completion", "completion": "    return x\n", "want": "failed"},
        {"task_id": "completion", "response": "Here:\n\n```python\ndef f(x):\n    return x + 1\n```\nDone.\n", "want": "passed"},
        {"task_id": "completion", "response": "Wrong first:\n```python\ndef f(x): return 0\n```\nBetter:\n~~~py\ndef f(x):\n    return x + 1\n~~~\nRun it with\n```bash\npython f.py\n```\n", "want": "passed"},
        {"task_id": "completion", "response": "I cannot do that.", "want": "syntax"},
        {"task_id": "completion", "want": "host_fault"},
    ]
    return problems, samples


FORMATS = {"humaneval": humaneval, "mbpp": mbpp, "evalplus": evalplus, "stdio": stdio, "apps": apps, "lcb": lcb, "bigcodebench": bigcodebench, "plain": plain, "stockade": own}


def main():
    differs, count = [], 0
    for name, make in FORMATS.items():
        problems, samples = make()
        count += len(samples)
        for part, rows in (("problems", problems), ("samples", samples)):
            if rows is None:
                continue
            path = FOLDER / f"{name}.{part}.jsonl"
            text = "".join(json.dumps(row, ensure_ascii=True) + "\n" for row in rows)
            if "--check" in sys.argv:
                if not path.exists() or path.read_text() != text:
                    differs.append(str(path))
            else:
                FOLDER.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
    if differs:
        sys.exit("tools/eval_corpus.py makes other files: " + ", ".join(differs))
    print(f"{count} samples in {len(FORMATS)} formats")


if __name__ == "__main__":
    main()

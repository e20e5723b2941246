"""A tool may be called wherever Python calls something: the run is suspended there, also into another process."""

import asyncio
import copy
import json
import subprocess
import sys

import pytest
from stockade import Session
from stockade._stockade import Core

#: What calls the tool `probe`, and what CPython says of it with a plain function.
KINDS = {
    "comprehension": "[probe(i) for i in range(3)] + [x for x in range(4) if probe(x) % 2]",
    "nested comprehension": "{i: [probe(j) for j in range(i)] for i in range(3)}",
    "generator": "def g():\n    for i in range(3):\n        yield probe(i)\nsum(g()), list(probe(i) for i in (4, 5))",
    "yield from": "def inner():\n    yield probe(1)\n    return probe(2)\ndef outer():\n    got = yield from inner()\n    yield got\nlist(outer())",
    "send": "def g():\n    got = yield 1\n    yield probe(got)\ni = g()\nnext(i), i.send(5)",
    "sorted key": "sorted([3, 1, 2], key=probe), max([1, 5, 2], key=lambda x: -probe(x)), min('bca', key=lambda c: probe(ord(c)))",
    "list.sort": "x = [3, 1, 2]\nx.sort(key=lambda v: -probe(v))\nx",
    "map, filter": "list(map(probe, [1, 2])), list(filter(lambda v: probe(v) > 2, [1, 2]))",
    "functools": "import functools\nfunctools.reduce(lambda a, b: probe(a) + b, [1, 2, 3]), sorted([2, 1], key=functools.cmp_to_key(lambda a, b: probe(a) - probe(b)))",
    "__repr__": "class A:\n    def __repr__(self): return f'A{probe(1)}'\nrepr([A(), (A(),)]), f'{A()!r}'",
    "__str__": "class A:\n    def __str__(self): return str(probe(1))\nstr(A()), '%s' % A(), '{}'.format(A()), f'{A()}'",
    "__format__": "class A:\n    def __format__(self, spec): return spec * probe(1)\nf'{A():ab}', format(A(), 'c'), '{:d}'.format(A())",
    "__eq__ in a list": "class A:\n    def __eq__(self, other): return probe(other) == 4\n[A()].index(2), 2 in [A()], [1, 2].count(A()), (A(),) == (2,)",
    "__eq__ and __hash__ of keys": "class K:\n    def __init__(self, n): self.n = n\n    def __hash__(self): return probe(self.n) % 2\n    def __eq__(self, other): return probe(self.n) == probe(other.n)\nd = {K(1): 1, K(3): 3}\nd[K(3)], K(5) in d, len({K(1), K(1), K(3)}), d.get(K(1)), d.pop(K(1))",
    "__lt__": "class A:\n    def __init__(self, n): self.n = n\n    def __lt__(self, other): return probe(self.n) < probe(other.n)\n[a.n for a in sorted([A(3), A(1), A(2)])]",
    "__iter__ and __next__": "class I:\n    def __init__(self): self.n = 0\n    def __iter__(self): probe(0); return self\n    def __next__(self):\n        self.n += 1\n        if self.n > 3: raise StopIteration\n        return probe(self.n)\nlist(I()), sum(I()), [*I()], dict(zip('ab', I()))",
    "unpacking": "class I:\n    def __iter__(self):\n        yield probe(1)\n        yield probe(2)\na, b = I()\n(a, b), [*I()], max(*I())",
    "__getitem__": "class S:\n    def __getitem__(self, i):\n        if i > 2: raise IndexError\n        return probe(i)\nlist(S()), S()[1], 4 in S()",
    "__contains__, __len__, __bool__": "class A:\n    def __contains__(self, x): return probe(x) == 4\n    def __len__(self): return probe(1)\nclass B:\n    def __bool__(self): return probe(0) == 1\n2 in A(), len(A()), bool(A()), not B(), [1] if B() else [2]",
    "property": "class A:\n    @property\n    def x(self): return probe(3)\n    @x.setter\n    def x(self, value): self.y = probe(value)\na = A()\na.x = 5\na.x, a.y, getattr(a, 'x'), hasattr(a, 'x')",
    "__getattr__": "class A:\n    def __getattr__(self, name): return probe(len(name))\nA().abc, getattr(A(), 'x'), hasattr(A(), 'y')",
    "__setattr__": "class A:\n    def __setattr__(self, name, value): object.__setattr__(self, name, probe(value))\na = A()\na.x = 2\na.x",
    "descriptor": "class D:\n    def __get__(self, obj, owner): return probe(1)\n    def __set__(self, obj, value): probe(value)\nclass A:\n    d = D()\na = A()\na.d = 3\na.d",
    "operators": "class N:\n    def __init__(self, n): self.n = n\n    def __add__(self, o): return N(probe(self.n))\n    def __radd__(self, o): return probe(o)\n    def __iadd__(self, o): self.n = probe(o); return self\n    def __neg__(self): return probe(self.n)\n    def __index__(self): return probe(self.n)\na = N(1)\na += 5\n(N(1) + 2).n, 3 + N(1), a.n, -N(2), [0, 1, 2, 3][N(1)], sum([N(1)], 0)",
    "__call__, __init__, __new__": "class A:\n    def __new__(cls, n):\n        probe(n)\n        return super().__new__(cls)\n    def __init__(self, n): self.n = probe(n)\n    def __call__(self, x): return probe(x)\nA(1).n, A(2)(3), [f(4) for f in [A(0)]]",
    "with": "class C:\n    def __enter__(self): return probe(1)\n    def __exit__(self, kind, value, trace): return probe(0) == 0\nwith C() as x:\n    1 / 0\nx",
    "contextmanager": "from contextlib import contextmanager\n@contextmanager\ndef c():\n    yield probe(1)\n    probe(2)\nwith c() as x: pass\nx",
    "re.sub": "import re\nre.sub(r'\\d', lambda m: str(probe(int(m.group()))), 'a1b2'), re.compile('[ab]').subn(lambda m: str(probe(1)), 'abc')",
    "defaultdict": "from collections import defaultdict\nd = defaultdict(lambda: probe(1))\nd['a'] += 1\ndict(d)",
    "__missing__": "class D(dict):\n    def __missing__(self, key): return probe(len(key))\nD()['abc']",
    "json": "import json\njson.dumps({'a': {1, 2}}, default=lambda s: probe(len(s))), json.loads('{\"a\": 1}', object_hook=lambda d: probe(d['a']))",
    "decorator": "def twice(f):\n    def inner(*args): return f(probe(args[0]))\n    return inner\n@twice\ndef h(x): return probe(x)\nh(1)",
    "class body": "class A:\n    x = probe(1)\n    y = [probe(i) for i in range(2)]\n(A.x, A.y)",
    "default argument": "def f(x=probe(1)): return x\nf()",
    "finally": "def f():\n    try:\n        return probe(1)\n    finally:\n        probe(2)\nf()",
    "except": "try:\n    raise ValueError(probe(1))\nexcept ValueError as e:\n    r = probe(e.args[0])\nr",
    "match": "class P:\n    __match_args__ = ('x',)\n    @property\n    def x(self): return probe(1)\nmatch P():\n    case P(2): r = 'two'\n    case P(x) if probe(x): r = x\nr",
    "itertools": "import itertools\n[list(g) for k, g in itertools.groupby([1, 1, 2], key=probe)], list(itertools.takewhile(lambda x: probe(x) < 5, [1, 2, 3])), list(itertools.accumulate([1, 2, 3], lambda a, b: probe(a) + b))",
    "lru_cache": "import functools\n@functools.lru_cache\ndef f(x): return probe(x)\nf(1), f(1), f(2)",
    "bisect, heapq": "import bisect, heapq\nbisect.bisect([1, 2, 3], 4, key=probe), heapq.nlargest(2, [1, 3, 2], key=probe)",
    "dataclass": "from dataclasses import dataclass, field\n@dataclass\nclass D:\n    x: int = field(default_factory=lambda: probe(1))\n    def __post_init__(self): self.y = probe(self.x)\nD().y",
    "enum": "from enum import Enum\nclass E(Enum):\n    A = probe(1)\n    @classmethod\n    def _missing_(cls, value): return cls.A if probe(value) else None\nE(9).value",
    "print": "class A:\n    def __str__(self): return str(probe(3))\nprint(A(), end='')\nprobe(1)",
    "async": "import asyncio\nasync def f(x): return probe(x)\nasync def main(): return await asyncio.gather(f(1), f(2))\nasyncio.run(main())",
    "__del__": "class A:\n    def __del__(self): seen.append(probe(1))\nseen = []\na = A()\ndel a\nimport gc\n_ = gc.collect()\nseen",
    "weakref callback": "import weakref, gc\nclass A: pass\nseen = []\na = A()\nr = weakref.ref(a, lambda ref: seen.append(probe(2)))\ndel a\n_ = gc.collect()\nseen",
    "making a class": "class Base:\n    def __init_subclass__(cls, **kw): cls.n = probe(kw['n'])\nclass Name:\n    def __set_name__(self, owner, name): self.n = probe(len(name))\nclass A(Base, n=3):\n    abc = Name()\n(A.n, A.abc.n)",
    "metaclass": "class M(type):\n    def __new__(m, name, bases, space): probe(0); return super().__new__(m, name, bases, space)\n    def __call__(cls, n): return super().__call__(probe(n))\n    def __iter__(cls): yield probe(7)\n    def __instancecheck__(cls, x): return probe(1) == 2\nclass A(metaclass=M):\n    def __init__(self, n): self.n = n\nA(2).n, list(A), isinstance(3, A)",
    "class getitem": "class A:\n    def __class_getitem__(cls, item): return probe(item)\nA[4]",
    "except with a class of its own": "def kind():\n    probe(1)\n    return ValueError\ntry:\n    raise ValueError(1)\nexcept kind() as e:\n    r = e.args\nr",
    "except*": "try:\n    raise ExceptionGroup('g', [ValueError(1), TypeError(2)])\nexcept* ValueError as g:\n    r = [probe(e.args[0]) for e in g.exceptions]\nexcept* TypeError as g:\n    r.append(probe(9))\nr",
    "async generator": "import asyncio\nasync def g():\n    for i in range(3):\n        yield probe(i)\nclass C:\n    async def __aenter__(self): return probe(5)\n    async def __aexit__(self, *args): probe(6)\nasync def main():\n    async with C() as c:\n        return [x async for x in g()], c\nasyncio.run(main())",
    "asyncio tasks": "import asyncio\nasync def work(n):\n    await asyncio.sleep(0)\n    return probe(n)\nasync def main():\n    tasks = [asyncio.create_task(work(i)) for i in range(3)]\n    return [await task for task in tasks], await asyncio.wait_for(work(9), 5)\nasyncio.run(main())",
    "copy": "import copy\nclass A:\n    def __init__(self, n): self.n = n\n    def __copy__(self): return A(probe(self.n))\n    def __deepcopy__(self, memo): return A(probe(self.n) + 1)\ncopy.copy(A(1)).n, copy.deepcopy([A(2)])[0].n",
    "singledispatch": "import functools\n@functools.singledispatch\ndef f(x): return probe(0)\n@f.register\ndef _(x: int): return probe(x)\nf(3), f('a')",
    "partial and cached_property": "import functools\nclass A:\n    @functools.cached_property\n    def x(self): return probe(4)\na = A()\na.x, a.x, functools.partial(probe, 5)(), functools.partial(probe, x=6)()",
    "Counter and update": "from collections import Counter, OrderedDict\nc = Counter(probe(i) % 4 for i in range(4))\nd = {}\nd.update((probe(i), i) for i in range(2))\nsorted(c.items()), d, dict.fromkeys(probe(i) for i in range(2))",
    "slices and bytes": "class I:\n    def __init__(self, n): self.n = n\n    def __index__(self): return probe(self.n)\nx = list(range(6))\nx[I(0):I(1)] = [probe(9)]\nx, bytes([I(33), 1]), range(I(2))[1], 'abcde'[I(1):], hex(I(5)), bytearray(probe(i) for i in range(2))",
    "__round__ and kin": "class A:\n    def __round__(self, n=None): return probe(1)\n    def __float__(self): return float(probe(2))\n    def __int__(self): return probe(3)\n    def __abs__(self): return probe(4)\n    def __divmod__(self, o): return probe(5)\nround(A()), float(A()), int(A()), abs(A()), divmod(A(), 2), complex(A())",
    "format_map and Template": "class D(dict):\n    def __missing__(self, key): return probe(len(key))\nimport string\n'{ab}'.format_map(D()), string.Template('$abc').substitute(D()), '%(x)s' % D()",
    "set operations": "class K:\n    def __init__(self, n): self.n = n\n    def __hash__(self): return probe(1)\n    def __eq__(self, other): return probe(self.n) == probe(other.n)\na, b = {K(1), K(2)}, {K(2), K(3)}\nlen(a & b), len(a | b), len(a - b), len(a ^ b), a <= b, a.isdisjoint(b)",
    "traceback of an error": "class E(Exception):\n    def __str__(self): return f'E{probe(1)}'\nimport traceback\ntry:\n    raise E\nexcept E as e:\n    r = traceback.format_exception_only(e)\nr[0][-4:]",
    "str methods": "class I:\n    def __iter__(self):\n        yield str(probe(1))\n        yield str(probe(2))\n','.join(I()), 'x'.join(str(probe(i)) for i in range(2))",
    "sum of start": "class A:\n    def __radd__(self, o): return probe(o)\nsum([A(), A()], 5), any(probe(i) > 3 for i in range(4)), all(probe(i) < 3 for i in range(4))",
}


def probe(x: int) -> int:
    return 2 * x


def by_cpython(code: str) -> str:
    script = f"def probe(x): return 2 * x\nimport ast\ntree = ast.parse({code!r})\nlast = ast.Expression(tree.body.pop().value)\nexec(compile(tree, 'x', 'exec'))\nprint(repr(eval(compile(last, 'x', 'eval'))))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1] if done.stdout else ""


POLICY = "permissive"


def by_snapshots(code: str) -> tuple[str | None, int, int]:
    """The step, in another session from each call of a tool on."""
    session = Session(POLICY)
    session.add_tool("probe", probe)
    core = session._core
    event = core.begin(code, "<step 1>", False)
    calls = 0
    while "call" in event:
        calls += 1
        core = Core(session._policy._core, {}, 0, core.snapshot())
        core.add_tool("probe", "x", None, False)
        event = core.resume()
        event = core.answer(probe(*event["call"][1], **event["call"][2]))
    assert event["outcome"] == "completed", event
    return event["repr"], calls, event["fuel"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_tool_in(kind: str) -> None:
    code = KINDS[kind]
    session = Session(POLICY, tools={"probe": probe}, check=False)
    result = session.run(code).raise_for_outcome()
    shown, calls, fuel = by_snapshots(code)
    assert calls > 0
    assert result.repr == shown and result.fuel == fuel
    expected = by_cpython(code)
    assert expected.endswith(shown or "None"), (expected, shown)
    assert json.dumps(result.repr)


def paused_session() -> Session:
    session = Session("permissive")
    session.pause_at(200)
    assert session.run("total = 0\nfor i in range(100): total += i\ntotal").outcome == "paused"
    return session


def test_a_paused_step_is_not_dropped_without_a_word() -> None:
    session = paused_session()
    said = r"a step is paused, so the session can't run another step: resume\(\) goes on with it, and drop_step\(\) gives it up"
    with pytest.raises(RuntimeError, match=said):
        session.run("1")
    with pytest.raises(RuntimeError, match=said):
        asyncio.run(session.run_async("1"))
    for end in (session.finish, lambda: asyncio.run(session.finish_async())):
        with pytest.raises(RuntimeError, match="can't end the program"):
            end()
    for other in (session.fork(), Session.restore(session.snapshot(), "permissive"), copy.deepcopy(session)):
        with pytest.raises(RuntimeError, match=said):
            other.run("1")
        assert other.resume().value == 4950 and other.run("1").ok
    # Its variables may be looked at meanwhile.
    assert 0 < session["i"] < 99 and session.is_paused
    assert session.resume().value == 4950
    assert session.run("total").value == 4950


def test_a_paused_step_can_be_dropped() -> None:
    session = paused_session()
    session.drop_step()
    assert not session.is_paused
    result = session.run("total, i")
    assert result.value[0] < 4950 and result.value[1] < 99
    with pytest.raises(RuntimeError, match="no step was paused or under way: there is nothing to drop"):
        session.drop_step()
    with pytest.raises(RuntimeError, match="there is nothing to resume"):
        session.resume()


def test_a_step_that_came_in_a_snapshot_is_not_dropped_without_a_word() -> None:
    taken: list[bytes] = []
    session = Session(tools={"take": lambda: taken.append(session.snapshot())})
    session.run("x = 1\ntake()\nx = 2")
    restored = Session.restore(taken[0], tools={"take": lambda: None})
    with pytest.raises(RuntimeError, match="a step is paused"):
        restored.run("x")
    restored.drop_step()
    assert restored.run("x").value == 1


def test_who_stopped_a_step_may_run_the_next() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    session = Session(tools={"stop": stop})
    with pytest.raises(KeyboardInterrupt):
        session.run("x = 1\nstop()")
    assert session.run("x").value == 1
    # A tool may run code in a fork of the session that calls it.
    other = Session(tools={"inner": lambda: other.fork().run("x + 1").value}, inputs={"x": 1})
    assert other.run("inner()").value == 2

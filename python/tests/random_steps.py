"""THE rows that random programs are made of: what stands at their beginning, expressions, statements, statements of coroutines.

Holes: ``$e`` an expression, ``$n`` a number below six, ``$w`` a word, ``$#`` the statement's number, ``$j`` a known coroutine function,
``$J`` a new one, ``$a`` a known asynchronous generator, ``$f`` a known function and ``$F`` a new one; a line ``$>`` is some statements, a
line ``$~`` some statements of a coroutine, ``$G`` what a function declares that holds statements.

A family of rows comes into a program with its own beginning. Rows print no addresses and nothing that depends on the hashes of
strings, so CPython may be asked about the same text.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import Any

WORDS = ["a", "bc", "déf", "", "xyz"]
PAD = "    "
GLOBALS = "global n, text, items, total, kept, walker, gone, half"

#: What a step is asked about at its end.
SHOWN = "(n, text, items, sorted(table.items()), total, digest.hexdigest()[:6], list(recent), Key.made)"


def tool(x: int) -> int:
    if x % 13 == 7:
        raise ValueError(f"the tool has no {x}")
    return (x * 7 + 3) % 50


def pick(of: list[int], which: str = "first") -> dict[str, Any]:
    return {which: of[0], "all": (of, {"n": None})}


@dataclass(frozen=True)
class Family:
    """Rows that need the same things at the beginning of a program."""

    start: str
    expressions: list[str]
    statements: list[str] = field(default_factory=list)
    awaiting: list[str] = field(default_factory=list)


BASE = Family(
    start="""\
import random, time, re, itertools, hashlib
from collections import deque
rng = random.Random(SEED)
n, text, items, table, total, seen = 3, 'ab', [1], {0: 1}, 0, set()
digest, recent = hashlib.sha256(b'start'), deque(maxlen=5)
def walk(start):
    while True:
        try:
            got = yield start
            start = start * 5 % 23 + (got or 0)
        finally:
            recent.append(start)
walker = walk(1)
counter = itertools.count(2, 3)
class Key:
    made = 0
    def __init__(self, v): self.v = v; Key.made += 1
    def __eq__(self, other): return tool(self.v) == tool(other.v)
    def __hash__(self): return self.v % 3
    def __lt__(self, other): return tool(self.v) < tool(other.v)
    def __repr__(self): return f'Key({tool(self.v % 5)})'
keys = {}
def keeper(v):
    def keep(w):
        nonlocal v
        v = (v * 3 + w) % 101
        return v
    return keep
kept = keeper(1)
class open_box:
    def __init__(self, v): self.v = v
    def __enter__(self): return self
    def __exit__(self, *why): self.v = tool(self.v); return why[0] is ValueError""",
    expressions=[
        "($e + $e)",
        "($e * $e % 97)",
        "($e if $e > 2 else $e)",
        "max($e, $e)",
        "tool($e)",
        "sum([$e, $e])",
        "len(str($e))",
        "abs($e)",
        "sorted([$e, $e, 3], key=lambda v: tool(v) % 5)[0]",
        "(lambda v: v + $e)($e)",
        "sum(tool(i) for i in range($n))",
        "table.get($e % 5, $e)",
        "[v for v in (1, $e, $e) if v % 2 or v][0]",
        "next(iter([$e]))",
        "hash(($e, $e)) % 7",
        "int(rng.random() * 10)",
        "int(time.time()) % 11",
        "$e // ($e or 1)",
        "int(pick([$e, $e])['first'])",
        "walker.send($e % 9 if total else None)",
        "next(walker)",
        "kept($e)",
        "id(keys) % 2 + $e",
        "len(re.sub('[a-c]', lambda m: str(tool(len(m[0]))), text)) + $e",
        "min(itertools.accumulate([$e, $e], lambda v, w: tool(v + w)))",
        "$f($e)",
        "$f($e)",
    ],
    statements=[
        "n = $e % 1000",
        "items.append($e % 1000)\nitems = items[-8:]",
        "table[$e % 5] = $e % 1000",
        "text = (text + $w + str($e % 10))[-12:]",
        "print($e % 1000, text[:3], sorted(table.items())[:2])",
        "total += $e % 1000",
        "digest.update(str($e).encode())\nrecent.appendleft(digest.digest_size)",
        "keys[Key($e % 7)] = len(keys)\nif len(keys) > 4: del keys[sorted(keys)[0]]",
        "seen.add(($e % 9, text[:2]))\nprint(len(seen), LISTED(seen)[:2])",
        "if $e % 3:\n    $>\nelse:\n    n = $e % 1000",
        "for i in range($n):\n    $>",
        "try:\n    $>\n    if $e % 4 == 0: raise ValueError(n)\nexcept (ValueError, IndexError) as error:\n"
        "    print(type(error).__name__, error)\nfinally:\n    total += 1",
        "def $F(x):\n    def inner():\n        for j in range(3):\n            yield tool(j) + x % 7\n    return sum(inner()) + $n",
        "print(sorted([Key(3), Key(n % 5), Key(1)]), len({Key(1), Key($e % 4), Key(2)}))",
        "kept = keeper($e % 50)",
        "walker.close() if $e % 7 == 0 else None\nwalker = walker if total % 2 else walk(n % 10)",
        "with open_box(n) as box:\n    $>\n    total += box.v",
        "while n > 3:\n    n = n // 2\n    total += tool(n)",
    ],
)

FLOW = Family(
    start="""\
import contextlib, weakref, gc
class Gone:
    alive = weakref.WeakSet()
    def __init__(self, v): self.v = v; Gone.alive.add(self)
    def __del__(self): recent.append(-self.v); print('gone', tool(self.v % 6))
gone = Gone(1)
def careful(v):
    with open_box(v) as box:
        try:
            for i in range(4):
                yield box.v + i
        except GeneratorExit:
            print('closed', v % 10)
            raise
        finally:
            recent.append(tool(v % 6))
    return v
def through(v):
    try:
        got = yield from careful(v)
        yield got
    finally:
        print('through')
half = careful(2)
@contextlib.contextmanager
def opened(v):
    print('open', v)
    try:
        yield tool(v)
    except KeyError as error:
        print('kept', error)
    finally:
        print('shut', v)
def tree(*leaves):
    return ExceptionGroup('tree', [ValueError(leaves[0]), ExceptionGroup('branch', [kind(leaf) for kind, leaf in zip((KeyError, TypeError, ValueError), leaves)])])""",
    expressions=[
        "next(careful($e))",
        "sum(through($n))",
        "next(half, 0)",
        "len(Gone.alive)",
        "gone.v",
        "sum(v for v in careful($n) if v % 2)",
        "[*map(tool, range($n)), $e][-1]",
        "(lambda *args, key=$n, **more: len(args) + key + len(more))(*items, z=$e)",
    ],
    statements=[
        "gone = Gone($e % 100)",
        "gone.other = gone\ngone = Gone($n)\ngc.collect()",
        "half = through($e % 50)\nprint(next(half))",
        "for v in careful($e):\n    $>\n    if v > $n: break",
        "dropped = careful($n)\nprint(next(dropped))\ndel dropped",
        "def dropping():\n    inner = through($n)\n    next(inner)\n    return next(inner)\ndropped = dropping()\nprint(dropped)",
        "watched = Gone($n)\nseer = weakref.ref(watched, lambda ref: recent.append(77))\nprint(seer() is watched)\ndel watched\nprint(seer())",
        "try:\n    raise tree($e, $n, $e)\nexcept* ValueError as group:\n    print(sorted(str(e) for e in group.exceptions))\n    $>\n"
        "except* (KeyError, TypeError) as group:\n    print(repr(group))\n    $>",
        "try:\n    try:\n        raise tree($n, $e)\n    except* KeyError as group:\n        raise RuntimeError($n) from group\nexcept ExceptionGroup as group:\n"
        "    print(group, len(group.exceptions), [repr(e.__cause__) for e in group.exceptions], group.split(ValueError)[0])",
        "match [$e % 4, text, {'k': $e}, *items]:\n    case [0, str() as s, {'k': k, **more}, *rest] if k % 2:\n        print(s, k, more, rest)\n        $>\n"
        "    case [1 | 2 as v, _, {'k': int(k)}, first, *_]:\n        print(v, k, first)\n    case [_, _, dict(d), *_]:\n        $>",
        "with opened($n) as got, contextlib.suppress(ValueError, ZeroDivisionError):\n    $>\n    if got % 3 == 0: raise KeyError(got)",
        "with contextlib.ExitStack() as stack:\n    total += sum(stack.enter_context(opened(v)) for v in range($n))\n    stack.callback(recent.append, $e)\n    $>",
        "for v in range($n):\n    try:\n        if v == $n: continue\n        if v > 3: break\n        total += tool(v)\n    finally:\n        recent.append(v)\nelse:\n    $>",
        "def $F(x):\n    try:\n        return tool(x)\n    except ValueError as error:\n        try:\n            raise KeyError(x) from error\n        except KeyError as other:\n"
        "            return len(str(other.__cause__))\n    finally:\n        recent.append(x % 9)",
        "try:\n    print(half.throw(ValueError($n)))\nexcept (ValueError, StopIteration) as error:\n    print('thrown', type(error).__name__)",
        "if (size := len(items)) > $n and (last := items[-1]) % 2:\n    print(size, last)\n    $>",
        "first, *middle, last = sorted([$e, $e, $e, $n])\nprint(first, middle, last)",
        "import traceback\ntry:\n    $>\n    total // ($e % 2)\nexcept Exception as error:\n    error.add_note('seen')\n    print(traceback.format_exception_only(error))",
    ],
)

CLASSES = Family(
    start="""\
from dataclasses import dataclass, field, replace, asdict
import enum
class Typed:
    def __set_name__(self, owner, name): self.name = '_' + name
    def __get__(self, one, owner=None): return self if one is None else getattr(one, self.name, 0)
    def __set__(self, one, v):
        if v % 11 == 5: raise TypeError(f'{self.name[1:]} is not {v}')
        setattr(one, self.name, tool(v % 7) + v)
class Registry(type):
    known = []
    def __new__(meta, name, bases, space, **more):
        made = super().__new__(meta, name, bases, space)
        made.rank = more.get('rank', len(meta.known))
        meta.known.append(name)
        return made
    def __len__(cls): return cls.rank
    def __call__(cls, *args):
        print('making', cls.__name__)
        return super().__call__(*args)
class Base(metaclass=Registry, rank=3):
    size = Typed()
    def __init__(self, v): self.size = v
    def __init_subclass__(cls, **more): super().__init_subclass__(); cls.tag = cls.__name__.lower()
    def __getattr__(self, name): return tool(len(name))
class Derived(Base, rank=5):
    def __init__(self, v): super().__init__(v + 1)
    @property
    def twice(self): return self.size * 2
    @twice.setter
    def twice(self, v): self.size = v // 2
class Slotted:
    __slots__ = ('v', 'w', '__weakref__')
    def __init__(self, v): self.v = v
    def __add__(self, other): return Slotted(self.v + getattr(other, 'v', other))
    __radd__ = __add__
    def __len__(self): return tool(self.v % 6)
    def __getitem__(self, at):
        if at >= 3: raise IndexError(at)
        return self.v + at
    def __contains__(self, v): return tool(v % 5) > 10
    def __call__(self, *args): return len(args) + self.v
    def __format__(self, spec): return f'<{self.v % 100:{spec or 3}}>'
    def __index__(self): return self.v % 4
class Colour(enum.Enum):
    RED = 0
    GREEN = 1
    BLUE = 2
    @classmethod
    def _missing_(cls, v): return cls((v or 0) % 3)
    def next(self): return Colour(self.value + 1)
class Right(enum.IntFlag):
    R = 4
    W = 2
    X = 1
@dataclass(order=True)
class Point:
    x: int
    y: int = 2
    tags: list = field(default_factory=list, compare=False)
    def __post_init__(self): self.y = self.y or tool(self.x % 6)
@dataclass(frozen=True, slots=True)
class Frozen:
    a: int
    b: tuple = ()
colour, thing = Colour.RED, Derived(5)""",
    expressions=[
        "Derived($e).size",
        "thing.twice",
        "thing.missing + $n",
        "len(Derived)",
        "Colour($e).value",
        "colour.next().value",
        "int(Right($n) | Right.X)",
        "Point($e, $n).y",
        "max(Point($e), Point($e)).x",
        "(Slotted($e) + $e).v",
        "sum(Slotted($n))",
        "[7, 8, 9, 5][Slotted($e)]",
        "Slotted($n)(*items)",
        "len(Slotted($e))",
        "hash(Frozen($e)) % 5",
        "replace(Frozen($n), a=$e).a",
        "type(thing).rank",
    ],
    statements=[
        "thing.size = $e",
        "thing.twice = $e\nprint(thing.size, thing.tag, type(thing).__mro__[1].__name__)",
        "thing = Derived($e % 40) if $e % 2 else Base($n)\nprint(vars(thing))",
        "colour = colour.next()\nprint(colour, repr(Colour($e)), [c.name for c in Colour], Right($n), Right($e % 8))",
        "print(f'{Slotted($e)} {Slotted($n):>6} {$e % 100:+05d} {$e / 7:.3f} {text!r:^9} {n:#x}')",
        "print(Point($e), asdict(Point($n, tags=[$n])), sorted([Point(3), Point($n)]), Point(1) == Point(1))",
        "try:\n    Frozen($n).a = 3\nexcept AttributeError as error:\n    print(error)",
        "try:\n    print(Slotted($n).w)\nexcept AttributeError as error:\n    print(error)",
        "print({Frozen($n): $e % 9, Frozen($n, (1,)): 2})",
        "class Made$#(Derived, rank=$n):\n    extra = [$e % 10 for _ in range(2)]\n    def __repr__(self): return f'{super().tag}{self.extra}'\nprint(Made$#($n), len(Made$#), Registry.known[-1])",
        "print($e % 7 in Slotted($n), [*Slotted($n)], isinstance(thing, Base), type(thing).__name__)",
        "match Point($e % 3, $n):\n    case Point(0, y=1 | 2): print('one')\n    case Point(x, tags=[]) if x: print('two', x)\n    case Point():\n        $>",
        "for each in (thing, colour, Right.R | Right.X, Slotted):\n    print(getattr(each, 'name', None), getattr(each, 'rank', 'no'))",
        "class Local$#:\n    at = 0\n    def __iter__(self): return self\n    def __next__(self):\n        self.at += 1\n        if self.at > $n: raise StopIteration\n        return tool(self.at)\nprint(list(Local$#()))",
    ],
)

DATA = Family(
    start="""\
import json, functools, operator, collections, datetime as dt
from decimal import Decimal, getcontext
@functools.lru_cache(maxsize=3)
def cached(v): recent.append(v); return tool(v)
@functools.singledispatch
def shown(v): return 1
@shown.register
def _(v: int): return tool(v % 6)
@shown.register(str)
def _(v): return len(v)
@shown.register(list)
def _(v): return sum(map(shown, v))
class Lazy:
    @functools.cached_property
    def worth(self): return tool(len(items))
lazy, counts, price = Lazy(), collections.Counter('abca'), Decimal('1.10')
day, stock = dt.date(2024, 1, 31), collections.defaultdict(list)""",
    expressions=[
        "cached($e % 6)",
        "shown($e)",
        "shown([$e, text, [$n]])",
        "lazy.worth",
        "len(json.dumps({'a': $e, 'b': [text, None, 1.5]}))",
        "json.loads('[1, {\"k\": %d}]' % $e)[1]['k']",
        "(day + dt.timedelta(days=$e % 400)).day",
        "(dt.datetime(2024, 2, 28, $n) + dt.timedelta(hours=$e % 99)).weekday()",
        "int(price * ($e) % 50)",
        "counts['a'] + counts.total()",
        "functools.reduce(operator.xor, [$e, $e, $n])",
        "functools.partial(max, $e)($n)",
        "sum(b - a for a, b in itertools.pairwise([$e, *items]))",
        "sum(map(len, re.findall(r'[a-z]+|\\d', text)))",
        "next(itertools.islice(itertools.cycle(items or [1]), $n, None))",
        "sum(1 for _, run in itertools.groupby(sorted(items), key=lambda v: tool(v % 6)) for _ in run)",
        "sum(a * b for a, b in itertools.product(range($n), repeat=2))",
        "len(list(itertools.combinations(items, 2)))",
        "len(stock[$e % 3])",
        "int(text[-1:] or 0, 36)",
        "min(items, key=functools.cmp_to_key(lambda a, b: tool(a % 6) - b), default=$n)",
    ],
    statements=[
        "price = (price * Decimal('1.07') + $n).quantize(Decimal('0.01'))\nprint(price, f'{price:>12,.1f}', -price, price.as_tuple().exponent)",
        "counts.update(text)\nprint(sorted(counts.most_common())[:3])",
        "day += dt.timedelta(days=$e % 60)\nprint(day, day.isoformat(), f'{day:%a %d %b}', day.isocalendar().week)",
        "print(cached.cache_info())\nif $e % 3 == 0: cached.cache_clear()",
        "lazy = Lazy()\nprint(lazy.worth, vars(lazy))",
        "stock[$e % 3].append($e % 10)\nprint(dict(sorted(stock.items())))",
        "print(json.dumps({'t': text, 'i': items, 'p': str(price), 'n': {str($n): [True, None]}}, indent=$n, sort_keys=True))",
        "try:\n    print(json.loads(text))\nexcept json.JSONDecodeError as error:\n    print(error)",
        "print(re.split(r'(\\d)', text), re.sub(r'(?P<l>[a-z])(\\d)', r'\\2\\g<l>', text))",
        "for m in re.finditer(r'([a-z])(\\d)?', text):\n    print(m.span(), m.groups(0))\n    $>",
        "print([''.join(p) for p in itertools.permutations(text[:3])][:4], list(itertools.batched(items, 3)))",
        "print(sorted(items, key=lambda v: (-(v % 3), v)), sorted(items, reverse=True, key=operator.neg))",
        "rows = [dict(zip('abc', row)) for row in zip(items, items[1:], [$e, $e])]\nprint(*(f\"{r['a']:>5}|{r['b']:<5}|{r['c'] % 100:^5}\" for r in rows), sep='\\n')",
        "print(Decimal($e) / 3 + Decimal($n).sqrt(), round($e / 7, 3), divmod($e, 7))",
        "text = text.translate({97: 'A', 98: None}).swapcase()[:8] + $w",
        "left, right = itertools.tee(items)\nnext(right, None)\nprint(list(zip(left, right)), list(itertools.zip_longest(items[:2], text[:3], fillvalue=$n)))",
    ],
)

AIO = Family(
    start="""\
import asyncio, contextlib, contextvars
mark = contextvars.ContextVar('mark', default=0)
class Turn:
    def __init__(self, v): self.v = v
    def __await__(self):
        got = yield self.v
        return (got or 0) + tool(self.v % 6)
async def turns(v):
    try:
        for i in range(3):
            v = await Turn(v % 20 + i)
        return v
    finally:
        recent.append(v)
async def job0(x):
    try:
        await asyncio.sleep(x % 4 / 100)
        return tool(x)
    finally:
        recent.append(x % 7)
async def agen0(x):
    try:
        for i in range(x):
            await asyncio.sleep(i % 2 / 100)
            got = yield tool(i)
            if got: print('got', got)
    finally:
        await asyncio.sleep(0)
        print('generator left')
async def agen1(x):
    async for v in agen0(x):
        yield v + await job0(v % 6)
class Door:
    def __init__(self, v): self.v = v
    async def __aenter__(self):
        await asyncio.sleep(0.01)
        return tool(self.v)
    async def __aexit__(self, kind, error, trace):
        await asyncio.sleep(0)
        print('door', kind and kind.__name__)
        return kind is ValueError
@contextlib.asynccontextmanager
async def gate(v):
    await asyncio.sleep(v % 3 / 100)
    try:
        yield v + 1
    finally:
        print('gate', v % 10)
def outcome(task):
    return 'cancelled' if task.cancelled() else task.exception() or task.result()
held = turns(1)
async def settle(x):
    global queue, lock, two, flag, bell, began
    queue, lock, two, flag, bell = asyncio.Queue(3), asyncio.Lock(), asyncio.Semaphore(2), asyncio.Event(), asyncio.Condition()
    began = asyncio.get_running_loop().time()
    return await x
loop = asyncio.new_event_loop()
waiting = []""",
    expressions=["len(waiting)", "mark.get()"],
    statements=[
        "async def main$#():\n    $G\n    $~\n    $~\n    return $e\n"
        "try:\n    print('ran', asyncio.run(settle(main$#())))\nexcept (Exception, asyncio.CancelledError) as error:\n    print('broke', type(error).__name__, error)",
        "async def main$#():\n    $G\n    $~\n    $~\n    $~\n    return $e\nprint('ran', asyncio.run(settle(main$#())))",
        "async def $J(x):\n    $G\n    try:\n        $~\n        return ($e + x) % 50\n    except ValueError as error:\n        return len(str(error))\n    finally:\n        recent.append(x % 5)",
        "async def $J(x):\n    async with two:\n        found = [v async for v in $a(x % 4)]\n    await asyncio.sleep(len(found) / 100)\n    return sum(found) + x",
        "async def $J(x):\n    try:\n        await asyncio.sleep(x % 5 / 50)\n    except asyncio.CancelledError:\n        await asyncio.sleep(0.01)\n        print('asked to stop', x)\n        if x % 2: raise\n        return -1\n    return tool(x)",
        "async def $J(x):\n    async with lock:\n        await queue.put(x)\n        await asyncio.sleep(0.01)\n    return await queue.get()",
        "try:\n    print(held.send($n or None))\nexcept (StopIteration, RuntimeError, ValueError, TypeError) as error:\n    print(type(error).__name__, error)\n    held = turns($e % 30)",
        "held.close()\nheld = turns($n)\nprint(held.cr_await, held.send(None))",
        "waiting.append(loop.create_task(job0($e % 40)))\nprint(loop.run_until_complete(job0($n)), [t.done() for t in waiting])",
        "print([outcome(t) for t in waiting if t.done()])\nwaiting = [t for t in waiting if not t.done()]",
        "loop.call_later($n / 100, recent.append, $e % 10)\nprint(loop.run_until_complete(asyncio.sleep($n / 100, 'slept')))",
        "with asyncio.Runner() as runner:\n    print(runner.run(settle($j($e))), runner.run(job0($n)))",
    ],
    awaiting=[
        "await asyncio.sleep($n / 100)",
        "await asyncio.sleep(0)",
        "total += await $j($e)",
        "print('all', await asyncio.gather(*($j(v) for v in range($n)), return_exceptions=True))",
        "try:\n    print(await asyncio.gather($j($e), $j($n), $j($e)))\nexcept ValueError as error:\n    print('gather', error)",
        "task$# = asyncio.create_task($j($e))\n$~\nprint(await asyncio.gather(task$#, return_exceptions=True))",
        "task$# = asyncio.create_task($j($e))\nawait asyncio.sleep($n / 100)\nprint(task$#.cancel('enough'))\ntry:\n    print(await task$#)\n"
        "except (asyncio.CancelledError, ValueError) as error:\n    print(type(error).__name__, error)",
        "try:\n    async with asyncio.timeout($n / 100):\n        $~\n        print('in time')\nexcept TimeoutError as error:\n    print('late', error)",
        "try:\n    print(await asyncio.wait_for($j($e), $n / 100))\nexcept (TimeoutError, ValueError) as error:\n    print(type(error).__name__, error)",
        "try:\n    async with asyncio.TaskGroup() as group$#:\n        made$# = [group$#.create_task($j(v)) for v in range($n)]\n        $~\n    print([t.result() for t in made$#])\n"
        "except* ValueError as group:\n    print(sorted(map(str, group.exceptions)), [outcome(t) for t in made$#])",
        "async with asyncio.Lock():\n    $~",
        "async with asyncio.Semaphore($n + 1):\n    $~",
        "queue.put_nowait($e % 9) if not queue.full() else print('full')",
        "try:\n    print(await asyncio.wait_for(queue.get(), 0.05))\nexcept TimeoutError:\n    print('nothing came')",
        "flag.set() if $e % 2 else flag.clear()\nprint(flag.is_set(), queue.qsize(), lock.locked())",
        "async def late$#():\n    await asyncio.sleep($n / 100)\n    flag.set()\n    async with bell: bell.notify_all()\nother$# = asyncio.create_task(late$#())\n"
        "async with bell:\n    try:\n        print(await asyncio.wait_for(bell.wait(), 0.03))\n    except TimeoutError:\n        print('no bell')\nawait flag.wait()",
        "async for v in $a($n):\n    $~\n    if v > $n * 9: break\nelse:\n    print('all of it')",
        "print([v async for v in $a($n) if v % 2 or $n], {v: w async for v in agen0(2) async for w in $a(2)}, [await $j(v) for v in range($n)])",
        "print(sum([v + await job0($n) async for v in $a($n)]), [v async for v in (w * 2 async for w in agen0($n))])",
        "async with gate($e) as got:\n    $~\n    total += got",
        "async with Door($e % 6) as door, gate($n):\n    $~\n    if door % 3 == 0: raise ValueError(door)",
        "made$# = [asyncio.create_task($j(v)) for v in range(1, 4)]\ndone$#, pending$# = await asyncio.wait(made$#, timeout=$n / 100)\nprint(len(done$#), len(pending$#))\n"
        "for t in made$#: t.cancel()\nprint(await asyncio.gather(*made$#, return_exceptions=True))",
        "done$#, pending$# = await asyncio.wait([asyncio.create_task($j($n)), asyncio.create_task(job0($n))], return_when=asyncio.FIRST_COMPLETED)\n"
        "print(sorted(str(outcome(t)) for t in done$#))\nawait asyncio.gather(*pending$#, return_exceptions=True)",
        "for next$# in asyncio.as_completed([$j($n), job0(1), job0($e)]):\n    try:\n        print(await next$#)\n    except ValueError as error:\n        print('completed', error)",
        "task$# = asyncio.ensure_future($j($n))\ntry:\n    print(await asyncio.wait_for(asyncio.shield(task$#), $n / 100))\nexcept (TimeoutError, ValueError) as error:\n"
        "    print(type(error).__name__, task$#.done())\n    print(await asyncio.gather(task$#, return_exceptions=True))",
        "gen$# = $a($n)\nprint(await anext(gen$#, 'none'))\ntry:\n    print(await gen$#.asend($n))\nexcept StopAsyncIteration:\n    print('over')\nawait gen$#.aclose()",
        "gen$# = $a(3)\nprint(await anext(gen$#))\ntry:\n    print(await gen$#.athrow(KeyError($n)))\nexcept KeyError as error:\n    print('thrown', error)",
        "mark.set($e % 5)\nprint(mark.get(), await asyncio.gather(job0($n)))",
        "asyncio.get_running_loop().call_later($n / 100, recent.append, $e % 10)\nasyncio.get_running_loop().call_soon(print, 'soon')",
        "print(round(asyncio.get_running_loop().time() - began, 4), len(asyncio.all_tasks()))",
        "future$# = asyncio.get_running_loop().create_future()\nfuture$#.add_done_callback(lambda f: print('done', f.result()))\n"
        "asyncio.get_running_loop().call_later($n / 100, future$#.set_result, $e)\nprint(await future$#)",
        "async def produce$#():\n    for v in range($n):\n        await queue.put(v)\n    await queue.put(None)\nmaker$# = asyncio.create_task(produce$#())\n"
        "while (v := await queue.get()) is not None:\n    total += v\n    queue.task_done()\n    $~\nawait maker$#",
        "$>",
        "$>",
    ],
)

STREAMS = Family(
    start="""\
import itertools, io, json, operator, csv, re, functools
from collections import deque, OrderedDict, ChainMap
streams = [iter([4, 5, 6]), zip(items, text), itertools.count(1), iter(text), reversed([1, 2, 3]), itertools.cycle('xy')]
paper, tape = io.StringIO('one\\ntwo 2\\nthree\\n'), bytearray(b'tape')
ordered, layers = OrderedDict(b=1, a=2), ChainMap({}, {'z': 1})
def forever(v):
    while True:
        v = (v * 7 + 1) % 53
        yield v
class Steps:
    def __init__(self, v): self.v = v
    def __iter__(self): return self
    def __next__(self):
        self.v += 1
        if self.v % 6 == 0: raise StopIteration
        return tool(self.v % 7)
class Pages:
    def __len__(self): return 3
    def __getitem__(self, at):
        if at > 3: raise IndexError(at)
        return tool(at) + at
def pull(at, default=0): return len(str(next(streams[at % 6], default)))""",
    expressions=[
        "pull($n)",
        "pull($n)",
        "pull($n, $e)",
        "sum(map(len, map(str, itertools.islice(streams[$n], 3))))",
        "len(list(zip(streams[$n], range(3))))",
        "paper.tell()",
        "len(paper.readline())",
        "tape[$n % len(tape)]",
        "len(ordered) + ordered.get('a', $n)",
        "layers.get('z', $e)",
        "sum(tape[:$n])",
        "max(Pages())",
        "sum(Steps($n))",
    ],
    statements=[
        "streams[$n] = iter(items)",
        "streams[$n] = reversed(items)",
        "streams[$n] = iter(table.items())",
        "streams[$n] = zip(items, streams[$n], forever($n)) if $e % 2 else zip(text, forever($n))",
        "streams[$n] = enumerate(forever($e), $n)",
        "streams[$n] = map(tool, [1, 2, $e, 4])",
        "streams[$n] = filter(lambda v: tool(v % 5) % 2, range(9))",
        "streams[$n] = itertools.chain([1, 2], iter(text), Pages(), Steps($n))",
        "streams[$n] = itertools.chain.from_iterable(map(str, items))",
        "streams[$n] = itertools.accumulate([1, $e, 3, 4], lambda a, b: tool(a + b))",
        "streams[$n] = (v * w for v in range(4) for w in Steps(v))",
        "streams[$n] = re.finditer('[a-z]|([0-9])', text * 2)",
        "streams[$n] = iter(functools.partial(next, forever($n)), 8)",
        "streams[$n] = itertools.groupby(sorted(items), key=lambda v: tool(v % 6))",
        "streams[$n], streams[$n] = itertools.tee(forever($e))",
        "streams[$n] = itertools.islice(forever($e), $n, None, 2)",
        "streams[$n] = itertools.product(items[:3], text[:2])",
        "streams[$n] = itertools.permutations(text[:4], 2)",
        "streams[$n] = itertools.batched(forever($n), 3)",
        "streams[$n] = itertools.pairwise(Pages())",
        "streams[$n] = itertools.takewhile(lambda v: v != $n, forever($e))",
        "streams[$n] = itertools.dropwhile(lambda v: tool(v % 6) % 2, Steps($e % 50))",
        "streams[$n] = itertools.starmap(max, zip(items, [3, 4, 5]))",
        "streams[$n] = itertools.zip_longest(items, text, Steps($n), fillvalue=$n)",
        "streams[$n] = itertools.compress(forever($n), itertools.cycle([1, 0, 0]))",
        "streams[$n] = itertools.combinations(items, 2)",
        "streams[$n] = iter(Pages())",
        "streams[$n] = reversed(Pages())",
        "streams[$n] = reversed(ordered)",
        "streams[$n] = iter(bytes(tape))",
        "streams[$n] = iter(deque(items))",
        "streams[$n] = reversed(range($n, 40, 3))",
        "streams[$n] = iter({*range($n), 9})",
        "streams[$n] = csv.reader(paper)",
        "streams[$n] = json.JSONEncoder(indent=1).iterencode({'a': items, 't': text})",
        "streams[$n] = iter(sorted(table))\nfor v in streams[$n]:\n    $>\n    if tool(v % 5) % 2: break",
        "paper.seek(0)\nprint(paper.read($n), paper.write(text), paper.tell())",
        "tape.extend(text.encode())\ntape[:] = tape[-9:]\nprint(bytes(tape), tape.find(b'a'))",
        "with memoryview(tape) as view:\n    view[0] = $e % 256\n    total += sum(view[::2])\n    $>",
        "ordered[text[:1]] = $e % 10\nordered.move_to_end(next(iter(ordered)))\nprint(list(ordered.items())[-2:])",
        "layers = layers.new_child({text[:1]: $n}) if len(layers.maps) < 4 else layers.parents\nprint(sorted(layers.items()))",
        "for a, *rest in zip(streams[$n], Pages()):\n    $>\n    if len(str(a)) > $n: break",
        "try:\n    $>\n    raise LookupError($e)\nexcept LookupError as error:\n    stored = error\n"
        "print(repr(stored), stored.__traceback__ is not None, type(stored.__context__).__name__)",
        "try:\n    raise locals().get('stored') or KeyError($n)\nexcept LookupError as error:\n    depth, at = 0, error.__traceback__\n    while at: depth, at = depth + 1, at.tb_next\n    print(error, depth)",
    ],
)

FAMILIES = [FLOW, CLASSES, DATA, AIO, STREAMS]
LEAVES = ["n", "len(items)", "len(text)", "total", "next(counter)", "kept(n)"]
DEEPEST = 2


class Programs:
    """Programs of the rows of some families, as the seed has it; even ones say the same under CPython."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.is_comparable = seed % 2 == 0
        self.functions = ["len(items) + tool"]
        self.jobs = ["job0"]
        self.families = [BASE, *self.random.sample(FAMILIES, self.random.randint(0, 2))]
        if AIO not in self.families and self.random.random() < 0.3:
            self.families.append(AIO)
        self.made = 0
        self.lines = 0
        self.open: list[str] = []

    def expression(self, depth: int = 0) -> str:
        r = self.random
        if depth > 1:
            return r.choice([*LEAVES, str(r.randint(-5, 9))])
        rows = r.choice(self.families).expressions if r.random() < 0.7 else BASE.expressions
        return self.filled(r.choice(rows), "", depth + 1)

    def filled(self, row: str, number: str, depth: int) -> str:
        r = self.random

        def hole(found: re.Match[str]) -> str:
            match found[1]:
                case "e":
                    return self.expression(depth)
                case "n":
                    return str(r.randrange(6))
                case "w":
                    return repr(r.choice(WORDS))
                case "#":
                    return number
                case "G":
                    return GLOBALS
                case "j":
                    return r.choice(self.jobs)
                case "a":
                    return r.choice(["agen0", "agen0", "agen1"])
                case "f":
                    return r.choice(self.functions)
                case "F":
                    self.open.append(f"f{number}")
                    return f"f{number}"
                case "J":
                    self.open.append(f"j{number}")
                    return f"j{number}"
            raise ValueError(found[0])

        return re.sub(r"\$([a-zA-Z#])", hole, row)

    def statement(self, depth: int = 0, is_awaiting: bool = False) -> list[str]:
        r = self.random
        family = r.choice(self.families) if r.random() < 0.8 else BASE
        rows = AIO.awaiting if is_awaiting else family.statements
        is_deep = depth >= DEEPEST or self.lines > 250
        # What defines or runs coroutines stands at the top only; where it is deep nothing is nested further.
        rows = [row for row in rows if not (depth and re.search(r"\$[GFJ]", row)) and not (is_deep and re.search(r"\$[>~]", row))]
        rows = [row for row in rows if not (depth and ".run" in row)] or BASE.statements[:5]
        self.made += 1
        number = str(self.made)
        out: list[str] = []
        for line in r.choice(rows).split("\n"):
            inner = line.strip()
            pad = line[: len(line) - len(inner)]
            if inner == "$>" or inner == "$~":
                count = r.randint(1, 2)
                out += [pad + text for _ in range(count) for text in self.statement(depth + 1, inner == "$~")]
            else:
                out.append(pad + self.filled(inner, number, 0))
        # What was defined can be used from here on.
        self.jobs += [name for name in self.open if name[0] == "j"]
        self.functions += [name for name in self.open if name[0] == "f"]
        self.open.clear()
        self.lines += len(out)
        return out

    def fitted(self, text: str) -> str:
        """What only our own runs can agree on, or what CPython says as well."""
        return text.replace("LISTED", "sorted" if self.is_comparable else "list").replace("Random(SEED)", "Random(7)" if self.is_comparable else "Random()")

    def program(self) -> list[str]:
        """Steps of a session."""
        steps = [self.fitted("\n".join(family.start for family in self.families))]
        for _ in range(self.random.randint(1, 3)):
            lines = [line for _ in range(self.random.randint(2, 5)) for line in self.statement()]
            if self.random.random() < 0.1:
                # A step that is refused is a step that is counted.
                lines = ["def"]
            steps.append(self.fitted("\n".join(lines)) + "\n" + SHOWN)
        return steps

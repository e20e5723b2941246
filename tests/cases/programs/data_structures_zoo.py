# ends: raised
from __future__ import annotations
import bisect, heapq, random
from collections.abc import Iterator, MutableMapping, Iterable
from dataclasses import dataclass, field
from functools import reduce
from math import inf
class AVL:
    class Node:
        __slots__ = "key", "left", "right", "h", "n"
        def __init__(self, key): self.key, self.left, self.right, self.h, self.n = key, None, None, 1, 1
    def __init__(self, it=()):
        self.root = None
        for x in it: self.add(x)
    @staticmethod
    def _fix(t): h = lambda x: x.h if x else 0; n = lambda x: x.n if x else 0; t.h = 1 + max(h(t.left), h(t.right)); t.n = 1 + n(t.left) + n(t.right); return h(t.left) - h(t.right)
    def _rot(self, t, a, b): c = getattr(t, a); setattr(t, a, getattr(c, b)); setattr(c, b, t); self._fix(t); self._fix(c); return c
    def _bal(self, t):
        d = self._fix(t)
        if d > 1:
            if self._fix(t.left) < 0: t.left = self._rot(t.left, "right", "left")
            return self._rot(t, "left", "right")
        if d < -1:
            if self._fix(t.right) > 0: t.right = self._rot(t.right, "left", "right")
            return self._rot(t, "right", "left")
        return t
    def add(self, key):
        def go(t):
            if t is None: return AVL.Node(key)
            if key < t.key: t.left = go(t.left)
            elif t.key < key: t.right = go(t.right)
            else: raise KeyError(f"duplicate {key!r}")
            return self._bal(t)
        self.root = go(self.root)
    def discard(self, key):
        def pop_min(t):
            if t.left is None: return t, t.right
            m, t.left = pop_min(t.left); return m, self._bal(t)
        def go(t):
            if t is None: return None
            if key < t.key: t.left = go(t.left)
            elif t.key < key: t.right = go(t.right)
            else:
                if not t.left or not t.right: return t.left or t.right
                m, right = pop_min(t.right); m.left, m.right = t.left, right; t = m
            return self._bal(t)
        self.root = go(self.root)
    def __iter__(self):
        stack, t = [], self.root
        while stack or t:
            while t: stack.append(t); t = t.left
            t = stack.pop(); yield t.key; t = t.right
    def __len__(self): return self.root.n if self.root else 0
    def __getitem__(self, i):
        if not -len(self) <= i < len(self): raise IndexError(f"index {i} out of range for size {len(self)}")
        i %= len(self); t = self.root
        while True:
            l = t.left.n if t.left else 0
            if i == l: return t.key
            t, i = (t.left, i) if i < l else (t.right, i - l - 1)
    def __contains__(self, k):
        t = self.root
        while t and t.key != k: t = t.left if k < t.key else t.right
        return t is not None
    def shape(self):
        def go(t): return f"({go(t.left)}{t.key}{go(t.right)})" if t else ""
        return go(self.root)
rng = random.Random(11); keys = list(range(15)); rng.shuffle(keys); t = AVL(keys); print(t.shape(), t.root.h, len(t), list(t) == sorted(keys), t[0], t[-1], t[7], 3 in t, 99 in t)
for k in (7, 0, 14, 3, 99): t.discard(k)
print(t.shape(), t.root.h, len(t), max(t), list(reversed(list(t)))[:3], AVL(range(1000)).root.h)
for f in (lambda: t.add(5), lambda: t[50], lambda: AVL([1, "a"]), lambda: AVL()[0], lambda: t.root.nope, lambda: setattr(t.root, "x", 1)):
    try: f()
    except Exception as e: print(type(e).__name__, e)
class Trie(MutableMapping):
    END = object()
    def __init__(self, *a, **k): self.root, self.size = {}, 0; self.update(*a, **k)
    def _walk(self, key): return reduce(lambda n, c: n[c], key, self.root)
    def __setitem__(self, key, v): n = reduce(lambda n, c: n.setdefault(c, {}), key, self.root); self.size += self.END not in n; n[self.END] = v
    def __getitem__(self, key):
        try: return self._walk(key)[self.END]
        except KeyError: raise KeyError(key) from None
    def __delitem__(self, key):
        path = [self.root]
        for c in key:
            if c not in path[-1]: raise KeyError(key)
            path.append(path[-1][c])
        del path[-1][self.END]; self.size -= 1
        for c, n in zip(reversed(key), reversed(path[:-1])):
            if n[c]: break
            del n[c]
    def __len__(self): return self.size
    def __iter__(self): return self.keys_with("")
    def keys_with(self, prefix):
        try: node = self._walk(prefix)
        except KeyError: return
        stack = [(prefix, node)]
        while stack:
            p, n = stack.pop()
            if self.END in n: yield p
            stack.extend((p + c, n[c]) for c in sorted((c for c in n if c is not self.END), reverse=True))
    def longest_prefix(self, text):
        best, n = "", self.root
        for i, c in enumerate(text):
            if c not in n: break
            n = n[c]
            if self.END in n: best = text[:i + 1]
        return best
tr = Trie({"car": 1, "cart": 2, "cat": 3}, dog=4); tr[""] = 0; print(list(tr), tr["cart"], list(tr.keys_with("ca")), tr.longest_prefix("carton"), len(tr), "ca" in tr, tr.get("x"), tr.pop("car"), list(tr.items()), tr == {"": 0, "cart": 2, "cat": 3, "dog": 4}, tr.setdefault("d", 9), tr.popitem(), sorted(tr.values()))
for f in (lambda: tr["zz"], lambda: tr.__delitem__("zz"), lambda: tr.pop("q"), lambda: tr.pop("q", None)):
    try: print(f())
    except KeyError as e: print("KeyError", e)
class Fenwick:
    def __init__(self, n): self.t = [0] * (n + 1)
    def add(self, i, v):
        i += 1
        while i < len(self.t): self.t[i] += v; i += i & -i
    def sum(self, i):
        s = 0
        while i: s += self.t[i]; i &= i - 1
        return s
class SegTree:
    def __init__(self, xs, op=min, unit=inf): n = self.n = len(xs); self.op, self.unit = op, unit; self.t = [unit] * n + list(xs); [self._up(i) for i in range(n - 1, 0, -1)]
    def _up(self, i): self.t[i] = self.op(self.t[2 * i], self.t[2 * i + 1])
    def __setitem__(self, i, v):
        i += self.n; self.t[i] = v
        while i > 1: i //= 2; self._up(i)
    def query(self, l, r):
        res, l, r = self.unit, l + self.n, r + self.n
        while l < r:
            if l & 1: res = self.op(res, self.t[l]); l += 1
            if r & 1: r -= 1; res = self.op(res, self.t[r])
            l //= 2; r //= 2
        return res
f = Fenwick(8); [f.add(i, v) for i, v in enumerate([5, 3, -2, 7])]; print([f.sum(i) for i in range(6)]); s = SegTree([5, 2, 8, 1, 9]); print(s.query(0, 3), s.query(0, 5), s.query(4, 4)); s[3] = 10; print(s.query(2, 5), SegTree(list("hello"), lambda a, b: a + b, "").query(1, 5))
class DSU:
    def __init__(self): self.p, self.size = {}, {}
    def find(self, x):
        self.p.setdefault(x, x); self.size.setdefault(x, 1)
        while self.p[x] != x: self.p[x] = x = self.p[self.p[x]]
        return x
    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b: return False
        if self.size[a] < self.size[b]: a, b = b, a
        self.p[b] = a; self.size[a] += self.size.pop(b); return True
u = DSU(); print([u.union(*p) for p in ("ab", "cd", "bc", "ad", "xy")], u.find("d") == u.find("a"), sorted(u.size.values()))
@dataclass(order=True)
class Interval: lo: int; hi: int; name: str = field(compare=False, default="")
class IntervalSet:
    def __init__(self, it=()): self.spans: list[Interval] = []; [self.add(*x) for x in it]
    def add(self, lo, hi):
        i = bisect.bisect_left(self.spans, lo, key=lambda s: s.hi); j = bisect.bisect_right(self.spans, hi, key=lambda s: s.lo)
        if i < j: lo, hi = min(lo, self.spans[i].lo), max(hi, self.spans[j - 1].hi)
        self.spans[i:j] = [Interval(lo, hi)]
    def __repr__(self): return " ".join(f"[{s.lo},{s.hi}]" for s in self.spans)
    def __invert__(self): return [(a.hi, b.lo) for a, b in zip(self.spans, self.spans[1:])]
iv = IntervalSet([(5, 8), (1, 3), (10, 12), (2, 5), (20, 22), (11, 15)]); print(iv, ~iv)
class Ring:
    def __init__(self, n): self.buf, self.start, self.count = [None] * n, 0, 0
    def push(self, x):
        self.buf[(self.start + self.count) % len(self.buf)] = x
        if self.count < len(self.buf): self.count += 1
        else: self.start = (self.start + 1) % len(self.buf)
    def __iter__(self): return (self.buf[(self.start + i) % len(self.buf)] for i in range(self.count))
    def __len__(self): return self.count
r = Ring(3); [r.push(x) for x in range(5)]; print(list(r), len(r), r.buf)
class PQ:
    def __init__(self): self.h, self.pos, self.n = [], {}, 0
    def push(self, x, p):
        if x in self.pos: self.pos[x][2] = None
        e = self.pos[x] = [p, self.n, x]; self.n += 1; heapq.heappush(self.h, e)
    def pop(self):
        while self.h:
            p, _, x = heapq.heappop(self.h)
            if x is not None: del self.pos[x]; return x, p
        raise IndexError("pop from empty PQ")
pq = PQ(); [pq.push(x, p) for x, p in (("a", 5), ("b", 2), ("a", 1), ("c", 2))]; print([pq.pop() for _ in range(3)], pq.h)
class Link:
    def __init__(self, v, nxt=None): self.v, self.nxt = v, nxt
    @classmethod
    def of(cls, it): return reduce(lambda n, v: cls(v, n), reversed(list(it)), None)
    def __iter__(self):
        n = self
        while n: yield n.v; n = n.nxt
    def __reversed__(self):
        prev = None
        for v in self: prev = Link(v, prev)
        return iter(prev)
    def __repr__(self): return " -> ".join(map(repr, self))
    def __eq__(self, o): return list(self) == list(o)
l = Link.of("abc"); print(l, list(reversed(l)), "b" in l, l == Link.of("abc"), Link.of([]), sum(Link.of(range(2000))))
pq.pop()

"""Routes and flows over a weighted graph: Dijkstra, A*, Bellman-Ford, Floyd-Warshall, spanning trees, components, max flow, colouring, Euler paths."""
from __future__ import annotations

import heapq
import itertools
import math
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from graphlib import CycleError, TopologicalSorter
from typing import Generic, NamedTuple, TypeVar

N = TypeVar("N", bound=Hashable)
INF = math.inf


class Edge(NamedTuple):
    a: str
    b: str
    weight: float = 1


class UnionFind(dict):
    def __missing__(self, key):
        self[key] = key
        return key

    def find(self, x):
        while self[x] != x:
            self[x] = x = self[self[x]]
        return x

    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        self[a] = b
        return a != b


@dataclass
class Graph(Generic[N]):
    directed: bool = False
    near: defaultdict[N, dict[N, float]] = field(default_factory=lambda: defaultdict(dict), repr=False)

    @classmethod
    def of(cls, text: str, **kwargs) -> Graph[str]:
        graph = cls(**kwargs)
        for part in text.split():
            ends, _, weight = part.partition(":")
            graph.add(*ends.split("-"), float(weight or 1))
        return graph

    def add(self, a: N, b: N, weight: float = 1) -> None:
        self.near[a][b] = weight
        self.near[b]
        if not self.directed:
            self.near[b][a] = weight

    def __iter__(self) -> Iterator[N]:
        return iter(sorted(self.near))

    def __len__(self):
        return len(self.near)

    def edges(self) -> Iterator[Edge]:
        for a in self:
            for b, w in sorted(self.near[a].items()):
                if self.directed or a < b:
                    yield Edge(a, b, w)

    def dijkstra(self, start: N, guess: Callable[[N], float] = lambda n: 0.0, goal: N | None = None):
        best, before, heap, seen = {start: 0.0}, {}, [(guess(start), start)], set()
        while heap:
            _, at = heapq.heappop(heap)
            if at == goal:
                break
            if at in seen:
                continue
            seen.add(at)
            for to, weight in self.near[at].items():
                if weight < 0:
                    raise ValueError(f"negative edge {at}-{to}")
                if (cost := best[at] + weight) < best.get(to, INF):
                    best[to], before[to] = cost, at
                    heapq.heappush(heap, (cost + guess(to), to))
        return best, before, len(seen)

    def path(self, start, goal, **options):
        best, before, _ = self.dijkstra(start, goal=goal, **options)
        if goal not in best:
            return INF, []
        way = [goal]
        while way[-1] != start:
            way.append(before[way[-1]])
        return best[goal], way[::-1]

    def bellman_ford(self, start):
        best = dict.fromkeys(self, INF) | {start: 0.0}
        for turn in range(len(self)):
            changed = False
            for a in self:
                for b, w in self.near[a].items():
                    if best[a] + w < best[b]:
                        best[b], changed = best[a] + w, True
            if not changed:
                return best
        raise ArithmeticError("negative cycle")

    def floyd(self):
        d = {(a, b): 0 if a == b else self.near[a].get(b, INF) for a in self for b in self}
        for k, i, j in itertools.product(self, repeat=3):
            d[i, j] = min(d[i, j], d[i, k] + d[k, j])
        return d

    def kruskal(self):
        sets = UnionFind()
        return [e for e in sorted(self.edges(), key=lambda e: e[::-1]) if sets.union(e.a, e.b)]

    def prim(self):
        start = next(iter(self))
        seen, heap, total = {start}, [(w, b) for b, w in self.near[start].items()], 0
        heapq.heapify(heap)
        while heap:
            w, at = heapq.heappop(heap)
            if at not in seen:
                seen.add(at)
                total += w
                for edge in self.near[at].items():
                    heapq.heappush(heap, edge[::-1])
        return total

    def components(self):
        index, low, stack, on, found, counter = {}, {}, [], set(), [], itertools.count()

        def visit(v):
            index[v] = low[v] = next(counter)
            stack.append(v)
            on.add(v)
            for w in sorted(self.near[v]):
                if w not in index:
                    visit(w)
                    low[v] = min(low[v], low[w])
                elif w in on:
                    low[v] = min(low[v], index[w])
            if low[v] == index[v]:
                cut = stack.index(v)
                found.append(sorted(stack[cut:]))
                on.difference_update(stack[cut:])
                del stack[cut:]

        for v in self:
            if v not in index:
                visit(v)
        return found

    def flow(self, source, sink):
        left = defaultdict(Counter)
        for a in self:
            for b, w in self.near[a].items():
                left[a][b] += int(w)
        total = 0
        while True:
            before, queue = {source: None}, deque([source])
            while queue and sink not in before:
                at = queue.popleft()
                for to in sorted(left[at]):
                    if left[at][to] > 0 and to not in before:
                        before[to] = at
                        queue.append(to)
            if sink not in before:
                return total, sorted(v for v in before)
            way = [sink]
            while before[way[-1]] is not None:
                way.append(before[way[-1]])
            way.reverse()
            width = min(left[a][b] for a, b in itertools.pairwise(way))
            for a, b in itertools.pairwise(way):
                left[a][b] -= width
                left[b][a] += width
            total += width

    def colours(self, limit):
        order = sorted(self, key=lambda v: (-len(self.near[v]), v))

        def go(at, given):
            if at == len(order):
                return given
            used = {given[n] for n in self.near[order[at]] if n in given}
            for colour in range(limit):
                if colour not in used and (found := go(at + 1, {**given, order[at]: colour})) is not None:
                    return found

        return go(0, {})

    def euler(self):
        odd = [v for v in self if len(self.near[v]) % 2]
        if len(odd) not in (0, 2):
            return None
        left = {v: set(n) for v, n in self.near.items()}
        stack, way = [odd[0] if odd else next(iter(self))], []
        while stack:
            if near := left[stack[-1]]:
                to = min(near)
                near.discard(to)
                left[to].discard(stack[-1])
                stack.append(to)
            else:
                way.append(stack.pop())
        return way[::-1]


roads = Graph.of("A-B:4 A-C:2 B-C:1 B-D:5 C-D:8 C-E:10 D-E:2 D-F:6 E-F:3 G-H:1.5")
print(roads, len(roads), [*roads], roads.path("A", "F"), roads.path("A", "H"), sum(e.weight for e in roads.edges()))
print({k: f"{v:g}" for k, v in sorted(roads.dijkstra("A")[0].items())}, roads.dijkstra("A", goal="D")[2])
distances = roads.floyd()
print("   " + "".join(f"{b:>5}" for b in roads), *(f"{a:>3}" + "".join(f"{distances[a, b]:>5.3g}" if distances[a, b] < INF else "    ∞" for b in roads) for a in roads), sep="\n")
assert all(distances["A", b] == c for b, c in roads.bellman_ford("A").items())
print([f"{e.a}{e.b}" for e in roads.kruskal()], roads.prim(), roads.euler(), roads.colours(2), roads.colours(3))
grid = Graph()
walls = {(1, 0), (1, 1), (1, 2), (3, 1), (3, 2), (3, 3)}
for x, y in itertools.product(range(5), range(4)):
    for dx, dy in ((1, 0), (0, 1)):
        if {(x, y), (x + dx, y + dy)}.isdisjoint(walls) and x + dx < 5 and y + dy < 4:
            grid.add((x, y), (x + dx, y + dy))
cost, way = grid.path((0, 0), (4, 3), guess=lambda p: abs(4 - p[0]) + abs(3 - p[1]))
print(cost, way[:4], grid.dijkstra((0, 0), lambda p: abs(4 - p[0]) + abs(3 - p[1]), (4, 3))[2], grid.dijkstra((0, 0), goal=(4, 3))[2])
print(*("".join("#" if (x, y) in walls else "*" if (x, y) in way else "." for x in range(5)) for y in range(4)), sep="\n")
web = Graph.of("a-b b-c c-a c-d d-e e-f f-d g-f", directed=True)
print(web.components(), Graph.of("s-a:10 s-b:5 a-b:15 a-t:5 b-t:10", directed=True).flow("s", "t"), Graph.of("A-B B-C C-A A-D D-B").euler())
print(Graph.of("x-y:4 x-z:5 z-y:-3", directed=True).bellman_ford("x"))
for wrong in (lambda: Graph.of("x-y:-1").dijkstra("x"), lambda: Graph.of("x-y:-1 y-x:-1", directed=True).bellman_ford("x"), lambda: list(TopologicalSorter({"a": "b", "b": "a"}).static_order()), lambda: Graph.of("x"), lambda: Graph.of("a-b:c")):
    try:
        print(wrong())
    except (ValueError, ArithmeticError, TypeError) as error:
        print(type(error).__name__, *error.args)
sorter = TopologicalSorter({"app": {"lib", "log"}, "lib": {"core"}, "log": {"core"}})
sorter.prepare()
while sorter.is_active():
    ready = sorted(sorter.get_ready())
    print(ready, end=" ")
    sorter.done(*ready)


@cache
def ways(at, goal):
    return 1 if at == goal else sum(ways(n, goal) for n in sorted({"s": "ab", "a": "bt", "b": "t"}.get(at, "")))


print(ways("s", "t"), ways.cache_info())

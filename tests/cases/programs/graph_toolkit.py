# ends: raised
from __future__ import annotations
from collections import defaultdict, deque
from heapq import heappush, heappop
from itertools import count, combinations
from math import inf
class Graph:
    """Weighted graph with the usual algorithms."""
    def __init__(self, edges=(), *, directed=False):
        self.adj: dict[str, dict[str, float]] = defaultdict(dict); self.directed = directed
        for e in edges: self.add(*e)
    def add(self, u, v, w=1):
        self.adj[u][v] = w; self.adj[v]
        if not self.directed: self.adj[v][u] = w
    def __contains__(self, node): return node in self.adj
    def __len__(self): return len(self.adj)
    def __iter__(self): return iter(sorted(self.adj))
    def __getitem__(self, edge):
        u, v = edge
        try: return self.adj[u][v]
        except KeyError: raise KeyError(f"no edge {u}->{v}") from None
    def bfs(self, start):
        seen, todo = {start: None}, deque([start])
        while todo:
            u = todo.popleft(); yield u
            for v in sorted(self.adj[u]):
                if v not in seen: seen[v] = u; todo.append(v)
    def dfs(self, u, seen=None):
        seen = set() if seen is None else seen; seen.add(u); yield u
        for v in sorted(self.adj[u].keys() - seen):
            if v not in seen: yield from self.dfs(v, seen)
    def dijkstra(self, source):
        dist, prev, tie, heap = {source: 0}, {}, count(), [(0, 0, source)]
        while heap:
            d, _, u = heappop(heap)
            if d > dist.get(u, inf): continue
            for v, w in self.adj[u].items():
                if w < 0: raise ValueError(f"negative weight {w} on {u}->{v}")
                if (nd := d + w) < dist.get(v, inf): dist[v], prev[v] = nd, u; heappush(heap, (nd, next(tie), v))
        return dist, prev
    def path(self, a, b):
        dist, prev = self.dijkstra(a)
        if b not in dist: return None
        out = [b]
        while out[-1] != a: out.append(prev[out[-1]])
        return out[::-1], dist[b]
    def bellman_ford(self, s):
        dist = dict.fromkeys(self.adj, inf) | {s: 0}
        for i in range(len(self)):
            changed = False
            for u in self.adj:
                for v, w in self.adj[u].items():
                    if dist[u] + w < dist[v]: dist[v] = dist[u] + w; changed = True
            if not changed: return dist
        raise ArithmeticError("negative cycle")
    def floyd(self):
        d = {(u, v): 0 if u == v else self.adj[u].get(v, inf) for u in self for v in self}
        for k in self:
            for i in self:
                for j in self:
                    d[i, j] = min(d[i, j], d[i, k] + d[k, j])
        return d
    def kruskal(self):
        parent = {n: n for n in self}
        def find(x):
            while parent[x] != x: parent[x] = parent[parent[x]]; x = parent[x]
            return x
        tree = []
        for w, u, v in sorted((w, u, v) for u in self.adj for v, w in self.adj[u].items() if u < v):
            if (a := find(u)) != (b := find(v)): parent[a] = b; tree.append((u, v, w))
        return tree, sum(w for *_, w in tree)
    def components(self):
        left = set(self.adj)
        while left:
            part = set(self.bfs(min(left))); left -= part; yield sorted(part)
    def scc(self):
        index, low, stack, out, c = {}, {}, [], [], count()
        def visit(u):
            index[u] = low[u] = next(c); stack.append(u)
            for v in sorted(self.adj[u]):
                if v not in index: visit(v); low[u] = min(low[u], low[v])
                elif v in stack: low[u] = min(low[u], index[v])
            if low[u] == index[u]:
                comp = []
                while True:
                    comp.append(w := stack.pop())
                    if w == u: break
                out.append(sorted(comp))
        for n in self:
            if n not in index: visit(n)
        return out
    def max_flow(self, s, t):
        cap = {u: dict(vs) for u, vs in self.adj.items()}
        for u in self.adj:
            for v in self.adj[u]: cap[v].setdefault(u, 0)
        flow = 0
        while True:
            prev, todo = {s: s}, deque([s])
            while todo and t not in prev:
                u = todo.popleft()
                for v in sorted(cap[u]):
                    if cap[u][v] > 0 and v not in prev: prev[v] = u; todo.append(v)
            if t not in prev: return flow
            v, push = t, inf
            while v != s: push = min(push, cap[prev[v]][v]); v = prev[v]
            v = t
            while v != s: cap[prev[v]][v] -= push; cap[v][prev[v]] += push; v = prev[v]
            flow += push
    def coloring(self):
        colour = {}
        for u in sorted(self, key=lambda n: (-len(self.adj[n]), n)):
            used = {colour[v] for v in self.adj[u] if v in colour}
            colour[u] = next(i for i in count() if i not in used)
        return colour
g = Graph([("a", "b", 4), ("a", "c", 2), ("b", "c", 1), ("b", "d", 5), ("c", "d", 8), ("c", "e", 10), ("d", "e", 2), ("x", "y")])
print(list(g), len(g), "q" in g, g["a", "b"], list(g.bfs("a")), list(g.dfs("a")), g.dijkstra("a")[0], g.path("a", "e"), g.path("a", "x"), g.kruskal(), list(g.components()), dict(sorted(g.coloring().items())), sep="\n")
dg = Graph([("s", "a", 3), ("s", "b", 2), ("a", "b", 5), ("a", "t", 2), ("b", "t", 3), ("t", "s", 0)], directed=True)
print(dg.max_flow("s", "t"), dg.scc(), {k: v for k, v in dg.floyd().items() if v == inf or v > 4}, dg.bellman_ford("a"))
neg = Graph([("a", "b", 1), ("b", "c", -3), ("c", "d", 1)], directed=True); print(neg.bellman_ford("a"))
neg.add("d", "b", 1)
for f in (lambda: neg.bellman_ford("a"), lambda: neg.dijkstra("a"), lambda: g["a", "zz"], lambda: g["a"], lambda: g[1, 2, 3], lambda: neg.floyd()["a", "c"] < 0):
    try: print(f())
    except (ArithmeticError, ValueError, KeyError) as e: print(type(e).__name__, e)
grid = ["S.#.", "..#.", "#...", "..#E"]
cells = {(r, c): ch for r, row in enumerate(grid) for c, ch in enumerate(row) if ch != "#"}
maze = Graph([(p, q) for p, q in combinations(cells, 2) if abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1])
ends = {ch: p for p, ch in cells.items() if ch in "SE"}; route, steps = maze.path(ends["S"], ends["E"]); print(steps, route)
print("\n".join("".join("*" if (r, c) in set(route[1:-1]) else ch for c, ch in enumerate(row)) for r, row in enumerate(grid)))
print(Graph.__doc__, Graph.bfs.__name__, Graph().kruskal(), list(Graph().components()))
g.path("nowhere", "a")
print(g.path("a", "b")[0][5])

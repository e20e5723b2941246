from collections import defaultdict, deque
import heapq


class Graph:
    def __init__(self, directed=False):
        self.edges = defaultdict(dict)
        self.directed = directed

    def add(self, u, v, w=1):
        self.edges[u][v] = w
        self.edges[v]
        if not self.directed:
            self.edges[v][u] = w
        return self

    def bfs(self, start):
        seen, order, todo = {start}, [], deque([start])
        while todo:
            node = todo.popleft()
            order.append(node)
            for n in sorted(self.edges[node]):
                if n not in seen:
                    seen.add(n)
                    todo.append(n)
        return order

    def dfs(self, node, seen=None):
        seen = set() if seen is None else seen
        seen.add(node)
        yield node
        for n in sorted(self.edges[node]):
            if n not in seen:
                yield from self.dfs(n, seen)

    def shortest(self, start, end):
        best, previous, todo = {start: 0}, {}, [(0, start)]
        while todo:
            cost, node = heapq.heappop(todo)
            if node == end:
                path = [end]
                while path[-1] != start:
                    path.append(previous[path[-1]])
                return cost, path[::-1]
            for n, w in self.edges[node].items():
                if cost + w < best.get(n, float("inf")):
                    best[n], previous[n] = cost + w, node
                    heapq.heappush(todo, (cost + w, n))
        return float("inf"), []

    def components(self):
        left, out = set(self.edges), []
        for node in sorted(self.edges):
            if node in left:
                part = sorted(self.dfs(node))
                left -= set(part)
                out.append(part)
        return out

    def topological(self):
        incoming = {n: 0 for n in self.edges}
        for targets in self.edges.values():
            for t in targets:
                incoming[t] += 1
        ready = sorted(n for n, k in incoming.items() if k == 0)
        out = []
        while ready:
            n = ready.pop(0)
            out.append(n)
            for t in sorted(self.edges[n]):
                incoming[t] -= 1
                if incoming[t] == 0:
                    ready.append(t)
        if len(out) != len(incoming):
            raise ValueError("cycle: " + ", ".join(sorted(n for n, k in incoming.items() if k)))
        return out

    def mst(self):
        parent = {n: n for n in self.edges}

        def find(x):
            while parent[x] != x:
                parent[x] = parent[parent[x]]
                x = parent[x]
            return x
        chosen = []
        for w, u, v in sorted((w, u, v) for u in self.edges for v, w in self.edges[u].items() if u < v):
            a, b = find(u), find(v)
            if a != b:
                parent[a] = b
                chosen.append((u, v, w))
        return chosen


def floyd(g):
    nodes = sorted(g.edges)
    d = {(a, b): 0 if a == b else g.edges[a].get(b, float("inf")) for a in nodes for b in nodes}
    for k in nodes:
        for i in nodes:
            for j in nodes:
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])
    return d


g = Graph()
for u, v, w in [("A", "B", 4), ("A", "C", 1), ("C", "B", 2), ("B", "D", 5), ("C", "D", 8), ("E", "F", 1)]:
    g.add(u, v, w)
print(g.bfs("A"), list(g.dfs("A")), g.shortest("A", "D"), g.shortest("A", "E"), g.components(), g.mst())
d = floyd(g)
print([d["A", x] for x in "ABCDE"])
tasks = Graph(directed=True).add("shop", "cook").add("cook", "eat").add("wash", "cook").add("eat", "nap")
print(tasks.topological())
try:
    tasks.add("nap", "shop").topological()
except ValueError as e:
    print(e)
grid = ["S.#.", "..#E", ".##.", "...."]
start = next((r, c) for r, row in enumerate(grid) for c, x in enumerate(row) if x == "S")
todo, dist = deque([start]), {start: 0}
while todo:
    r, c = todo.popleft()
    if grid[r][c] == "E":
        print("exit after", dist[r, c])
        break
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        p = (r + dr, c + dc)
        if 0 <= p[0] < 4 and 0 <= p[1] < 4 and grid[p[0]][p[1]] != "#" and p not in dist:
            dist[p] = dist[r, c] + 1
            todo.append(p)

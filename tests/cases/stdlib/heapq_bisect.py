import heapq, bisect
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
h = []
for v in [5, 1, 8, 3, 9, 2, 7]: heapq.heappush(h, v); print(h)
print([heapq.heappop(h) for _ in range(3)], h, heapq.heappushpop(h, 1), heapq.heappushpop(h, 100), heapq.heapreplace(h, 0), h)
l = [9, 4, 7, 1, 8, 2]; heapq.heapify(l); print(l, heapq.nsmallest(3, [5, 1, 4, 2]), heapq.nlargest(2, [5, 1, 4, 2]), heapq.nsmallest(2, ["bb", "a", "ccc"], key=len), heapq.nlargest(5, [1, 2]), heapq.nsmallest(0, [1]), heapq.nlargest(1, {"a": 1, "b": 2}.items(), key=lambda kv: kv[1]), heapq.nlargest(3, "hello"), heapq.nsmallest(-1, [1]), list(heapq.merge([1, 4], [2, 3], [0])), list(heapq.merge([3, 1], [4, 2], reverse=True)), list(heapq.merge(["a", "ccc"], ["bb"], key=len)), list(heapq.merge()), heapq.nlargest(1, []), heapq.nsmallest(1, [3, 1]))
pq = []
for p, n in [(2, "b"), (1, "z"), (2, "a"), (1, "c")]: heapq.heappush(pq, (p, n))
print(pq, [heapq.heappop(pq) for _ in range(4)])
class T:
    def __init__(self, p): self.p = p
    def __lt__(self, o): return self.p < o.p
    def __repr__(self): return f"T{self.p}"
q = [T(3), T(1), T(2)]; heapq.heapify(q); print(q, heapq.heappop(q), q)
for f in (lambda: heapq.heappop([]), lambda: heapq.heapreplace([], 1), lambda: heapq.heappushpop([], 1), lambda: heapq.heappush((), 1), lambda: heapq.heappush(5, 1), lambda: heapq.heapify((1,)), lambda: heapq.heappush([1], "a"), lambda: heapq.heapify([1, "a"]), lambda: heapq.nsmallest("a", [1]), lambda: heapq.nlargest(1, 5), lambda: heapq.nsmallest(1), lambda: heapq.heappush([]), lambda: heapq.heappop([(1, {}), (1, {})]) and 0, lambda: list(heapq.merge([1], ["a"])), lambda: heapq.heapify([{}, {}]), lambda: heapq.nsmallest(2, [1, 2], key=5)):
    t(f)
a = [1, 3, 3, 5, 7]
print(bisect.bisect(a, 3), bisect.bisect_left(a, 3), bisect.bisect_right(a, 3), bisect.bisect_left(a, 0), bisect.bisect(a, 9), bisect.bisect(a, 3, 3), bisect.bisect_left(a, 5, 1, 3), bisect.bisect([], 1), bisect.bisect("ace", "b"), bisect.bisect_left([5, 3, 1], -3, key=lambda v: -v), bisect.bisect(a, 4, hi=2), bisect.bisect_left([(1, "a"), (2, "b")], (2,)))
bisect.insort(a, 4); bisect.insort_left(a, 3); bisect.insort_right(a, 10); print(a); w = ["a", "bbb"]; bisect.insort(w, "cc", key=len); print(w, [bisect.bisect([60, 70, 80, 90], s) for s in [33, 99, 77, 70, 89, 90, 100]], "".join("FDCBA"[bisect.bisect([60, 70, 80, 90], s)] for s in [33, 99, 77, 70, 89]))
for f in (lambda: bisect.bisect([1, "a"], 2), lambda: bisect.bisect(5, 1), lambda: bisect.bisect([1], 2, -1), lambda: bisect.bisect([1]), lambda: bisect.bisect([1], "a"), lambda: bisect.insort((1,), 2), lambda: bisect.bisect([1, 2], 1, 0, 10), lambda: bisect.bisect([1], 1, "a"), lambda: bisect.bisect([1], 1, key=5), lambda: bisect.bisect({1: 2, 0: 3}, 1), lambda: bisect.bisect_left(range(10 ** 6), 777)):
    t(f)
def dijkstra(g, s):
    dist, todo = {s: 0}, [(0, s)]
    while todo:
        d, u = heapq.heappop(todo)
        if d > dist[u]: continue
        for v, w in g[u].items():
            if d + w < dist.get(v, float("inf")): dist[v] = d + w; heapq.heappush(todo, (d + w, v))
    return dist
print(dijkstra({"a": {"b": 1, "c": 4}, "b": {"c": 2, "d": 5}, "c": {"d": 1}, "d": {}}, "a"))
def median_stream(xs):
    lo, hi, out = [], [], []
    for x in xs:
        heapq.heappush(hi, -heapq.heappushpop(lo, -x))
        if len(hi) > len(lo): heapq.heappush(lo, -heapq.heappop(hi))
        out.append(-lo[0] if len(lo) > len(hi) else (hi[0] - lo[0]) / 2)
    return out
print(median_stream([5, 15, 1, 3, 8]))

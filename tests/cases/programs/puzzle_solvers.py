import itertools, string, functools, collections, heapq, re
from functools import cache, lru_cache
SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
def solve(grid):
    rows, cols, boxes, empty = ([set() for _ in range(9)] for _ in range(3)), None, None, []
    rows, cols, boxes = ([set(string.digits[1:]) for _ in range(9)] for _ in range(3)); cells = list(grid)
    for i, ch in enumerate(grid):
        r, c = divmod(i, 9); b = r // 3 * 3 + c // 3
        if ch == ".": empty.append((i, r, c, b))
        else:
            for s in (rows[r], cols[c], boxes[b]): s.remove(ch)
    def go():
        if not empty: return True
        k = min(range(len(empty)), key=lambda k: len(rows[empty[k][1]] & cols[empty[k][2]] & boxes[empty[k][3]]))
        empty[k], empty[-1] = empty[-1], empty[k]; i, r, c, b = empty.pop()
        for d in sorted(rows[r] & cols[c] & boxes[b]):
            cells[i] = d; [s.remove(d) for s in (rows[r], cols[c], boxes[b])]
            if go(): return True
            [s.add(d) for s in (rows[r], cols[c], boxes[b])]
        empty.append((i, r, c, b)); return False
    return "".join(cells) if go() else None
sol = solve(SUDOKU); print("\n".join(" ".join(sol[r * 9:r * 9 + 9]) for r in range(9)), solve("55" + "." * 79) if False else "")
try: solve("55" + "." * 79)
except KeyError as e: print("KeyError", e)
def queens(n, row=0, cols=(), d1=frozenset(), d2=frozenset()):
    if row == n: yield cols; return
    for c in range(n):
        if c not in cols and row + c not in d1 and row - c not in d2: yield from queens(n, row + 1, (*cols, c), d1 | {row + c}, d2 | {row - c})
print(next(queens(8)), sum(1 for _ in queens(6)), *("".join("Q" if c == q else "." for c in range(4)) for q in next(queens(4))), sep="\n")
def cryptarithm(puzzle):
    words = re.findall("[A-Z]+", puzzle); letters = "".join(dict.fromkeys("".join(words))); firsts = {w[0] for w in words}
    coef = {l: 0 for l in letters}
    for w, sign in zip(words, [1] * (len(words) - 1) + [-1]):
        for p, l in enumerate(reversed(w)): coef[l] += sign * 10 ** p
    order = sorted(letters, key=lambda l: -abs(coef[l]))
    def go(i, total, used):
        if i == len(order): return {} if total == 0 else None
        rest = sum(abs(coef[l]) for l in order[i:]) * 9
        if abs(total) > rest: return None
        for d in range(order[i] in firsts, 10):
            if not used >> d & 1 and (r := go(i + 1, total + coef[order[i]] * d, used | 1 << d)) is not None: return {order[i]: d, **r}
    m = go(0, 0, 0); return puzzle.translate({ord(k): str(v) for k, v in m.items()}) if m else None
print(cryptarithm("SEND + MORE = MONEY"), cryptarithm("TWO + TWO = FOUR"), cryptarithm("A + B = AB"))
def hanoi(n, a="A", b="B", c="C"):
    if n: yield from hanoi(n - 1, a, c, b); yield a + c; yield from hanoi(n - 1, b, a, c)
print(" ".join(hanoi(3)), len(list(hanoi(10))))
def knights(n=5, start=(0, 0)):
    moves = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]; board = {start: 1}
    nbrs = lambda p: [(p[0] + x, p[1] + y) for x, y in moves if 0 <= p[0] + x < n and 0 <= p[1] + y < n and (p[0] + x, p[1] + y) not in board]
    def go(p, k):
        if k == n * n: return True
        for q in sorted(nbrs(p), key=lambda q: (len(nbrs(q)), q)):
            board[q] = k + 1
            if go(q, k + 1): return True
            del board[q]
        return False
    go(start, 1); return "\n".join(" ".join(f"{board[r, c]:2d}" for c in range(n)) for r in range(n))
print(knights())
def life(cells, steps):
    for _ in range(steps):
        counts = collections.Counter((x + dx, y + dy) for x, y in cells for dx, dy in itertools.product((-1, 0, 1), repeat=2) if dx or dy)
        cells = {p for p, n in counts.items() if n == 3 or n == 2 and p in cells}
    return cells
glider = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}; print(sorted(life(glider, 4)), len(life({(0, 0), (1, 0), (2, 0)}, 7)))
def rule(n, width=31, steps=8):
    row = [0] * width; row[width // 2] = 1
    for _ in range(steps):
        yield "".join(".#"[c] for c in row); row = [n >> (row[i - 1] << 2 | row[i] << 1 | row[(i + 1) % width]) & 1 for i in range(width)]
print(*rule(30), sep="\n")
def eight(start, goal="12345678."):
    h = lambda s: sum(abs(i // 3 - j // 3) + abs(i % 3 - j % 3) for i, c in enumerate(s) if c != "." for j in [goal.index(c)])
    heap, seen = [(h(start), 0, start, "")], {start: 0}
    while heap:
        _, g, s, path = heapq.heappop(heap)
        if s == goal: return path
        z = s.index(".")
        for d, m in (("U", -3), ("D", 3), ("L", -1), ("R", 1)):
            t = z + m
            if 0 <= t < 9 and (m in (-3, 3) or t // 3 == z // 3):
                n = list(s); n[z], n[t] = n[t], n[z]; n = "".join(n)
                if g + 1 < seen.get(n, 99): seen[n] = g + 1; heapq.heappush(heap, (g + 1 + h(n), g + 1, n, path + d))
print(eight("1234.6758"), eight("12345678."))
WIN = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
@cache
def minimax(b, me):
    other = "XO"[me == "X"]
    if any(all(b[i] == other for i in w) for w in WIN): return -1, None
    if "." not in b: return 0, None
    return max((-minimax(b[:i] + me + b[i + 1:], other)[0], -i) for i in range(9) if b[i] == ".")
print(minimax("." * 9, "X"), minimax("XX.OO....", "X"), minimax.cache_info().currsize, minimax.cache_info().hits > 1000)
@lru_cache(maxsize=None)
def lev(a, b): return len(a) + len(b) if not a or not b else min(lev(a[1:], b) + 1, lev(a, b[1:]) + 1, lev(a[1:], b[1:]) + (a[0] != b[0]))
@cache
def change(n, coins=(50, 20, 10, 5, 2, 1)): return 1 if n == 0 else 0 if n < 0 or not coins else change(n - coins[0], coins) + change(n, coins[1:])
def lcs(a, b):
    t = [[""] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, j in itertools.product(range(len(a)), range(len(b))): t[i + 1][j + 1] = t[i][j] + a[i] if a[i] == b[j] else max(t[i][j + 1], t[i + 1][j], key=len)
    return t[-1][-1]
def knapsack(items, cap):
    best = {0: (0, ())}
    for name, w, v in items:
        for c, (val, names) in list(best.items()):
            if c + w <= cap and val + v > best.get(c + w, (-1,))[0]: best[c + w] = (val + v, (*names, name))
    return max(best.values())
def lis(xs):
    import bisect
    tails = []
    for x in xs:
        i = bisect.bisect_left(tails, x); tails[i:i + 1] = [x]
    return len(tails)
def kmp(p, s):
    f = [0]; k = 0
    for c in p[1:]:
        while k and p[k] != c: k = f[k - 1]
        k += p[k] == c; f.append(k)
    k = 0
    for i, c in enumerate(s):
        while k and p[k] != c: k = f[k - 1]
        k += p[k] == c
        if k == len(p): yield i - k + 1; k = f[k - 1]
def roman(n): return "".join(itertools.chain.from_iterable(itertools.repeat(s, n // v - 0) if not (n := n - 0) else [s * (n // v), (n := n % v, "")[1]] for v, s in zip((1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1), "M CM D CD C XC L XL X IX V IV I".split())))
print(lev("kitten", "sitting"), change(100), lcs("AGGTABXY", "GXTXAYB"), knapsack([("a", 3, 4), ("b", 4, 5), ("c", 5, 7), ("d", 1, 1)], 8), lis([10, 9, 2, 5, 3, 7, 101, 18]), list(kmp("aba", "ababababa")), [roman(n) for n in (1994, 2024, 4, 49)], change.cache_info(), lev.cache_parameters(), change.__wrapped__.__name__)
def spiral(m):
    while m: yield from m.pop(0); m = [list(r) for r in zip(*m)][::-1]
def pascal(n): return functools.reduce(lambda rows, _: rows + [[1, *map(sum, itertools.pairwise(rows[-1])), 1]], range(n - 1), [[1]])
def look_say(s): return "".join(f"{len(list(g))}{k}" for k, g in itertools.groupby(s))
def permute_next(a):
    a = list(a); i = next((i for i in range(len(a) - 2, -1, -1) if a[i] < a[i + 1]), None)
    if i is None: return None
    j = max(j for j in range(i + 1, len(a)) if a[j] > a[i]); a[i], a[j] = a[j], a[i]; a[i + 1:] = a[:i:-1]; return a
def balanced(s, pairs={")": "(", "]": "[", "}": "{"}):
    st = []
    for i, c in enumerate(s):
        if c in pairs.values(): st.append((c, i))
        elif c in pairs and (not st or st.pop()[0] != pairs[c]): return f"bad {c!r} at {i}"
    return f"unclosed {st[-1][0]!r} at {st[-1][1]}" if st else True
print(list(spiral([[1, 2, 3], [4, 5, 6], [7, 8, 9]])), pascal(6)[-1], list(itertools.accumulate(range(5), lambda s, _: look_say(s), initial="1")), permute_next([1, 3, 2]), permute_next("cba"), [balanced(s) for s in ("([]{})", "(]", "((", ")")])

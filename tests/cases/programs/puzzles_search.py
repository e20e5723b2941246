"""Puzzles by search: sudoku with constraint propagation, knights, crypt-arithmetic, water jugs, 8-puzzle, word ladders, subset sums, minimax, life."""
import heapq
import itertools
import re
import sys
from collections import Counter, defaultdict, deque
from functools import cache, lru_cache, reduce
from math import inf
from operator import or_
from string import ascii_lowercase


def sudoku(text):
    rows, cols = "ABCDEFGHI", "123456789"
    cross = lambda a, b: [x + y for x in a for y in b]
    squares = cross(rows, cols)
    units = [cross(rows, c) for c in cols] + [cross(r, cols) for r in rows] + [cross(r, c) for r in ("ABC", "DEF", "GHI") for c in ("123", "456", "789")]
    peers = {s: set().union(*(u for u in units if s in u)) - {s} for s in squares}
    in_units = {s: [u for u in units if s in u] for s in squares}

    def assign(values, s, d):
        return values if all(eliminate(values, s, other) for other in values[s].replace(d, "")) else None

    def eliminate(values, s, d):
        if d not in values[s]:
            return values
        values[s] = values[s].replace(d, "")
        if not values[s] or len(values[s]) == 1 and not all(eliminate(values, p, values[s]) for p in peers[s]):
            return None
        for unit in in_units[s]:
            places = [p for p in unit if d in values[p]]
            if not places or len(places) == 1 and not assign(values, places[0], d):
                return None
        return values

    def search(values):
        if values is None or all(len(v) == 1 for v in values.values()):
            return values
        s = min((s for s in squares if len(values[s]) > 1), key=lambda s: (len(values[s]), s))
        return next(filter(None, (search(assign(values.copy(), s, d)) for d in values[s])), None)

    values = dict.fromkeys(squares, cols)
    for s, d in zip(squares, text):
        if d in cols and not assign(values, s, d):
            return None
    found = search(values)
    return found and ["".join(found[r + c] for c in cols) for r in rows]


def bfs(start, goal, moves):
    before, queue = {start: None}, deque([start])
    while queue:
        at = queue.popleft()
        if goal(at):
            way = []
            while at is not None:
                way.append(at)
                at = before[at]
            return way[::-1]
        for to in moves(at):
            if before.setdefault(to, at) is at and to not in (start,) and before[to] is at:
                queue.append(to) if to not in queue else None


def jugs(*sizes):
    def moves(state):
        for i, n in enumerate(state):
            for m in (0, sizes[i]):
                yield state[:i] + (m,) + state[i + 1 :]
            for j in range(len(state)):
                if i != j:
                    amount = min(n, sizes[j] - state[j])
                    after = list(state)
                    after[i] -= amount
                    after[j] += amount
                    yield tuple(after)
    return moves


def cryptarithm(puzzle):
    letters = sorted(set(re.findall("[A-Z]", puzzle)))
    first = {m[0] for m in re.findall(r"\b[A-Z]", puzzle)}
    left, right = puzzle.split("=")
    weight = defaultdict(int)
    for sign, side in ((1, left.split("+")), (-1, right.split("+"))):
        for word in map(str.strip, side):
            for power, letter in enumerate(reversed(word)):
                weight[letter] += sign * 10**power
    for digits in itertools.permutations(range(10), len(letters)):
        if sum(weight[l] * d for l, d in zip(letters, digits)) == 0:
            table = dict(zip(letters, digits))
            if all(table[f] for f in first):
                return puzzle.translate({ord(l): str(d) for l, d in table.items()})


def slide(start, goal="12345678_"):
    where = {c: divmod(i, 3) for i, c in enumerate(goal)}
    guess = lambda s: sum(abs(a - c) + abs(b - d) for (a, b), (c, d) in ((divmod(i, 3), where[c]) for i, c in enumerate(s) if c != "_"))
    heap, best = [(guess(start), 0, start, "")], {start: 0}
    while heap:
        _, cost, state, way = heapq.heappop(heap)
        if state == goal:
            return cost, way
        at = state.index("_")
        for step, delta in (("U", -3), ("D", 3), ("L", -1), ("R", 1)):
            to = at + delta
            if 0 <= to < 9 and (abs(delta) == 3 or at // 3 == to // 3):
                cells = list(state)
                cells[at], cells[to] = cells[to], cells[at]
                after = "".join(cells)
                if cost + 1 < best.get(after, inf):
                    best[after] = cost + 1
                    heapq.heappush(heap, (cost + 1 + guess(after), cost + 1, after, way + step))


def ladder(words):
    buckets = defaultdict(set)
    for w in words:
        for i in range(len(w)):
            buckets[w[:i] + "_" + w[i + 1 :]].add(w)
    return lambda w: sorted(reduce(or_, (buckets[w[:i] + "_" + w[i + 1 :]] for i in range(len(w)))) - {w})


@cache
def minimax(board, me="X"):
    lines = (board[0:3], board[3:6], board[6:9], board[0::3], board[1::3], board[2::3], board[0::4], board[2:7:2])
    other = "XO"[me == "X"]
    if other * 3 in lines:
        return -1, None
    free = [i for i, c in enumerate(board) if c == " "]
    if not free:
        return 0, None
    return max(((-minimax(board[:i] + me + board[i + 1 :], other)[0], -i) for i in free))


def life(cells):
    near = Counter((x + dx, y + dy) for x, y in cells for dx, dy in itertools.product((-1, 0, 1), repeat=2) if dx or dy)
    return {c for c, n in near.items() if n == 3 or n == 2 and c in cells}


def knights(n, start=(0, 0)):
    steps = [(a, b) for a, b in itertools.product((-2, -1, 1, 2), repeat=2) if abs(a) != abs(b)]
    way, seen = [start], {start}
    free = lambda p: sorted((p[0] + a, p[1] + b) for a, b in steps if 0 <= p[0] + a < n and 0 <= p[1] + b < n and (p[0] + a, p[1] + b) not in seen)
    while options := free(way[-1]):
        way.append(min(options, key=lambda q: (len(free(q)), q)))
        seen.add(way[-1])
    return way


def subset_sum(numbers, target):
    reach = {0: ()}
    for n in numbers:
        for total, chosen in list(reach.items()):
            reach.setdefault(total + n, (*chosen, n))
    return reach.get(target)


@lru_cache(None)
def coins(total, kinds=(50, 25, 10, 5, 1)):
    if total == 0:
        return 1
    if total < 0 or not kinds:
        return 0
    return coins(total - kinds[0], kinds) + coins(total, kinds[1:])


print(*sudoku("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"), sep="\n")
print(sudoku("55" + "." * 79), bfs((0, 0), lambda s: 4 in s, jugs(5, 3)), len(bfs((8, 0, 0), lambda s: s[:2] == (4, 4), jugs(8, 5, 3))))
print(cryptarithm("TO + GO = OUT"), slide("1234_5678"), slide("12345678_"))
words = "cold cord card ward warm worm word wood good gold corm dorm".split()
print(bfs("cold", "warm".__eq__, ladder(words)), bfs("cold", "zzzz".__eq__, ladder(words)), ladder(words)("word"))
print(minimax("XX OO    "), minimax("X O  O  X", "X"), minimax.cache_info().currsize > 10)
glider = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
for _ in range(4):
    glider = life(glider)
print(sorted(glider), *("".join(".#"[(x, y) in glider] for x in range(5)) for y in range(5)), sep="\n")
tour = knights(6)
order = {p: i for i, p in enumerate(tour)}
print(len(tour), *(" ".join(f"{order.get((x, y), '--'):>2}" for x in range(6)) for y in range(6)), sep="\n")
print(subset_sum([3, 34, 4, 12, 5, 2], 9), subset_sum([3, 34], 30), coins(100), coins(12, (5, 2)), sys.getrecursionlimit() >= 1000)
print(["".join(p) for p in itertools.permutations("abc") if "ab" not in "".join(p)], {c for c in ascii_lowercase} >= set("quick"), next(n for n in itertools.count(10) if all(n % k for k in range(2, int(n**0.5) + 1))))

# ends: raised
"""Tic-tac-toe, battleship, minesweeper, snake, mastermind, hangman, 2048 and connect four, all scripted."""
import random, string, itertools, copy
from collections import Counter, deque
from dataclasses import dataclass, field
class Board(list):
    def __init__(self, h, w, fill="."): super().__init__([fill] * w for _ in range(h)); self.h, self.w = h, w
    def __getitem__(self, k): return super().__getitem__(k[0])[k[1]] if isinstance(k, tuple) else super().__getitem__(k)
    def __setitem__(self, k, v):
        if isinstance(k, tuple): super().__getitem__(k[0])[k[1]] = v
        else: super().__setitem__(k, v)
    def near(self, r, c): return [(r + i, c + j) for i, j in itertools.product((-1, 0, 1), repeat=2) if (i or j) and 0 <= r + i < self.h and 0 <= c + j < self.w]
    def __str__(self): return "\n".join("".join(map(str, row)) for row in self)
    def lines(self, n):
        for r, c in itertools.product(range(self.h), range(self.w)):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(r + i * dr, c + i * dc) for i in range(n)]
                if all(0 <= a < self.h and 0 <= b < self.w for a, b in cells): yield cells
class Mines:
    def __init__(self, h, w, n, seed): self.rng = random.Random(seed); self.mines = set(self.rng.sample([*itertools.product(range(h), range(w))], n)); self.b = Board(h, w, "#"); self.over = None
    def open(self, r, c):
        if (r, c) in self.mines: self.over = "boom"; return
        todo = deque([(r, c)])
        while todo:
            p = todo.popleft()
            if self.b[p] != "#": continue
            n = sum(q in self.mines for q in self.b.near(*p)); self.b[p] = n or " "
            if not n: todo.extend(self.b.near(*p))
        if sum(x == "#" for row in self.b for x in row) == len(self.mines): self.over = "won"
m = Mines(5, 8, 5, 7); m.open(0, 0); print(m.b, sorted(m.mines), m.over, sep="\n")
for p in itertools.product(range(5), range(8)):
    if p not in m.mines: m.open(*p)
print(m.over); m.open(*min(m.mines)); print(m.over, m.b.near(0, 0))
class Four:
    def __init__(self): self.b, self.turn = Board(6, 7), "X"
    def drop(self, col):
        try: row = max(r for r in range(6) if self.b[r, col] == ".")
        except ValueError: raise ValueError(f"column {col} is full") from None
        self.b[row, col] = self.turn
        if any(all(self.b[p] == self.turn for p in l) for l in self.b.lines(4)): return self.turn
        self.turn = "XO"[self.turn == "X"]
f = Four(); print([w for col in (3, 3, 4, 4, 5, 5, 6) if (w := f.drop(col))], f.b, sep="\n")
for bad in (lambda: [f.drop(0) for _ in range(7)], lambda: f.drop(9), lambda: f.b[9, 9], lambda: f.b["a"]):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
def master(secret, guess): black = sum(map(str.__eq__, secret, guess)); return black, sum((Counter(secret) & Counter(guess)).values()) - black
def solve(secret, colours="ABCD", n=3):
    pool = ["".join(p) for p in itertools.product(colours, repeat=n)]; tries = []
    while True:
        g = pool[0]; r = master(secret, g); tries.append((g, r))
        if r[0] == n: return tries
        pool = [p for p in pool if master(p, g) == r]
print(solve("CAB"), max(len(solve("".join(s))) for s in itertools.product("ABC", repeat=3)))
@dataclass
class Hangman:
    word: str; lives: int = 5; used: set = field(default_factory=set)
    def guess(self, ch):
        if len(ch) != 1 or ch not in string.ascii_lowercase: raise ValueError(f"guess one letter, not {ch!r}")
        if ch in self.used: return "again"
        self.used.add(ch); self.lives -= ch not in self.word
        return "won" if set(self.word) <= self.used else "lost" if self.lives <= 0 else self.view
    @property
    def view(self): return " ".join(c if c in self.used else "_" for c in self.word)
hm = Hangman("banana"); print([hm.guess(c) for c in "aezqaxnb"], hm.lives, sorted(hm.used))
for bad in ("ab", "", "É"):
    try: hm.guess(bad)
    except ValueError as e: print(e)
def slide(row):
    vals = [v for v in row if v]; out = []
    while vals: v = vals.pop(0); out.append(v * 2 if vals and vals[0] == v and (vals.pop(0) or True) else v)
    return out + [0] * (len(row) - len(out))
def move(g, d):
    rot = {"L": 0, "U": 3, "R": 2, "D": 1}[d]; r = g
    for _ in range(rot): r = [list(x) for x in zip(*r[::-1])]
    r = [slide(x) for x in r]
    for _ in range(-rot % 4): r = [list(x) for x in zip(*r[::-1])]
    return r
g = [[2, 2, 4, 4], [0, 2, 0, 2], [8, 0, 0, 8], [2, 2, 2, 2]]
for d in "LRUD": print(d, move(g, d))
class Snake:
    def __init__(self, size, seed): self.n, self.rng, self.body, self.dir, self.dead = size, random.Random(seed), deque([(2, 2)]), (0, 1), False; self.food = (2, 4)
    def step(self, turn=None):
        if turn: self.dir = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}[turn]
        head = ((self.body[0][0] + self.dir[0]) % self.n, (self.body[0][1] + self.dir[1]) % self.n)
        if head in itertools.islice(self.body, len(self.body) - 1): self.dead = True; return
        self.body.appendleft(head)
        if head == self.food: self.food = self.rng.choice(sorted({*itertools.product(range(self.n), repeat=2)} - set(self.body)))
        else: self.body.pop()
    def __str__(self): b = Board(self.n, self.n); b[self.food] = "*"; [b.__setitem__(p, "o") for p in self.body]; b[self.body[0]] = "@"; return str(b)
s = Snake(5, 3)
for t in [None, None, "D", None, "L", "U", None, "R", "R", "D", "D", None, None]: s.step(t)
print(s, len(s.body), s.dead, s.food, sep="\n")
class Fleet:
    def __init__(self, *ships): self.ships = [{(ord(p[0]) - 65, int(p[1:]) - 1) for p in s.split()} for s in ships]; self.shots = {}; self.check()
    def check(self):
        for a, b in itertools.combinations(self.ships, 2):
            if clash := a & b: raise ValueError(f"ships overlap at {sorted(chr(65 + r) + str(c + 1) for r, c in clash)}")
        for s in self.ships:
            rows, cols = {r for r, _ in s}, {c for _, c in s}
            if len(rows) > 1 and len(cols) > 1: raise ValueError(f"not straight: {sorted(s)}")
    def fire(self, p):
        pos = (ord(p[0]) - 65, int(p[1:]) - 1)
        if pos in self.shots: return "repeat"
        for s in self.ships:
            if pos in s: s.remove(pos); self.shots[pos] = "X"; return "hit" if s else "sunk" + "!" * (not any(self.ships))
        self.shots[pos] = "o"; return "miss"
    def __format__(self, spec): n = int(spec or 5); return "\n".join(f"{chr(65 + r)} " + " ".join(self.shots.get((r, c), "~") for c in range(n)) for r in range(n))
fl = Fleet("A1 A2", "C3"); print([fl.fire(x) for x in ("A1", "B1", "A1", "A2", "C3")], f"{fl:4}", sep="\n")
for bad in (("A1", "A1 A2"), ("A1 B2",), ("1A",)):
    try: Fleet(*bad)
    except ValueError as e: print(e)
fl.fire("")

# ends: raised
from __future__ import annotations
import heapq, random
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import count
from typing import Generator, Iterator
class Dir(Enum): UP = 1; DOWN = -1; IDLE = 0
@dataclass(order=True)
class Event: time: float; seq: int; fn: object = field(compare=False); args: tuple = field(compare=False, default=())
class Sim:
    def __init__(self): self.now, self.queue, self.seq, self.trace = 0.0, [], count(), []
    def at(self, delay, fn, *args): heapq.heappush(self.queue, Event(round(self.now + delay, 3), next(self.seq), fn, args))
    def process(self, gen: Generator[float | str, float, None]):
        def step():
            try: delay = gen.send(None if not started else self.now)
            except StopIteration as stop: self.trace.append(f"{self.now:6.1f} process ended: {stop.value}"); return
            started.append(1); self.at(delay, step)
        started: list[int] = []; step()
    def run(self, until=float("inf")):
        while self.queue and self.queue[0].time <= until: e = heapq.heappop(self.queue); self.now = e.time; e.fn(*e.args)
        return len(self.queue)
@dataclass
class Rider: name: str; src: int; dst: int; called: float = 0.0; waited: float | None = None
class Elevator:
    def __init__(self, sim, floors, cap=2): self.sim, self.floor, self.dir, self.cap, self.inside, self.waiting, self.stats, self.moves = sim, 0, Dir.IDLE, cap, [], defaultdict(deque), [], Counter(); self.floors = floors
    def call(self, rider):
        if not (0 <= rider.src < self.floors and 0 <= rider.dst < self.floors): raise IndexError(f"{rider.name}: floor {max(rider.src, rider.dst)} of {self.floors}")
        rider.called = self.sim.now; self.waiting[rider.src].append(rider)
        if self.dir is Dir.IDLE: self.dir = Dir.UP; self.sim.at(0, self.step)
    def targets(self): return {r.dst for r in self.inside} | {f for f, q in self.waiting.items() if q}
    def step(self):
        out = [r for r in self.inside if r.dst == self.floor]; self.inside = [r for r in self.inside if r.dst != self.floor]
        for r in out: self.stats.append((r.name, r.waited, self.sim.now - r.called))
        q = self.waiting[self.floor]; entered = []
        while q and len(self.inside) < self.cap: r = q.popleft(); r.waited = self.sim.now - r.called; self.inside.append(r); entered.append(r)
        if out or entered: self.sim.trace.append(f"{self.sim.now:6.1f} floor {self.floor}: -{''.join(r.name for r in out)} +{''.join(r.name for r in entered)} [{''.join(r.name for r in self.inside)}]")
        goals = self.targets() - ({self.floor} if not q else set())
        if not goals: self.dir = Dir.IDLE; return
        above, below = [g for g in goals if g > self.floor], [g for g in goals if g < self.floor]
        match self.dir, bool(above), bool(below):
            case (Dir.UP | Dir.IDLE, True, _) | (Dir.DOWN, True, False): self.dir = Dir.UP
            case (Dir.DOWN, _, True) | (Dir.UP | Dir.IDLE, False, True): self.dir = Dir.DOWN
            case _: self.sim.at(1.0, self.step); return
        self.floor += self.dir.value; self.moves[self.dir.name] += 1; self.sim.at(1.5 if out or entered else 1.0, self.step)
sim = Sim(); lift = Elevator(sim, 6); rng = random.Random(5)
for name, t, a, b in (("A", 0, 0, 5), ("B", 0.5, 3, 1), ("C", 1, 0, 2), ("D", 2, 5, 0), ("E", 2, 5, 3), ("F", 2.5, 5, 4)): sim.at(t, lift.call, Rider(name, a, b))
def clock(n):
    for i in range(n):
        got = yield 4.0
    return f"clock at {got}"
sim.process(clock(3)); left = sim.run(until=100); print(*sim.trace, sep="\n"); print(left, sim.now, lift.moves, sorted(lift.stats), f"{sum(w for _, w, _ in lift.stats) / len(lift.stats):.2f}", lift.dir)
class Store:
    def __init__(self, sim, servers): self.sim, self.free, self.line, self.log = sim, servers, deque(), []
    def arrive(self, i): self.line.append((i, self.sim.now)); self.serve()
    def serve(self):
        while self.free and self.line: i, t = self.line.popleft(); self.free -= 1; self.log.append(self.sim.now - t); self.sim.at(rng.expovariate(1 / 3), self.done)
    def done(self): self.free += 1; self.serve()
sim2 = Sim(); shop = Store(sim2, 2); t = 0.0
for i in range(50): t += rng.expovariate(1 / 1.6); sim2.at(t, shop.arrive, i)
sim2.run(); print(f"{sim2.now:.6f} {sum(shop.log) / 50:.6f} {max(shop.log):.6f} {sum(w == 0 for w in shop.log)}")
lift.call(Rider("Z", 1, 9))

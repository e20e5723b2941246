import random
from collections import deque
from dataclasses import dataclass
import heapq
import statistics


@dataclass(order=True)
class Event:
    time: float
    seq: int
    kind: str = ""
    customer: int = -1


class Simulation:
    def __init__(self, seed, servers):
        self.random = random.Random(seed)
        self.servers = servers
        self.free = servers
        self.queue = deque()
        self.events = []
        self.seq = 0
        self.waits = []
        self.log = []

    def schedule(self, delay, kind, customer, now=0.0):
        self.seq += 1
        heapq.heappush(self.events, Event(round(now + delay, 6), self.seq, kind, customer))

    def run(self, customers):
        at = 0.0
        for c in range(customers):
            at += self.random.expovariate(1.0)
            self.schedule(at, "arrive", c)
        arrived = {}
        while self.events:
            e = heapq.heappop(self.events)
            if e.kind == "arrive":
                arrived[e.customer] = e.time
                self.queue.append(e.customer)
            else:
                self.free += 1
            while self.free and self.queue:
                c = self.queue.popleft()
                self.free -= 1
                self.waits.append(e.time - arrived[c])
                self.schedule(self.random.uniform(0.5, 2.5), "leave", c, e.time)
            self.log.append((round(e.time, 3), e.kind, e.customer, len(self.queue)))
        return self


for servers in (1, 2, 3):
    s = Simulation(7, servers).run(12)
    print(servers, f"mean wait {statistics.mean(s.waits):.4f} max {max(s.waits):.4f} longest queue {max(q for *_, q in s.log)}")
for line in Simulation(7, 2).run(5).log:
    print(*line)


def monte_carlo_pi(n, seed):
    r = random.Random(seed)
    return 4 * sum(r.random() ** 2 + r.random() ** 2 <= 1 for _ in range(n)) / n


def random_walk(steps, seed):
    r = random.Random(seed)
    x = y = 0
    seen = {(0, 0)}
    for _ in range(steps):
        dx, dy = r.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        x, y = x + dx, y + dy
        seen.add((x, y))
    return x, y, len(seen)


print(monte_carlo_pi(5000, 1), random_walk(200, 2))
r = random.Random(99)
rolls = [r.randint(1, 6) + r.randint(1, 6) for _ in range(500)]
for total in range(2, 13):
    print(f"{total:>2} {rolls.count(total):>3} {'#' * (rolls.count(total) // 4)}")


def life(cells, steps):
    for _ in range(steps):
        near = {}
        for x, y in cells:
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    if dx or dy:
                        near[x + dx, y + dy] = near.get((x + dx, y + dy), 0) + 1
        cells = {c for c, n in near.items() if n == 3 or n == 2 and c in cells}
    return cells


glider = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
after = life(glider, 8)
print(sorted(after))
print("\n".join("".join("#" if (x, y) in after else "." for x in range(6)) for y in range(6)))

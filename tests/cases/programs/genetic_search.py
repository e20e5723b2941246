import random

TARGET = "HELLO"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def fitness(word):
    return sum(a == b for a, b in zip(word, TARGET))


def evolve(seed, size=40, rate=0.1, limit=200):
    r = random.Random(seed)
    population = ["".join(r.choices(LETTERS, k=len(TARGET))) for _ in range(size)]
    history = []
    for generation in range(limit):
        population.sort(key=lambda w: (-fitness(w), w))
        best = population[0]
        history.append(fitness(best))
        if best == TARGET:
            return generation, history
        parents = population[:size // 4]
        children = parents[:2]
        while len(children) < size:
            a, b = r.sample(parents, 2)
            cut = r.randrange(1, len(TARGET))
            child = list(a[:cut] + b[cut:])
            for i in range(len(child)):
                if r.random() < rate:
                    child[i] = r.choice(LETTERS)
            children.append("".join(child))
        population = children
    return None, history


for seed in (1, 2, 3):
    generation, history = evolve(seed)
    print(seed, generation, [history.index(v) for v in sorted(set(history))])


def anneal(seed, f, steps=400):
    import math
    r = random.Random(seed)
    x = best = r.uniform(-10, 10)
    for k in range(steps):
        t = 1 - k / steps
        candidate = x + r.gauss(0, 1) * t * 3
        delta = f(candidate) - f(x)
        if delta < 0 or r.random() < math.exp(-delta / max(t, 1e-9)):
            x = candidate
        if f(x) < f(best):
            best = x
    return round(best, 3)


print(anneal(4, lambda x: (x - 3) ** 2), anneal(5, lambda x: abs(x + 1) + x * x / 10))


def kmeans(points, k, seed, rounds=10):
    r = random.Random(seed)
    centers = r.sample(points, k)
    for _ in range(rounds):
        groups = [[] for _ in centers]
        for p in points:
            groups[min(range(k), key=lambda i: sum((a - b) ** 2 for a, b in zip(p, centers[i])))].append(p)
        centers = [tuple(sum(c) / len(g) for c in zip(*g)) if g else centers[i] for i, g in enumerate(groups)]
    return sorted((tuple(round(c, 3) for c in center), len(g)) for center, g in zip(centers, groups))


r = random.Random(0)
points = [(r.gauss(cx, 0.5), r.gauss(cy, 0.5)) for cx, cy in [(0, 0), (5, 5), (0, 6)] for _ in range(15)]
print(kmeans(points, 3, 1))
def markov(text, n, seed):
    words, chain, r = text.split(), {}, random.Random(seed)
    for a, b in zip(words, words[1:]): chain.setdefault(a, []).append(b)
    out = [words[0]]
    while len(out) < n and out[-1] in chain: out.append(r.choice(chain[out[-1]]))
    return " ".join(out)
print(markov("the cat sat on the mat and the dog sat on the cat", 10, 3))

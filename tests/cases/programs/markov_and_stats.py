# ends: raised
import random, re, math, statistics
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import accumulate, islice, pairwise, product
from functools import reduce
TEXT = "the cat sat on the mat and the cat ran and the dog sat on the log because the dog was tired of the cat"
model = defaultdict(Counter)
for a, b in pairwise(TEXT.split()): model[a][b] += 1
def walk(start, rng):
    w = start
    while w in model: yield w; w = rng.choices(*zip(*sorted(model[w].items())))[0]
rng = random.Random(1); print(" ".join(islice(walk("the", rng), 14)), {w: {k: str(Fraction(n, c.total())) for k, n in c.items()} for w, c in sorted(model.items()) if len(c) > 1}, sep="\n")
def entropy(xs): n = len(xs); return -sum(c / n * math.log2(c / n) for c in Counter(xs).values())
print(entropy(TEXT), entropy("aaaa"), entropy("abcd"), entropy(TEXT.split()))
class NaiveBayes:
    def __init__(self): self.words, self.docs = defaultdict(Counter), Counter()
    def train(self, label, text): self.docs[label] += 1; self.words[label].update(re.findall(r"\w+", text.lower()))
    def classify(self, text):
        vocab = len(set().union(*self.words.values())); scores = {l: math.log(n / self.docs.total()) + sum(math.log((self.words[l][w] + 1) / (self.words[l].total() + vocab)) for w in re.findall(r"\w+", text.lower())) for l, n in self.docs.items()}
        return max(scores, key=scores.get), {k: round(v, 6) for k, v in scores.items()}
nb = NaiveBayes(); [nb.train(l, t) for l, t in (("spam", "win money now"), ("spam", "free money free prize"), ("ham", "meeting at noon"), ("ham", "lunch meeting now"))]; print(nb.classify("free lunch"), nb.classify("money"), nb.classify(""))
def kmeans(points, k, rng, steps=20):
    centres = rng.sample(points, k)
    for step in range(steps):
        groups = [[] for _ in centres]
        for p in points: groups[min(range(k), key=lambda i: math.dist(p, centres[i]))].append(p)
        new = [tuple(statistics.fmean(c) for c in zip(*g)) if g else c0 for g, c0 in zip(groups, centres)]
        if new == centres: return sorted(new), step
        centres = new
pts = [(rng.gauss(cx, 0.5), rng.gauss(cy, 0.5)) for cx, cy in ((0, 0), (5, 5), (0, 5)) for _ in range(12)]; c, steps = kmeans(pts, 3, rng); print([(round(x, 6), round(y, 6)) for x, y in c], steps)
def regress(xs, ys): n = len(xs); mx, my = sum(xs) / n, sum(ys) / n; b = sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs); return b, my - b * mx
xs = [0.5 * i for i in range(20)]; ys = [3 * x - 1 + rng.uniform(-1, 1) for x in xs]; print(regress(xs, ys), statistics.linear_regression(xs, ys), statistics.correlation(xs, ys))
def perceptron(data, epochs=20):
    w = [0.0, 0.0, 0.0]
    for e in range(epochs):
        errs = 0
        for (a, b), t in data:
            y = int(w[0] + w[1] * a + w[2] * b > 0)
            if y != t: errs += 1; w = [wi + 0.1 * (t - y) * xi for wi, xi in zip(w, (1, a, b))]
        if not errs: return w, e
    return None
print({op: perceptron([((a, b), int(f(a, b))) for a, b in product((0, 1), repeat=2)]) for op, f in (("and", lambda a, b: a and b), ("or", lambda a, b: a or b), ("xor", lambda a, b: a != b))})
class Net:
    def __init__(self, sizes, rng): self.w = [[[rng.uniform(-1, 1) for _ in range(i + 1)] for _ in range(o)] for i, o in pairwise(sizes)]
    def forward(self, x):
        acts = [x]
        for layer in self.w: x = [math.tanh(sum(map(lambda a, b: a * b, row, [*x, 1.0]))) for row in layer]; acts.append(x)
        return acts
    def train(self, x, t, lr=0.3):
        acts = self.forward(x); delta = [(y - ti) * (1 - y * y) for y, ti in zip(acts[-1], t)]
        for l in range(len(self.w) - 1, -1, -1):
            inp = [*acts[l], 1.0]; prev = [(1 - a * a) * sum(d * row[i] for d, row in zip(delta, self.w[l])) for i, a in enumerate(acts[l])]
            self.w[l] = [[w - lr * d * i for w, i in zip(row, inp)] for row, d in zip(self.w[l], delta)]; delta = prev
        return sum((y - ti) ** 2 for y, ti in zip(acts[-1], t))
net = Net([2, 3, 1], random.Random(3)); data = [((a, b), (float(a != b),)) for a, b in product((0, 1), repeat=2)]; losses = [sum(net.train(x, t) for x, t in data) for _ in range(300)]; print(losses[0], losses[-1], [round(net.forward(x)[-1][0], 4) for x, _ in data])
def monte_pi(n, rng): return 4 * sum(rng.random() ** 2 + rng.random() ** 2 < 1 for _ in range(n)) / n
def integrate(f, a, b, n=100): h = (b - a) / n; return h / 3 * (f(a) + f(b) + sum((4 if i % 2 else 2) * f(a + i * h) for i in range(1, n)))
def newton(f, df, x, tol=1e-12):
    for i in range(50):
        if abs(step := f(x) / df(x)) < tol: return x, i
        x -= step
    raise ArithmeticError("no convergence")
def rk4(f, y, t, h, n):
    for _ in range(n): k1 = f(t, y); k2 = f(t + h / 2, y + h * k1 / 2); k3 = f(t + h / 2, y + h * k2 / 2); k4 = f(t + h, y + h * k3); y += h * (k1 + 2 * k2 + 2 * k3 + k4) / 6; t += h
    return y
print(monte_pi(5000, rng), integrate(math.sin, 0, math.pi), integrate(lambda x: math.exp(-x * x), -3, 3), newton(lambda x: x ** 3 - 2, lambda x: 3 * x * x, 1.0), rk4(lambda t, y: y, 1.0, 0, 0.1, 10), reduce(lambda a, _: (a + 2 / a) / 2, range(6), 1.0))
bis = lambda f, a, b: next(m for m in iter(lambda: None, 1)) if False else None
dist = statistics.NormalDist(100, 15); print(dist.cdf(130), dist.inv_cdf(0.9), dist.pdf(100), dist.overlap(statistics.NormalDist(110, 10)), dist.quantiles(4), dist + 5, dist * 2, statistics.NormalDist.from_samples([1, 2, 3, 4]), dist.zscore(85), [round(x, 3) for x in dist.samples(3, seed=1)])
perms = Counter(); r2 = random.Random(8)
for _ in range(600): l = [1, 2, 3]; r2.shuffle(l); perms[tuple(l)] += 1
chi = sum((v - 100) ** 2 / 100 for v in perms.values()); print(sorted(perms.items()), round(chi, 3)); newton(lambda x: x * x + 1, lambda x: 2 * x, 1.0)

import random
random.seed(42)
print([random.random() for _ in range(3)])
print([random.randint(1, 6) for _ in range(10)], [random.randrange(0, 100, 5) for _ in range(5)], random.randrange(10 ** 30), random.randrange(7))
print(random.choice("abcdef"), random.choice([1, 2, 3]), random.choices([1, 2, 3], k=5), random.choices("ab", weights=[1, 9], k=6), random.choices("abc", cum_weights=[1, 2, 10], k=4), random.sample(range(100), 5), random.sample("abcdef", 3), random.sample(range(10 ** 10), 3), random.sample([1, 2], counts=[2, 3], k=3))
l = list(range(10)); random.shuffle(l); print(l)
print(random.uniform(1, 10), random.uniform(5, -5), random.triangular(), random.triangular(0, 10, 3), random.gauss(0, 1), random.gauss(), random.normalvariate(5, 2), random.lognormvariate(0, 1), random.expovariate(2), random.expovariate(), random.betavariate(2, 3), random.gammavariate(2, 1), random.gammavariate(0.5, 1), random.gammavariate(1, 2), random.paretovariate(3), random.weibullvariate(1, 2), random.vonmisesvariate(0, 4), random.binomialvariate(10, 0.3), random.binomialvariate(100, 0.5), random.getrandbits(10), random.getrandbits(100), random.getrandbits(0), random.randbytes(4))
for seed in (0, 1, -1, 2 ** 40, "text", b"bytes", 1.5, "", bytearray(b"x")):
    random.seed(seed); print(repr(seed), random.random(), random.randint(0, 10 ** 6))
random.seed("text", version=1); print(random.random())
a, b = random.Random(7), random.Random(7)
print(a.random() == b.random(), a.randint(1, 100), b.randint(1, 100), [a.choice("xyz") for _ in range(5)], a.sample([1, 2, 3, 4], 2), a.shuffle(l := [1, 2, 3, 4]), l)
state = random.getstate(); x = random.random(); random.setstate(state); print(x == random.random(), state[0], len(state[1]))
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for f in (lambda: random.choice([]), lambda: random.choice(5), lambda: random.choice({1, 2}), lambda: random.randint(5, 1), lambda: random.randint(1.5, 2), lambda: random.randint(1), lambda: random.randrange(0), lambda: random.randrange(5, 5), lambda: random.randrange(1, 10, 0), lambda: random.randrange(1.5), lambda: random.randrange("a"), lambda: random.sample([1, 2], 3), lambda: random.sample([1], -1), lambda: random.sample({1, 2}, 1), lambda: random.sample(5, 1), lambda: random.sample([1, 2], 1.5), lambda: random.sample([1], counts=[1, 2], k=1), lambda: random.choices([], k=1), lambda: random.choices([1], weights=[1, 2]), lambda: random.choices([1], weights=[0]), lambda: random.choices([1, 2], weights=[1, 1], cum_weights=[1, 2]), lambda: random.choices([1], k=0), lambda: random.shuffle((1, 2)), lambda: random.shuffle("ab"), lambda: random.seed([1]), lambda: random.seed({}), lambda: random.getrandbits(-1), lambda: random.getrandbits(1.5), lambda: random.uniform("a", 1), lambda: random.gammavariate(0, 1), lambda: random.binomialvariate(-1, .5), lambda: random.binomialvariate(1, 2), lambda: random.choices([1, 2], [1, float("inf")]), lambda: random.random(1), lambda: random.setstate(5), lambda: random.randbytes(-1), lambda: random.choice({"a": 1}), lambda: random.randrange(10, 0, -3) in (10, 7, 4, 1)):
    t(f)
random.seed(1)
deck = [r + s for s in "SH" for r in "A23"]; random.shuffle(deck); print(deck, sum(random.random() for _ in range(1000)), sorted(random.sample(range(1000), 10)), "".join(random.choices("01", k=20)), [round(random.gauss(100, 15)) for _ in range(8)], random.choice(list({"a": 1, "b": 2})), [random.randint(-5, 5) for _ in range(10)])
class R(random.Random):
    def random(self): return 0.25
print(R().choice("abcd"), R().uniform(0, 8), R().randint(1, 4), R().sample(range(8), 2))

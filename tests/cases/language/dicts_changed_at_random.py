# Dicts that change at random while a loop goes through them: what the loop sees depends on where entries stand.
import random
r = random.Random(5)
def run(n, seed):
    r = random.Random(seed)
    d = {}
    for i in range(n): d[i] = i
    if r.random() < .3: d = dict(zip(range(n), range(n)))
    elif r.random() < .3: d = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5}
    for _ in range(r.randrange(4)):
        k = r.choice(list(d) or [0]); d.pop(k, None); d[r.randrange(200)] = 1
    out = []
    try:
        for k in d:
            out.append(k)
            if len(out) > 60: break
            for _ in range(r.randrange(3)):
                c = r.randrange(5)
                if c == 0 and d: j = r.choice(list(d)); v = d.pop(j); d[r.randrange(300, 999)] = v
                elif c == 1: d[k] = 7
                elif c == 2: v = d.pop(k, 0); d[k] = v
                elif c == 3 and d: x = next(iter(d)); d[x] = d.pop(x)
    except RuntimeError as e: out.append(str(e)[11:20])
    return out, list(d)
for n in range(14):
    for seed in range(25): print(n, seed, run(n, seed))

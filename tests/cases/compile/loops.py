# Rotated loops: one back-edge a turn.
def count(n):
    i = total = 0
    while i < n:
        i += 1
        if i == 3:
            continue
        total += i
    else:
        total *= 2
    while i > 0 and total != 5:
        i -= 1
    while not i == 10 or total is None:
        i += 1
    while True:
        i -= 1
        if not i:
            break
    while (m := i + 1) < 4:
        i = m
    return total, i


def each(rows):
    out = []
    for a, b in rows:
        for c in (a, b):
            if c in {1, 2, 3}:
                break
            out.append(c)
        else:
            continue
        out.append(-c)
    return out, [x * y for x in range(3) if x for y in range(x)], {k: [lambda: k] for k in 'ab'}


print(count(10), each([(1, 5), (6, 7), (9, 2)])[:2])
print([v for v in range(5) if v % 2], sum(v for v in range(3)), 0 < len('abc') <= 3)

# Two ways to the same numbers.
def slow(n):
    a, b = 0, 1
    values = []
    for _ in range(n):
        values.append(a)
        a, b = b, a + b
    return values

def fast(n):
    if n == 0:
        return (0, 1)
    a, b = fast(n >> 1)
    c, d = a * (2 * b - a), a * a + b * b
    return (d, c + d) if n & 1 else (c, d)

values = slow(121)
assert fast(120)[0] == values[120]
for at in range(0, 30, 10):
    print(at, values[at:at + 10])
final_answer(values[120])

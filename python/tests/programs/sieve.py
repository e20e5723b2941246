# Numbers found one by one, then checked with a sieve.
def is_prime(n):
    if n < 2:
        return False
    for divisor in range(2, int(n ** 0.5) + 1):
        if n % divisor == 0:
            return False
    return True

found, candidate = [], 50
while len(found) < 8:
    if is_prime(candidate):
        found.append(candidate)
    candidate += 1
flags = [True] * 100
flags[0] = flags[1] = False
for step in range(2, 10):
    if flags[step]:
        flags[step * step::step] = [False] * len(flags[step * step::step])
assert [n for n in range(50, 100) if flags[n]][:8] == found
print(*found)
final_answer(found)

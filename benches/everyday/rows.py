from itertools import combinations, permutations, product

best = 0
for order in permutations(range(8)):
    best = max(best, order[0] * order[-1])
for a, b, c in product(range(40), repeat=3):
    best += a < b < c
for pair in combinations(range(400), 2):
    best += pair[1] - pair[0] == 3
print(best)

from functools import lru_cache, cache


def lcs(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            table[i][j] = table[i - 1][j - 1] + 1 if x == y else max(table[i - 1][j], table[i][j - 1])
    out, i, j = [], len(a), len(b)
    while i and j:
        if a[i - 1] == b[j - 1]:
            out.append(a[i - 1])
            i -= 1
            j -= 1
        elif table[i - 1][j] >= table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return "".join(reversed(out))


@cache
def edit(a, b):
    if not a or not b:
        return len(a) + len(b)
    if a[0] == b[0]:
        return edit(a[1:], b[1:])
    return 1 + min(edit(a[1:], b), edit(a, b[1:]), edit(a[1:], b[1:]))


def knapsack(items, capacity):
    best = [(0, ())] * (capacity + 1)
    for name, weight, value in items:
        for c in range(capacity, weight - 1, -1):
            v, chosen = best[c - weight]
            if v + value > best[c][0]:
                best[c] = (v + value, chosen + (name,))
    return best[capacity]


@lru_cache(maxsize=None)
def change(amount, coins):
    if amount == 0:
        return 1
    if amount < 0 or not coins:
        return 0
    return change(amount - coins[0], coins) + change(amount, coins[1:])


def min_coins(amount, coins):
    dp = [0] + [float("inf")] * amount
    for a in range(1, amount + 1):
        dp[a] = min((dp[a - c] + 1 for c in coins if c <= a), default=float("inf"))
    return dp[amount]


def lis(xs):
    best = [1] * len(xs)
    for i in range(len(xs)):
        for j in range(i):
            if xs[j] < xs[i]:
                best[i] = max(best[i], best[j] + 1)
    return max(best, default=0)


def partitions(n, largest=None, memo={}):
    largest = n if largest is None else largest
    if n == 0:
        return 1
    if (n, largest) not in memo:
        memo[n, largest] = sum(partitions(n - k, min(k, n - k)) for k in range(1, min(n, largest) + 1))
    return memo[n, largest]


def max_subarray(xs):
    best = current = xs[0]
    for x in xs[1:]:
        current = max(x, current + x)
        best = max(best, current)
    return best


@cache
def grid_paths(r, c):
    return 1 if r == 0 or c == 0 else grid_paths(r - 1, c) + grid_paths(r, c - 1)


print(lcs("AGGTAB", "GXTXAYB"), lcs("programming", "gaming"), edit("kitten", "sitting"), edit("", "abc"))
print(knapsack([("map", 9, 150), ("compass", 13, 35), ("water", 15, 200), ("sandwich", 5, 160), ("glucose", 15, 60)], 40))
print(change(100, (50, 25, 10, 5, 1)), min_coins(63, [1, 5, 10, 21, 25]), min_coins(3, [2]), lis([10, 9, 2, 5, 3, 7, 101, 18]), lis([]))
print([partitions(n) for n in range(15)], partitions(60), max_subarray([-2, 1, -3, 4, -1, 2, 1, -5, 4]), grid_paths(16, 16))
print(edit.cache_info().currsize > 10, change.cache_info().hits > 0, grid_paths.cache_info())
rows = [[1]]
while len(rows) < 8:
    rows.append([1, *(a + b for a, b in zip(rows[-1], rows[-1][1:])), 1])
for r in rows:
    print(" ".join(map(str, r)).center(30).rstrip())
def word_break(s, words):
    @cache
    def go(i):
        if i == len(s): return [[]]
        return [[w] + rest for w in words if s.startswith(w, i) for rest in go(i + len(w))]
    return [" ".join(x) for x in go(0)]
print(word_break("catsanddog", ("cat", "cats", "and", "sand", "dog")))

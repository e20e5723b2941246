items = [(i * 7919) % 1000 for i in range(4000)]
items.sort()
pairs = sorted(items, key=lambda x: -x % 13)
grid = [[x * y for x in range(40)] for y in range(40)]
total = sum(sum(row) for row in grid)
first, *rest = items
backwards = rest[::-1] + pairs[10:20]

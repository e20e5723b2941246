rows = [[1, 2], [3, None], [5, 6]]
sums = [a + b for a, b in rows]

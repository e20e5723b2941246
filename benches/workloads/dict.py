counts = {}
for i in range(8000):
    key = "k" + str(i % 100)
    counts[key] = counts.get(key, 0) + 1
table = {i * i: i for i in range(3000)}
found = sum(1 for i in range(9000) if i in table)
merged = {**counts, **table}
unique = {i % 50 for i in range(3000)}

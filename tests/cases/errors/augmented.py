counts = {}
for word in "a b a".split():
    counts[word] += 1

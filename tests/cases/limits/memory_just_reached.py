# limits: memory=16MiB
# ends: ok
s = "x" * (8 * 1024 * 1024)
print(len(s))
del s
print(len([0] * 100_000), len(list(range(100_000))), len("ab" * 1_000_000))
for _ in range(50):
    t = "y" * (4 * 1024 * 1024)
print(len(t), "garbage is reclaimed")

# limits: fuel=20000000 memory=64MiB
# ends: ok
x = None
for _ in range(100_000):
    x = (x,)
x = None
y = {}
for _ in range(100_000):
    y = {"k": y}
del y
class Node:
    def __init__(self, next): self.next = next
n = None
for _ in range(100_000):
    n = Node(n)
n = None
print("dropped")

# ends: raised
import sys
class Tree:
    def __init__(self, v): self.v, self.kids = v, []
    def depth(self): return 1 + max((k.depth() for k in self.kids), default=0)
    def total(self):
        return self.v + sum(map(Tree.total, self.kids))
def fact(n): return 1 if n == 0 else n * fact(n - 1)
def even(n): return n == 0 or odd(n - 1)
def odd(n): return n != 0 and even(n - 1)
print(fact(200) % 1000007, even(300), len(str(fact(500))))
root = Tree(1); a, b = Tree(2), Tree(3); root.kids = [a, b]; a.kids.append(Tree(4))
print(root.depth(), root.total())
for f in (lambda: fact(-1), lambda: even(10**6), lambda: (lambda g: g(g))(lambda g: g(g))):
    try: f()
    except RecursionError as e: print(type(e).__name__, e)
class Bad:
    def __repr__(self): return f"Bad({self!r})"
    def __eq__(self, o): return self == o
    def __getattr__(self, n): return self.other
for f in (lambda: repr(Bad()), lambda: Bad() == 1, lambda: Bad().x, lambda: str([Bad()])):
    try: f()
    except RecursionError as e: print("RecursionError", e)
l = []
for _ in range(200000): l = [l]
try: print(len(repr(l)))
except RecursionError as e: print(e)
try: print(l == [l])
except RecursionError as e: print(e)
sys.setrecursionlimit(150)
def countdown(n):
    if n % 7 == 0:
        return countdown(
            n - 1
        )
    return countdown(n - 1)
countdown(10**4)

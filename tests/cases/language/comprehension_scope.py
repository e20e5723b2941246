i = "outer"
print([i for i in range(3)], i)
print({i: i * i for i in range(3)}, {i % 2 for i in range(5)}, list(i for i in range(2)), i)
print([(x, y) for x in range(3) for y in range(x)])
print([[c for c in row] for row in ["ab", "cd"]])
print([x for x in range(20) if x % 2 if x % 3])
print([y := 5, y + 1], y)
print([last := v for v in range(4)], last)
def f():
    total = 0
    return [total := total + v for v in [1, 2, 3]], total
print(f())
class C:
    items = [1, 2, 3]
    n = 10
    doubled = [v * 2 for v in items]
    try:
        bad = [v * n for v in items]
    except NameError as e:
        bad = str(e)
    nested = [[w for w in range(2)] for v in items]
print(C.doubled, C.bad, C.nested)
gen = (print("lazy", v) or v for v in [1, 2])
print("made")
print(next(gen))
print(list(gen))
def outermost_first():
    print("evaluated")
    return [1]
g = (v for v in outermost_first())
print("after")
try:
    (v for v in 5)
except TypeError as e:
    print(e)
try:
    [v for v in None]
except TypeError as e:
    print(e)
try:
    [a for a, b in [(1, 2, 3)]]
except ValueError as e:
    print(e)
try:
    {[]: 1 for _ in [1]}
except TypeError as e:
    print(e)
funcs = [lambda: v for v in range(3)]
print([f() for f in funcs])
print({k: v for k, v in zip("abc", range(3))} | {"d": 3})
print([a + b for a, b in {"x": "1", "y": "2"}.items()])
print([*(n for n in range(3)), *[n for n in "ab"]])
matrix = [[1, 2, 3], [4, 5, 6]]
print([[row[i] for row in matrix] for i in range(3)])
print(sum(x * x for x in range(10)), max((len(w), w) for w in "a bbb cc".split()))
print([x if x % 2 else -x for x in range(5)], [(lambda q: q * 2)(x) for x in range(3)])
print(any(x > 3 for x in range(5)), "".join(c.upper() for c in "abc"))
def shadow(x): return [x for x in range(x)], x
print(shadow(3))
print([x for x in [y for y in range(5) if y % 2]], [(a, b) for a, *b in ["xyz", [1]]])
d = {}
print([d.setdefault(k, []).append(v) for k, v in [(1, 2), (1, 3)]], d)
print([(x, z) for x in range(3) if (z := x * 10) > 5], z)

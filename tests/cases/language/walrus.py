if (n := len("hello")) > 3:
    print("long", n)
data = iter([1, 2, 3, 0, 4])
while (x := next(data)):
    print(x)
print(x)
print([y for v in range(5) if (y := v * v) % 2 == 0], y)
print((a := 1) + (b := a + 1), a, b)
print(f"{(w := 10)}", w)
def f(p, q=(default := 7)):
    return p, q
print(f(r := 3), r, default)
print(f(p=(s := 4)), s)
d = {"k": (val := 5), val: val}
print(d)
print((t := 1, 2), t)
lst = [z := 1, z ** 2, z + 5]
print(lst)
print(any((hit := v) > 3 for v in [1, 5, 2]), hit)
print(all((miss := v) < 3 for v in [1, 5, 2]), miss)
def scope():
    if any((found := q) == 2 for q in range(5)):
        return found
print(scope())
import re
if m := re.match(r"(\w+)=(\d+)", "key=42"):
    print(m.group(1), m.group(2))
if not (m := re.match("x", "y")):
    print("no match", m)
print(lst[(k := 1)], k, lst[(j := 0):(l := 2)], j, l)
lam = lambda: (inner := 9) + inner
print(lam())
class C:
    attr = (inside := 4) + 1
print(C.attr, C.inside)
print([prev for v in [1, 2, 3] for prev in [v - 1]], (u := [1, 2])[0], u)
while chunk := lst[:1]:
    lst = lst[1:]
    print("chunk", chunk)
total = 0
print([total := total + v for v in range(5)])
x = (y := 0) or (y := 5)
print(x, y)
assert (msg := "fine"), "never"
print(msg, not (flag := False), flag)
print({(key := c): ord(key) for c in "ab"}, key)

for i in range(3): pass
else: print("for else", i)
for i in []: pass
else: print("empty else")
for i in range(5):
    if i == 3: break
else: print("never")
print(i)
while False: pass
else: print("while else")
n = 10
while n:
    n -= 3
    if n < 0: break
    if n % 2: continue
    print(n)
for i, (a, b) in enumerate([(1, 2), (3, 4)], 1): print(i, a, b)
for x in "abc": print(x, end=" ")
print()
for k in {"x": 1, "y": 2}: print(k, end=" ")
for k, v in {"x": 1}.items(): print(k, v)
lst = [1, 2, 3]
for x in lst:
    if x < 10 and len(lst) < 6: lst.append(x * 10)
print(lst)
for x in lst[:]: lst.remove(x)
print(lst)
d = {1: 1}
try:
    for k in d: d[k + 1] = 1
except RuntimeError as e: print(e)
try:
    for k in d: del d[k]
except RuntimeError as e: print(e)
s = {1}
try:
    for k in s: s.add(k + 1)
except RuntimeError as e: print(e)
d = {1: 1, 2: 2}
for k in d: d[k] *= 10
print(d)
for k in list(d): del d[k]
print(d)
try:
    for x in 5: pass
except TypeError as e: print(e)
try:
    for x in None: pass
except TypeError as e: print(e)
try:
    for a, b in [1]: pass
except TypeError as e: print(e)
for i in range(3):
    for j in range(3):
        if j == 1: break
        if i == 1: continue
        print(i, j)
    else: print("inner else")
for i in range(10 ** 18):
    if i > 2: break
print(i)
for i in range(3):
    i = 100
    print(i, end=" ")
print()
for (x) in (1,): print(x)
for x, in [(5,)]: print(x)
for lst2 in [[]]:
    for lst2 in [1]: pass
print(lst2)
class T: pass
t = T()
for t.attr in range(3): pass
print(t.attr)
arr = [0, 0]
for arr[1] in "xy": pass
print(arr)
it = iter(range(6))
for x in it: print(x, next(it), end=" ")
print()
def find(xs, y):
    for i, x in enumerate(xs):
        if x == y: return i
    else: return -1
print(find("abc", "c"), find("abc", "z"))
total = 0
for i in range(5, 0, -2): total = total * 10 + i
print(total, [i for i in reversed(range(3))])
while True:
    try: break
    finally: print("finally on break")
count = 0
while (count := count + 1) < 3: print("w", count)
for i in range(2):
    try: continue
    finally: print("fin", i)
for x in (y for y in range(3)): pass
print(x)
for i in range(0): q = 1
try: q
except NameError as e: print(e)
pairs = [(i, j) for i in range(3) for j in range(i)]
for p in pairs: print(*p, sep="-", end=";")
print()

s = "abcdefghij"
l = list(range(10))
for a, b, c in [(None, None, None), (2, None, None), (None, 5, None), (2, 5, None), (-3, None, None), (None, -3, None), (-5, -2, None), (None, None, 2), (None, None, -1),
                (8, 2, -2), (-1, -5, -1), (2, 5, -1), (5, 2, 1), (100, 200, None), (-100, 3, None), (None, 100, 3), (-100, None, -1), (100, None, -3), (0, 0, None), (9, None, None), (None, 0, -1), (None, -11, -1), (True, 5, None), (3, None, -1), (None, 3, -1)]:
    print((a, b, c), s[a:b:c], l[a:b:c], tuple(l)[a:b:c] == tuple(l[a:b:c]), bytes(l)[a:b:c] == bytes(l[a:b:c]), range(10)[a:b:c], slice(a, b, c).indices(10))
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
t(lambda: s[::0])
t(lambda: l[::0])
t(lambda: s["a":])
t(lambda: l[1.5:])
t(lambda: l[:None:1.0])
t(lambda: s[10])
t(lambda: s[-11])
t(lambda: l[1, 2])
t(lambda: range(5)[5])
t(lambda: range(5)["x"])
t(lambda: (1, 2)[2])
t(lambda: b"abc"[3])
x = l[:]
x[2:5] = ["a"]; print(x)
x[1:1] = [7, 8, 9]; print(x)
x[:0] = "xy"; print(x)
x[len(x):] = [0]; print(x)
x[::2] = range(len(x[::2])); print(x)
x[-3:] = []; print(x)
x[5:2] = ["ins"]; print(x)
x[::-1] = list(x); print(x)
def a1(): x[::2] = [1]
def a2(): x[0:1] = 5
def a3(): x[::0] = []
def a4(): x[20] = 1
def a5(): x["a"] = 1
def a6(): x[-100] = 1
def a7(): del x[100]
def a8(): x[1:2:3] = [1, 2]
for f in (a1, a2, a3, a4, a5, a6, a7, a8): t(f)
x = list(range(10)); x[2:8:2] = x[8:2:-2]; print(x)
x = [1, 2, 3]; x[1:2] = x; print(x)
x = [1, 2, 3]; x[:] = (v * 2 for v in x); print(x)
del x[1:]; print(x)
sl = slice(1, 5, 2)
print(sl, sl.start, sl.stop, sl.step, slice(3), slice(None), sl == slice(1, 5, 2), slice(1) < slice(2), l[sl], s[slice(-2, None)])
t(lambda: slice())
t(lambda: slice(1, 2, 3, 4))
t(lambda: slice("a", "b").indices(5))
t(lambda: slice(1, 2, 0).indices(5))
t(lambda: slice(1).indices(-1))
t(lambda: hash(slice(1, 2)))
print({slice(1, 2): "hashable"}[slice(1, 2)])
ba = bytearray(b"hello"); ba[1:3] = b"XYZ"; print(ba); ba[::2] = b"123"; print(ba); del ba[0]; print(ba)
def b1(): ba[::2] = b"1"
def b2(): ba[0] = 256
def b3(): ba[0] = "a"
def b4(): ba[0:1] = "a"
for f in (b1, b2, b3, b4): t(f)
print("abc"[::-1], [1, 2, 3][::-1], "racecar"[::-1] == "racecar", s[-1], s[-2:], s[:-1], s[1::3], "héllo wörld"[1:8:2], "日本語テキスト"[::-2])
print(list(range(10))[::-3], range(0, 20, 3)[1:5:2], range(10, 0, -1)[2:5], range(10)[-3:], len(range(0, 100, 7)[3::2]))
m = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
print([r[:2] for r in m[1:]], [r[::-1] for r in m[::-1]], [*zip(*m[::-1])], m[1:][0][1:])
y = x[:]; y.append(5); print(x, y)

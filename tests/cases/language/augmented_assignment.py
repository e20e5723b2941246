x = 5
x += 3; print(x)
x -= 1; x *= 2; x //= 3; print(x)
x **= 3; x %= 50; print(x)
x <<= 2; x >>= 1; x |= 1; x &= 0xF; x ^= 2; print(x)
x /= 4; print(x)
s = "ab"; t = s
s += "c"; s *= 2
print(s, t)
a = b = [1]
a += (2, 3); a += "x"
print(a, b is a)
a = a + [9]
print(b is a, len(b))
b *= 2
print(b)
st = u = {1, 2}
st |= {3}; st -= {1}; st ^= {2, 7}; st &= {3, 7, 8}
print(st, u is st)
d = e = {"a": 1}
d |= {"b": 2}; d |= [("c", 3)]
print(d, e is d)
tup = ([1], 2)
try:
    tup[0] += [2]
except TypeError as err:
    print(err, tup)
tup[0].extend([3])
print(tup)
def idx():
    print("index evaluated once")
    return 0
l = [10]
l[idx()] += 5
print(l)
class Obj:
    def __init__(self): self.v = 1
    @property
    def p(self): print("get"); return self.v
    @p.setter
    def p(self, v): print("set", v); self.v = v
o = Obj()
o.p += 4
class I:
    def __init__(self, v): self.v = v
    def __iadd__(self, other): self.v += other; return self
    def __isub__(self, other): return "replaced"
    def __mul__(self, other): return I(self.v * other)
    def __imatmul__(self, other): return ("matmul", other)
    def __ifloordiv__(self, other): return NotImplemented
    def __floordiv__(self, other): return "fallback"
i = j = I(1)
i += 5
print(i is j, i.v)
i *= 2
print(i is j, i.v)
i @= 3
print(i)
j -= 1
print(j)
k = I(3)
k //= 2
print(k)
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
def t1():
    n = 1; n += "a"
def t2():
    n = []; n += 5
def t3():
    n = {}; n |= 5
def t4():
    n = {1}; n |= [2]
def t5():
    n = None; n += 1
def t6():
    n = (1,); n += [2]
def t7():
    n = "a"; n -= "b"
def t8():
    q = I(1); q **= 2
def t9():
    n = [1]; n *= "a"
def t10():
    d = {}; d["k"] += 1
def t11():
    o = Obj(); o.missing += 1
for f in (t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11):
    t(f)
n = [1, 2, 3, 4]
n[1:3] += [9, 9]
print(n)
n[::2] = "xyz"
print(n)
m = {"k": [0]}
m["k"][0] += 1; m["k"] += [2]
print(m)
c = 0
for c2 in range(3): c += c2
print(c)
b = b"a"; b += b"b"; print(b)
ba = bb = bytearray(b"a"); ba += b"b"; print(ba, ba is bb)
z = 1.5; z += True; z -= 1j; print(z)

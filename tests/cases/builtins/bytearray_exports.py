# A bytearray keeps its length while somebody looks at its bytes.
b = bytearray(b"abcdef")
m = memoryview(b)
def t(f):
    try: print("ok", f())
    except BufferError as e: print(e)
def aug(): 
    global b
    b += b"z"
def rep():
    global b
    b *= 2
def dele(): del b[0]
def sl(): b[1:2] = b"xyz"
def same(): b[1:3] = b"ZZ"; return b
def delsl(): del b[1:3]
def one(): b[0] = 65; return b
ops = [lambda: b.append(1), lambda: b.extend(b"q"), lambda: b.extend(b""), lambda: b.insert(0, 1), lambda: b.pop(), lambda: b.remove(99), lambda: b.clear(), lambda: b.reverse(), aug, rep, dele, sl, same, delsl, one, lambda: b.__iadd__(b"x"), lambda: b.__init__(b"zz"), lambda: b.replace(b"a", b"b"), lambda: b.extend([1, 2])]
for f in ops: t(f)
print(b, m.tobytes())
m.release()
t(lambda: b.append(33)); print(b)
with memoryview(b) as v: t(lambda: b.pop())
t(lambda: b.pop())
m2 = memoryview(b)[1:3]
t(lambda: b.append(1))
del m2
t(lambda: b.append(2))
print(memoryview(b)[0], b)
t(lambda: b.append(3))
def f():
    v = memoryview(b)
    return v.nbytes
print(f()); t(lambda: b.append(4))
v = memoryview(b); w = v.cast("b"); v.release() if False else None
x = v[1:]; 
try: v.release()
except BufferError as e: print("rel", e)
del v, w, x
t(lambda: b.append(5))
e = bytearray(); me = memoryview(e); 
try: e.clear(); print("clear empty ok")
except BufferError as x: print(x)
try: e.append(1)
except BufferError as x: print(x)
import io
bio = io.BytesIO(b"hello"); gb = bio.getbuffer(); 
try: bio.write(b"xxxxxxxxxxxxxxx")
except BufferError as x: print(x)
try: bio.close()
except BufferError as x: print(x)
gb[0] = 72; gb.release(); bio.write(b"J"); print(bio.getvalue())
ba = bytearray(b'x'); m = memoryview(ba); del m
ba.extend(iter([1, 2, 3])); print(ba)
ba = bytearray(b'x'); m = memoryview(ba); m = None
it = iter([4, 5]); ba[0:1] = it; print(ba)
ba = bytearray(b'x'); m = memoryview(ba); m = None
ba += iter([7]) if False else bytes([7]); print(ba)
import asyncio
async def w():
    try:
        await asyncio.sleep(10)
    finally:
        print('fin')
c = w()
try: c.send(None)
except Exception as e: print(type(e))
c = None
print('after')

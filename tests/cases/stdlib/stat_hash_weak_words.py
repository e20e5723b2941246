import hashlib, re, stat, weakref

class W:
    pass

w = W()
for attempt in (
    lambda: stat.S_ISDIR('a'), lambda: stat.S_ISDIR(), lambda: stat.S_ISDIR(1, 2), lambda: stat.S_IMODE(mode=1),
    lambda: stat.S_ISREG(-1), lambda: stat.S_ISREG(1 << 32), lambda: stat.S_ISREG(1 << 64), lambda: stat.S_IMODE(True),
    lambda: stat.S_ISLNK(1.5), lambda: stat.filemode(0o40755), lambda: stat.S_ISDIR(0o40755),
    lambda: weakref.ref(), lambda: weakref.ref(w, None, 1), lambda: weakref.ref(w, zzz=1), lambda: weakref.ref(1),
    lambda: weakref.ref(w)(1), lambda: weakref.ref(w)(x=1), lambda: weakref.ref(w)() is w,
):
    try:
        print(attempt())
    except Exception as e:
        print(type(e).__name__, e)
for name in ('md5', 'sha256', 'sha3_256', 'shake_128', 'blake2b', 'blake2s'):
    print(re.sub('0x[0-9a-f]+', '0x', repr(getattr(hashlib, name)())))

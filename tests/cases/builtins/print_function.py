print()
print(1, "a", None, True, 1.5, [1], sep="-")
print("a", "b", sep="", end="|\n")
print("x", end="")
print("y", end="\n\n")
print(*[1, 2, 3], sep=", ")
print(sep="x")
print("a", None, sep=None, end=None)
print(*"abc", sep="\n")
print("tab\tsep", "new\nline", "uni é 日 😀", "\\")
print("%s" % 1, f"{2}", "3" + "4", 5 if True else 6)
print([1, "a", None], (1,), {"k": "v"}, {1}, 1e10, 1j, b"x", range(2), object, len, ...)
print("flush", flush=True)
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
t(lambda: print("r", end="") or "returned None")
t(lambda: print(1, sep=5))
t(lambda: print(1, end=5))
t(lambda: print(1, foo=2))
t(lambda: print(1, sep="a", sepp="b"))
t(lambda: print(1, file=5))
class Bad:
    def __str__(self): return 5
class Raises:
    def __str__(self): raise ValueError("str failed")
class S:
    def __repr__(self): return "S()"
t(lambda: print(Bad()))
t(lambda: print("before", Raises()))
print(S(), [S()], {S(): S()}, (S(),), str(S()))
class W:
    def __init__(self): self.parts = []
    def write(self, s): self.parts.append(s)
w = W()
print("a", 1, file=w, sep="+")
print(w.parts)
import io, sys
buf = io.StringIO()
print("to", "buffer", file=buf, end="!")
print(repr(buf.getvalue()))
print("stdout", file=sys.stdout)
print("none file", file=None)
sys.stdout.write("written\n")
x = [1]; x.append(x); print(x)
print("a\rb".replace("\r", "<cr>"), "end")
print(1, 2, 3, sep=" " * 3, end=" end\n")
for i in range(3): print(i, end=" " if i < 2 else "\n")
print(("tuple", "arg"), ["list"], sep="|")
print("long " * 5)
print(print("inner"), "outer")
print(-0.0, 0.1 + 0.2, 1e16, 1e-5, 123456789.123, float("inf"), float("nan"), 10 ** 20, -5 // 2)

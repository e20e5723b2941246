# `input` reads `sys.stdin`, whatever stands there
import io, sys
def tried(*a):
    try: print(repr(input(*a)))
    except Exception as e: print(type(e).__name__, e)
sys.stdin = io.StringIO(); tried(); tried("what? ")
sys.stdin=io.StringIO("one\ntwo\r\n\nlast")
for p in ("a ", 3, None, [1], "", "x", "y"): tried(p)
class S:
    def __init__(s, r): s.r=r
    def readline(s): return s.r
for r in ("abc", b"abc", 3, None, "a\n\n"):
    sys.stdin=S(r); tried("?")
class N: pass
sys.stdin=N(); tried("?")
sys.stdin=None; tried("?")
sys.stdin=io.StringIO("x")
tried(1,2)
try: input(prompt=3)
except TypeError as e: print(e)
out=sys.stdout
class O:
    def write(s,t): out.write("<"+t+">")
    def flush(s): out.write("[flush]")
sys.stdout=O(); 
r=input("hm ")
sys.stdout=out; print(r)
class P:
    def __str__(s): return "P!"
class Q:
    def __str__(s): raise ValueError("no")
sys.stdin=io.StringIO("1\n2\n")
tried(P()); tried(Q())

e=sys.stderr; sys.stdin=io.StringIO("x")
sys.stderr=None; tried()
sys.stderr=e; o=sys.stdout; sys.stdout=None
try: input("p")
except Exception as ex: sys.stdout=o; print(ex)

# ends: raised
import sys
class Cleanup:
    def __enter__(self): return self
    def __exit__(self, t, v, tb): print("exit", t.__name__, v.code)
for code in (None, 0, 3, "text", (1, 2), True, 2.5):
    try: sys.exit(code)
    except SystemExit as e: print(repr(e), repr(e.code), e.args, str(e))
try:
    try: raise SystemExit(5)
    finally: print("finally runs")
except BaseException as e: print(type(e).__mro__[1].__name__, issubclass(SystemExit, Exception))
def gen():
    try: yield 1
    finally: print("gen closed")
g = gen(); next(g)
with Cleanup():
    sys.exit("fatal: configuration missing")

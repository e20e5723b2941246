# What is wrong with type parameters is the same after an alias as anywhere.
import traceback

for before in ("", "x = 1\n", "type X = int\n", "type X[T] = list[T]\n"):
    for text in ("def g[](x): pass", "class G[]: pass", "def g[a=1 T](x): pass", "def g[1](x): pass", "def g[T: pass", "def g x(): pass", "type Y[] = int"):
        try:
            compile(before + text + "\n", "<text>", "exec")
        except SyntaxError as e:
            print("".join(traceback.format_exception_only(e)))

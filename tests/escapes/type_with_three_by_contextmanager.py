# static: nothing
# runtime: TypeError
# library code that names `type` itself calls it for the program
import contextlib

print("PWNED", contextlib.contextmanager(type)("X", (), {}).gen)

# limits: fuel=20000000 memory=64MiB
# ends: ok
# deeply nested data: a result, or RecursionError (ValueError for a syntax of its own), never a crash
try:
    x = {}
    for _ in range(50000): x = {1: x}
    str(x)
except (RecursionError, ValueError, SyntaxError, MemoryError) as error:
    pass
print("still usable")

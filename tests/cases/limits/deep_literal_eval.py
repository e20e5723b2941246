# limits: fuel=20000000 memory=64MiB
# ends: ok
# deeply nested data: a result, or RecursionError (ValueError for a syntax of its own), never a crash
try:
    import ast
    ast.literal_eval('[' * 5000 + ']' * 5000)
except (RecursionError, ValueError, SyntaxError, MemoryError) as error:
    pass
print("still usable")

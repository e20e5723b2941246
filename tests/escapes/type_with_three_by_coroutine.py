# static: nothing
# runtime: TypeError
# library code that names `type` itself calls it for the program
import types

print("PWNED", types.coroutine(type)("X", (), {}))

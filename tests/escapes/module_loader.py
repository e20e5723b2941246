# static: DUN001
# runtime: AttributeError
# the loader of a module
import math
print("PWNED", math.__loader__.load_module("os"))

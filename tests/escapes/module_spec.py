# static: DUN001
# runtime: AttributeError
# the spec of a module
import math
print("PWNED", math.__spec__)

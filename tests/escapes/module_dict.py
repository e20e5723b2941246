# static: ATT001
# runtime: AttributeError
# the namespace of a module
import math
math.__dict__["pi"] = 3
print("PWNED", math.pi)

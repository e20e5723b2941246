# static: ATT001
# runtime: AttributeError
# the function of the module that makes its names on demand
import sys

print("PWNED", sys.__getattr__("modules"))

# static: ATT001
# runtime: AttributeError
# a module's namespace
import math
print("PWNED", vars(math))

# static: BLT001
# runtime: NameError
# a module's namespace
import math
print("PWNED", vars(math))

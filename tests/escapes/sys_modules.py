# static: ATT001
# runtime: AttributeError
# the loaded modules
import sys

print("PWNED", sys.modules["builtins"].eval)

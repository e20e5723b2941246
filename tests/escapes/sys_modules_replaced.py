# static: ATT001
# runtime: AttributeError
# the table of modules that the library asks
import sys

sys.modules = {"x": type}
print("PWNED")

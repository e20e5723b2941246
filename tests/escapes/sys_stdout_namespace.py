# static: DUN004
# runtime: AttributeError
# from the type of a stream of the library to its globals
import sys

hook = "__glo" + "bals__"
print("PWNED", [getattr(type(sys.stdout).write, name) for name in [hook]])

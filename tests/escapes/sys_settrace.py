# static: ATT001
# runtime: AttributeError
# a function that sees every frame
import sys

sys.settrace(lambda *args: print("PWNED", args))

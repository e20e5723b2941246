# static: IMP004
# runtime: AttributeError
# a frame
import sys

print("PWNED", sys._getframe(0))

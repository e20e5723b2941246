# static: ATT001
# runtime: AttributeError
# a frame, by a name from elsewhere
import sys

for name in ["".join(["_get", "frame"])]:
    print("PWNED", getattr(sys, name)(0))

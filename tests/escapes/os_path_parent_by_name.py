# static: ATT001
# runtime: AttributeError
# the same by a name from elsewhere
import os.path

for name in ["environ", "system", "getcwd"]:
    print("PWNED", getattr(os, name))

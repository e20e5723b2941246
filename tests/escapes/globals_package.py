# static: IMP005
# runtime: ImportError
# a package that the program claims to be in
globals()["__package__"] = globals()["__name__"] = "_stockade"
from . import load
print("PWNED", load)

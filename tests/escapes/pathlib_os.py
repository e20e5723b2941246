# static: IMP004
# runtime: AttributeError
# from paths to the module of the system
import pathlib

print("PWNED", pathlib.os)

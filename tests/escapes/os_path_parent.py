# static: IMP004
# runtime: AttributeError
# the module around the functions on paths, which the import binds
import os.path

print("PWNED", os.getcwd())

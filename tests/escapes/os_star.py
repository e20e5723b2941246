# static: IMP001
# runtime: ImportError
# a star import of the module around the functions on paths
from os import *

print("PWNED", getcwd())

# static: IMP001
# runtime: ImportError
# everything at once
from os import *
print("PWNED", getpid())

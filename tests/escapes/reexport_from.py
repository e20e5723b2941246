# static: IMP004
# runtime: ImportError
# the same in one statement
from random import _os as helper
print("PWNED", helper.getpid())

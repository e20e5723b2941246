# static: IMP001
# runtime: ImportError
# one function of it
from builtins import eval as calculate
print("PWNED", calculate("1"))

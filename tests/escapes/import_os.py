# static: IMP001
# runtime: ImportError
# the plainest of all
import os
print("PWNED", os.getpid())

# static: IMP001
# runtime: ImportError
# full-width letters normalise to os
import ｏｓ
print("PWNED", ｏｓ.getpid())

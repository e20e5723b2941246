# static: IMP001
# runtime: ImportError
# a child of a denied package
import os.path
print("PWNED", os.path)

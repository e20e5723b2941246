# static: IMP001
# runtime: ImportError
# a child of a denied package
import os.environ
print("PWNED", os.environ)

# static: IMP001
# runtime: ImportError
# the module itself under another name
import os.path, os as system

print("PWNED", system.getcwd())

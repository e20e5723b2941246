# static: IMP001
# runtime: ImportError
# imports by name
import importlib
print("PWNED", importlib.import_module("os"))

# static: IMP001
# runtime: ImportError
# the module behind the builtins
import builtins
print("PWNED", builtins.open)

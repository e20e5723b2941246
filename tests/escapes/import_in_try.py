# static: IMP001
# runtime: ImportError
# with a fallback that gives itself away
try:
    import os
except ImportError as error:
    raise error
print("PWNED", os)

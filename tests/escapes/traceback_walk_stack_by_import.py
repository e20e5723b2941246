# static: ATT001
# runtime: ImportError
# the frames of the callers
from traceback import walk_stack

print("PWNED", next(walk_stack(None)))

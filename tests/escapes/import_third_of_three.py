# static: IMP001
# runtime: ImportError
# the denied name hides at the end of a list
import math, json, gc
print("PWNED", gc.get_objects())

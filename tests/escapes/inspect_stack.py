# static: ATT001
# runtime: AttributeError
# the frames of the callers
import inspect

print("PWNED", inspect.stack()[0].frame)

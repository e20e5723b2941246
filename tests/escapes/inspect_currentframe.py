# static: ATT001
# runtime: AttributeError
# a frame
import inspect

print("PWNED", inspect.currentframe())

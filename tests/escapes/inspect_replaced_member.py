# static: ATT001
# runtime: AttributeError
# a name that may not be read may not be set either, so the library finds its own
import inspect

inspect.getattr_static = lambda *args: None
print("PWNED")

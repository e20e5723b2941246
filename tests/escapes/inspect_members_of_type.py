# static: nothing
# runtime: KeyError
# members of `type`
import inspect

print("PWNED", dict(inspect.getmembers(type))["__subclasses__"](object))

# static: nothing
# runtime: KeyError
# members of a module of the library: not its private names
import inspect

print("PWNED", dict(inspect.getmembers(inspect))["_guest_getattr"])

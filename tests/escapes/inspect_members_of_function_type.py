# static: nothing
# runtime: KeyError
# members of a type: what the policy hides from the program is not among them
import inspect

def f(): pass

print("PWNED", dict(inspect.getmembers(type(f)))["__code__"].__get__(f))

# static: ATT001
# runtime: AttributeError
# a module's namespace by way of the lookup that every object has
import textwrap

print("PWNED", object.__getattribute__(textwrap, "__dict__"))

# static: ATT001
# runtime: ImportError
# members without the policy
from inspect import getmembers_static

print("PWNED", dict(getmembers_static(type))["__subclasses__"](object))

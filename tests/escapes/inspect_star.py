# static: nothing
# runtime: NameError
# a star import binds no denied name
from inspect import *

print("PWNED", currentframe())

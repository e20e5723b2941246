# static: ATT001
# runtime: AttributeError
# by a computed name
import random
name = "_" + "o" + "s"
print("PWNED", getattr(random, name))

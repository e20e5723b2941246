# static: IMP004
# runtime: AttributeError
# through two variables and a tuple
import random
a, b = random, 1
c = a
print("PWNED", c._os)

# static: IMP004
# runtime: AttributeError
# bound as a default
import random

def pick(source=random):
    return random._os

print("PWNED", pick())

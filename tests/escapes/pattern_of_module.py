# static: IMP004
# runtime: AttributeError
import random

match random:
    case object(_os=o):
        print("PWNED", o)

# A `partial` in the body of an enumeration is a method, not a member.
from enum import Enum, member
from functools import partial


class Parse(Enum):
    binary = partial(int, base=2)
    octal = member(partial(int, base=8))
    other = 1


print(list(Parse.__members__), Parse.octal.value("17"), Parse.binary("101"))

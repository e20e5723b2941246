# static: nothing
# runtime: AttributeError
# the private names of a module of the library, as members of an enumeration
import dataclasses
from enum import Enum

class Members(Enum):
    def __init__(self, value):
        if type(value).__name__ in ("function", "_FIELD_BASE"):
            print("PWNED", value)

Members._convert_("Made", "dataclasses", lambda name: name in ("_FIELD", "_is_type"))

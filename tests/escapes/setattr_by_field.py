# static: nothing
# runtime: AttributeError
# a field sets an attribute that the program may not set
import dataclasses

@dataclasses.dataclass
class A:
    __class__: type = int

print("PWNED", A(bool).__class__)

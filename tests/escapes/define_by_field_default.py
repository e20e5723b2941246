# static: DUN003
# runtime: TypeError
# the library stores the default of a field in the class
import dataclasses

@dataclasses.dataclass
class A:
    __del__: object = dataclasses.field(default=lambda self: print("PWNED"))

A()

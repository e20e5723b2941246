# static: nothing
# runtime: TypeError
# the name of a field becomes a part of source text of the library
import dataclasses

@dataclasses.dataclass
class A:
    a: int = dataclasses.field(default=0, init=False, repr=False)

dataclasses.fields(A)[0].name = "__class__ and print('PWNED') or self.y"

@dataclasses.dataclass
class B(A):
    y: int = 0

B() == B()

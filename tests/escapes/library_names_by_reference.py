# static: nothing
# runtime: NameError
# a reference names the module in which it is read
import typing

class A:
    x: typing.ForwardRef("_guest_getattr", module="dataclasses")

print("PWNED", typing.get_type_hints(A))

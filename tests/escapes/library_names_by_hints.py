# static: nothing
# runtime: NameError
# an annotation is read in a module of the library that the class names as its own
import typing

class A:
    __module__ = "typing"
    x: "_lookup"

print("PWNED", typing.get_type_hints(A))

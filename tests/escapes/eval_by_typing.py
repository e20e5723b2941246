# static: nothing
# runtime: TypeError
# a library function evaluates an annotation that is a text
import typing

class A:
    x: "print('PWNED', __import__('os'))"

typing.get_type_hints(A)

# static: DUN003
# runtime: TypeError
# the library copies the methods of the class statement
import typing

class A(typing.NamedTuple):
    x: int

    def __del__(self):
        print("PWNED")

A(1)

# static: DUN003
# runtime: TypeError
# a class that says it is the library's
class A:
    __module__ = "collections"

    def __del__(self):
        print("PWNED")

A()

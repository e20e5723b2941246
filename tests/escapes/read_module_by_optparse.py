# static: nothing
# runtime: AttributeError
# a library function copies the names of a module
import dataclasses
import optparse

values = optparse.Values()
values.read_module("dataclasses", "loose")
print("PWNED", values._define)

# static: nothing
# runtime: TypeError
# the same by another way
import dataclasses
import functools

dataclasses.make_dataclass("A", [], namespace={"__del__": functools.partial(print, "PWNED")})()

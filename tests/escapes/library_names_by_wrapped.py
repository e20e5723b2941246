# static: nothing
# runtime: NameError
# the annotations of a function are read where the function that it wraps was made
import dataclasses
import typing

def f(x: "_define"): pass

f.__wrapped__ = dataclasses.dataclass
print("PWNED", typing.get_type_hints(f))

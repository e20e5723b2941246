# static: DUN005
# runtime: AttributeError
# half applied
import functools

def f():
    pass

print(functools.partial(str.format, "PWNED {0.__globals__}")(f))

# static: nothing
# runtime: KeyError
# members of a generator
import inspect

def steps():
    yield 1

print("PWNED", dict(inspect.getmembers(steps()))["gi_frame"])

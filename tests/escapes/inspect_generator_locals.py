# static: ATT001
# runtime: AttributeError
# the variables of a frame
import inspect

def steps():
    secret = 1
    yield secret

print("PWNED", inspect.getgeneratorlocals(steps()))

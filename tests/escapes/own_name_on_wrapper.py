# static: nothing
# runtime: AttributeError
# a wrapper of the library has the attribute, and not the program
import types

class Response:
    gi_frame = 1

def steps():
    yield 1

class Steps:
    def __init__(self): self.inner = steps()
    def send(self, value): return self.inner.send(value)
    def throw(self, *args): return self.inner.throw(*args)
    def close(self): return self.inner.close()
    def __iter__(self): return self
    def __next__(self): return next(self.inner)
    gi_running = gi_yieldfrom = gi_code = None

@types.coroutine
def made():
    return steps()

for thing in [Response(), made()]:
    print("PWNED" if type(thing) is not Response else "own", thing.gi_frame)

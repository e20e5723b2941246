# static: nothing
# runtime: AttributeError
# a class of the program has an attribute of this name, a builtin object keeps its own
class Response:
    def __init__(self):
        self.gi_frame = self.f_code = 1

def steps():
    yield 1

for thing in [Response(), steps()]:
    print("PWNED" if type(thing) is not Response else "own", thing.gi_frame)

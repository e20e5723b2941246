# static: ATT003
# runtime: AttributeError
# the frame of a generator
def g():
    yield 1

print("PWNED", g().gi_frame)

# static: DYN004
# runtime: NameError
# out of a closure
def make():
    load = __import__
    def inner(name):
        return load(name)
    return inner

print("PWNED", make()("os"))

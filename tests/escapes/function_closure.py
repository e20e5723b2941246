# static: DUN001
# runtime: AttributeError
# the cells of a closure
def outer(x):
    def inner():
        return x
    return inner

print("PWNED", outer(1).__closure__)

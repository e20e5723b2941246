# static: DUN001
# runtime: AttributeError
# decorators are expressions
@(lambda f: f.__globals__)
def g():
    pass

print("PWNED", g)

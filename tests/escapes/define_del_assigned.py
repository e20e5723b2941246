# static: DUN003
# runtime: TypeError
# without a def
class A:
    __del__ = print

print("PWNED", A())

# static: DUN001
# runtime: AttributeError
# rewriting inheritance
class A:
    pass

class B(A):
    pass

B.__bases__ = (object,)
print("PWNED")

# static: DUN004
# runtime: AttributeError
# positional patterns read what __match_args__ names
class A:
    __match_args__ = ("__globals__",)

A.__match_args__ = ("__subclasses__",)
match A():
    case A(found):
        print("PWNED", found)
print("PWNED", getattr(A, "__subclasses__"))

# static: DUN004
# runtime: AttributeError
# a denied special method that a metaclass adds
class Meta(type):
    def __init__(cls, name, bases, namespace):
        super().__init__(name, bases, namespace)
        if not bases:
            setattr(cls, "__del" + "__", lambda self: print("PWNED"))

class Made(metaclass=Meta): pass

Made()

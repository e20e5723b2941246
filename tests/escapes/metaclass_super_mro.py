# static: ATT003
# runtime: AttributeError
# a metaclass that says what the bases of its classes are
class Meta(type):
    def mro(cls):
        print("PWNED", super().mro())
        return [cls, object]

class Made(metaclass=Meta): pass

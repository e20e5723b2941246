# static: DUN001
# runtime: AttributeError
# a class of a metaclass has the methods of `type`, which stay denied
class Meta(type):
    def below(cls):
        return cls.__subclasses__()

class Made(metaclass=Meta): pass

print("PWNED", Made.below())

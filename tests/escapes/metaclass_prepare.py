# static: DUN003
# runtime: TypeError
# a metaclass that gives the namespace of a class
class Meta(type):
    @classmethod
    def __prepare__(cls, name, bases):
        print("PWNED", name)
        return {}

class Made(metaclass=Meta): pass

# static: DUN003
# runtime: TypeError
# a metaclass that makes isinstance lie
class Meta(type):
    def __instancecheck__(cls, value):
        return print("PWNED")

class Made(metaclass=Meta): pass

isinstance(1, Made)

# static: nothing
# runtime: AttributeError
# an instance of a class derived from `super` passes on what `type` has
class Order:
    mro = 1

class Above(super): pass

class Meta(type):
    def up(cls):
        return Above(Meta, cls).mro

class Made(metaclass=Meta): pass

print("PWNED", Made.up())

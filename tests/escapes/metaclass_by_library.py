# static: nothing
# runtime: TypeError
# a metaclass that no class statement names
import types

class M(type):
    def __call__(cls):
        return "PWNED"

print(types.new_class("A", (), {"metaclass": M})())

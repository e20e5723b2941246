# static: nothing
# runtime: TypeError
# a class that the library makes by a metaclass of the program, with a denied special method
import types

class M(type):
    pass

made = types.new_class("A", (), {"metaclass": M}, lambda space: space.update({"__del__": lambda self: print("PWNED")}))()
del made

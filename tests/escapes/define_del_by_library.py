# static: nothing
# runtime: TypeError
# a library function makes the class, and what it defines is no function of the program
import types

types.new_class("A", (), {}, lambda body: body.update({"__del__": print}))()
print("PWNED")

# static: nothing
# runtime: TypeError
# library code calls the constructor for the program
import operator

print("PWNED", operator.methodcaller("__new__", type, "X", (), {})(type))

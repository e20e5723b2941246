# static: DYN005
# runtime: AttributeError
# a method as a function
import operator
print("PWNED", operator.methodcaller("__reduce_ex__", 2)(object()))

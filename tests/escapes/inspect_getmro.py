# static: ATT001
# runtime: AttributeError
# the bases of a class
import inspect

print("PWNED", inspect.getmro(int)[-1])

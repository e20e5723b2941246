# static: ATT001
# runtime: AttributeError
# the globals and builtins that a function of the library sees
import inspect

print("PWNED", inspect.getclosurevars(inspect.signature).globals)

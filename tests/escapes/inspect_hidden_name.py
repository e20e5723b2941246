# static: IMP004
# runtime: AttributeError
# private names of the module
import inspect

print("PWNED", inspect._signature_of)

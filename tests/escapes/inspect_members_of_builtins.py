# static: nothing
# runtime: AttributeError
# the module `builtins`, which `getmodule` gives, shows nothing
import inspect

print("PWNED", inspect.getmodule(len).eval("1"))

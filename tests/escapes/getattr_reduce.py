# static: DUN004
# runtime: AttributeError
# along a path
import functools
print("PWNED", functools.reduce(getattr, ["__class__", "__base__"], ()))

# static: DUN001
# runtime: AttributeError
# the classic walk over all classes
for kind in ().__class__.__base__.__subclasses__():
    print("PWNED", kind)

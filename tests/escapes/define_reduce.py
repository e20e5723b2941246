# static: DUN003
# runtime: TypeError
# runs while objects are copied
import copy

class A:
    def __reduce__(self):
        return print, ("PWNED",)

copy.copy(A())

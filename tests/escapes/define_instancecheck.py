# static: DUN003
# runtime: TypeError
# makes isinstance lie
class M(type):
    def __instancecheck__(cls, other):
        return True

print("PWNED", isinstance(1, M("A", (), {})))

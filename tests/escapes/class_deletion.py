# static: DUN001
# runtime: AttributeError
# deleting what decides behaviour
class A:
    def __len__(self):
        return 1

del A.__len__
print("PWNED", A())

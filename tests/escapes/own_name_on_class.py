# static: nothing
# runtime: AttributeError
# a class without the attribute has that of `type`
class Order:
    mro = 1

class Other: pass

for kind in (Order, Other):
    print("PWNED" if kind is Other else "own", kind.mro)

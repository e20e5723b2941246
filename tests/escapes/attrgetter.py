# static: DYN005
# runtime: AttributeError
# an attribute as a function
from operator import attrgetter
print("PWNED", attrgetter("__globals__")(lambda: 0))

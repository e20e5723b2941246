# static: DYN005
# runtime: AttributeError
# in the middle of a path
import operator as op
print("PWNED", op.attrgetter("__self__.__name__")(print))

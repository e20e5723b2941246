# static: nothing
# runtime: AttributeError
# by a function that reads names
import operator
import traceback

print("PWNED", operator.attrgetter("walk_stack")(traceback)(None))

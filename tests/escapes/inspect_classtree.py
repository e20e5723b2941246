# static: ATT001
# runtime: AttributeError
# the bases of classes as a tree
import inspect

print("PWNED", inspect.getclasstree([int]))

# static: ATT001
# runtime: AttributeError
# attributes without the policy
import inspect

def f(): pass

print("PWNED", inspect.getattr_static(f, "__code__").__get__(f))

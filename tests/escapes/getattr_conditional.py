# static: DUN004
# runtime: AttributeError
# whichever branch
import random
name = "__code__" if random.random() < 2 else "__globals__"
print("PWNED", getattr(lambda: 0, name))

# static: IMP004
# runtime: AttributeError
# random imports os for itself
import random
print("PWNED", random._os.getpid())

# static: DUN005
# runtime: AttributeError
# through a format field
import random
print("PWNED", "{0._os.environ}".format(random))

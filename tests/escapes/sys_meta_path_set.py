# static: ATT001
# runtime: AttributeError
# a list of finders of its own
import sys

sys.meta_path = [print]
print("PWNED")

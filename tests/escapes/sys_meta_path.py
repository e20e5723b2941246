# static: ATT001
# runtime: AttributeError
# a finder of modules
import sys

class Finder:
    def find_spec(self, *args):
        print("PWNED", args)

sys.meta_path.append(Finder())

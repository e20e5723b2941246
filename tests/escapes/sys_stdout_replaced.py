# static: ATT001
# runtime: AttributeError
# a stream of the program is called by the library and sees no frame
import sys

class Stream:
    def write(self, text):
        found = getattr(sys, "_get" + "frame")
        saved.write(f"PWNED {found}")

    def flush(self): pass

saved, sys.stdout = sys.stdout, Stream()
print("x")

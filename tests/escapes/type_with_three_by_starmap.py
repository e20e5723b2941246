# static: nothing
# runtime: TypeError
# a native that continues in Python calls it
import itertools

print("PWNED", list(itertools.starmap(type, [("X", (), {})])))

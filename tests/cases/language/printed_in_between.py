# What an object's `__str__` prints, or raises, comes between what `print` writes before and after it.
import io


class Loud:
    def __init__(self, number):
        self.number = number

    def __str__(self):
        if self.number > 1:
            raise ValueError("no text")
        print("in", end=";")
        return f"S{self.number}"


print("a", Loud(1), "b", sep="-", end=".\n")
print(1, Loud(1), sep="", end="\n")
stream = io.StringIO()
for file in (None, stream):
    try:
        print("a", Loud(1), Loud(2), "c", file=file)
    except ValueError as error:
        print(error)
print(repr(stream.getvalue()))

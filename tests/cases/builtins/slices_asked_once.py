"""The parts of a slice are asked for their numbers once, the step first; what is assigned is read after them."""

class Part:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        print("asked", self.number)
        return self.number


for value in ([], 3, iter([7, 8])):
    for parts in ((0, 2), (0, 4, 2), (1, 3, 0)):
        whole = list(range(5))
        try:
            whole[slice(*map(Part, parts))] = value
        except Exception as error:
            print(type(error).__name__, error)
        print(whole)

for whole in (list(range(5)), (1, 2, 3, 4), "texts", b"bytes", bytearray(b"bytes")):
    print(whole[Part(0):Part(4):Part(2)])
    try:
        whole[Part(0):Part(4):Part(0)]
    except ValueError as error:
        print(error)

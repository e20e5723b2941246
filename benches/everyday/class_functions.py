class Shape:
    made = 0

    def __init__(self, width, height):
        self.width = width
        self.height = height

    @classmethod
    def square(cls, side):
        return cls(side, side)

    @staticmethod
    def area(width, height):
        return width * height

    def size(self):
        return self.area(self.width, self.height)


total = 0
for i in range(200000):
    total += Shape.square(i).size() + Shape.area(i, 2)
print(total)

class Circle:
    def __init__(self, r):
        self._r = r

    @property
    def area(self):
        return self._pi * self._r ** 2

    @property
    def volume(self):
        return self.area * 2


print(Circle(2).volume)

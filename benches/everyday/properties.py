class Celsius:
    def __init__(self, degrees):
        self._degrees = degrees

    @property
    def degrees(self):
        return self._degrees

    @property
    def fahrenheit(self):
        return self.degrees * 1.8 + 32


warm = [Celsius(degrees) for degrees in range(100)]
total = 0.0
for _ in range(2500):
    for one in warm:
        total += one.fahrenheit
print(total)

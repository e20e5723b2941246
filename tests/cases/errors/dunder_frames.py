class Vec:
    def __init__(self, *xs):
        self.xs = xs

    def __add__(self, other):
        return Vec(*(a + b for a, b in zip(self.xs, other.xs, strict=True)))

    def __getitem__(self, i):
        return self.xs[i]

    def __repr__(self):
        return f"Vec{self.xs[5]}"


v = Vec(1, 2) + Vec(3, 4)
print(v[0])
print(v)

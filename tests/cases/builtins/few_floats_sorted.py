# A few floats and ints in order: zeros are equal, what is no number orders with nothing.
print(sorted([2.5, -0.0, 0.0, -1.5]), sorted([0.0, -0.0]), sorted([1.5, float('nan'), 0.5]), sorted([3.5, 1.5], reverse=True), sorted([0.0, -0.0], reverse=True), sorted([float('inf'), -float('inf'), 0.1]))
print(sorted([3, 1.5]), sorted([True, 0.5]), [1.0, -0.0, 0.0].sort(), sorted([2.0, 1.0, 2.0, 1.0], key=lambda v: -v))

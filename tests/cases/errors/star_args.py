def point(x, y):
    return x, y


coords = (1, 2, 3)
print(point(*coords))

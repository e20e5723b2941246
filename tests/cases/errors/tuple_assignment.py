point = (1, 2)
point[0] = 5

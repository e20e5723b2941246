math.sqrt(4)

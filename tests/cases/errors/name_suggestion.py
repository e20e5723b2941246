def average(numbers):
    total = sum(numbers)
    return totl / len(numbers)


average([1, 2])

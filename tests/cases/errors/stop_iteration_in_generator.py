def take(it, n):
    for _ in range(n):
        yield next(it)


print(list(take(iter([1, 2]), 3)))

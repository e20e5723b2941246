compose = lambda f, g: lambda x: f(g(x))
halve = lambda x: x / 0
pipeline = compose(lambda v: v + 1, halve)
print(list(map(pipeline, [1, 2])))

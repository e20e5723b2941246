def f(a, a: int = 1):
    pass

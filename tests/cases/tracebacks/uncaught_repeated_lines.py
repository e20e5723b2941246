def f(n):
    if n == 0:
        raise ValueError("end")
    f(n - 1)
f(10)

def a(n):
    if n == 0:
        raise ValueError("end")
    b(n - 1)
def b(n):
    a(n)
a(6)

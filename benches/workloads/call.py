def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


fib(18)


def keyword(a, *, b=1, c=2):
    return a + b + c


for i in range(2000):
    keyword(i, c=i)

# ends: ok
# Python's own depth of 1000 is an exception like any other
def f(n):
    return f(n + 1)
for attempt in range(3):
    try:
        f(0)
    except RecursionError as error:
        print(attempt, error)
def deep(n):
    return n if n == 0 else deep(n - 1)
print(deep(900))

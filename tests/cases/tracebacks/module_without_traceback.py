def f():
    raise ValueError("v")
try:
    f()
except ValueError as e:
    x = e
try:
    x.with_traceback(5)
except TypeError as e:
    print(e)
x.__traceback__ = None
raise x

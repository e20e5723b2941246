import sys
def f():
    raise ValueError("v")
try:
    f()
except ValueError as e:
    tb = e.__traceback__
raise KeyError("k").with_traceback(tb)

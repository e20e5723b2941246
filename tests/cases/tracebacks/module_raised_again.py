import traceback
def f():
    raise ValueError("v")
def g():
    try:
        f()
    except ValueError as e:
        raise e
try:
    g()
except ValueError as e:
    print(traceback.format_exc())
    tb = e.__traceback__
    e2 = e.with_traceback(None)
    print(e2 is e, e.__traceback__)

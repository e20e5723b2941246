import traceback
def f(n):
    if n: f(n - 1)
    else: 1 / 0
try:
    f(6)
except Exception as e:
    print("".join(traceback.format_exception(e, limit=2)))
    print("".join(traceback.format_exception(e, limit=-2)))
    print("".join(traceback.format_exception(e)))

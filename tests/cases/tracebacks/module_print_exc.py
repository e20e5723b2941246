import sys
import traceback
def f(x):
    return 1 / x
try:
    f(0)
except ZeroDivisionError:
    traceback.print_exc(file=sys.stdout)
    print(traceback.format_exc())

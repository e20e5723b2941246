# static: ATT003
# runtime: AttributeError
# a hook gets a traceback and no frames
import sys

def hook(kind, value, trace):
    found = getattr(trace, "tb_" + "frame")
    print("PWNED", found)

sys.excepthook = hook
try:
    1 / 0
except ZeroDivisionError as error:
    sys.excepthook(type(error), error, error.__traceback__)

# static: ATT001
# runtime: AttributeError
# the frames of an exception, by a name that is put together
import inspect

try:
    1 / 0
except ZeroDivisionError:
    print("PWNED", getattr(inspect, "tra" + "ce")()[0].frame)

# static: ATT001
# runtime: AttributeError
# the frames of a traceback
import traceback

try:
    1 / 0
except ZeroDivisionError as error:
    print("PWNED", next(traceback.walk_tb(error.__traceback__)))

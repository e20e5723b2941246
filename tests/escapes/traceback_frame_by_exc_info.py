# static: ATT003
# runtime: AttributeError
# from `sys.exc_info` to the frames
import sys

try:
    1 / 0
except ZeroDivisionError:
    print("PWNED", sys.exc_info()[2].tb_frame.f_globals)

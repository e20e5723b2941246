# static: ATT003
# runtime: AttributeError
# from a traceback to the frames
try:
    1 / 0
except ZeroDivisionError as error:
    print("PWNED", error.__traceback__.tb_frame)

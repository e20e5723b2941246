saved = None
try:
    1 / 0
except ZeroDivisionError as error:
    saved = error


def later():
    raise saved


later()

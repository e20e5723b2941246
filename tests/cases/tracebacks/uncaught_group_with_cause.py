try:
    1/0
except ZeroDivisionError as e:
    raise ExceptionGroup("multi", [e, KeyError("multi\nline")]) from e

try:
    raise ExceptionGroup("a", [ValueError(1), TypeError(2)])
except* ValueError as g:
    raise KeyError("k")

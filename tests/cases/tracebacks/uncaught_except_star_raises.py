try:
    raise ExceptionGroup("g", [ValueError(1), ExceptionGroup("h", [TypeError(2), ValueError(3)])])
except* TypeError as e:
    raise RuntimeError("x") from e

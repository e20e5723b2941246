e = ExceptionGroup("in", [ValueError(1), ExceptionGroup("d", [KeyError(1)])])
e2 = ExceptionGroup("in2", [e, e])
raise ExceptionGroup("top", [e2, TypeError(3), e])

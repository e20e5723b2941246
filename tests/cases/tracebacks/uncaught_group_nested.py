raise ExceptionGroup("eg", [ValueError("a"), ExceptionGroup("in", [TypeError("b"), KeyError("c")])])

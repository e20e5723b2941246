raise ExceptionGroup("eg", [ValueError(i) for i in range(20)])

raise ExceptionGroup("eg", [ValueError("a"), TypeError("b")])

raise ValueError(None)

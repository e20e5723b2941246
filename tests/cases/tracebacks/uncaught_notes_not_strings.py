e = ValueError("x")
e.__notes__ = ["a", 5, None]
raise e

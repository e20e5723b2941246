class N:
    def __str__(self): raise ValueError
    def __repr__(self): return 5
e = ValueError("x")
e.__notes__ = [N()]
raise e

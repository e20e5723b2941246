class N:
    def __str__(self): return "notestr"
    def __repr__(self): return "noterepr"
e = ValueError("x")
e.__notes__ = [N()]
raise e

class P:
    def __repr__(self): return "<P>"
    def __str__(self): return "PSTR"
raise ValueError(P())

a = ValueError("a")
a.__context__ = KeyError("c")
a.__suppress_context__ = True
raise a

a = ValueError("a")
b = KeyError("b")
a.__cause__ = b
b.__cause__ = a
raise a

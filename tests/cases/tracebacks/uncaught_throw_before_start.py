def g():
    yield 1
h = g()
h.throw(ValueError("t"))

def a():
    try:
        b()
    except Exception as e:
        raise RuntimeError("a") from e
def b():
    try:
        c()
    except Exception:
        raise KeyError("b")
def c():
    raise ValueError("c")
a()

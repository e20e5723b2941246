def risky():
    try:
        raise ValueError("original")
    finally:
        raise TypeError("from finally")


risky()

data = {"n": 0}
if (n := data["n"]) is not None and 10 / n > 1:
    print(n)

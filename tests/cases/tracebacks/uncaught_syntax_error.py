raise SyntaxError("bad", ("f.py", 3, 5, "x = 1 +", 3, 8))

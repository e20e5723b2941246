raise SyntaxError("bad", ("f.py", 3, 50, "x = 1 +", 3, 80))

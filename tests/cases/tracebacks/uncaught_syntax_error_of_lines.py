e = SyntaxError("bad", ("f.py", 3, 1, "x = 1 +", 4, 8))
e.add_note("n")
raise e

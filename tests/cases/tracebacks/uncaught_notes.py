e = ValueError("x")
e.add_note("first note")
e.add_note("second\nmulti")
raise e

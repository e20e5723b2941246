e = ValueError("x")
for i in range(14):
    e = ExceptionGroup(f"g{i}", [e])
raise e

scores = {"a": 1, "b": 2}
for name in scores:
    if scores[name] < 2:
        del scores[name]

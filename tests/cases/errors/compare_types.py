versions = [3, "2", 1]
print(max(versions) if len(versions) > 5 else sorted(versions))

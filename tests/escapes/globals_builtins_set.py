# static: BLT001
# runtime: NameError
# builtins that the program sets give it no more
globals()["__builtins__"] = {"print": print}
print("PWNED", __import__("os"))

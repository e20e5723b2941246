# static: nothing
# runtime: KeyError
# `globals` that the library calls shows the variables of the program
found = next(map(lambda given: given(), [globals]))
print("PWNED", found["_void"])

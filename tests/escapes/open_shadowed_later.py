# static: BLT001
# runtime: NameError
# the name is bound only afterwards
print("PWNED", open)
open = 1

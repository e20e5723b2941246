# static: DYN004
# runtime: NameError
# bound inside an expression
print("PWNED", (calculate := eval)("1"))

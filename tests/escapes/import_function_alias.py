# static: DYN004
# runtime: NameError
# the function behind import statements
load = __import__
print("PWNED", load("os"))

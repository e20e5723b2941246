# static: DYN001
# runtime: NameError
# with a name in pieces
print("PWNED", __import__("o" + "s"))

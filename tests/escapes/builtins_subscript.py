# static: DUN002
# runtime: NameError
# as a mapping
print("PWNED", __builtins__["eval"]("1"))

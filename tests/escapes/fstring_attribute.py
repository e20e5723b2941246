# static: DUN001
# runtime: AttributeError
# f-strings hold code
print(f"PWNED {(lambda: 0).__globals__}")

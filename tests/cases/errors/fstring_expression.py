name = "x"
price = None
print(f"{name}: {price:.2f} each")

# static: BLT001
# runtime: NameError
# mathematical italics normalise
print("PWNED", 𝑒𝑣𝑎𝑙("1"))

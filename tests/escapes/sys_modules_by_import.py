# static: ATT001
# runtime: ImportError
# the same by a from import
from sys import modules

print("PWNED", modules)

# static: IMP004
# runtime: ImportError
# a function beside the one that is granted
from os import path, getcwd

print("PWNED", getcwd())

# static: IMP004
# runtime: AttributeError
# from the functions on paths to the module around them
import os.path

print("PWNED", os.path.os.getcwd())

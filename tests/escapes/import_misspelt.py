# static: IMP007
# runtime: ImportError
# no such module
import maths
print("PWNED", maths)

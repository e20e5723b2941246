# static: IMP004
# runtime: ImportError
# through the package of an allowed sibling
from urllib import request
print("PWNED", request)

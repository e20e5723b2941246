# static: IMP001
# runtime: ImportError
# beside an allowed sibling
from urllib.request import urlopen
print("PWNED", urlopen)

# static: IMP005
# runtime: ImportError
# relative to nothing
from . import secrets_of_the_host
print("PWNED")

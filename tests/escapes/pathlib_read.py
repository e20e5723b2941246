# static: nothing
# runtime: FileNotFoundError
# a path reads no file of the host
from pathlib import Path

print("PWNED", Path("/etc/passwd").read_text())

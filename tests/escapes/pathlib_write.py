# static: nothing
# runtime: PermissionError
# a path writes no file where `open` is not granted
from pathlib import Path

Path("/tmp/x").write_text("x")
print("PWNED")

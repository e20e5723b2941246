# static: nothing
# runtime: ImportError
# a library function imports what the program names
from unittest.mock import patch

print("PWNED", patch("os.sep").getter())

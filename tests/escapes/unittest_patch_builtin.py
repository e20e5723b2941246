# static: nothing
# runtime: ImportError
# a patch that names a builtin that is denied
from unittest import mock

with mock.patch("builtins.eval") as patched:
    print("PWNED", patch.temp_original)

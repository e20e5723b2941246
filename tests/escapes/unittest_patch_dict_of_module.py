# static: nothing
# runtime: ImportError
# a patch of a dict that is found by its name
from unittest import mock

with mock.patch.dict("sys.modules", {"os": 1}):
    print("PWNED")

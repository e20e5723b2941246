# static: nothing
# runtime: AttributeError
# a patch of the table of modules
import sys
from unittest import mock

with mock.patch.object(sys, "modules", {}):
    print("PWNED")

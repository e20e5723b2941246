# static: nothing
# runtime: ImportError
# a test whose name is a function of a denied module
import unittest

found = unittest.defaultTestLoader.loadTestsFromName("os.getcwd")
for test in found:
    test.debug()
    print("PWNED", test)

# static: nothing
# runtime: AttributeError
# a test case calls the method that the program names
import unittest

class T(unittest.TestCase):
    def runTest(self):
        pass

case = T()
case._testMethodName = "__reduce_ex__"
case.debug()
print("PWNED")

# The program's own module has the names it lists, as attributes too.
import __main__
import io
import unittest

for name in sorted(n for n in dir(__main__) if n.startswith('__')):
    print(name, hasattr(__main__, name))
print(__main__.__spec__, __main__.__package__, __main__.__name__)
__main__.__package__ = 'p'
print(__package__)


class T(unittest.TestCase):
    def test_it(self):
        print('ran')


runner = unittest.TextTestRunner(io.StringIO())
print(unittest.main(exit=False, testRunner=runner).result.testsRun)

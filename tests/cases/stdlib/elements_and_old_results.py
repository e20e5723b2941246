"""Corners of element trees, and of unittest where results and suites are not what they are now."""
import copy
import io
import unittest
import warnings
import xml.etree.ElementTree as ET
from xml.etree import ElementPath

print(ET.Element('a', attrib={'x': '1'}).attrib, ET.Element('a', {'x': '1'}, y='2').attrib)
e = ET.XML('<html><link/><script>1 &lt; 2</script></html>')
e.tail = '\n'
for method in ('xml', 'html', 'text'):
    print(repr(ET.tostring(e, encoding='unicode', method=method)))
root = ET.XML('<a xmlns:x="X"><x:b><c/></x:b><b/><c><x:b/><b/></c></a>')
for path in ('{}b', '{*}b', '{}*', '{X}*', './/{}b'):
    print(path, [found.tag for found in root.findall(path)], list(ElementPath.xpath_tokenizer(path)))


def attempt(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return f'{type(error).__name__}: {error}'


def failing():
    yield ET.Element('x')
    raise ValueError('mine')


print(attempt(e.extend, failing()), attempt(e.extend, 5), attempt(e.__setstate__, {'tag': 'a', 'attrib': 'x', '_children': [None]}).split(':')[0])


class Odd(ET.Element):
    def __deepcopy__(self, memo):
        return None


e[:] = [Odd('y')]
print(attempt(copy.deepcopy, e).split(':')[0])


class Old:
    """A result as they were long ago."""
    shouldStop = False

    def __init__(self):
        self.told = []

    def startTest(self, test):
        self.told.append('start')

    def stopTest(self, test):
        self.told.append('stop')

    def addSuccess(self, test):
        self.told.append('success')

    def addError(self, test, error):
        self.told.append(('error', error[0].__name__))

    def addFailure(self, test, error):
        self.told.append(('failure', error[0].__name__))


class Test(unittest.TestCase):
    def test_skip(self):
        self.skipTest('why not')

    @unittest.expectedFailure
    def test_expected(self):
        self.fail()

    @unittest.expectedFailure
    def test_unexpected(self):
        pass


for name in ('test_skip', 'test_expected', 'test_unexpected'):
    result = Old()
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        Test(name).run(result)
    print(name, result.told, [str(warning.message) for warning in seen])
for first, second in (('a\nb\n', 'a\nc'), ('a\nb', 'a\nc\n'), ('a\nb', 'a\nc'), ('', 'a'), ('a\n', 'a')):
    print(repr(attempt(Test('test_skip').assertMultiLineEqual, first, second)))
suite = unittest.TestSuite()
suite._tests = [1, 2, 3]
suite._removeTestAtIndex(1)
print(suite._tests)
suite._tests = None
print(suite._removeTestAtIndex(1))

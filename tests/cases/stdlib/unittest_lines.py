"""What unittest says: of texts line by line, of calls with a spec, of results and suites in odd states."""
import unittest
from unittest import mock


class Test(unittest.TestCase):
    def runTest(self):
        pass


test = Test()


def attempt(function, *args, **keywords):
    try:
        return function(*args, **keywords)
    except Exception as error:
        return f'{type(error).__name__}: {error}'


for first, second in (('a\nb\n', 'a\nc'), ('a\nb', 'a\nc\n'), ('a\nb', 'a\nc'), ('', 'a'), ('a\n', 'a'), ('a', ''), ('a\r\nb', 'a\nb'), ('x' * 90, 'x' * 90 + 'y')):
    print(repr(attempt(test.assertMultiLineEqual, first, second)))
    print(repr(attempt(test.assertEqual, first, second, 'mine')))
test.maxDiff = 10
print(attempt(test.assertEqual, 'one\ntwo\n', 'one\nthree\n'))
test.maxDiff = None

# Regular expressions that are empty, wrong, or of bytes
for pattern in ('', b'', 'x', '('):
    print(attempt(test.assertRegex, 'text', pattern), '|', attempt(test.assertNotRegex, 'text', pattern))
    print(attempt(test.assertRaisesRegex, ValueError, pattern, int, 'y'), '|', type(attempt(test.assertRaisesRegex, ValueError, pattern)).__name__)
print(attempt(test.assertRaisesRegex, ''), attempt(test.assertRaisesRegex, ValueError), attempt(test.assertRaises, '', int), attempt(test.assertRaises, ValueError, None))
print(attempt(test.assertRaises, (ValueError, 5), int), attempt(test.assertWarns, ValueError, int), attempt(test.assertRaises, ValueError, int, '5'))


# Calls that don't fit what they are a mock of
def target(a, b=1, *, c=2):
    return a


made = mock.create_autospec(target)
made(1)
made(2, 3)
for calls in ([mock.call(1), mock.call(2, b=3)], [mock.call(1), mock.call()], [mock.call(9)], [mock.call(1, 2, 3, 4)]):
    for any_order in (False, True):
        print(attempt(made.assert_has_calls, calls, any_order=any_order))
print(attempt(made.assert_called_with), attempt(made.assert_called_with, 2, b=3), attempt(made.assert_any_call, 7), attempt(made.assert_called_once_with, 1))


class Thing:
    def method(self, x, y=2):
        return x

    value = 5


thing = mock.create_autospec(Thing)
thing.method(0, 1)
thing().method(3, y=4)
print(attempt(thing.assert_has_calls, [mock.call.method(1)]), attempt(thing().method.assert_called_with, 3, 4), thing.mock_calls)
print(attempt(thing().assert_has_calls, [mock.call.method(3, 4)]), attempt(thing().assert_has_calls, [mock.call.method(1, 2, 3)]))
print(attempt(lambda: thing().nothing), attempt(thing().method), type(attempt(thing, 5)).__name__, attempt(lambda: thing.value()))
for name in ('asert_called', 'assert_nothing', 'called_once', 'assret_called_with', 'has_calls'):
    print(attempt(lambda: getattr(mock.Mock(), name)() and 'a call'))
print(attempt(mock.Mock(spec=Thing).assert_called), attempt(mock.Mock().assert_not_called), attempt(mock.Mock(side_effect=5)))
numbered = mock.Mock(side_effect=[1, ValueError('two'), mock.DEFAULT], return_value='default')
print([attempt(numbered) for _ in range(4)], numbered.call_count, numbered.mock_calls)


@unittest.skip('no class')
class Skipped(unittest.TestCase):
    def test(self):
        pass


@unittest.skip
def unexplained():
    pass


@unittest.skip('with a reason')
def skipped():
    pass


result = unittest.TestResult()
Skipped('test').run(result)
print(result.skipped, attempt(skipped), attempt(unexplained), unexplained.__name__, skipped.__unittest_skip_why__, result)
suite = unittest.TestSuite([Test(), unittest.TestSuite([Test(), Skipped('test')])])
print(suite.countTestCases(), list(suite), suite == unittest.TestSuite(list(suite)), attempt(suite.addTest, 5), attempt(suite.addTests, 'abc'), attempt(suite.addTest, Test))
print(suite.run(result) is result, suite.countTestCases(), result.testsRun, result.wasSuccessful())


class Subs(unittest.TestCase):
    def test(self):
        for number in range(4):
            with self.subTest('numbers', number=number):
                self.assertIn(number, (0, 2))
        with self.subTest(text='a'), self.subTest(other=1):
            self.skipTest('not today')


result = unittest.TestResult()
Subs('test').run(result)
print([str(failed) for failed, _ in result.failures], [(str(failed), why) for failed, why in result.skipped], result.wasSuccessful())
for check in (lambda: test.assertCountEqual([1, 2, 2, [3]], [[3], 1, 1]), lambda: test.assertDictEqual({1: 'a'}, {1: 'b', 2: 'c'}),
              lambda: test.assertAlmostEqual(1, 1.1, delta=0.01), lambda: test.assertAlmostEqual(1, 1.1, places=2, delta=1),
              lambda: test.assertNotAlmostEqual(1, 1.0000001, 3), lambda: test.assertTupleEqual((1, 2), (1, 3, 4)), lambda: test.assertListEqual([1], (1,)),
              lambda: test.assertSetEqual({1, 2}, {2, 3}), lambda: test.assertSetEqual([1], {1}), lambda: test.assertSequenceEqual([1], 5),
              lambda: test.assertIs(1, []), lambda: test.assertIsInstance(1, (str, bytes)), lambda: test.assertIsNone(0), lambda: test.fail()):
    print(attempt(check))

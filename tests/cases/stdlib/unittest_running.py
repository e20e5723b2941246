"""Test classes, their fixtures, every outcome, and the runner's report."""
import io
import logging
import re
import unittest
import warnings


class Outcomes(unittest.TestCase):
    def setUp(self):
        self.addCleanup(trace.append, 'cleanup')

    def test_error(self):
        raise KeyError('lost')

    def test_dict(self):
        self.assertEqual({'a': 1}, {'a': 2}, 'two dicts')

    def test_fails(self):
        """The first line is shown.

        The rest is not."""
        self.assertEqual([1, 2, 3], [1, 2, 4])

    def test_passes(self):
        self.assertTrue(True)

    @unittest.skip('not today')
    def test_skipped(self):
        pass

    @unittest.expectedFailure
    def test_expected(self):
        self.fail('known')

    @unittest.expectedFailure
    def test_unexpected(self):
        pass

    def test_parts(self):
        for number in range(3):
            with self.subTest('part', number=number):
                self.assertEqual(number % 2, 0)

    @unittest.skipIf(False, 'no')
    @unittest.skipUnless(True, 'no')
    def test_skips_at_run_time(self):
        self.skipTest('why not')


class Fixtures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        trace.append('class')
        cls.addClassCleanup(trace.append, 'class cleanup')

    @classmethod
    def tearDownClass(cls):
        trace.append('class end')

    def setUp(self):
        trace.append('up')

    def tearDown(self):
        trace.append('down')

    def runTest(self):
        trace.append(self.id())


class Broken(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise ValueError('no class')

    def test_never(self):
        trace.append('never')


class Awaited(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        trace.append('async up')

    async def test_awaits(self):
        import asyncio
        await asyncio.sleep(0)
        trace.append('awaited')


trace = []
for verbosity in (1, 2):
    stream = io.StringIO()
    suite = unittest.TestSuite()
    for kind in (Outcomes, Fixtures, Broken, Awaited):
        suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(kind))
    result = unittest.TextTestRunner(stream, verbosity=verbosity).run(suite)
    shown = re.sub(r'in \d+\.\d+s', 'in TIME', stream.getvalue())
    print(re.sub(r'  File "[^"]*", line \d+', '  File F', shown))
    print(result, result.wasSuccessful(), trace)
    trace.clear()


class Checks(unittest.TestCase):
    maxDiff = 200

    def runTest(self):
        pass


case = Checks()


def complaint(method, *args, **kwargs):
    try:
        getattr(case, method)(*args, **kwargs)
    except AssertionError as error:
        print(method, '->', error)
    else:
        print(method, 'holds')


complaint('assertEqual', 1, 2)
complaint('assertEqual', 1, 1.0)
complaint('assertEqual', 'x' * 100, 'x' * 99 + 'y')
complaint('assertEqual', 'one\ntwo\n', 'one\n2\n')
complaint('assertEqual', (1, 2), (1, 2, 3), 'tuples')
complaint('assertEqual', {1, 2}, {2, 3})
complaint('assertEqual', frozenset({1}), frozenset())
complaint('assertEqual', list(range(60)), list(range(59)))
complaint('assertEqual', {'k': 'v' * 100}, {'k': 'w' * 100})
complaint('assertNotEqual', 1, 1)
complaint('assertTrue', [])
complaint('assertFalse', 'x', 'message')
complaint('assertIs', [], [])
complaint('assertIsNot', None, None)
complaint('assertIsNone', 0)
complaint('assertIsNotNone', None)
complaint('assertIn', 1, [2])
complaint('assertNotIn', 2, [2])
complaint('assertIsInstance', 1, str)
complaint('assertNotIsInstance', 1, int)
complaint('assertAlmostEqual', 1.0, 1.00000001)
complaint('assertAlmostEqual', 1.0, 1.1)
complaint('assertAlmostEqual', 1.0, 1.1, places=3)
complaint('assertAlmostEqual', 1.0, 1.5, delta=0.25)
complaint('assertNotAlmostEqual', 1.0, 1.0)
complaint('assertGreater', 1, 2)
complaint('assertGreaterEqual', 1, 2)
complaint('assertLess', 2, 1)
complaint('assertLessEqual', 2, 1)
complaint('assertRegex', 'abc', 'x+')
complaint('assertNotRegex', 'abc', 'b')
complaint('assertCountEqual', [1, 2, 2], [2, 1, 1])
complaint('assertCountEqual', [[1], [2]], [[2], [1]])
complaint('assertSequenceEqual', [1], (1,))
complaint('assertSequenceEqual', [1], (2,))
complaint('assertListEqual', [1], (1,))
complaint('assertDictEqual', {}, [])
complaint('assertMultiLineEqual', 'a', 'b')
complaint('assertRaises', ValueError, int, '1')
complaint('assertRaisesRegex', ValueError, 'nothing like it', int, 'x')
complaint('assertWarns', UserWarning, int, '1')
with case.assertRaises(ValueError) as caught:
    int('x')
print(repr(caught.exception))
with case.assertWarns(UserWarning) as seen:
    warnings.warn('careful')
print(seen.warning, seen.lineno > 0)
with case.assertLogs('a.b', 'INFO') as logs:
    logging.getLogger('a.b').info('said')
    logging.getLogger('a.b.c').error('shouted')
print(logs.output)
try:
    with case.assertNoLogs():
        logging.warning('loud')
except AssertionError as error:
    print(error)
try:
    case.assertRaises(1, int)
except TypeError as error:
    print(error)
print(case, repr(case), case.id(), case.countTestCases(), case == Checks(), case.shortDescription())

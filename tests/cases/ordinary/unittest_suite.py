# a file of tests as people write it, run by unittest.main
import io
import sys
import unittest
from unittest import mock


class Account:
    def __init__(self, balance=0):
        self.balance = balance

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError('insufficient funds')
        self.balance -= amount
        return self.balance


class TestAccount(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.limit = 100

    def setUp(self):
        self.account = Account(50)

    def tearDown(self):
        self.account = None

    def test_withdraw(self):
        self.assertEqual(self.account.withdraw(20), 30)

    def test_too_much(self):
        with self.assertRaises(ValueError) as caught:
            self.account.withdraw(self.limit)
        self.assertIn('insufficient', str(caught.exception))

    def test_wrong(self):
        self.assertEqual(self.account.withdraw(1), 50, 'one is missing')

    def test_subtests(self):
        for amount in (1, 2):
            with self.subTest(amount=amount):
                self.assertLess(Account(5).withdraw(amount), 5)

    @unittest.skip('not today')
    def test_skipped(self):
        self.fail('never')

    def test_mock(self):
        audit = mock.Mock(return_value='ok')
        self.assertEqual(audit(1, key=2), 'ok')
        audit.assert_called_once_with(1, key=2)

    def test_patched_stdout(self):
        with mock.patch('sys.stdout', new_callable=io.StringIO) as out:
            print('captured')
        self.assertEqual(out.getvalue(), 'captured\n')


class TestLater(unittest.IsolatedAsyncioTestCase):
    async def test_wait(self):
        import asyncio
        await asyncio.sleep(0)
        self.assertTrue(True)


def suite():
    tests = unittest.TestSuite()
    tests.addTest(TestAccount('test_withdraw'))
    return tests


if __name__ == '__main__':
    stream = io.StringIO()
    program = unittest.main(argv=['suite'], exit=False, testRunner=unittest.TextTestRunner(stream=stream, verbosity=2))
    result = program.result
    print(result.testsRun, len(result.failures), len(result.errors), len(result.skipped), result.wasSuccessful())
    for line in stream.getvalue().splitlines():
        if not line.startswith('Ran '):
            print(line)
    print(unittest.TextTestRunner(stream=io.StringIO()).run(suite()).wasSuccessful())
    try:
        unittest.main(argv=['suite', 'TestAccount.test_withdraw'], testRunner=unittest.TextTestRunner(stream=sys.stdout and stream))
    except SystemExit as end:
        print('exit', end.code)

import io
import re
import unittest
from unittest.mock import MagicMock, Mock, call, patch


class Stack:
    def __init__(self): self._items = []
    def push(self, x): self._items.append(x); return self
    def pop(self):
        if not self._items: raise IndexError("pop from empty stack")
        return self._items.pop()
    def __len__(self): return len(self._items)


class StackTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls): print("class set up")
    @classmethod
    def tearDownClass(cls): print("class torn down")
    def setUp(self): self.stack = Stack(); self.addCleanup(print, "cleaned")

    def test_push(self):
        """Pushing grows the stack."""
        self.assertEqual(len(self.stack.push(1).push(2)), 2)

    def test_pop_empty(self):
        with self.assertRaises(IndexError) as cm:
            self.stack.pop()
        self.assertEqual(str(cm.exception), "pop from empty stack")
        self.assertRaisesRegex(IndexError, "empty", self.stack.pop)

    def test_wrong(self):
        self.assertEqual([1, 2, 3], [1, 2, 4], "lists")

    def test_error(self):
        self.stack.pop()

    @unittest.skip("not today")
    def test_skipped(self): self.fail()

    @unittest.expectedFailure
    def test_expected(self): self.assertTrue(False)

    @unittest.expectedFailure
    def test_unexpected(self): pass

    def test_sub(self):
        for i in range(4):
            with self.subTest("even", i=i):
                self.assertEqual(i % 2, 0)

    def test_messages(self):
        checks = [lambda: self.assertIn(3, [1]), lambda: self.assertIs(None, 0), lambda: self.assertIsNone(1), lambda: self.assertDictEqual({"a": 1}, {"a": 2, "b": 3}), lambda: self.assertAlmostEqual(1.0, 1.1, places=3), lambda: self.assertGreater(1, 2), lambda: self.assertMultiLineEqual("a\nb\n", "a\nc\n"), lambda: self.assertSetEqual({1}, {2}), lambda: self.assertTupleEqual((1,), (1, 2)), lambda: self.assertIsInstance(1, str), lambda: self.assertRegex("abc", "x+"), lambda: self.assertCountEqual([1, 1, 2], [1, 2, 2]), lambda: self.assertNotEqual(1, 1), lambda: self.assertTrue(0, msg="zero"), lambda: self.assertEqual("x" * 90, "x" * 89 + "y"), lambda: self.assertRaises(ValueError, int, "3"), lambda: self.assertLess("b", "a"), lambda: self.fail(), lambda: self.assertNotIn("a", "cat"), lambda: self.assertAlmostEqual(1, 2, delta=0.5), lambda: self.assertEqual(1, "1"), lambda: self.assertFalse([0]), lambda: self.assertSequenceEqual([1, 2], (1, 3)), lambda: self.assertListEqual([1], (1,)), lambda: self.assertNotAlmostEqual(1, 1.0000000001), lambda: self.assertNoLogs().__enter__() and None]
        for check in checks:
            try:
                check()
            except AssertionError as e:
                print(repr(str(e)))
            else:
                print("passed")


class MockTest(unittest.TestCase):
    def test_mocks(self):
        m = Mock(return_value=3, side_effect=[1, 2, ValueError("third")])
        print(m("a", k=1), m(), m.call_args_list, m.call_count, m.mock_calls == [call("a", k=1), call()])
        with self.assertRaises(ValueError):
            m()
        m.assert_any_call("a", k=1)
        for check in (lambda: m.assert_called_once(), lambda: m.assert_called_with(5), lambda: Mock().assert_called(), lambda: m.assert_has_calls([call(9)]), lambda: m.assert_not_called()):
            try:
                check()
            except AssertionError as e:
                print(e)
        mm = MagicMock(name="mm"); mm.__len__.return_value = 5; mm.a.b.c(1)
        print(len(mm), mm[3] is mm[4], mm.mock_calls, bool(mm), list(mm))
        with patch.object(Stack, "pop", return_value="patched") as p:
            print(Stack().pop(), p.called)
        print(Mock(spec=Stack).push is not None)
        with self.assertRaises(AttributeError) as cm:
            Mock(spec=Stack).fly()
        print(cm.exception)


stream = io.StringIO()
suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(c) for c in (StackTest, MockTest))
result = unittest.TextTestRunner(stream=stream, verbosity=2).run(suite)
print(re.sub(r"in \d+\.\d+s", "in 0.0s", stream.getvalue()))
print(result.testsRun, len(result.failures), len(result.errors), len(result.skipped), len(result.expectedFailures), len(result.unexpectedSuccesses), result.wasSuccessful())

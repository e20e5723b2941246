"""A class of the kind benchmark suites ask for, with unittest cases run by a loader and a result that is reported."""
import io
import sys
import unittest
from unittest import mock


class ShoppingCart:
    """A cart with prices, quantities and coupons.

    >>> cart = ShoppingCart()
    >>> cart.add_item("apple", 0.5, 4)
    >>> cart.total_price()
    2.0
    """

    def __init__(self):
        self.items = {}
        self.coupons = []

    def add_item(self, item, price, quantity=1):
        if price < 0 or quantity < 1:
            raise ValueError(f"bad price or quantity: {price!r}, {quantity!r}")
        if item in self.items:
            self.items[item]["quantity"] += quantity
        else:
            self.items[item] = {"price": price, "quantity": quantity}

    def remove_item(self, item, quantity=1):
        if item not in self.items:
            return False
        self.items[item]["quantity"] -= quantity
        if self.items[item]["quantity"] <= 0:
            del self.items[item]
        return True

    def view_items(self) -> dict:
        return {name: dict(entry) for name, entry in self.items.items()}

    def apply(self, coupon):
        self.coupons.append(coupon)
        return self

    def total_price(self) -> float:
        total = sum(entry["quantity"] * entry["price"] for entry in self.items.values())
        for coupon in self.coupons:
            total = coupon(total)
        return float(total)


class CartTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.log = []
        cls.addClassCleanup(cls.log.append, "class cleaned")

    def setUp(self):
        self.cart = ShoppingCart()
        self.addCleanup(self.log.append, self._testMethodName)

    def test_add(self):
        self.cart.add_item("apple", 1, 5)
        self.assertEqual(self.cart.items, {"apple": {"price": 1, "quantity": 5}})
        self.assertIn("apple", self.cart.view_items())
        self.assertIsNot(self.cart.view_items()["apple"], self.cart.items["apple"])

    def test_add_refuses(self):
        for price, quantity in ((-1, 1), (1, 0)):
            with self.subTest(price=price, quantity=quantity):
                with self.assertRaisesRegex(ValueError, r"bad price or quantity: -?\d") as caught:
                    self.cart.add_item("pear", price, quantity)
                self.assertIsInstance(caught.exception, ValueError)

    def test_subtests_fail(self):
        for n in range(4):
            with self.subTest("even numbers", n=n):
                self.assertEqual(n % 2, 0, "odd")

    def test_remove(self):
        self.cart.add_item("banana", 2, 3)
        self.assertTrue(self.cart.remove_item("banana", 3))
        self.assertFalse(self.cart.remove_item("banana"))
        self.assertDictEqual(self.cart.items, {})

    def test_total_with_mock(self):
        coupon = mock.Mock(return_value=7, name="coupon")
        self.cart.add_item("kiwi", 2.5, 4)
        self.assertAlmostEqual(self.cart.apply(coupon).total_price(), 7.0)
        coupon.assert_called_once_with(10.0)

    def test_fails_with_diff(self):
        self.cart.add_item("fig", 1)
        self.assertEqual(self.cart.view_items(), {"fig": {"price": 1, "quantity": 2}, "plum": None})

    def test_lists_differ(self):
        self.assertListEqual([1, 2, 3, "four"], [1, 2, "three", "four", 5])

    def test_text_differs(self):
        self.assertMultiLineEqual("one\ntwo\nthree\n", "one\n2\nthree\n")

    @unittest.skip("not today")
    def test_skipped(self):
        self.fail("never")

    @unittest.skipIf(sys.maxsize > 2**31, "small machines only")
    def test_skipped_if(self):
        self.fail("never")

    @unittest.expectedFailure
    def test_known(self):
        self.assertGreater(1, 2)

    def test_error(self):
        self.cart.items["x"]["y"] += 1

    def test_logs(self):
        import logging
        with self.assertLogs("cart", level="INFO") as logged:
            logging.getLogger("cart").warning("low stock: %s", "fig")
            logging.getLogger("cart.db").info("saved")
        self.assertEqual(logged.output, ["WARNING:cart:low stock: fig", "INFO:cart.db:saved"])

    def test_counts(self):
        self.assertCountEqual([3, 1, 2, 1], [1, 1, 2, 3])
        self.assertSetEqual({1, 2}, {2, 1})
        self.assertTupleEqual((1,), (1,))
        self.assertNotRegex("abc", r"\d")


stream = io.StringIO()
suite = unittest.defaultTestLoader.loadTestsFromTestCase(CartTest)
result = unittest.TextTestRunner(stream=stream, verbosity=2, descriptions=False).run(suite)
text = stream.getvalue()
import re
print(re.sub(r"in \d+\.\d+s", "in N s", re.sub(r'File ".*[/\\](\w+\.py)"', r'File "\1"', text)))
print(result, result.wasSuccessful(), suite.countTestCases())
print([(case.id().partition(".")[2], reason) for case, reason in result.skipped], len(result.expectedFailures))
print(sorted(CartTest.log))
loaded = unittest.TestLoader()
loaded.testMethodPrefix = "test_add"
print([t.shortDescription() or t._testMethodName for t in loaded.loadTestsFromTestCase(CartTest)], loaded.getTestCaseNames(CartTest))
import doctest
print(doctest.run_docstring_examples(ShoppingCart, {"ShoppingCart": ShoppingCart}, name="cart"))

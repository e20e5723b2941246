import unittest as stockade_unittest


class StockadeResult(stockade_unittest.TestResult):
    """Keeps the first exception, so that it says where it came from, and stops there."""

    first = None

    def keep(self, test, error):
        if self.first is None:
            self.first = (test.id().split(".")[-1], error[1])
        self.stop()

    def addError(self, test, error):
        self.keep(test, error)
        super().addError(test, error)

    def addFailure(self, test, error):
        self.keep(test, error)
        super().addFailure(test, error)

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.keep(test, error)
        super().addSubTest(test, subtest, error)


stockade_result = StockadeResult()
stockade_unittest.TestLoader().loadTestsFromTestCase(TestCases).run(stockade_result)
if stockade_result.first is not None:
    stockade_test, stockade_problem = stockade_result.first
    if isinstance(stockade_problem, AssertionError):
        raise AssertionError(stockade_test + ": " + str(stockade_problem))
    raise stockade_problem
if stockade_result.testsRun == 0:
    raise AssertionError("the class TestCases has no tests")

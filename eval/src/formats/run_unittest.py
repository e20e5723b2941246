import unittest as stockade_unittest

stockade_result = stockade_unittest.TestResult()
stockade_unittest.TestLoader().loadTestsFromTestCase(TestCases).run(stockade_result)
for stockade_test, stockade_trace in stockade_result.failures + stockade_result.errors:
    raise AssertionError(stockade_test.id().split(".")[-1] + ": " + stockade_trace.strip().split("\n")[-1])
if stockade_result.testsRun == 0:
    raise AssertionError("the class TestCases has no tests")

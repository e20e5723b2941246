# A case of coroutines has one context of variables: for its fixtures, the test and what cleans up.
import contextvars
import unittest

STEPS = contextvars.ContextVar("STEPS", default=())


def step(name):
    STEPS.set(STEPS.get() + (name,))


class Case(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        step("setUp")
        self.addCleanup(self.cleaned)
        self.addAsyncCleanup(self.cleaned_async)

    async def asyncSetUp(self):
        step("asyncSetUp")

    async def test(self):
        step("test")

    async def asyncTearDown(self):
        step("asyncTearDown")

    def tearDown(self):
        step("tearDown")

    async def cleaned_async(self):
        step("cleaned_async")

    def cleaned(self):
        step("cleaned")
        print(STEPS.get())


result = unittest.TestResult()
Case("test").run(result)
print(result, STEPS.get())


class OldResult(unittest.TestResult):
    def __init__(self):
        self.failures, self.errors, self.skipped, self.testsRun, self.shouldStop, self.buffer, self.failfast = [], [], [], 0, False, False, False
        self._mirrorOutput = False


old = OldResult()
Case("test").run(old)
print(old.testsRun, old.errors)

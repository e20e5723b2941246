"""Tests that are coroutines: each runs, with its fixtures, in one event loop."""
from contextvars import copy_context
from unittest.case import TestCase

__unittest = True


class IsolatedAsyncioTestCase(TestCase):
    """A case whose methods may be `async`."""
    loop_factory = None

    def __init__(self, methodName='runTest'):
        super().__init__(methodName)
        self._asyncioRunner = None
        # Fixtures, the test and clean-ups share their context variables.
        self._asyncioTestContext = copy_context()

    async def asyncSetUp(self):
        pass

    async def asyncTearDown(self):
        pass

    def addAsyncCleanup(self, func, /, *args, **kwargs):
        self.addCleanup(func, *args, **kwargs)

    async def enterAsyncContext(self, cm):
        kind = type(cm)
        try:
            enter, leave = kind.__aenter__, kind.__aexit__
        except AttributeError:
            raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object does not support the asynchronous "
                            'context manager protocol') from None
        found = await enter(cm)
        self.addAsyncCleanup(leave, cm, None, None, None)
        return found

    def _callSetUp(self):
        # The loop is current before `setUp` runs, which is not `async`.
        _, context = self._asyncioRunner.get_loop(), self._asyncioTestContext
        context.run(self.setUp)
        self._run_async(self.asyncSetUp())

    def _callTestMethod(self, method):
        if self._callMaybeAsync(method) is not None:
            import warnings
            warnings.warn(f'It is deprecated to return a value that is not None from a test case ({method})',
                          DeprecationWarning, stacklevel=4)

    def _callTearDown(self):
        self._run_async(self.asyncTearDown())
        self._asyncioTestContext.run(self.tearDown)

    def _callCleanup(self, function, *args, **kwargs): self._callMaybeAsync(function, *args, **kwargs)

    def _run_async(self, coroutine):
        return self._asyncioRunner.run(coroutine, context=self._asyncioTestContext)

    def _callMaybeAsync(self, func, /, *args, **kwargs):
        made = self._asyncioTestContext.run(func, *args, **kwargs)
        if type(made).__name__ == 'coroutine':
            return self._run_async(made)
        return made

    def _setupAsyncioRunner(self):
        import asyncio
        if self._asyncioRunner is None:
            self._asyncioRunner = asyncio.Runner(debug=True, loop_factory=self.loop_factory)

    def _tearDownAsyncioRunner(self):
        runner, self._asyncioRunner = self._asyncioRunner, None
        if runner is not None:
            runner.close()

    def run(self, result=None):
        self._setupAsyncioRunner()
        try:
            return super().run(result)
        finally:
            self._tearDownAsyncioRunner()

    def debug(self):
        self._setupAsyncioRunner()
        super().debug()
        # Not reached after an error, so that a debugger finds the loop as it was.
        self._tearDownAsyncioRunner()

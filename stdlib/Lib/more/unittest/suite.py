"""Suites of tests, with the fixtures of classes and modules."""
import sys
from unittest import util
from unittest.case import SkipTest, doModuleCleanups

__unittest = True


class BaseTestSuite:
    """A list of tests and suites that runs as one."""
    # Whether a test is dropped when it has run, so that what it holds can be freed.
    _cleanup = True

    def __init__(self, tests=()):
        self._tests, self._removed_tests = [], 0
        self.addTests(tests)

    def __repr__(self):
        return '<%s tests=%s>' % (util.strclass(type(self)), list(self))

    def __eq__(self, other):
        return list(other) == list(self) if isinstance(other, type(self)) else NotImplemented

    def __iter__(self):
        return iter(self._tests)

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def countTestCases(self):
        """How many tests there are, with those that were dropped."""
        counts = [test.countTestCases() for test in self if test]
        return sum(counts, self._removed_tests)

    def addTest(self, test):
        """Adds a test or a suite."""
        from unittest.case import TestCase
        if not callable(test):
            raise TypeError(f'{test!r} is not callable')
        if isinstance(test, type) and issubclass(test, (TestCase, TestSuite)):
            raise TypeError('TestCases and TestSuites must be instantiated before passing them to addTest()')
        self._tests.append(test)

    def addTests(self, tests):
        """Adds many tests and suites."""
        if isinstance(tests, str):
            raise TypeError('tests must be an iterable of tests, not a string')
        for one in tests:
            self.addTest(one)

    def run(self, result):
        """Runs the tests, until one of them stops the run."""
        for at, test in enumerate(self):
            if result.shouldStop:
                break
            test(result)
            if self._cleanup:
                self._removeTestAtIndex(at)
        return result

    def debug(self):
        """Runs the tests without a result: an exception reaches the caller."""
        for test in self:
            test.debug()

    def _removeTestAtIndex(self, index):
        try:
            dropped = self._tests[index]
        except TypeError:
            # A subclass may keep its tests in something that has no places.
            return
        if hasattr(dropped, 'countTestCases'):
            self._removed_tests += dropped.countTestCases()
        self._tests[index] = None


class TestSuite(BaseTestSuite):
    """A suite that also runs the fixtures of classes and modules."""

    def run(self, result, debug=False):
        outermost = not getattr(result, '_testRunEntered', False)
        if outermost:
            result._testRunEntered = True
        for at, test in enumerate(self):
            if result.shouldStop:
                break
            if _is_single(test) and not self._fixtures_ran(test, result):
                continue
            if debug:
                test.debug()
            else:
                test(result)
            if self._cleanup:
                self._removeTestAtIndex(at)
        if outermost:
            self._tearDownPreviousClass(None, result)
            self._handleModuleTearDown(result)
            result._testRunEntered = False
        return result

    def debug(self):
        self.run(_DebugResult(), True)

    def _fixtures_ran(self, test, result):
        """Runs the fixtures between two tests. Says whether the next test can run."""
        kind = test.__class__
        self._tearDownPreviousClass(test, result)
        self._handleModuleFixture(test, result)
        self._handleClassSetUp(test, result)
        result._previousTestClass = kind
        return not (getattr(kind, '_classSetupFailed', False) or getattr(result, '_moduleSetUpFailed', False))

    def _attempt(self, step, result, method, name):
        """Runs one fixture. Says whether it failed, which the result is told."""
        try:
            step()
        except Exception as error:
            if isinstance(result, _DebugResult):
                raise
            self._report(result, error, method, name)
            return True
        return False

    def _handleClassSetUp(self, test, result):
        kind = test.__class__
        if kind == getattr(result, '_previousTestClass', None) or result._moduleSetUpFailed or getattr(kind, '__unittest_skip__', False):
            return
        try:
            kind._classSetupFailed = False
        except TypeError:
            # A class that is not written in Python.
            pass
        set_up = getattr(kind, 'setUpClass', None)
        if set_up is None:
            return
        name = util.strclass(kind)
        with _captured(result):
            if self._attempt(set_up, result, 'setUpClass', name):
                kind._classSetupFailed = True
                self._class_cleanups(kind, result, 'setUpClass', name)

    def _class_cleanups(self, cls, result, method, name):
        cleanups = getattr(cls, 'doClassCleanups', None)
        if cleanups is None:
            return
        cleanups()
        for kind, error, trace in cls.tearDown_exceptions:
            if isinstance(result, _DebugResult):
                raise error
            self._report(result, error, method, name)

    def _handleModuleFixture(self, test, result):
        name = test.__class__.__module__
        if name == self._get_previous_module(result):
            return
        self._handleModuleTearDown(result)
        result._moduleSetUpFailed = False
        set_up = getattr(sys.modules.get(name), 'setUpModule', None)
        if set_up is None:
            return
        with _captured(result):
            if self._attempt(set_up, result, 'setUpModule', name):
                result._moduleSetUpFailed = True
                try:
                    doModuleCleanups()
                except Exception as error:
                    self._report(result, error, 'setUpModule', name)

    def _handleModuleTearDown(self, result):
        name = self._get_previous_module(result)
        if name is None or result._moduleSetUpFailed:
            return
        tear_down = getattr(sys.modules.get(name), 'tearDownModule', None)
        with _captured(result):
            for step in (tear_down, doModuleCleanups):
                if step is not None:
                    self._attempt(step, result, 'tearDownModule', name)

    def _tearDownPreviousClass(self, test, result):
        kind = getattr(result, '_previousTestClass', None)
        if kind in (None, type(None), test.__class__) or getattr(result, '_moduleSetUpFailed', False):
            return
        if getattr(kind, '_classSetupFailed', False) or getattr(kind, '__unittest_skip__', False):
            return
        name, tear_down = util.strclass(kind), getattr(kind, 'tearDownClass', None)
        with _captured(result):
            if tear_down is not None:
                self._attempt(tear_down, result, 'tearDownClass', name)
            self._class_cleanups(kind, result, 'tearDownClass', name)

    def _get_previous_module(self, result):
        previous = getattr(result, '_previousTestClass', None)
        return None if previous is None else previous.__module__

    def _report(self, result, error, method, parent):
        holder = _ErrorHolder(f'{method} ({parent})')
        if isinstance(error, SkipTest) and callable(skip := getattr(result, 'addSkip', None)):
            skip(holder, str(error))
        else:
            result.addError(holder, (type(error), error, error.__traceback__))


class _captured:
    """While a fixture runs, a result that keeps output keeps its output too."""

    def __init__(self, result):
        self.result = result

    def __enter__(self):
        begin = getattr(self.result, '_setupStdout', None)
        if begin is not None:
            begin()

    def __exit__(self, kind, error, trace):
        end = getattr(self.result, '_restoreStdout', None)
        if end is not None:
            end()


class _ErrorHolder:
    """Takes the place of a test in results, for a fixture that failed."""
    failureException = None

    def __init__(self, description):
        self.description = description

    def id(self):
        return self.description

    def shortDescription(self):
        return None

    def __repr__(self):
        return f'<ErrorHolder description={self.description!r}>'

    def __str__(self):
        return self.id()

    def run(self, result):
        pass

    def __call__(self, result):
        return self.run(result)

    def countTestCases(self):
        return 0


def _is_single(test):
    try:
        iter(test)
    except TypeError:
        return True
    return False


class _DebugResult:
    """A result for `debug`, where exceptions reach the caller."""
    _previousTestClass = None
    _moduleSetUpFailed = False
    shouldStop = False

"""Tests in order, and what is set up once for a class or a module."""
import sys
from unittest import util
from unittest.case import SkipTest, doModuleCleanups

__unittest = True


class BaseTestSuite:
    """A list of tests and suites that runs as one."""
    _cleanup = True

    def __init__(self, tests=()):
        self._tests = []
        self._removed_tests = 0
        self.addTests(tests)

    def __repr__(self):
        return f'<{util.strclass(self.__class__)} tests={list(self)}>'

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return list(self) == list(other)

    def __iter__(self):
        return iter(self._tests)

    def countTestCases(self):
        return self._removed_tests + sum([test.countTestCases() for test in self if test])

    def addTest(self, test):
        if not callable(test):
            raise TypeError(f'{repr(test)} is not callable')
        if isinstance(test, type):
            from unittest.case import TestCase
            if issubclass(test, (TestCase, TestSuite)):
                raise TypeError('TestCases and TestSuites must be instantiated before passing them to addTest()')
        self._tests.append(test)

    def addTests(self, tests):
        if isinstance(tests, str):
            raise TypeError('tests must be an iterable of tests, not a string')
        for test in tests:
            self.addTest(test)

    def run(self, result):
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            test(result)
            if self._cleanup:
                self._removeTestAtIndex(index)
        return result

    def _removeTestAtIndex(self, index):
        try:
            test = self._tests[index]
        except TypeError:
            # A suite may keep its tests otherwise.
            return
        if hasattr(test, 'countTestCases'):
            self._removed_tests += test.countTestCases()
        self._tests[index] = None

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        for test in self:
            test.debug()


class TestSuite(BaseTestSuite):
    """A suite that also runs the fixtures of classes and modules."""

    def run(self, result, debug=False):
        outermost = not getattr(result, '_testRunEntered', False)
        if outermost:
            result._testRunEntered = True
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            if _is_single(test):
                self._tearDownPreviousClass(test, result)
                self._handleModuleFixture(test, result)
                self._handleClassSetUp(test, result)
                result._previousTestClass = test.__class__
                if getattr(test.__class__, '_classSetupFailed', False) or getattr(result, '_moduleSetUpFailed', False):
                    continue
            if debug:
                test.debug()
            else:
                test(result)
            if self._cleanup:
                self._removeTestAtIndex(index)
        if outermost:
            self._tearDownPreviousClass(None, result)
            self._handleModuleTearDown(result)
            result._testRunEntered = False
        return result

    def debug(self):
        self.run(_DebugResult(), True)

    def _handleClassSetUp(self, test, result):
        previous, current = getattr(result, '_previousTestClass', None), test.__class__
        if current == previous or result._moduleSetUpFailed or getattr(current, '__unittest_skip__', False):
            return
        failed = False
        try:
            current._classSetupFailed = False
        except TypeError:
            pass
        if (set_up := getattr(current, 'setUpClass', None)) is None:
            return
        name = util.strclass(current)
        with _captured(result):
            try:
                set_up()
            except Exception as error:
                if isinstance(result, _DebugResult):
                    raise
                failed = current._classSetupFailed = True
                self._report(result, error, 'setUpClass', name)
            if failed:
                self._class_cleanups(current, result, 'setUpClass', name)

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
        current = test.__class__.__module__
        if current == self._get_previous_module(result):
            return
        self._handleModuleTearDown(result)
        result._moduleSetUpFailed = False
        module = sys.modules.get(current)
        set_up = getattr(module, 'setUpModule', None)
        if set_up is None:
            return
        with _captured(result):
            try:
                set_up()
            except Exception as error:
                if isinstance(result, _DebugResult):
                    raise
                result._moduleSetUpFailed = True
                self._report(result, error, 'setUpModule', current)
            if result._moduleSetUpFailed:
                try:
                    doModuleCleanups()
                except Exception as error:
                    self._report(result, error, 'setUpModule', current)

    def _handleModuleTearDown(self, result):
        previous = self._get_previous_module(result)
        if previous is None or result._moduleSetUpFailed:
            return
        module = sys.modules.get(previous)
        tear_down = getattr(module, 'tearDownModule', None)
        with _captured(result):
            for step in (tear_down, doModuleCleanups):
                if step is None:
                    continue
                try:
                    step()
                except Exception as error:
                    if isinstance(result, _DebugResult):
                        raise
                    self._report(result, error, 'tearDownModule', previous)

    def _tearDownPreviousClass(self, test, result):
        previous = getattr(result, '_previousTestClass', None)
        if test.__class__ == previous or previous is None or previous is type(None):
            return
        if (getattr(previous, '_classSetupFailed', False) or getattr(result, '_moduleSetUpFailed', False)
                or getattr(previous, '__unittest_skip__', False)):
            return
        name = util.strclass(previous)
        tear_down = getattr(previous, 'tearDownClass', None)
        with _captured(result):
            if tear_down is not None:
                try:
                    tear_down()
                except Exception as error:
                    if isinstance(result, _DebugResult):
                        raise
                    self._report(result, error, 'tearDownClass', name)
            self._class_cleanups(previous, result, 'tearDownClass', name)

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
    """What is written meanwhile is kept by a result that keeps what is written."""

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
    """Stands in results for a fixture that failed."""
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

"""Finding tests: in classes, in modules, by name."""
import functools
import sys
from _stockade import guest_getattr as _guest_getattr
from fnmatch import fnmatchcase
from unittest import case, suite, util

__unittest = True


class _FailedTest(case.TestCase):
    _testMethodName = None

    def __init__(self, method_name, exception):
        self._exception = exception
        super().__init__(method_name)

    def __getattr__(self, name):
        if name != self._testMethodName:
            return super().__getattribute__(name)

        def testFailure():
            raise self._exception
        return testFailure


class TestLoader:
    """Makes suites."""
    testMethodPrefix = 'test'
    sortTestMethodsUsing = staticmethod(lambda x, y: (x > y) - (x < y))
    testNamePatterns = None
    suiteClass = suite.TestSuite
    _top_level_dir = None

    def __init__(self):
        super().__init__()
        self.errors = []

    def loadTestsFromTestCase(self, testCaseClass):
        if issubclass(testCaseClass, suite.TestSuite):
            raise TypeError('Test cases should not be derived from TestSuite. Maybe you meant to derive from TestCase?')
        if testCaseClass in (case.TestCase, case.FunctionTestCase):
            names = []
        else:
            names = self.getTestCaseNames(testCaseClass)
            if not names and hasattr(testCaseClass, 'runTest'):
                names = ['runTest']
        return self.suiteClass(map(testCaseClass, names))

    def loadTestsFromModule(self, module, *, pattern=None):
        tests = []
        for name in dir(module):
            found = getattr(module, name)
            if (isinstance(found, type) and issubclass(found, case.TestCase)
                    and found not in (case.TestCase, case.FunctionTestCase)):
                tests.append(self.loadTestsFromTestCase(found))
        tests = self.suiteClass(tests)
        load_tests = getattr(module, 'load_tests', None)
        if load_tests is not None:
            try:
                return load_tests(self, tests, pattern)
            except Exception as error:
                import traceback
                message = f'Failed to call load_tests:\n{traceback.format_exc()}'
                self.errors.append(message)
                return self._failed(module.__name__, type(error)(message))
        return tests

    def _failed(self, name, error):
        return self.suiteClass((_FailedTest(name, error),))

    def loadTestsFromName(self, name, module=None):
        parts = name.split('.')
        if module is None:
            from importlib import import_module
            taken = parts[:]
            failed = None
            while taken:
                try:
                    module = import_module('.'.join(taken))
                    break
                except ImportError as error:
                    last = taken.pop()
                    if failed is None:
                        failed = (last, error)
            if module is None:
                last, error = failed
                import traceback
                message = f'Failed to import test module: {last}\n{"".join(traceback.format_exception(error))}'
                self.errors.append(message)
                return self._failed(last, ImportError(message))
            parts = parts[len(taken):]
        parent, found = None, module
        for part in parts:
            try:
                parent, found = found, _guest_getattr(found, part)
            except AttributeError as error:
                self.errors.append(f'Failed to access attribute:\n{error!r}')
                return self._failed(part, error)
        from types import FunctionType, ModuleType
        if isinstance(found, ModuleType):
            return self.loadTestsFromModule(found)
        if isinstance(found, type) and issubclass(found, case.TestCase):
            return self.loadTestsFromTestCase(found)
        if isinstance(found, FunctionType) and isinstance(parent, type) and issubclass(parent, case.TestCase):
            return self.suiteClass([parent(parts[-1])])
        if isinstance(found, suite.TestSuite):
            return found
        if callable(found):
            test = found()
            if isinstance(test, suite.TestSuite):
                return test
            if isinstance(test, case.TestCase):
                return self.suiteClass([test])
            raise TypeError(f'calling {found} returned {test}, not a test')
        raise TypeError(f"don't know how to make test from: {found}")

    def loadTestsFromNames(self, names, module=None):
        return self.suiteClass([self.loadTestsFromName(name, module) for name in names])

    def getTestCaseNames(self, testCaseClass):
        def wanted(name):
            if not name.startswith(self.testMethodPrefix) or not callable(getattr(testCaseClass, name)):
                return False
            full = f'{util.strclass(testCaseClass)}.{name}'
            return self.testNamePatterns is None or any(fnmatchcase(full, pattern) for pattern in self.testNamePatterns)

        names = list(filter(wanted, dir(testCaseClass)))
        if self.sortTestMethodsUsing:
            names.sort(key=functools.cmp_to_key(self.sortTestMethodsUsing))
        return names

    def discover(self, start_dir, pattern='test*.py', top_level_dir=None):
        raise ImportError(f'Start directory is not importable: {start_dir!r}')


defaultTestLoader = TestLoader()

"""Finding tests: in classes, in modules, by name."""
import functools
import sys
from _stockade import guest_getattr as _guest_getattr, make_class as _make_class
from fnmatch import fnmatch, fnmatchcase
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
        # Packages that are being read.
        self._loading_packages = set()

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
        """The tests of the modules below a directory, or of a package that is named."""
        import os
        saved, is_implied = self._top_level_dir, False
        if top_level_dir is None:
            top_level_dir, is_implied = (start_dir, True) if saved is None else (saved, False)
        top_level_dir = os.path.abspath(top_level_dir)
        if top_level_dir not in sys.path:
            sys.path.insert(0, top_level_dir)
        self._top_level_dir = top_level_dir
        if os.path.isdir(os.path.abspath(start_dir)):
            start_dir = os.path.abspath(start_dir)
            if start_dir != top_level_dir and not os.path.isfile(os.path.join(start_dir, '__init__.py')):
                raise ImportError(f'Start directory is not importable: {start_dir!r}')
        else:
            start_dir, name = self._directory_of(start_dir), start_dir
            if is_implied:
                self._top_level_dir = self._get_directory_containing_module(name.split('.')[0])
                sys.path.remove(top_level_dir)
        found = list(self._find_tests(start_dir, pattern))
        self._top_level_dir = saved
        return self.suiteClass(found)

    def _directory_of(self, name):
        """The path of a module that is a directory."""
        import os
        try:
            module = _imported(name)
        except (ImportError, TypeError):
            raise ImportError(f'Start directory is not importable: {name!r}') from None
        file = getattr(module, '__file__', None)
        if file is not None:
            return os.path.abspath(os.path.dirname(file))
        if repr(module).endswith('(built-in)>'):
            raise TypeError('Can not use builtin modules as dotted module names')
        raise TypeError(f"don't know how to discover from {module!r}")

    def _get_directory_containing_module(self, module_name):
        import os
        full_path = os.path.abspath(sys.modules[module_name].__file__)
        folder = os.path.dirname(full_path)
        return os.path.dirname(folder) if os.path.basename(full_path).lower().startswith('__init__.py') else folder

    def _get_name_from_path(self, path):
        """A path below the top as the name of a module."""
        import os
        if path == self._top_level_dir:
            return '.'
        below = os.path.relpath(_bare(os.path.normpath(path)), self._top_level_dir)
        if os.path.isabs(below) or below.startswith('..'):
            raise AssertionError('Path must be within the project')
        return below.replace(os.path.sep, '.')

    def _get_module_from_name(self, name):
        return _imported(name)

    def _match_path(self, path, full_path, pattern):
        return fnmatch(path, pattern)

    def _find_tests(self, start_dir, pattern):
        """The suites of a directory, then those below it."""
        import os
        # A package whose `load_tests` asks for this is being read already.
        name = self._get_name_from_path(start_dir)
        if name != '.' and name not in self._loading_packages:
            tests, goes_on = self._find_test_path(start_dir, pattern)
            if tests is not None:
                yield tests
            if not goes_on:
                return
        for path in sorted(os.listdir(start_dir)):
            full_path = os.path.join(start_dir, path)
            tests, goes_on = self._find_test_path(full_path, pattern)
            if tests is not None:
                yield tests
            if goes_on:
                name = self._get_name_from_path(full_path)
                self._loading_packages.add(name)
                try:
                    yield from self._find_tests(full_path, pattern)
                finally:
                    self._loading_packages.discard(name)

    def _find_test_path(self, full_path, pattern):
        """What is in a file or a package, None for nothing; and whether to look below it."""
        import os
        base = os.path.basename(full_path)
        if os.path.isfile(full_path):
            if not _is_module_name(base) or not self._match_path(base, full_path, pattern):
                return None, False
            is_package = False
        elif os.path.isdir(full_path) and os.path.isfile(os.path.join(full_path, '__init__.py')):
            is_package = True
        else:
            return None, False
        name = self._get_name_from_path(full_path)
        try:
            module = self._get_module_from_name(name)
        except case.SkipTest as reason:
            return self._skipped(name, reason), False
        except BaseException:
            import traceback
            message = f'Failed to import test module: {name}\n{traceback.format_exc()}'
            self.errors.append(message)
            return self._failed(name, ImportError(message)), False
        if not is_package:
            self._check_place(module, full_path)
            return self.loadTestsFromModule(module, pattern=pattern), False
        self._loading_packages.add(name)
        try:
            tests = self.loadTestsFromModule(module, pattern=pattern)
            return tests, getattr(module, 'load_tests', None) is None
        finally:
            self._loading_packages.discard(name)

    def _skipped(self, name, reason):
        """A test in the place of a module that wants to be skipped."""
        @case.skip(str(reason))
        def skipped(self):
            pass
        kind = _make_class('ModuleSkipped', (case.TestCase,), {name: skipped})
        return self.suiteClass((kind(name),))

    def _check_place(self, module, full_path):
        import os
        real = _bare(os.path.realpath(os.path.abspath(getattr(module, '__file__', full_path))))
        if real.lower() != _bare(os.path.realpath(full_path)).lower():
            name = _bare(os.path.basename(full_path))
            raise ImportError(f'{name!r} module incorrectly imported from {os.path.dirname(real)!r}. Expected '
                              f'{os.path.dirname(full_path)!r}. Is this module globally installed?')


def _bare(path):
    import os
    return os.path.splitext(path)[0]


def _is_module_name(base):
    name, dot, ending = base.rpartition('.')
    return dot == '.' and ending.lower() == 'py' and name.isidentifier()


def _imported(name):
    from importlib import import_module
    return import_module(name)


defaultTestLoader = TestLoader()

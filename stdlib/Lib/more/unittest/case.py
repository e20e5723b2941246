"""One test: a method of a class, run with what it needs set up, and the checks it may make."""
import sys
import time
import warnings
from _stockade import guest_getattr as _guest_getattr
from unittest.util import _common_shorten_repr, safe_repr, strclass

__unittest = True
_absent = object()
DIFF_OMITTED = '\nDiff is %s characters long. Set self.maxDiff to None to see it.'


class SkipTest(Exception):
    """Raised by a test that is to be skipped."""


class _UnexpectedSuccess(Exception):
    """A test passed that was to fail."""


class _ShouldStop(Exception):
    """A subtest failed and the result wants no more."""


class _Outcome:
    """How one run of a test is going."""

    def __init__(self, result):
        self.result = result
        self.reports_subtests = hasattr(result, 'addSubTest')
        self.success = True
        self.expecting_failure = False
        self.expected = None
        self.subtest_passed = True

    def attempt(self, test, function, *args, subtest=False):
        """Runs a step; what it raises goes to the result."""
        before, self.success = self.success, True
        try:
            function(*args)
        except BaseException as error:
            self.note(test, error, subtest)
        else:
            if subtest and self.success:
                self.result.addSubTest(test.test_case, test, None)
        self.success = self.success and before

    def note(self, test, error, subtest=False):
        if isinstance(error, KeyboardInterrupt):
            raise error
        if isinstance(error, SkipTest):
            self.success = False
            _add_skip(self.result, test, str(error))
            return
        if isinstance(error, _ShouldStop):
            return
        info = (type(error), error, error.__traceback__)
        if self.expecting_failure:
            self.expected = info
        else:
            self.success = False
            if subtest:
                self.result.addSubTest(test.test_case, test, info)
            elif issubclass(info[0], test.failureException):
                self.result.addFailure(test, info)
            else:
                self.result.addError(test, info)


def _add_skip(result, test, reason):
    add = getattr(result, 'addSkip', None)
    if add is not None:
        add(test, reason)
    else:
        warnings.warn('TestResult has no addSkip method, skips not reported', RuntimeWarning, 2)
        result.addSuccess(test)


def _entered(cm, add_cleanup):
    kind = type(cm)
    try:
        enter, leave = kind.__enter__, kind.__exit__
    except AttributeError:
        raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object does not support the context manager "
                        'protocol') from None
    found = enter(cm)
    add_cleanup(leave, cm, None, None, None)
    return found


_module_cleanups = []


def addModuleCleanup(function, /, *args, **kwargs):
    _module_cleanups.append((function, args, kwargs))


def enterModuleContext(cm):
    return _entered(cm, addModuleCleanup)


def doModuleCleanups():
    failed = []
    while _module_cleanups:
        function, args, kwargs = _module_cleanups.pop()
        try:
            function(*args, **kwargs)
        except Exception as error:
            failed.append(error)
    if failed:
        raise failed[0]


def skip(reason):
    """A decorator: the test is not run."""
    def decorator(item):
        if not isinstance(item, type):
            from functools import wraps

            @wraps(item)
            def skipping(*args, **kwargs):
                raise SkipTest(reason)
            item = skipping
        item.__unittest_skip__ = True
        item.__unittest_skip_why__ = reason
        return item

    if type(reason).__name__ == 'function':
        item, reason = reason, ''
        return decorator(item)
    return decorator


def _id(item):
    return item


def skipIf(condition, reason):
    return skip(reason) if condition else _id


def skipUnless(condition, reason):
    return _id if condition else skip(reason)


def expectedFailure(test_item):
    test_item.__unittest_expecting_failure__ = True
    return test_item


def _is_subtype(expected, base):
    if isinstance(expected, tuple):
        return all(_is_subtype(each, base) for each in expected)
    return isinstance(expected, type) and issubclass(expected, base)


class _Raises:
    """What `assertRaises`, `assertWarns` and their kin share."""
    _kind = 'exception'

    def __init__(self, expected, test_case, expected_regex=None):
        if expected_regex is not None:
            import re
            expected_regex = re.compile(expected_regex)
        self.test_case = test_case
        self.expected = expected
        self.expected_regex = expected_regex
        self.obj_name = None
        self.msg = None

    def handle(self, name, args, kwargs):
        try:
            if not _is_subtype(self.expected, self._base_type):
                raise TypeError(f'{name}() arg 1 must be {self._base_type_str}')
            if not args:
                self.msg = kwargs.pop('msg', None)
                if kwargs:
                    raise TypeError(f'{next(iter(kwargs))!r} is an invalid keyword argument for this function')
                return self
            function, *args = args
            try:
                self.obj_name = function.__name__
            except AttributeError:
                self.obj_name = str(function)
            with self:
                function(*args, **kwargs)
        finally:
            self = None

    def _fail(self, text):
        raise self.test_case.failureException(self.test_case._formatMessage(self.msg, text))

    def _name(self):
        return getattr(self.expected, '__name__', None) or str(self.expected)

    def _match(self, shown):
        if self.expected_regex is not None and not self.expected_regex.search(shown):
            self._fail(f'"{self.expected_regex.pattern}" does not match "{shown}"')


class _AssertRaisesContext(_Raises):
    _base_type = BaseException
    _base_type_str = 'an exception type or tuple of exception types'

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            name = self._name()
            self._fail(f'{name} not raised by {self.obj_name}' if self.obj_name else f'{name} not raised')
        if not issubclass(kind, self.expected):
            return False
        self.exception = value.with_traceback(None)
        self._match(str(value))
        return True

    __class_getitem__ = classmethod(type(list[int]))


class _AssertWarnsContext(_Raises):
    _base_type = Warning
    _base_type_str = 'a warning type or tuple of warning types'

    def __enter__(self):
        for module in list(sys.modules.values()):
            if getattr(module, '__warningregistry__', None):
                module.__warningregistry__ = {}
        self.warnings_manager = warnings.catch_warnings(record=True)
        self.warnings = self.warnings_manager.__enter__()
        warnings.simplefilter('always', self.expected)
        return self

    def __exit__(self, kind, value, trace):
        self.warnings_manager.__exit__(kind, value, trace)
        if kind is not None:
            return
        first = None
        for entry in self.warnings:
            message = entry.message
            if not isinstance(message, self.expected):
                continue
            if first is None:
                first = message
            if self.expected_regex is not None and not self.expected_regex.search(str(message)):
                continue
            self.warning, self.filename, self.lineno = message, entry.filename, entry.lineno
            return
        if first is not None:
            self._match(str(first))
        name = self._name()
        self._fail(f'{name} not triggered by {self.obj_name}' if self.obj_name else f'{name} not triggered')


class _AssertNotWarnsContext(_AssertWarnsContext):
    def __exit__(self, kind, value, trace):
        self.warnings_manager.__exit__(kind, value, trace)
        if kind is not None:
            return
        name = self._name()
        for entry in self.warnings:
            if isinstance(entry.message, self.expected):
                self._fail(f'{name} triggered by {self.obj_name}' if self.obj_name else f'{name} triggered')


class _AssertLogsContext:
    """Collects what a logger is given."""
    __module__ = 'unittest._log'

    def __init__(self, test_case, logger_name, level, no_logs):
        import logging
        self.test_case, self.logger_name, self.no_logs = test_case, logger_name, no_logs
        self.level = logging._nameToLevel.get(level, level) if level else logging.INFO
        self.msg = None

    def __enter__(self):
        import logging
        from collections import namedtuple
        name = self.logger_name
        self.logger = logger = name if isinstance(name, logging.Logger) else logging.getLogger(name)
        self.watcher = watcher = namedtuple('_LoggingWatcher', ['records', 'output'])([], [])

        class Capturing(logging.Handler):
            def flush(self):
                pass

            def emit(self, record):
                watcher.records.append(record)
                watcher.output.append(self.format(record))

        handler = Capturing()
        handler.setLevel(self.level)
        handler.setFormatter(logging.Formatter('%(levelname)s:%(name)s:%(message)s'))
        self.old = (logger.handlers[:], logger.level, logger.propagate)
        logger.handlers = [handler]
        logger.setLevel(self.level)
        logger.propagate = False
        return None if self.no_logs else watcher

    def __exit__(self, kind, value, trace):
        self.logger.handlers, level, self.logger.propagate = self.old
        self.logger.setLevel(level)
        if kind is not None:
            return False
        if self.no_logs:
            if self.watcher.records:
                self._fail(f'Unexpected logs found: {self.watcher.output!r}')
        elif not self.watcher.records:
            import logging
            self._fail(f'no logs of level {logging.getLevelName(self.level)} or higher triggered on {self.logger.name}')

    def _fail(self, text):
        raise self.test_case.failureException(self.test_case._formatMessage(self.msg, text))


class TestCase:
    """Subclasses add methods whose names begin with `test`."""
    failureException = AssertionError
    longMessage = True
    maxDiff = 80 * 8
    _diffThreshold = 2 ** 16
    _classSetupFailed = False
    _class_cleanups = []

    def __init_subclass__(cls, *args, **kwargs):
        cls._classSetupFailed = False
        cls._class_cleanups = []
        super().__init_subclass__(*args, **kwargs)

    def __init__(self, methodName='runTest'):
        self._testMethodName = methodName
        self._outcome = None
        self._testMethodDoc = 'No test'
        try:
            method = getattr(self, methodName)
        except AttributeError:
            if methodName != 'runTest':
                raise ValueError(f'no such test method in {self.__class__}: {methodName}')
        else:
            self._testMethodDoc = method.__doc__
        self._cleanups = []
        self._subtest = None
        self._type_equality_funcs = {
            dict: 'assertDictEqual', list: 'assertListEqual', tuple: 'assertTupleEqual', set: 'assertSetEqual',
            frozenset: 'assertSetEqual', str: 'assertMultiLineEqual'}

    def addTypeEqualityFunc(self, typeobj, function):
        self._type_equality_funcs[typeobj] = function

    def addCleanup(self, function, /, *args, **kwargs):
        self._cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        return _entered(cm, self.addCleanup)

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        cls._class_cleanups.append((function, args, kwargs))

    @classmethod
    def enterClassContext(cls, cm):
        return _entered(cm, cls.addClassCleanup)

    def setUp(self):
        """Before each test."""

    def tearDown(self):
        """After each test."""

    @classmethod
    def setUpClass(cls):
        """Before the tests of the class."""

    @classmethod
    def tearDownClass(cls):
        """After the tests of the class."""

    def countTestCases(self):
        return 1

    def defaultTestResult(self):
        from unittest.result import TestResult
        return TestResult()

    def shortDescription(self):
        doc = self._testMethodDoc
        return doc.strip().split('\n')[0].strip() if doc else None

    def id(self):
        return f'{strclass(self.__class__)}.{self._testMethodName}'

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._testMethodName == other._testMethodName

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    def __str__(self):
        return f'{self._testMethodName} ({strclass(self.__class__)}.{self._testMethodName})'

    def __repr__(self):
        return f'<{strclass(self.__class__)} testMethod={self._testMethodName}>'

    def subTest(self, msg=_absent, **params):
        return _SubTestContext(self, msg, params)

    def _callSetUp(self):
        self.setUp()

    def _callTestMethod(self, method):
        if method() is not None:
            warnings.warn(f'It is deprecated to return a value that is not None from a test case ({method})',
                          DeprecationWarning, stacklevel=3)

    def _callTearDown(self):
        self.tearDown()

    def _callCleanup(self, function, /, *args, **kwargs):
        function(*args, **kwargs)

    # Results as they were long ago know less.

    def _addDuration(self, result, elapsed):
        add = getattr(result, 'addDuration', None)
        if add is None:
            warnings.warn('TestResult has no addDuration method', RuntimeWarning)
        else:
            add(self, elapsed)

    def _addExpectedFailure(self, result, exc_info):
        add = getattr(result, 'addExpectedFailure', None)
        if add is None:
            warnings.warn('TestResult has no addExpectedFailure method, reporting as passes', RuntimeWarning)
            result.addSuccess(self)
        else:
            add(self, exc_info)

    def _addUnexpectedSuccess(self, result):
        add = getattr(result, 'addUnexpectedSuccess', None)
        if add is not None:
            add(self)
            return
        warnings.warn('TestResult has no addUnexpectedSuccess method, reporting as failure', RuntimeWarning)
        try:
            raise _UnexpectedSuccess from None
        except _UnexpectedSuccess as error:
            result.addFailure(self, (type(error), error, error.__traceback__))

    def run(self, result=None):
        own = result is None
        if own:
            result = self.defaultTestResult()
            if (hook := getattr(result, 'startTestRun', None)) is not None:
                hook()
        result.startTest(self)
        try:
            method = _guest_getattr(self, self._testMethodName)
            if getattr(self.__class__, '__unittest_skip__', False) or getattr(method, '__unittest_skip__', False):
                _add_skip(result, self, getattr(self.__class__, '__unittest_skip_why__', '')
                          or getattr(method, '__unittest_skip_why__', ''))
                return result
            expecting = (getattr(self, '__unittest_expecting_failure__', False)
                         or getattr(method, '__unittest_expecting_failure__', False))
            outcome = self._outcome = _Outcome(result)
            started = time.perf_counter()
            try:
                outcome.attempt(self, self._callSetUp)
                if outcome.success:
                    outcome.expecting_failure = expecting
                    outcome.attempt(self, self._callTestMethod, method)
                    outcome.expecting_failure = False
                    outcome.attempt(self, self._callTearDown)
                self.doCleanups()
                self._addDuration(result, time.perf_counter() - started)
                if outcome.success:
                    if not expecting:
                        result.addSuccess(self)
                    elif outcome.expected:
                        self._addExpectedFailure(result, outcome.expected)
                    else:
                        self._addUnexpectedSuccess(result)
                return result
            finally:
                outcome.expected = None
                self._outcome = None
        finally:
            result.stopTest(self)
            if own and (hook := getattr(result, 'stopTestRun', None)) is not None:
                hook()

    def doCleanups(self):
        outcome = self._outcome or _Outcome(self.defaultTestResult())
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            outcome.attempt(self, lambda: self._callCleanup(function, *args, **kwargs))
        return outcome.success

    @classmethod
    def doClassCleanups(cls):
        cls.tearDown_exceptions = []
        while cls._class_cleanups:
            function, args, kwargs = cls._class_cleanups.pop()
            try:
                function(*args, **kwargs)
            except Exception:
                cls.tearDown_exceptions.append(sys.exc_info())

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        method = _guest_getattr(self, self._testMethodName)
        if getattr(self.__class__, '__unittest_skip__', False) or getattr(method, '__unittest_skip__', False):
            raise SkipTest(getattr(self.__class__, '__unittest_skip_why__', '')
                           or getattr(method, '__unittest_skip_why__', ''))
        self._callSetUp()
        self._callTestMethod(method)
        self._callTearDown()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            self._callCleanup(function, *args, **kwargs)

    def skipTest(self, reason):
        raise SkipTest(reason)

    def fail(self, msg=None):
        raise self.failureException(msg)

    def _formatMessage(self, msg, standardMsg):
        if not self.longMessage:
            return msg or standardMsg
        return standardMsg if msg is None else f'{standardMsg} : {msg}'

    def _complain(self, msg, standard):
        raise self.failureException(self._formatMessage(msg, standard))

    def assertTrue(self, expr, msg=None):
        if not expr:
            self._complain(msg, f'{safe_repr(expr)} is not true')

    def assertFalse(self, expr, msg=None):
        if expr:
            self._complain(msg, f'{safe_repr(expr)} is not false')

    def assertRaises(self, expected_exception, *args, **kwargs):
        context = _AssertRaisesContext(expected_exception, self)
        try:
            return context.handle('assertRaises', args, kwargs)
        finally:
            context = None

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        context = _AssertRaisesContext(expected_exception, self, expected_regex)
        return context.handle('assertRaisesRegex', args, kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        return _AssertWarnsContext(expected_warning, self).handle('assertWarns', args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        context = _AssertWarnsContext(expected_warning, self, expected_regex)
        return context.handle('assertWarnsRegex', args, kwargs)

    def _assertNotWarns(self, expected_warning, *args, **kwargs):
        return _AssertNotWarnsContext(expected_warning, self).handle('_assertNotWarns', args, kwargs)

    def assertLogs(self, logger=None, level=None):
        return _AssertLogsContext(self, logger, level, False)

    def assertNoLogs(self, logger=None, level=None):
        return _AssertLogsContext(self, logger, level, True)

    def _getAssertEqualityFunc(self, first, second):
        if type(first) is type(second):
            found = self._type_equality_funcs.get(type(first))
            if found is not None:
                return getattr(self, found) if isinstance(found, str) else found
        return self._baseAssertEqual

    def _baseAssertEqual(self, first, second, msg=None):
        if not first == second:
            self._complain(msg, '%s != %s' % _common_shorten_repr(first, second))

    def assertEqual(self, first, second, msg=None):
        self._getAssertEqualityFunc(first, second)(first, second, msg=msg)

    def assertNotEqual(self, first, second, msg=None):
        if not first != second:
            self._complain(msg, f'{safe_repr(first)} == {safe_repr(second)}')

    def _closeness(self, first, second, places, delta):
        """Whether two numbers are close, and how the text about it ends."""
        difference = abs(first - second)
        if delta is not None:
            return difference <= delta, f'within {safe_repr(delta)} delta ({safe_repr(difference)} difference)'
        if places is None:
            places = 7
        return round(difference, places) == 0, f'within {places!r} places ({safe_repr(difference)} difference)'

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if first == second:
            return
        if delta is not None and places is not None:
            raise TypeError('specify delta or places not both')
        close, text = self._closeness(first, second, places, delta)
        if not close:
            self._complain(msg, f'{safe_repr(first)} != {safe_repr(second)} {text}')

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if delta is not None and places is not None:
            raise TypeError('specify delta or places not both')
        close, text = self._closeness(first, second, places, delta)
        if delta is None:
            text = text.partition(' (')[0]
        if first == second or close:
            self._complain(msg, f'{safe_repr(first)} == {safe_repr(second)} {text}')

    def _truncateMessage(self, message, diff):
        if self.maxDiff is None or len(diff) <= self.maxDiff:
            return message + diff
        return message + DIFF_OMITTED % len(diff)

    def _pretty_diff(self, first, second):
        from difflib import ndiff
        from pprint import pformat
        return '\n' + '\n'.join(ndiff(pformat(first).splitlines(), pformat(second).splitlines()))

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        kind = 'sequence' if seq_type is None else seq_type.__name__
        if seq_type is not None:
            for order, value in (('First', seq1), ('Second', seq2)):
                if not isinstance(value, seq_type):
                    raise self.failureException(f'{order} sequence is not a {kind}: {safe_repr(value)}')
        differing, sizes = None, []
        for order, value in (('First', seq1), ('Second', seq2)):
            try:
                sizes.append(len(value))
            except (TypeError, NotImplementedError):
                differing = f'{order} {kind} has no length.    Non-sequence?'
                break
        if differing is None:
            if seq1 == seq2:
                return
            differing = self._where_sequences_differ(seq1, seq2, *sizes, kind, seq_type)
            if differing is None:
                return
        text = self._truncateMessage(differing, self._pretty_diff(seq1, seq2))
        self.fail(self._formatMessage(msg, text))

    def _where_sequences_differ(self, first, second, size1, size2, kind, seq_type):
        text = '%ss differ: %s != %s\n' % (kind.capitalize(), *_common_shorten_repr(first, second))
        for at in range(min(size1, size2)):
            pair = []
            for order, value in (('first', first), ('second', second)):
                try:
                    pair.append(value[at])
                except (TypeError, IndexError, NotImplementedError):
                    text += f'\nUnable to index element {at} of {order} {kind}\n'
                    break
            if len(pair) < 2:
                break
            if pair[0] != pair[1]:
                text += '\nFirst differing element %d:\n%s\n%s\n' % (at, *_common_shorten_repr(*pair))
                break
        else:
            if size1 == size2 and seq_type is None and type(first) is not type(second):
                return None
        if size1 != size2:
            order, longer, start, extra = (('First', first, size2, size1 - size2) if size1 > size2
                                           else ('Second', second, size1, size2 - size1))
            text += f'\n{order} {kind} contains {extra} additional elements.\n'
            try:
                text += f'First extra element {start}:\n{safe_repr(longer[start])}\n'
            except (TypeError, IndexError, NotImplementedError):
                text += f'Unable to index element {start} of {order.lower()} {kind}\n'
        return text

    def assertListEqual(self, list1, list2, msg=None):
        self.assertSequenceEqual(list1, list2, msg, seq_type=list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        self.assertSequenceEqual(tuple1, tuple2, msg, seq_type=tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        only = []
        for order, one, other in (('first', set1, set2), ('second', set2, set1)):
            try:
                only.append(one.difference(other))
            except TypeError as error:
                self.fail(f'invalid type when attempting set difference: {error}')
            except AttributeError as error:
                self.fail(f'{order} argument does not support set difference: {error}')
        lines = []
        for heading, items in zip(('first set but not the second', 'second set but not the first'), only):
            if items:
                lines.append(f'Items in the {heading}:')
                lines.extend([repr(item) for item in items])
        if lines:
            self.fail(self._formatMessage(msg, '\n'.join(lines)))

    def assertIn(self, member, container, msg=None):
        if member not in container:
            self.fail(self._formatMessage(msg, f'{safe_repr(member)} not found in {safe_repr(container)}'))

    def assertNotIn(self, member, container, msg=None):
        if member in container:
            self.fail(self._formatMessage(msg, f'{safe_repr(member)} unexpectedly found in {safe_repr(container)}'))

    def assertIs(self, expr1, expr2, msg=None):
        if expr1 is not expr2:
            self.fail(self._formatMessage(msg, f'{safe_repr(expr1)} is not {safe_repr(expr2)}'))

    def assertIsNot(self, expr1, expr2, msg=None):
        if expr1 is expr2:
            self.fail(self._formatMessage(msg, f'unexpectedly identical: {safe_repr(expr1)}'))

    def assertDictEqual(self, d1, d2, msg=None):
        self.assertIsInstance(d1, dict, 'First argument is not a dictionary')
        self.assertIsInstance(d2, dict, 'Second argument is not a dictionary')
        if d1 != d2:
            text = '%s != %s' % _common_shorten_repr(d1, d2)
            self.fail(self._formatMessage(msg, self._truncateMessage(text, self._pretty_diff(d1, d2))))

    def assertCountEqual(self, first, second, msg=None):
        from unittest.util import _count_diff_all_purpose, _count_diff_hashable
        items, others = list(first), list(second)
        try:
            found = _count_diff_hashable(items, others)
        except TypeError:
            found = _count_diff_all_purpose(items, others)
        if found:
            lines = '\n'.join(['First has %d, Second has %d:  %r' % entry for entry in found])
            text = self._truncateMessage('Element counts were not equal:\n', lines)
            self.fail(self._formatMessage(msg, text))

    def assertMultiLineEqual(self, first, second, msg=None):
        self.assertIsInstance(first, str, 'First argument is not a string')
        self.assertIsInstance(second, str, 'Second argument is not a string')
        if first == second:
            return
        if len(first) > self._diffThreshold or len(second) > self._diffThreshold:
            self._baseAssertEqual(first, second, msg)
        from difflib import ndiff
        one, other = first, second
        if first and second:
            if not first.endswith('\n') or not second.endswith('\n'):
                one, other = one + '\n', other + '\n'
        elif second and not second.endswith('\n'):
            other += '\n'
        elif first and not first.endswith('\n'):
            one += '\n'
        lines = list(ndiff(one.splitlines(True), other.splitlines(True)))
        text = '%s != %s' % _common_shorten_repr(first, second)
        self.fail(self._formatMessage(msg, self._truncateMessage(text, '\n' + ''.join(lines))))

    def assertLess(self, a, b, msg=None):
        if not a < b:
            self.fail(self._formatMessage(msg, f'{safe_repr(a)} not less than {safe_repr(b)}'))

    def assertLessEqual(self, a, b, msg=None):
        if not a <= b:
            self.fail(self._formatMessage(msg, f'{safe_repr(a)} not less than or equal to {safe_repr(b)}'))

    def assertGreater(self, a, b, msg=None):
        if not a > b:
            self.fail(self._formatMessage(msg, f'{safe_repr(a)} not greater than {safe_repr(b)}'))

    def assertGreaterEqual(self, a, b, msg=None):
        if not a >= b:
            self.fail(self._formatMessage(msg, f'{safe_repr(a)} not greater than or equal to {safe_repr(b)}'))

    def assertIsNone(self, obj, msg=None):
        if obj is not None:
            self.fail(self._formatMessage(msg, f'{safe_repr(obj)} is not None'))

    def assertIsNotNone(self, obj, msg=None):
        if obj is None:
            self.fail(self._formatMessage(msg, 'unexpectedly None'))

    def assertIsInstance(self, obj, cls, msg=None):
        if not isinstance(obj, cls):
            self.fail(self._formatMessage(msg, f'{safe_repr(obj)} is not an instance of {cls!r}'))

    def assertNotIsInstance(self, obj, cls, msg=None):
        if isinstance(obj, cls):
            self.fail(self._formatMessage(msg, f'{safe_repr(obj)} is an instance of {cls!r}'))

    def _pattern(self, pattern):
        if isinstance(pattern, (str, bytes)):
            import re
            return re.compile(pattern)
        return pattern

    def assertRegex(self, text, expected_regex, msg=None):
        if isinstance(expected_regex, (str, bytes)):
            assert expected_regex, 'expected_regex must not be empty.'
        expected_regex = self._pattern(expected_regex)
        if not expected_regex.search(text):
            self._complain(msg, f"Regex didn't match: {expected_regex.pattern!r} not found in {text!r}")

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        unexpected_regex = self._pattern(unexpected_regex)
        match = unexpected_regex.search(text)
        if match:
            found = text[match.start():match.end()]
            self._complain(msg, f'Regex matched: {found!r} matches {unexpected_regex.pattern!r} in {text!r}')


class _SubTestContext:
    """One block of a test that is reported on its own."""

    def __init__(self, case, msg, params):
        self.case, self.msg, self.params = case, msg, params

    def __enter__(self):
        case, self.parent = self.case, self.case._subtest
        self.outcome = outcome = case._outcome
        if outcome is None or not outcome.reports_subtests:
            self.outcome = None
            return
        params = dict(self.params)
        if self.parent is not None:
            params.update({name: value for name, value in self.parent.params.items() if name not in params})
        case._subtest = _SubTest(case, self.msg, params)
        self.before, outcome.success = outcome.success, True

    def __exit__(self, kind, error, trace):
        outcome, case = self.outcome, self.case
        if outcome is None:
            return False
        subtest, case._subtest = case._subtest, self.parent
        if error is not None:
            outcome.note(subtest, error, subtest=True)
        elif outcome.success:
            outcome.result.addSubTest(case, subtest, None)
        passed = outcome.success
        outcome.success = passed and self.before
        if not passed and getattr(outcome.result, 'failfast', False):
            raise _ShouldStop
        if outcome.expected:
            raise _ShouldStop
        return True


class FunctionTestCase(TestCase):
    """A function as a test."""

    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__()
        self._setUpFunc, self._tearDownFunc = setUp, tearDown
        self._testFunc, self._description = testFunc, description

    def setUp(self):
        if self._setUpFunc is not None:
            self._setUpFunc()

    def tearDown(self):
        if self._tearDownFunc is not None:
            self._tearDownFunc()

    def runTest(self):
        self._testFunc()

    def id(self):
        return self._testFunc.__name__

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return ((self._setUpFunc, self._tearDownFunc, self._testFunc, self._description)
                == (other._setUpFunc, other._tearDownFunc, other._testFunc, other._description))

    def __hash__(self):
        return hash((type(self), self._setUpFunc, self._tearDownFunc, self._testFunc, self._description))

    def __str__(self):
        return f'{strclass(self.__class__)} ({self._testFunc.__name__})'

    def __repr__(self):
        return f'<{strclass(self.__class__)} tec={self._testFunc}>'

    def shortDescription(self):
        if self._description is not None:
            return self._description
        doc = self._testFunc.__doc__
        return doc and doc.split('\n')[0].strip() or None


class _SubTest(TestCase):
    """Stands in results for a block of a test."""

    def __init__(self, test_case, message, params):
        super().__init__()
        self._message = message
        self.test_case = test_case
        self.params = params
        self.failureException = test_case.failureException

    def runTest(self):
        raise NotImplementedError('subtests cannot be run directly')

    def _subDescription(self):
        parts = []
        if self._message is not _absent:
            parts.append(f'[{self._message}]')
        if self.params:
            shown = ', '.join([f'{name}={value!r}' for name, value in self.params.items()])
            parts.append(f'({shown})')
        return ' '.join(parts) or '(<subtest>)'

    def id(self):
        return f'{self.test_case.id()} {self._subDescription()}'

    def shortDescription(self):
        return self.test_case.shortDescription()

    def __str__(self):
        return f'{self.test_case} {self._subDescription()}'

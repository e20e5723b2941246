"""What a run of tests found."""
import sys
from unittest import util

__unittest = True
STDOUT_LINE = '\nStdout:\n%s'
STDERR_LINE = '\nStderr:\n%s'


def failfast(method):
    from functools import wraps

    @wraps(method)
    def inner(self, *args, **kw):
        if getattr(self, 'failfast', False):
            self.stop()
        return method(self, *args, **kw)
    return inner


class TestResult:
    """Collects outcomes; runners extend it with what they print."""
    _previousTestClass = None
    _testRunEntered = False
    _moduleSetUpFailed = False
    buffer = False
    tb_locals = False
    _mirrorOutput = False
    _stdout_buffer = _stderr_buffer = None

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failfast = False
        self.failures = []
        self.errors = []
        self.testsRun = 0
        self.skipped = []
        self.expectedFailures = []
        self.unexpectedSuccesses = []
        self.collectedDurations = []
        self.shouldStop = False
        self.buffer = False
        self.tb_locals = False
        self._stdout_buffer = self._stderr_buffer = None
        self._original_stdout = sys.stdout
        self._original_stderr = sys.stderr
        self._mirrorOutput = False

    def printErrors(self):
        """Called by the runner after the tests."""

    def startTest(self, test):
        self.testsRun += 1
        self._mirrorOutput = False
        self._setupStdout()

    def _setupStdout(self):
        if not self.buffer:
            return
        if self._stderr_buffer is None:
            from io import StringIO
            self._stderr_buffer, self._stdout_buffer = StringIO(), StringIO()
        sys.stdout, sys.stderr = self._stdout_buffer, self._stderr_buffer

    def startTestRun(self):
        """Called once before any test."""

    def stopTest(self, test):
        self._restoreStdout()
        self._mirrorOutput = False

    def _restoreStdout(self):
        if not self.buffer:
            return
        if self._mirrorOutput:
            for stream, held, frame in ((self._original_stdout, sys.stdout, STDOUT_LINE),
                                        (self._original_stderr, sys.stderr, STDERR_LINE)):
                if text := held.getvalue():
                    stream.write(frame % (text if text.endswith('\n') else text + '\n'))
        sys.stdout, sys.stderr = self._original_stdout, self._original_stderr
        for held in (self._stdout_buffer, self._stderr_buffer):
            held.seek(0)
            held.truncate()

    def stopTestRun(self):
        """Called once after all tests."""

    @failfast
    def addError(self, test, err):
        self.errors.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    @failfast
    def addFailure(self, test, err):
        self.failures.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    def addSubTest(self, test, subtest, err):
        if err is None:
            return
        if getattr(self, 'failfast', False):
            self.stop()
        found = self.failures if issubclass(err[0], test.failureException) else self.errors
        found.append((subtest, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    def addSuccess(self, test):
        """A test passed."""

    def addSkip(self, test, reason):
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        self.expectedFailures.append((test, self._exc_info_to_string(err, test)))

    @failfast
    def addUnexpectedSuccess(self, test):
        self.unexpectedSuccesses.append(test)

    def addDuration(self, test, elapsed):
        # Classes of older times do not begin as this one does.
        if hasattr(self, 'collectedDurations'):
            self.collectedDurations.append((str(test), elapsed))

    def wasSuccessful(self):
        return (len(self.failures) == len(self.errors) == 0
                and (not hasattr(self, 'unexpectedSuccesses') or not self.unexpectedSuccesses))

    def stop(self):
        self.shouldStop = True

    def _exc_info_to_string(self, err, test):
        from traceback import TracebackException
        kind, value, trace = err
        shown = TracebackException(kind, value, trace, capture_locals=self.tb_locals, compact=True)
        lines = list(shown.format())
        if not shown.stack and getattr(test, '_raises_itself', False):
            lines.insert(0, 'Traceback (most recent call last):\n')
        if self.buffer:
            for stream, frame in ((sys.stdout, STDOUT_LINE), (sys.stderr, STDERR_LINE)):
                text = stream.getvalue()
                if text:
                    lines.append(frame % (text if text.endswith('\n') else text + '\n'))
        return ''.join(lines)

    def __repr__(self):
        return (f'<{util.strclass(self.__class__)} run={self.testsRun} errors={len(self.errors)} '
                f'failures={len(self.failures)}>')

"""The outcomes of tests."""
import sys
from unittest import util

__unittest = True
STDOUT_LINE = '\nStdout:\n%s'
STDERR_LINE = '\nStderr:\n%s'


def failfast(method):
    """A decorator: the outcome ends the run if the result is set to do so."""
    from functools import wraps

    @wraps(method)
    def recorded(self, *args, **kw):
        if getattr(self, 'failfast', False):
            self.stop()
        return method(self, *args, **kw)
    return recorded


def _with_line_end(text):
    return text if text.endswith('\n') else text + '\n'


class TestResult:
    """Collects outcomes; runners extend it with what they print."""
    _previousTestClass, _testRunEntered, _moduleSetUpFailed, _mirrorOutput = None, False, False, False
    _stdout_buffer = _stderr_buffer = None
    buffer = tb_locals = False

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.testsRun, self.shouldStop = 0, False
        self.failfast = self.buffer = self.tb_locals = self._mirrorOutput = False
        self.failures, self.errors, self.skipped = [], [], []
        self.expectedFailures, self.unexpectedSuccesses, self.collectedDurations = [], [], []
        self._original_stdout, self._original_stderr = sys.stdout, sys.stderr
        self._stdout_buffer = self._stderr_buffer = None

    def printErrors(self):
        """Called by the runner after the tests."""

    def startTest(self, test):
        """Called before each test."""
        self._mirrorOutput, self.testsRun = False, self.testsRun + 1
        self._setupStdout()

    def _setupStdout(self):
        if self.buffer:
            if self._stderr_buffer is None:
                from io import StringIO
                self._stderr_buffer, self._stdout_buffer = StringIO(), StringIO()
            sys.stdout, sys.stderr = self._stdout_buffer, self._stderr_buffer

    def startTestRun(self):
        """Called once before any test."""

    def stopTest(self, test):
        """Called after each test."""
        self._restoreStdout()
        self._mirrorOutput = False

    def _restoreStdout(self):
        if not self.buffer:
            return
        streams = ((self._original_stdout, sys.stdout, STDOUT_LINE), (self._original_stderr, sys.stderr, STDERR_LINE))
        for stream, kept, form in streams if self._mirrorOutput else ():
            if text := kept.getvalue():
                stream.write(form % _with_line_end(text))
        sys.stdout, sys.stderr = self._original_stdout, self._original_stderr
        for kept in (self._stdout_buffer, self._stderr_buffer):
            kept.seek(0)
            kept.truncate()

    def stopTestRun(self):
        """Called once after all tests."""

    def _keep(self, outcomes, test, err):
        outcomes.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    @failfast
    def addError(self, test, err): self._keep(self.errors, test, err)

    @failfast
    def addFailure(self, test, err): self._keep(self.failures, test, err)

    def addSubTest(self, test, subtest, err):
        """A part of a test has ended; `err` is None if it passed."""
        if err is not None:
            if getattr(self, 'failfast', False):
                self.stop()
            failed = issubclass(err[0], test.failureException)
            outcomes = self.failures if failed else self.errors
            outcomes.append((subtest, self._exc_info_to_string(err, test)))
            self._mirrorOutput = True

    def addSuccess(self, test):
        """A test passed."""

    def addSkip(self, test, reason): self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        """A test failed that was expected to."""
        text = self._exc_info_to_string(err, test)
        self.expectedFailures.append((test, text))

    @failfast
    def addUnexpectedSuccess(self, test): self.unexpectedSuccesses.append(test)

    def addDuration(self, test, elapsed):
        """How long a test took."""
        # A subclass that does not call this `__init__` has no such list.
        if hasattr(self, 'collectedDurations'):
            self.collectedDurations.append((str(test), elapsed))

    def wasSuccessful(self):
        """Whether nothing failed so far."""
        unexpected = getattr(self, 'unexpectedSuccesses', ())
        return not (len(self.failures) or len(self.errors) or unexpected)

    def stop(self):
        """No other test starts."""
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
                    lines.append(frame % _with_line_end(text))
        return ''.join(lines)

    def __repr__(self):
        return (f'<{util.strclass(self.__class__)} run={self.testsRun} errors={len(self.errors)} '
                f'failures={len(self.failures)}>')

"""Running tests and printing what came out."""
import sys
import time
from unittest import result, signals

__unittest = True


class _WritelnDecorator:
    """A stream with `writeln`."""

    def __init__(self, stream):
        self.stream = stream

    def __getattr__(self, name):
        if name in ('stream', '__getstate__'):
            raise AttributeError(name)
        return getattr(self.stream, name)

    def writeln(self, arg=None):
        if arg:
            self.write(arg)
        self.write('\n')


class TextTestResult(result.TestResult):
    """Prints a letter or a line for each test."""
    separator1 = '=' * 70
    separator2 = '-' * 70

    def __init__(self, stream, descriptions, verbosity, *, durations=None):
        super().__init__(stream, descriptions, verbosity)
        self.stream = stream
        self.showAll = verbosity > 1
        self.dots = verbosity == 1
        self.descriptions = descriptions
        self.durations = durations
        self._at_start = True

    def getDescription(self, test):
        first = test.shortDescription()
        return f'{test}\n{first}' if self.descriptions and first else str(test)

    def startTest(self, test):
        super().startTest(test)
        if self.showAll:
            self.stream.write(self.getDescription(test))
            self.stream.write(' ... ')
            self.stream.flush()
            self._at_start = False

    def _say(self, test, word, letter):
        if self.showAll:
            from unittest.case import _SubTest
            is_sub = isinstance(test, _SubTest)
            if is_sub or self._at_start:
                if not self._at_start:
                    self.stream.writeln()
                if is_sub:
                    self.stream.write('  ')
                self.stream.write(self.getDescription(test))
                self.stream.write(' ... ')
            self.stream.writeln(word)
            self._at_start = True
        elif self.dots:
            self.stream.write(letter)
        self.stream.flush()

    def addSubTest(self, test, subtest, err):
        if err is not None:
            if issubclass(err[0], subtest.failureException):
                self._say(subtest, 'FAIL', 'F')
            else:
                self._say(subtest, 'ERROR', 'E')
        super().addSubTest(test, subtest, err)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._say(test, 'ok', '.')

    def addError(self, test, err):
        super().addError(test, err)
        self._say(test, 'ERROR', 'E')

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._say(test, 'FAIL', 'F')

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._say(test, f'skipped {reason!r}', 's')

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._say_last('expected failure', 'x')

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._say_last('unexpected success', 'u')

    def _say_last(self, word, letter):
        if self.showAll:
            self.stream.writeln(word)
        elif self.dots:
            self.stream.write(letter)
        self.stream.flush()

    def printErrors(self):
        if self.dots or self.showAll:
            self.stream.writeln()
            self.stream.flush()
        self.printErrorList('ERROR', self.errors)
        self.printErrorList('FAIL', self.failures)
        unexpected = getattr(self, 'unexpectedSuccesses', ())
        if unexpected:
            self.stream.writeln(self.separator1)
            for test in unexpected:
                self.stream.writeln(f'UNEXPECTED SUCCESS: {self.getDescription(test)}')
            self.stream.flush()

    def printErrorList(self, flavour, errors):
        for test, shown in errors:
            self.stream.writeln(self.separator1)
            self.stream.writeln(f'{flavour}: {self.getDescription(test)}')
            self.stream.writeln(self.separator2)
            self.stream.writeln(shown)
            self.stream.flush()


class TextTestRunner:
    """Runs a test and prints results and a summary, to stderr unless told otherwise."""
    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None,
                 warnings=None, *, tb_locals=False, durations=None):
        self.stream = _WritelnDecorator(sys.stderr if stream is None else stream)
        self.descriptions = descriptions
        self.verbosity = verbosity
        self.failfast = failfast
        self.buffer = buffer
        self.tb_locals = tb_locals
        self.durations = durations
        self.warnings = warnings
        if resultclass is not None:
            self.resultclass = resultclass

    def _makeResult(self):
        try:
            return self.resultclass(self.stream, self.descriptions, self.verbosity, durations=self.durations)
        except TypeError:
            return self.resultclass(self.stream, self.descriptions, self.verbosity)

    def _printDurations(self, found):
        if not getattr(found, 'collectedDurations', None):
            return
        slowest = sorted(found.collectedDurations, key=lambda entry: entry[1], reverse=True)
        if self.durations > 0:
            slowest = slowest[:self.durations]
        self.stream.writeln('Slowest test durations')
        if hasattr(found, 'separator2'):
            self.stream.writeln(found.separator2)
        hidden = False
        for test, elapsed in slowest:
            if self.verbosity < 2 and elapsed < 0.001:
                hidden = True
                continue
            self.stream.writeln(f'{f"{elapsed:.3f}s":10} {test}')
        if hidden:
            self.stream.writeln('\n(durations < 0.001s were hidden; use -v to show these durations)')
        else:
            self.stream.writeln('')

    def run(self, test):
        found = self._makeResult()
        signals.registerResult(found)
        found.failfast = self.failfast
        found.buffer = self.buffer
        found.tb_locals = self.tb_locals
        import warnings
        with warnings.catch_warnings():
            if self.warnings:
                warnings.simplefilter(self.warnings)
            started = time.perf_counter()
            if (hook := getattr(found, 'startTestRun', None)) is not None:
                hook()
            try:
                test(found)
            finally:
                if (hook := getattr(found, 'stopTestRun', None)) is not None:
                    hook()
            taken = time.perf_counter() - started
        found.printErrors()
        if self.durations is not None:
            self._printDurations(found)
        if hasattr(found, 'separator2'):
            self.stream.writeln(found.separator2)
        run = found.testsRun
        self.stream.writeln(f'Ran {run} test{"s" if run != 1 else ""} in {taken:.3f}s')
        self.stream.writeln()
        told = []
        if not found.wasSuccessful():
            self.stream.write('FAILED')
            if found.failures:
                told.append(f'failures={len(found.failures)}')
            if found.errors:
                told.append(f'errors={len(found.errors)}')
        elif run == 0 and not getattr(found, 'skipped', ()):
            self.stream.write('NO TESTS RAN')
        else:
            self.stream.write('OK')
        for word, name in (('skipped', 'skipped'), ('expected failures', 'expectedFailures'),
                           ('unexpected successes', 'unexpectedSuccesses')):
            if count := len(getattr(found, name, ())):
                told.append(f'{word}={count}')
        self.stream.write(f' ({", ".join(told)})\n' if told else '\n')
        self.stream.flush()
        return found

"""`unittest.main()`: loads the tests of a module, runs them, ends the program."""
import sys
from unittest import loader, runner

__unittest = True


class TestProgram:
    """The options that say how tests run can be given as arguments or in `argv`."""
    module = None
    verbosity = 1
    failfast = buffer = catchbreak = None
    testNamePatterns = None
    tb_locals = False
    durations = None
    _discovery = None

    def __init__(self, module='__main__', defaultTest=None, argv=None, testRunner=None, testLoader=loader.defaultTestLoader,
                 exit=True, verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None, *, tb_locals=False,
                 durations=None):
        if isinstance(module, str):
            self.module = sys.modules[module] if module in sys.modules else _imported(module)
        else:
            self.module = module
        self.exit = exit
        self.failfast = failfast
        self.catchbreak = catchbreak
        self.verbosity = verbosity
        self.buffer = buffer
        self.tb_locals = tb_locals
        self.durations = durations
        self.warnings = 'default' if warnings is None and not sys.warnoptions else warnings
        self.defaultTest = defaultTest
        self.testRunner = testRunner
        self.testLoader = testLoader
        argv = sys.argv if argv is None else argv
        self.progName = (argv[0] if argv else '').rpartition('/')[2]
        self.parseArgs(argv)
        self.runTests()

    def parseArgs(self, argv):
        names = []
        rest = list(argv[1:])
        while rest:
            word = rest.pop(0)
            if word in ('-v', '--verbose'):
                self.verbosity = 2
            elif word in ('-q', '--quiet'):
                self.verbosity = 0
            elif word in ('-f', '--failfast'):
                self.failfast = True
            elif word in ('-b', '--buffer'):
                self.buffer = True
            elif word in ('-c', '--catch'):
                self.catchbreak = True
            elif word == '--locals':
                self.tb_locals = True
            elif word == '-k' and rest:
                pattern = rest.pop(0)
                self.testNamePatterns = (self.testNamePatterns or []) + [pattern if '*' in pattern else f'*{pattern}*']
            elif not word.startswith('-'):
                names.append(word)
        if names:
            self.testNames = names
        elif self.defaultTest is None:
            self.testNames = None
        else:
            self.testNames = (self.defaultTest,) if isinstance(self.defaultTest, str) else list(self.defaultTest)
        self.createTests()

    def createTests(self, from_discovery=False, Loader=None):
        if self.testNamePatterns:
            self.testLoader.testNamePatterns = self.testNamePatterns
        if self.testNames is None:
            self.test = self.testLoader.loadTestsFromModule(self.module)
        else:
            self.test = self.testLoader.loadTestsFromNames(self.testNames, self.module)

    def runTests(self):
        if self.catchbreak:
            from unittest.signals import installHandler
            installHandler()
        chosen = runner.TextTestRunner if self.testRunner is None else self.testRunner
        if isinstance(chosen, type):
            try:
                chosen = chosen(verbosity=self.verbosity, failfast=self.failfast, buffer=self.buffer,
                                warnings=self.warnings, tb_locals=self.tb_locals, durations=self.durations)
            except TypeError:
                try:
                    chosen = chosen(verbosity=self.verbosity, failfast=self.failfast, buffer=self.buffer,
                                    warnings=self.warnings)
                except TypeError:
                    chosen = chosen()
        self.result = chosen.run(self.test)
        if self.exit:
            if not self.result.wasSuccessful():
                sys.exit(1)
            sys.exit(5 if self.result.testsRun == 0 and len(self.result.skipped) == 0 else 0)


def _imported(name):
    from importlib import import_module
    return import_module(name)


main = TestProgram

"""`unittest.main()`: loads the tests of a module, runs them, ends the program."""
import sys
from unittest import loader, runner

__unittest = True
MAIN_EXAMPLES = '''\
Examples:
  %(prog)s test_module               - run tests from test_module
  %(prog)s module.TestClass          - run tests from module.TestClass
  %(prog)s module.Class.test_method  - run specified test method
  %(prog)s path/to/test_file.py      - run tests from test_file.py
'''
MODULE_EXAMPLES = '''\
Examples:
  %(prog)s                           - run default set of tests
  %(prog)s MyTestSuite               - run suite 'MyTestSuite'
  %(prog)s MyTestCase.testSomething  - run MyTestCase.testSomething
  %(prog)s MyTestCase                - run all 'test*' test methods
                                       in MyTestCase
'''


class TestProgram:
    """The options that say how tests run can be given as arguments or in `argv`."""
    module = None
    verbosity = 1
    failfast = buffer = catchbreak = warnings = None
    testNamePatterns = None
    tb_locals = False
    durations = None
    progName = None
    _discovery_parser = None

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
        self.tests = []
        if self.module is None and len(argv) > 1 and argv[1].lower() == 'discover':
            self._initArgParsers()
            self._do_discovery(argv[2:])
            return
        if len(argv) > 1 or self.module is None:
            self._initArgParsers()
            self._main_parser.parse_args(argv[1:], self)
        if self.module is None and not self.tests:
            self._do_discovery([])
            return
        if self.tests:
            self.testNames = [_dotted(name) for name in self.tests]
        elif self.defaultTest is None:
            self.testNames = None
        else:
            self.testNames = (self.defaultTest,) if isinstance(self.defaultTest, str) else list(self.defaultTest)
        self.createTests()

    def createTests(self, from_discovery=False, Loader=None):
        if self.testNamePatterns:
            self.testLoader.testNamePatterns = self.testNamePatterns
        if from_discovery:
            chosen = self.testLoader if Loader is None else Loader()
            self.test = chosen.discover(self.start, self.pattern, self.top)
        elif self.testNames is None:
            self.test = self.testLoader.loadTestsFromModule(self.module)
        else:
            self.test = self.testLoader.loadTestsFromNames(self.testNames, self.module)

    def _initArgParsers(self):
        from argparse import SUPPRESS, ArgumentParser
        common = ArgumentParser(add_help=False)
        add = common.add_argument
        add('-v', '--verbose', dest='verbosity', action='store_const', const=2, help='Verbose output')
        add('-q', '--quiet', dest='verbosity', action='store_const', const=0, help='Quiet output')
        add('--locals', dest='tb_locals', action='store_true', help='Show local variables in tracebacks')
        add('--durations', dest='durations', type=int, default=None, metavar='N',
            help='Show the N slowest test cases (N=0 for all)')
        # What the caller has decided is no option.
        for name, letter, word, told in (('failfast', '-f', '--failfast', 'Stop on first fail or error'),
                                         ('catchbreak', '-c', '--catch', 'Catch Ctrl-C and display results so far'),
                                         ('buffer', '-b', '--buffer', 'Buffer stdout and stderr during tests')):
            if getattr(self, name) is None:
                add(letter, word, dest=name, action='store_true', help=told)
                setattr(self, name, False)
        if self.testNamePatterns is None:
            add('-k', dest='testNamePatterns', action='append', type=_pattern, help='Only run tests which match the given substring')
            self.testNamePatterns = []
        self._main_parser = parser = ArgumentParser(prog=self.progName, parents=[common])
        parser.print_help = self._print_help
        parser.add_argument('tests', nargs='*', help='a list of any number of test modules, classes and test methods.')
        self._discovery_parser = parser = ArgumentParser(
            prog=f'{self.progName} discover', parents=[common],
            epilog='For test discovery all test modules must be importable from the top level directory of the project.')
        parser.add_argument('-s', '--start-directory', dest='start', help="Directory to start discovery ('.' default)")
        parser.add_argument('-p', '--pattern', dest='pattern', help="Pattern to match tests ('test*.py' default)")
        parser.add_argument('-t', '--top-level-directory', dest='top',
                            help='Top level directory of project (defaults to start directory)')
        for name in ('start', 'pattern', 'top'):
            parser.add_argument(name, nargs='?', default=SUPPRESS, help=SUPPRESS)

    def _print_help(self, *args, **kwargs):
        print(self._main_parser.format_help())
        if self.module is None:
            print(MAIN_EXAMPLES % {'prog': self.progName})
            self._discovery_parser.print_help()
        else:
            print(MODULE_EXAMPLES % {'prog': self.progName})

    def _do_discovery(self, argv, Loader=None):
        self.start, self.pattern, self.top = '.', 'test*.py', None
        if argv is not None:
            if self._discovery_parser is None:
                self._initArgParsers()
            self._discovery_parser.parse_args(argv, self)
        self.createTests(from_discovery=True, Loader=Loader)

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


def _dotted(name):
    """The file of a module as the name of it."""
    if not name.lower().endswith('.py'):
        return name
    return name[:-3].replace('/', '.').replace('\\', '.')


def _pattern(text):
    return text if '*' in text else f'*{text}*'


def _imported(name):
    from importlib import import_module
    return import_module(name)


main = TestProgram

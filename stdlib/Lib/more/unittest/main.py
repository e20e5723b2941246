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
    # What an option sets is None until the caller or the command line says it.
    module = progName = testNamePatterns = durations = None
    failfast = buffer = catchbreak = warnings = None
    verbosity, tb_locals, _discovery_parser = 1, False, None

    def __init__(self, module='__main__', defaultTest=None, argv=None, testRunner=None, testLoader=loader.defaultTestLoader,
                 exit=True, verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None, *, tb_locals=False,
                 durations=None):
        if not isinstance(module, str):
            self.module = module
        else:
            self.module = sys.modules[module] if module in sys.modules else _imported(module)
        self.defaultTest, self.testRunner, self.testLoader, self.exit = defaultTest, testRunner, testLoader, exit
        self.verbosity, self.failfast, self.catchbreak, self.buffer = verbosity, failfast, catchbreak, buffer
        self.tb_locals, self.durations = tb_locals, durations
        # Warnings are shown unless Python was started with options for them.
        self.warnings = 'default' if not sys.warnoptions and warnings is None else warnings
        arguments = sys.argv if argv is None else argv
        self.progName = (arguments[0] if arguments else '').rpartition('/')[2]
        self.parseArgs(arguments)
        self.runTests()

    def parseArgs(self, argv):
        """Reads the command line, and loads the tests."""
        self.tests = []
        discovers = self.module is None
        if discovers and argv[1:] and argv[1].lower() == 'discover':
            self._initArgParsers()
            return self._do_discovery(argv[2:])
        if discovers or argv[1:]:
            self._initArgParsers()
            self._main_parser.parse_args(argv[1:], self)
        if discovers and not self.tests:
            return self._do_discovery([])
        names = [_dotted(name) for name in self.tests] or self.defaultTest
        self.testNames = (names,) if isinstance(names, str) else None if names is None else list(names)
        self.createTests()

    def createTests(self, from_discovery=False, Loader=None):
        """Loads the tests: from files, by name, or all of the module."""
        if self.testNamePatterns:
            self.testLoader.testNamePatterns = self.testNamePatterns
        if from_discovery:
            finder = self.testLoader if Loader is None else Loader()
            self.test = finder.discover(self.start, self.pattern, self.top)
        else:
            names = self.testNames
            self.test = (self.testLoader.loadTestsFromModule(self.module) if names is None
                         else self.testLoader.loadTestsFromNames(names, self.module))

    def _initArgParsers(self):
        from argparse import SUPPRESS, ArgumentParser
        common = ArgumentParser(add_help=False)
        add = common.add_argument
        add('-v', '--verbose', dest='verbosity', action='store_const', const=2, help='Verbose output')
        add('-q', '--quiet', dest='verbosity', action='store_const', const=0, help='Quiet output')
        add('--locals', dest='tb_locals', action='store_true', help='Show local variables in tracebacks')
        add('--durations', dest='durations', type=int, default=None, metavar='N',
            help='Show the N slowest test cases (N=0 for all)')
        # An option is left out if the caller has decided it.
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
        """Runs the tests, and ends the program unless it was told not to."""
        if self.catchbreak:
            from unittest.signals import installHandler
            installHandler()
        self.result = self._made_runner().run(self.test)
        if self.exit:
            if not self.result.wasSuccessful():
                sys.exit(1)
            nothing_ran = not self.result.testsRun and not self.result.skipped
            sys.exit(5 if nothing_ran else 0)

    def _made_runner(self):
        made = runner.TextTestRunner if self.testRunner is None else self.testRunner
        if not isinstance(made, type):
            return made
        options = {name: getattr(self, name) for name in ('verbosity', 'failfast', 'buffer', 'warnings')}
        # A class of a program's own may know fewer options, or none.
        for known in ({**options, 'tb_locals': self.tb_locals, 'durations': self.durations}, options):
            try:
                return made(**known)
            except TypeError:
                pass
        return made()


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

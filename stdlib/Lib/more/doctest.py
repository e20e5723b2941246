"""Examples in documentation, run and compared with what they say they print."""
import re
import sys
from _namespace import names_in as _names_in, run_text as _run_text
from collections import namedtuple

__all__ = ['register_optionflag', 'DONT_ACCEPT_TRUE_FOR_1', 'DONT_ACCEPT_BLANKLINE', 'NORMALIZE_WHITESPACE', 'ELLIPSIS', 'SKIP',
           'IGNORE_EXCEPTION_DETAIL', 'COMPARISON_FLAGS', 'REPORT_UDIFF', 'REPORT_CDIFF', 'REPORT_NDIFF',
           'REPORT_ONLY_FIRST_FAILURE', 'REPORTING_FLAGS', 'FAIL_FAST', 'Example', 'DocTest', 'DocTestParser', 'DocTestFinder',
           'DocTestRunner', 'OutputChecker', 'DocTestFailure', 'UnexpectedException', 'DebugRunner', 'testmod', 'testfile',
           'run_docstring_examples', 'DocTestSuite', 'DocFileSuite', 'set_unittest_reportflags', 'script_from_examples',
           'testsource', 'debug_src', 'debug']
__unittest = True
OPTIONFLAGS_BY_NAME = {}


def register_optionflag(name):
    return OPTIONFLAGS_BY_NAME.setdefault(name, 1 << len(OPTIONFLAGS_BY_NAME))


DONT_ACCEPT_TRUE_FOR_1 = register_optionflag('DONT_ACCEPT_TRUE_FOR_1')
DONT_ACCEPT_BLANKLINE = register_optionflag('DONT_ACCEPT_BLANKLINE')
NORMALIZE_WHITESPACE = register_optionflag('NORMALIZE_WHITESPACE')
ELLIPSIS = register_optionflag('ELLIPSIS')
SKIP = register_optionflag('SKIP')
IGNORE_EXCEPTION_DETAIL = register_optionflag('IGNORE_EXCEPTION_DETAIL')
COMPARISON_FLAGS = (DONT_ACCEPT_TRUE_FOR_1 | DONT_ACCEPT_BLANKLINE | NORMALIZE_WHITESPACE | ELLIPSIS | SKIP
                    | IGNORE_EXCEPTION_DETAIL)
REPORT_UDIFF = register_optionflag('REPORT_UDIFF')
REPORT_CDIFF = register_optionflag('REPORT_CDIFF')
REPORT_NDIFF = register_optionflag('REPORT_NDIFF')
REPORT_ONLY_FIRST_FAILURE = register_optionflag('REPORT_ONLY_FIRST_FAILURE')
FAIL_FAST = register_optionflag('FAIL_FAST')
REPORTING_FLAGS = REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF | REPORT_ONLY_FIRST_FAILURE | FAIL_FAST
BLANKLINE_MARKER = '<BLANKLINE>'
ELLIPSIS_MARKER = '...'


class TestResults(namedtuple('TestResults', 'failed attempted')):
    def __new__(cls, failed, attempted, *, skipped=0):
        made = super().__new__(cls, failed, attempted)
        made.skipped = skipped
        return made

    def __repr__(self):
        base = f'TestResults(failed={self.failed}, attempted={self.attempted}'
        return f'{base}, skipped={self.skipped})' if self.skipped else f'{base})'


class Example:
    """A piece of source and what it should print."""

    def __init__(self, source, want, exc_msg=None, lineno=0, indent=0, options=None):
        self.source = source if source.endswith('\n') else source + '\n'
        self.want = want + '\n' if want and not want.endswith('\n') else want
        self.exc_msg = exc_msg + '\n' if exc_msg is not None and not exc_msg.endswith('\n') else exc_msg
        self.lineno, self.indent = lineno, indent
        self.options = {} if options is None else options

    def _facts(self):
        return (self.source, self.want, self.lineno, self.indent, self.options, self.exc_msg)

    def __eq__(self, other):
        return self._facts() == other._facts() if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash((self.source, self.want, self.lineno, self.indent, self.exc_msg))


class DocTest:
    """The examples of one docstring."""

    def __init__(self, examples, globs, name, filename, lineno, docstring):
        assert not isinstance(examples, str), 'DocTest no longer accepts str; use DocTestParser instead'
        self.examples, self.docstring, self.globs = examples, docstring, globs.copy()
        self.name, self.filename, self.lineno = name, filename, lineno

    def __repr__(self):
        count = len(self.examples)
        shown = {0: 'no examples', 1: '1 example'}.get(count, f'{count} examples')
        return f'<{self.__class__.__name__} {self.name} from {self.filename}:{self.lineno} ({shown})>'

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return ((self.examples, self.docstring, self.globs, self.name, self.filename, self.lineno)
                == (other.examples, other.docstring, other.globs, other.name, other.filename, other.lineno))

    def __hash__(self):
        return hash((self.docstring, self.name, self.filename, self.lineno))

    def __lt__(self, other):
        if not isinstance(other, DocTest):
            return NotImplemented
        return ((self.name, self.filename, self.lineno if self.lineno is not None else -1, id(self))
                < (other.name, other.filename, other.lineno if other.lineno is not None else -1, id(other)))


class DocTestParser:
    """Finds the examples in a text."""
    _says_nothing = re.compile(r'[ ]*(#.*)?$').match
    _directive = re.compile(r'#\s*doctest:\s*([^\n\'"]*)$', re.MULTILINE)
    _trace = re.compile(r'Traceback \((?:most recent call last|innermost last)\):\s*\n')

    def parse(self, string, name='<string>'):
        """Texts and examples in turn."""
        string = string.expandtabs()
        margin = min([len(line) - len(line.lstrip(' ')) for line in string.split('\n') if line.strip()], default=0)
        if margin:
            string = '\n'.join([line[margin:] for line in string.split('\n')])
        lines = string.split('\n')
        output, text, at, total = [], [], 0, len(lines)
        while at < total:
            stripped = lines[at].lstrip(' ')
            if not stripped.startswith('>>>'):
                text.append(lines[at])
                at += 1
                continue
            start, indent = at, len(lines[at]) - len(stripped)
            at += 1
            while at < total and lines[at].lstrip(' ').startswith('...'):
                at += 1
            source_lines = lines[start:at]
            want_start = at
            while at < total and lines[at].strip(' ') and not lines[at].lstrip(' ').startswith('>>>'):
                at += 1
            want_lines = lines[want_start:at]
            output.append('\n'.join(text) + ('\n' if text else ''))
            text = []
            example = self._example(source_lines, want_lines, indent, name, start)
            # By its place in the text as it was given.
            example.indent += margin
            if not self._says_nothing(example.source[:-1]):
                output.append(example)
        output.append('\n'.join(text))
        return output

    def _example(self, source_lines, want_lines, indent, name, lineno):
        pad = ' ' * indent
        self._check_prompts(source_lines, indent, name, lineno)
        source = '\n'.join([line[indent + 4:] for line in source_lines])
        for offset, line in enumerate(want_lines):
            if not line.startswith(pad):
                at = lineno + len(source_lines) + offset + 1
                raise ValueError(f'line {at} of the docstring for {name} has inconsistent leading whitespace: {line!r}')
        want = '\n'.join([line[indent:] for line in want_lines])
        exc_msg = None
        match = self._trace.match(want + '\n')
        if match:
            rest = want[match.end():].split('\n') if match.end() <= len(want) else []
            while rest and not (rest[0][:1].isalnum() or rest[0][:1] == '_'):
                rest.pop(0)
            exc_msg = '\n'.join(rest) if rest else None
        return Example(source, want, exc_msg, lineno=lineno, indent=indent, options=self._options(source, name, lineno))

    def _check_prompts(self, lines, indent, name, lineno):
        for offset, line in enumerate(lines):
            if len(line) >= indent + 4 and line[indent + 3] != ' ':
                raise ValueError(f'line {lineno + offset + 1} of the docstring for {name} lacks blank after '
                                 f'{line[indent:indent + 3]}: {line!r}')
            if offset and not line.startswith(' ' * indent):
                raise ValueError(f'line {lineno + offset + 1} of the docstring for {name} has inconsistent leading '
                                 f'whitespace: {line!r}')

    def _options(self, source, name, lineno):
        options = {}
        for match in self._directive.finditer(source):
            for word in match.group(1).replace(',', ' ').split():
                if word[0] not in '+-' or word[1:] not in OPTIONFLAGS_BY_NAME:
                    raise ValueError(f'line {lineno + 1} of the doctest for {name} has an invalid option: {word!r}')
                options[OPTIONFLAGS_BY_NAME[word[1:]]] = word[0] == '+'
        if options and self._says_nothing(source):
            raise ValueError(f'line {lineno} of the doctest for {name} has an option directive on a line with no example: '
                             f'{source!r}')
        return options

    def get_doctest(self, string, globs, name, filename, lineno):
        return DocTest(self.get_examples(string, name), globs, name, filename, lineno, string)

    def get_examples(self, string, name='<string>'):
        return [part for part in self.parse(string, name) if isinstance(part, Example)]


class DocTestFinder:
    """Finds the docstrings of an object and of what it holds."""

    def __init__(self, verbose=False, parser=DocTestParser(), recurse=True, exclude_empty=True):
        self._parser, self._verbose, self._recurse, self._exclude_empty = parser, verbose, recurse, exclude_empty

    def find(self, obj, name=None, module=None, globs=None, extraglobs=None):
        from types import ModuleType
        if name is None:
            name = getattr(obj, '__name__', None)
            if name is None:
                raise ValueError(f"DocTestFinder.find: name must be given when obj.__name__ doesn't exist: {type(obj)!r}")
        if module is False:
            module = None
        elif module is None:
            module = obj if isinstance(obj, ModuleType) else sys.modules.get(getattr(obj, '__module__', None))
        if globs is None:
            # Of a module of the library, the names that the program could read there.
            globs = {} if module is None else dict(_names_in(module, {}))
        else:
            globs = globs.copy()
        if extraglobs is not None:
            globs.update(extraglobs)
        globs.setdefault('__name__', '__main__')
        tests = []
        if self._verbose:
            print(f'Finding tests in {name}')
        self._find(tests, obj, name, module, globs, set())
        tests.sort()
        return tests

    def _own(self, module, found):
        if module is None:
            return True
        kind = type(found).__name__
        if kind == 'module':
            return module is found
        if kind == 'function':
            # The names it sees tell, not the one it gives.
            return getattr(_unwrapped(found), '__globals__', None) is module.__dict__
        home = getattr(found, '__module__', None)
        if home is not None:
            return home == module.__name__
        return isinstance(found, property)

    def _find(self, tests, obj, name, module, globs, seen):
        from inspect import isroutine
        from types import ModuleType
        if id(obj) in seen:
            return
        seen.add(id(obj))
        test = self._get_test(obj, name, module, globs)
        if test is not None:
            tests.append(test)
        if not self._recurse:
            return
        if isinstance(obj, ModuleType):
            for key, value in dict(obj.__dict__).items():
                if (isinstance(value, type) or isroutine(_unwrapped(value))) and self._own(module, value):
                    self._find(tests, value, f'{name}.{key}', module, globs, seen)
            for key, value in getattr(obj, '__test__', {}).items():
                if not isinstance(key, str):
                    raise ValueError(f'DocTestFinder.find: __test__ keys must be strings: {type(key)!r}')
                self._find(tests, value, f'{name}.__test__.{key}', module, globs, seen)
        elif isinstance(obj, type):
            for key, value in dict(obj.__dict__).items():
                if isinstance(value, (staticmethod, classmethod)):
                    value = value.__func__
                if (isinstance(value, (type, property)) or isroutine(_unwrapped(value))) and self._own(module, value):
                    self._find(tests, value, f'{name}.{key}', module, globs, seen)

    def _get_test(self, obj, name, module, globs):
        if isinstance(obj, str):
            doc = obj
        else:
            doc = getattr(obj, '__doc__', None) or ''
            if not isinstance(doc, str):
                doc = str(doc)
        if self._exclude_empty and not doc:
            return None
        filename = None if module is None else getattr(module, '__file__', None) or module.__name__
        return self._parser.get_doctest(doc, globs, name, filename, _line_of(obj, filename, module))


def _unwrapped(obj):
    while hasattr(obj, '__wrapped__') and not isinstance(obj, type):
        obj = obj.__wrapped__
    return obj


# Where a line may begin a docstring.
_quotes = re.compile(r'(^|.*:)\s*\w*("|\')')


def _line_of(obj, filename, module):
    """The number of the line, from 0, on which an object's docstring begins; None where that is not known."""
    from types import FunctionType, ModuleType
    import linecache
    lines = linecache.getlines(filename, module.__dict__) if filename else []
    at = None
    if isinstance(obj, ModuleType):
        at = 0
    elif isinstance(obj, type):
        begins = re.compile(rf'\s*class\s*{re.escape(obj.__name__)}\b').match
        at = next((number for number, line in enumerate(lines) if begins(line)), None)
    else:
        obj = getattr(obj, '__func__', obj)
        obj = obj.fget if isinstance(obj, property) else obj
        if isinstance(obj, FunctionType) and obj.__doc__ and not hasattr(obj, 'cache_parameters'):
            code = getattr(_unwrapped(obj), '__code__', None)
            at = code and code.co_firstlineno - 1
    if at is None or not lines:
        return at if at is None else at + 1
    return next((number for number in range(at, len(lines)) if _quotes.match(lines[number])), None)


class OutputChecker:
    """Whether what was printed is what was wanted."""

    def check_output(self, want, got, optionflags):
        # What is not ASCII may be written as it is or as an escape.
        want, got = [text.encode('ascii', 'backslashreplace').decode() for text in (want, got)]
        if got == want:
            return True
        if not optionflags & DONT_ACCEPT_TRUE_FOR_1 and (got, want) in (('True\n', '1\n'), ('False\n', '0\n')):
            return True
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            want = '\n'.join(['' if line.strip(' ') == BLANKLINE_MARKER else line for line in want.split('\n')])
            got = '\n'.join(['' if line.isspace() else line for line in got.split('\n')])
            if got == want:
                return True
        if optionflags & NORMALIZE_WHITESPACE:
            got, want = ' '.join(got.split()), ' '.join(want.split())
            if got == want:
                return True
        return bool(optionflags & ELLIPSIS) and _fits(want, got)

    def output_difference(self, example, got, optionflags):
        want = example.want
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            got = '\n'.join([line if line.strip(' \r') or at == len(got.split('\n')) - 1 else BLANKLINE_MARKER
                             for at, line in enumerate(got.split('\n'))])
        flags = optionflags & (REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF)
        if flags and (optionflags & REPORT_NDIFF or want.count('\n') > 2 and got.count('\n') > 2):
            import difflib
            wanted, found = want.splitlines(True), got.splitlines(True)
            if optionflags & REPORT_UDIFF:
                kind, lines = 'unified diff with -expected +actual', list(difflib.unified_diff(wanted, found, n=2))[2:]
            elif optionflags & REPORT_CDIFF:
                kind, lines = 'context diff with expected followed by actual', list(difflib.context_diff(wanted, found, n=2))[2:]
            else:
                kind, lines = 'ndiff with -expected +actual', list(difflib.ndiff(wanted, found, charjunk=difflib.IS_CHARACTER_JUNK))
            return f'Differences ({kind}):\n' + _indented(''.join([line.rstrip() + '\n' for line in lines]))
        if want and got:
            return f'Expected:\n{_indented(want)}Got:\n{_indented(got)}'
        if want:
            return f'Expected:\n{_indented(want)}Got nothing\n'
        return f'Expected nothing\nGot:\n{_indented(got)}' if got else 'Expected nothing\nGot nothing\n'


def _indented(text, by=4):
    return '\n'.join([' ' * by + line if line else line for line in text.split('\n')])


def _fits(want, got):
    """Whether a text is equal to another one in which `...` matches anything."""
    if ELLIPSIS_MARKER not in want:
        return want == got
    first, *middle, last = want.split(ELLIPSIS_MARKER)
    if len(got) < len(first) + len(last) or not got.startswith(first) or not got.endswith(last):
        return False
    at, end = len(first), len(got) - len(last)
    for part in middle:
        at = got.find(part, at, end)
        if at < 0:
            return False
        at += len(part)
    return at <= end


def _without_detail(message):
    """The name of the exception alone, without its module."""
    name = message.partition('\n')[0].partition(':')[0]
    return name.rpartition('.')[2]


class _Spoof:
    """Collects what an example prints."""

    def __init__(self):
        from io import StringIO
        self.out = StringIO()

    def taken(self):
        text = self.out.getvalue()
        self.out.seek(0)
        self.out.truncate()
        return text if not text or text.endswith('\n') else text + '\n'


class DocTestRunner:
    """Runs examples and reports those that print something else."""
    DIVIDER = '*' * 70

    def __init__(self, checker=None, verbose=None, optionflags=0):
        self._checker = checker or OutputChecker()
        self._verbose = '-v' in sys.argv if verbose is None else verbose
        self.optionflags = self.original_optionflags = optionflags
        self.tries = self.failures = self.skips = 0
        self._stats = {}
        self.test = None

    def report_start(self, out, test, example):
        if self._verbose:
            if example.want:
                out(f'Trying:\n{_indented(example.source)}Expecting:\n{_indented(example.want)}')
            else:
                out(f'Trying:\n{_indented(example.source)}Expecting nothing\n')

    def report_success(self, out, test, example, got):
        if self._verbose:
            out('ok\n')

    def report_failure(self, out, test, example, got):
        out(self._heading(test, example) + self._checker.output_difference(example, got, self.optionflags))

    def report_unexpected_exception(self, out, test, example, exc_info):
        from traceback import format_exception
        text = ''.join(format_exception(*exc_info))
        out(self._heading(test, example) + 'Exception raised:\n' + _indented(text))

    def _heading(self, test, example):
        line = '?' if test.lineno is None or example.lineno is None else test.lineno + example.lineno + 1
        where = f'File "{test.filename}", line {line}, in {test.name}' if test.filename else f'Line {example.lineno + 1}, in {test.name}'
        return f'{self.DIVIDER}\n{where}\nFailed example:\n{_indented(example.source)}'

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        self.test = test
        spoof, saved = _Spoof(), sys.stdout
        if out is None:
            out = saved.write
        sys.stdout = spoof.out
        saved_hook = sys.displayhook
        sys.displayhook = sys.__displayhook__
        try:
            return self._run(test, out, spoof)
        finally:
            sys.stdout, sys.displayhook = saved, saved_hook
            if clear_globs:
                test.globs.clear()

    def _run(self, test, out, spoof):
        failures = tries = skips = 0
        flags = self.optionflags
        for number, example in enumerate(test.examples):
            quiet = self.optionflags & REPORT_ONLY_FIRST_FAILURE and failures > 0
            self.optionflags = flags
            for flag, on in example.options.items():
                self.optionflags = self.optionflags | flag if on else self.optionflags & ~flag
            tries += 1
            if self.optionflags & SKIP:
                skips += 1
                continue
            if not quiet:
                self.report_start(out, test, example)
            error = None
            try:
                _run_text(example.source, f'<doctest {test.name}[{number}]>', 'single', test.globs)
            except KeyboardInterrupt:
                raise
            except BaseException as raised:
                error = raised
            got = spoof.taken()
            outcome = self._judge(example, got, error)
            got += '' if error is None else _whole(error)
            if outcome == 'success':
                if not quiet:
                    self.report_success(out, test, example, got)
            elif outcome == 'failure':
                if not quiet:
                    self.report_failure(out, test, example, got)
                failures += 1
            else:
                if not quiet:
                    self.report_unexpected_exception(out, test, example, (type(error), error, error.__traceback__))
                failures += 1
            if failures and self.optionflags & FAIL_FAST:
                break
        self.optionflags = flags
        before = self._stats.get(test.name, (0, 0, 0))
        self._stats[test.name] = (before[0] + failures, before[1] + tries, before[2] + skips)
        self.failures += failures
        self.tries += tries
        self.skips += skips
        return TestResults(failures, tries, skipped=skips)

    def _judge(self, example, got, error):
        check = self._checker.check_output
        if error is None:
            return 'success' if check(example.want, got, self.optionflags) else 'failure'
        if example.exc_msg is None:
            return 'unexpected'
        shown = _last_lines(error)
        if check(example.exc_msg, shown, self.optionflags):
            return 'success'
        if self.optionflags & IGNORE_EXCEPTION_DETAIL and check(_without_detail(example.exc_msg), _without_detail(shown),
                                                                self.optionflags):
            return 'success'
        return 'failure'

    def summarize(self, verbose=None):
        verbose = self._verbose if verbose is None else verbose
        empty, passed, failed = [], [], []
        total_tries = total_failures = total_skips = 0
        for name, (failures, tries, skips) in self._stats.items():
            total_tries += tries
            total_failures += failures
            total_skips += skips
            if tries == 0:
                empty.append(name)
            elif failures == 0:
                passed.append((name, tries))
            else:
                failed.append((name, (failures, tries, skips)))
        plural = lambda count, word: f'{count} {word}{"" if count == 1 else "s"}'
        if verbose:
            if empty:
                print(f'{plural(len(empty), "item")} had no tests:')
                for name in sorted(empty):
                    print(f'    {name}')
            if passed:
                print(f'{plural(len(passed), "item")} passed all tests:')
                for name, count in sorted(passed):
                    print(f' {count:3d} test{"" if count == 1 else "s"} in {name}')
        if failed:
            print(self.DIVIDER)
            print(f'{plural(len(failed), "item")} had failures:')
            for name, (failures, tries, skips) in sorted(failed):
                print(f' {failures:3d} of {tries:3d} in {name}')
        if verbose:
            print(f'{plural(total_tries, "test")} in {plural(len(self._stats), "item")}.')
            failed_too = f' and {total_failures} failed' if total_failures else ''
            print(f'{total_tries - total_failures} passed{failed_too}.')
        if total_failures:
            text = f'***Test Failed*** {plural(total_failures, "failure")}'
            if total_skips:
                text += f' and {plural(total_skips, "skipped test")}'
            print(f'{text}.')
        elif verbose:
            print('Test passed.')
        return TestResults(total_failures, total_tries, skipped=total_skips)

    def merge(self, other):
        for name, numbers in other._stats.items():
            mine = self._stats.get(name, (0, 0, 0))
            self._stats[name] = tuple(a + b for a, b in zip(mine, numbers))


def _whole(error):
    from traceback import format_exception
    return ''.join(format_exception(error))


def _last_lines(error):
    from traceback import format_exception_only
    lines = format_exception_only(type(error), error)
    if isinstance(error, SyntaxError):
        while lines and lines[0].startswith(' '):
            del lines[0]
    return ''.join(lines)


class DocTestFailure(Exception):
    def __init__(self, test, example, got):
        self.test, self.example, self.got = test, example, got

    def __str__(self):
        return str(self.test)


class UnexpectedException(Exception):
    def __init__(self, test, example, exc_info):
        self.test, self.example, self.exc_info = test, example, exc_info

    def __str__(self):
        return str(self.test)


class DebugRunner(DocTestRunner):
    """Raises at the first example that fails."""

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        found = super().run(test, compileflags, out, False)
        if clear_globs:
            test.globs.clear()
        return found

    def report_unexpected_exception(self, out, test, example, exc_info):
        raise UnexpectedException(test, example, exc_info)

    def report_failure(self, out, test, example, got):
        raise DocTestFailure(test, example, got)


master = None


def testmod(m=None, name=None, globs=None, verbose=None, report=True, optionflags=0, extraglobs=None, raise_on_error=False,
            exclude_empty=False):
    """Runs the examples of a module, of the program when none is named."""
    global master
    if m is None:
        m = sys.modules.get('__main__')
    if type(m).__name__ != 'module':
        raise TypeError(f'testmod: module required; {m!r}')
    if name is None:
        name = m.__name__
    finder = DocTestFinder(exclude_empty=exclude_empty)
    runner = (DebugRunner if raise_on_error else DocTestRunner)(verbose=verbose, optionflags=optionflags)
    for test in finder.find(m, name, globs=globs, extraglobs=extraglobs):
        runner.run(test)
    if report:
        runner.summarize()
    if master is None:
        master = runner
    else:
        master.merge(runner)
    return TestResults(runner.failures, runner.tries, skipped=runner.skips)


def testfile(filename, *args, **kwargs):
    raise PermissionError('there are no files in the sandbox')


DocFileSuite = testfile


def run_docstring_examples(f, globs, verbose=False, name='NoName', compileflags=None, optionflags=0):
    """Runs the examples of one object."""
    finder = DocTestFinder(verbose=verbose, recurse=False)
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in finder.find(f, name, globs=globs):
        runner.run(test, compileflags=compileflags)


def set_unittest_reportflags(flags):
    global _unittest_reportflags
    if flags & REPORTING_FLAGS != flags:
        raise ValueError('Only reporting flags allowed', flags)
    old, _unittest_reportflags = _unittest_reportflags, flags
    return old


_unittest_reportflags = 0


def _normalize_module(module):
    if isinstance(module, str):
        from importlib import import_module
        return import_module(module)
    if module is None:
        return sys.modules['__main__']
    if not isinstance(module, type(sys)):
        raise TypeError('Expected a module, string, or None')
    return module


def DocTestSuite(module=None, globs=None, extraglobs=None, test_finder=None, **options):
    """The examples of a module as tests."""
    import unittest
    finder = DocTestFinder() if test_finder is None else test_finder
    module = _normalize_module(module)
    flags, set_up, tear_down = options.get('optionflags', 0), options.get('setUp'), options.get('tearDown')

    class DocTestCase(unittest.TestCase):
        # Its failures are raised here, in a frame that is not shown.
        _raises_itself = True

        def __init__(self, test):
            super().__init__()
            self._dt_test = test

        def setUp(self):
            if set_up is not None:
                set_up(self._dt_test)

        def tearDown(self):
            if tear_down is not None:
                tear_down(self._dt_test)

        def runTest(self):
            from io import StringIO
            out = StringIO()
            runner = DocTestRunner(optionflags=flags | _unittest_reportflags, checker=options.get('checker'), verbose=False)
            runner.DIVIDER = '-' * 70
            failures, _ = runner.run(self._dt_test, out=out.write, clear_globs=False)
            if failures:
                test = self._dt_test
                line = '0' if test.lineno is None else str(test.lineno)
                short = test.name.split('.')[-1]
                raise self.failureException(f'Failed doctest test for {test.name}\n  File "{test.filename}", line {line}, in '
                                            f'{short}\n\n{out.getvalue()}')

        def id(self):
            return self._dt_test.name

        def __repr__(self):
            *parents, last = self._dt_test.name.split('.')
            return f'{last} ({".".join(parents)})'

        __str__ = __repr__

        def shortDescription(self):
            return 'Doctest: ' + self._dt_test.name

    class _DocTestSuite(unittest.TestSuite):
        __module__, __qualname__ = __name__, '_DocTestSuite'

    suite = _DocTestSuite()
    for test in finder.find(module, globs=globs, extraglobs=extraglobs):
        if test.examples:
            suite.addTest(DocTestCase(test))
    return suite


def script_from_examples(s):
    """The examples of a text as a program, the rest as comments."""
    output = []
    for part in DocTestParser().parse(s):
        if isinstance(part, Example):
            output.append(part.source[:-1])
            if part.want:
                output.append('# Expected:')
                output += ['## ' + line for line in part.want.split('\n')[:-1]]
        else:
            output += [('# ' + line).rstrip() for line in part.split('\n')[:-1]]
    while output and output[-1] == '#':
        output.pop()
    while output and output[0] == '#':
        output.pop(0)
    return '\n'.join(output) + '\n'


def testsource(module, name):
    module = _normalize_module(module)
    for test in DocTestFinder().find(module):
        if test.name == name:
            return script_from_examples(test.docstring)
    raise ValueError(name, 'not found in tests')


def debug_src(src, pm=False, globs=None):
    raise RuntimeError('there is no debugger in the sandbox')


def debug(module, name, pm=False):
    raise RuntimeError('there is no debugger in the sandbox')

import inspect
import io
import logging
import logging.config
import sys
import traceback


def shown(work):
    """Of the library's own frames nothing is shown here."""
    kept, sys.stderr = sys.stderr, io.StringIO()
    try:
        work()
        lines = sys.stderr.getvalue().splitlines()
    finally:
        sys.stderr = kept
    stack = lines.index('Call stack:')
    print([line for line in lines[:stack] if not line.startswith(' ')])
    print([line.partition(', ')[2] or line for line in lines[stack:] if line.startswith(('M', 'A', 'C')) or 'logging_errors_told' in line])


class Own(logging.Handler):
    def emit(self, record):
        try:
            self.format(record)
        except Exception:
            self.handleError(record)


def told():
    logging.info('bad %d', 'x')


logging.basicConfig(stream=sys.stdout, level=logging.INFO, force=True)
shown(told)
logging.basicConfig(handlers=[Own()], level=logging.INFO, force=True)
shown(told)
for config in (3, None, [('version', 1)], [1]):
    try:
        print(logging.config.dictConfig(config))
    except (TypeError, ValueError, AttributeError) as error:
        print(type(error).__name__, error)


def chained(name):
    try:
        raise KeyError(name)
    except KeyError as error:
        raise ValueError(name) from error


found = []
for name in 'ab':
    try:
        chained(name)
    except ValueError as error:
        found.append(error)
try:
    raise ExceptionGroup('both', found)
except ExceptionGroup:
    print(traceback.format_exc(limit=1, chain=False))
print(inspect.ismethoddescriptor((1).__add__), inspect.ismethoddescriptor(int.__add__))
import doctest
import types
import unittest


module = types.ModuleType('module')
exec('def documented():\n    """\n    >>> 1 + 1\n    3\n    """', module.__dict__)


def elsewhere():
    """
    >>> 1
    2
    """


elsewhere.__module__ = 'module'
module.elsewhere = elsewhere
print(doctest.DocTestFinder().find(module))
result = unittest.TestResult()
doctest.DocTestSuite(module).run(result)
shown = result.failures[0][1].splitlines()
print(shown[0], shown[-5:])

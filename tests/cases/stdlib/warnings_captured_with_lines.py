# Captured warnings show the line that gave them; examples of `doctest` have lines in tracebacks.
import doctest
import io
import logging
import re
import warnings

warnings.simplefilter('always')
stream = io.StringIO()
logging.basicConfig(stream=stream, format='%(name)s: %(message)s')
logging.captureWarnings(True)
warnings.warn('captured', FutureWarning)


def old():
    warnings.warn('going', stacklevel=2)


old()
logging.captureWarnings(False)
print(re.sub(r'\S*[/\\](\w+\.py)', r'\1', stream.getvalue()))
print(warnings.formatwarning('text', UserWarning, 'other.py', 3), end='')


def broken(x):
    """
    >>> broken(None)
    0
    """
    return x * 2


out = []
test, = doctest.DocTestFinder().find(broken, 'broken', globs={'broken': broken})
doctest.DocTestRunner().run(test, out=out.append)
print(*[line for line in ''.join(out).splitlines() if 'broken(' in line], sep='\n')

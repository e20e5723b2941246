"""Examples in docstrings.

>>> 1 + 1
2
"""
import doctest
import io
import re
import sys


def double(x):
    """Twice as much.

    >>> double(2)
    4
    >>> double('a')
    'aa'
    >>> double(None)
    Traceback (most recent call last):
      ...
    TypeError: unsupported operand type(s) for +: 'NoneType' and 'NoneType'
    >>> for i in range(2):
    ...     print(i)
    0
    1
    >>> double(5)
    11
    >>> print('a\\n\\nb')
    a
    <BLANKLINE>
    b
    >>> list(range(20))  # doctest: +ELLIPSIS
    [0, 1, ..., 19]
    >>> double(1)  # doctest: +SKIP
    3
    >>> x = 5; x
    5
    >>> print('a   b')  # doctest: +NORMALIZE_WHITESPACE
    a b
    >>> None
    """
    return x + x


class Pair:
    """
    >>> Pair().first()
    1
    """

    def first(self):
        """
        >>> Pair().first()
        2
        """
        return 1


def shown(run):
    saved, sys.stdout = sys.stdout, io.StringIO()
    try:
        result = run()
        text = sys.stdout.getvalue()
    finally:
        sys.stdout = saved
    print(re.sub(r'File "[^"]*", line \d+', 'File F', text))
    print(result)


shown(lambda: doctest.testmod())
shown(lambda: doctest.testmod(verbose=True, optionflags=doctest.FAIL_FAST))
shown(lambda: doctest.run_docstring_examples(Pair.first, globals(), name='first'))
examples = doctest.DocTestParser().get_examples('text\n>>> f(1)\n2\n\n>>> g()\n... + 1\nTraceback (most recent call last):\nE: x\n')
print([(e.source, e.want, e.exc_msg, e.lineno, e.indent) for e in examples])
checker = doctest.OutputChecker()
print(checker.check_output('a...c\n', 'abc\n', doctest.ELLIPSIS), checker.check_output('1\n', 'True\n', 0),
      checker.check_output('a\n', 'b\n', 0))
print(doctest.DocTestParser().get_doctest('>>> 1\n1\n', {}, 'n', 'f', 0))
print(doctest.script_from_examples('Words\n>>> x = 1\n>>> x\n1\n'))
try:
    doctest.DocTestParser().get_examples('>>>1\n')
except ValueError as error:
    print(error)

"""Module doc

>>> 1 + 1
3
>>> x = 5
"""
import doctest
import functools

def f(a):
    """
    First.

    >>> # only a comment
    >>> # another
    >>> f(1)
    2
    >>> f('x')  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    TypeError: can only concatenate str (not "int") to str
    >>> f(5)
    7
    >>> for i in range(2):
    ...     print(i)
    0
    1
    >>>
    >>> f(
    ...   2)
    4
    """
    return a + 1

class C:
    '''Class doc
    >>> C().m()
    4
    '''
    x = 1
    def m(self):
        """
        >>> C().m()
        3
        >>> C().m() and None
        Traceback (most recent call last):
          ...
        ValueError: bad
        """
        return 3
    @property
    def p(self):
        """
        >>> C().p
        1
        """
        return 2
    @staticmethod
    def s():
        """>>> C.s()
        9"""
        return 8
    @classmethod
    def c(cls):
        """Doc.

        >>> C.c()
        'C'
        """
        return 'D'
    class Inner:
        """
        >>> 'inner'
        'innerx'
        """

@functools.lru_cache(maxsize=None)
def cached(n):
    """
    >>> cached(2)
    3
    """
    return n

@functools.wraps(f)
def deco(a):
    return f(a)

def g():
    r"""
    >>> print('a\\b')
    a\b
    >>> print("x\n\ny")
    x
    <BLANKLINE>
    z
    >>> {1: 2,
    ...  3: 4}
    {1: 2,   3: 4}
    >>> [1,2] # doctest: +NORMALIZE_WHITESPACE
    [1,
     2]
    >>> list(range(30)) # doctest: +ELLIPSIS
    [0, 1, ..., 29]
    >>> raise KeyError('x')
    Traceback (most recent call last):
    KeyError: 'x'
    >>> int('a')   # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ValueError: foo
    >>> print(1); 2; 3
    1
    2
    3
    >>> x = y = 1; x
    1
    >>> def h(a):
    ...     return a
    ...
    >>> h(1)
    1
    >>> 5 # doctest: +SKIP
    6
    >>> if True:
    ...     4
    4
    >>> _
    4
    >>> None
    >>> class A:
    ...     pass
    >>> A() # doctest: +ELLIPSIS
    <__main__.A object at 0x...>
    >>> True
    1
    """

__test__ = {'extra': """
>>> 1
2
""", 'fn': g}

print(doctest.testmod())
print(doctest.testmod(optionflags=doctest.REPORT_NDIFF | doctest.FAIL_FAST))
print(doctest.testmod(verbose=True, report=True))
doctest.run_docstring_examples(f, globals(), name='f')
doctest.run_docstring_examples(g, globals(), verbose=True)
p = doctest.DocTestParser()
for e in p.get_examples("a\n>>> 1\n1\n>>> # c\n>>> 2 # doctest: +SKIP\n3\n"): print(e.source, e.want, e.lineno, e.indent, e.options, e.exc_msg)
print([getattr(part, 'source', part) for part in p.parse('x\n>>> 1\n1\ny')])
for bad in ['>>>1', '>>> 1\n ...2', '  >>> 1\n 2', '>>> 1 # doctest: +FOO', '>>> # doctest: +ELLIPSIS', '>>> 1\n...2']:
    try: print(p.parse(bad))
    except ValueError as e: print(e)
for t in doctest.DocTestFinder().find(C): print(t, t.lineno, t.name)
import unittest
r = unittest.TestResult()
s = doctest.DocTestSuite()
print(s.countTestCases())
s.run(r)
print(r, len(r.failures), len(r.errors))
print(doctest.script_from_examples('a\n>>> 1\n1\n'))

# An exception that was expected is shown, too.
class Shown(doctest.DocTestRunner):
    def report_success(self, out, test, example, got):
        print(repr(example.source), repr(got.splitlines()[-1:]))

Shown().run(doctest.DocTestParser().get_doctest('>>> print(1); {}[2]\nTraceback (most recent call last):\nKeyError: 2\n>>> 3\n3\n', {}, 'shown', None, 0))

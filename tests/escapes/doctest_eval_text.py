# static: nothing
# runtime: UnexpectedException
# an example that calls a denied builtin
import doctest

def f():
    """
    >>> print(eval("'PWN' + 'ED'"))
    """

doctest.DebugRunner(verbose=False).run(doctest.DocTestFinder().find(f, "f")[0])

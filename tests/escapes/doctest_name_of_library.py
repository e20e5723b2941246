# static: nothing
# runtime: UnexpectedException
# an example that says it is a module of the library
import doctest

def f():
    """
    >>> from . import load
    >>> print("PWN" + "ED", load)
    """

test = doctest.DocTestFinder().find(f, "f", globs={"__name__": "_stockade.x", "__package__": "_stockade"})[0]
doctest.DebugRunner(verbose=False).run(test)

# static: nothing
# runtime: UnexpectedException
# builtins of its own give an example no more
import doctest

def f():
    """
    >>> print("PWN" + "ED", __import__("os"))
    """

test = doctest.DocTestFinder().find(f, "f", globs={"__builtins__": {"print": print}})[0]
doctest.DebugRunner(verbose=False).run(test)

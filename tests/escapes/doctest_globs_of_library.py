# static: nothing
# runtime: KeyError
# the variables of a module of the library, as those of an example
import doctest

def f():
    """
    >>> 1
    1
    """

test = doctest.DocTestFinder().find(f, "f", module=doctest)[0]
print("PWNED", test.globs["_run_text"])

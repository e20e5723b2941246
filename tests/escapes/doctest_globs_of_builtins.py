# static: nothing
# runtime: KeyError
# the builtins, as the variables of an example
import doctest
import inspect

def f():
    """
    >>> 1
    1
    """

test = doctest.DocTestFinder().find(f, "f", module=inspect.getmodule(len))[0]
print("PWNED", test.globs["eval"]("1"))

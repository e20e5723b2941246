# static: nothing
# runtime: ValueError
# an example is judged like the program
import doctest

def f():
    """
    >>> import os; print("PWNED", os.getcwd())
    """

seen = []
test = doctest.DocTestFinder().find(f, "f")[0]
runner = doctest.DocTestRunner(verbose=False)
result = runner.run(test, out=seen.append)
raise ValueError("".join(seen) if result.failed == 1 and "PW" + "NED /" not in "".join(seen) else print("PWNED"))

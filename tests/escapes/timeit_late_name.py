# static: nothing
# runtime: AttributeError
# a timed statement that the check cannot judge runs with the rights of the program
import timeit

def f(): pass

timeit.timeit("print('PWN' + 'ED', [getattr(f, name) for name in names])", globals={"f": f, "names": ["__code__"]}, number=1)

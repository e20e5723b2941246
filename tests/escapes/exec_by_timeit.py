# static: nothing
# runtime: AttributeError
# a library function runs the program's text
import timeit

timeit.timeit("print('PWNED', ().__class__.__mro__[1].__subclasses__())", number=1)

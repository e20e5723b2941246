# static: nothing
# runtime: ImportError
# a statement that is timed is judged like the program
import timeit

timeit.timeit("import os; print('PWNED', os.getcwd())", number=1)

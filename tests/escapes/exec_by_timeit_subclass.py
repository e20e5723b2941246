# static: nothing
# runtime: NameError
# a text that says it is the library's own
import timeit

class S(str):
    def __eq__(self, other):
        return True

    __hash__ = None

timeit.timeit(S("print('PWNED', eval('1'))"), number=1)

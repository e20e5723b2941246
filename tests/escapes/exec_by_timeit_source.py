# static: nothing
# runtime: NameError
# a subclass writes the text that the library runs
import timeit

class T(timeit.Timer):
    @staticmethod
    def _source(stmt, setup, space):
        return "print('PWNED', eval('1'))\ndef inner(_it, _timer): return 0"

T("x = 1").timeit(1)

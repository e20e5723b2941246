# static: nothing
# runtime: NameError
# what a text says of itself when it is put together does not count
import timeit

class S(str):
    def replace(self, *args):
        return "print('PWN' + 'ED', eval('1'))"

timeit.timeit(S("pass "), number=1)

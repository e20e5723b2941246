import atexit
import sys

sys.stderr = sys.stdout


class Mute(Exception):
    def __str__(self):
        raise ValueError


def chained():
    try:
        1 / 0
    except ZeroDivisionError as error:
        error.add_note('a note')
        raise LookupError from error


class Job:
    def __init__(self, name):
        self.name = name

    def __call__(self, *args):
        raise self.error(*args)

    def __repr__(self):
        return f'Job({self.name})'

    error = KeyError


def hook(told):
    print(told.exc_type, told.exc_value, told.exc_traceback.tb_lineno > 0, told.err_msg, told.object)
    sys.unraisablehook = broken


def broken(told):
    sys.unraisablehook = sys.__unraisablehook__
    print('broken by', told.err_msg)


atexit.register(print, 'the last')
atexit.register(Job('plain'), 3)
chain = Job('chain')
chain.error = lambda: chained()
atexit.register(chain)
mute = Job('mute')
mute.error = Mute
atexit.register(mute)
atexit.register(Job('under the broken one'), 2)
atexit.register(Job('told'), 1)
sys.unraisablehook = hook
print('end')

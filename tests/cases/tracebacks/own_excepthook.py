import atexit
import io
import sys
import threading

# What a program's own hook is told; an error that came out of what the library called has its first line too.
sys.stderr = io.StringIO()
thread = threading.Thread(target=int, args=('z',), name='worker')
thread.start()
thread.join()
print(sys.stderr.getvalue().splitlines()[:2], sys.stderr.getvalue().splitlines()[-1:])
sys.stderr = sys.stdout


class Own(Exception):
    def __str__(self):
        return 'own'


class Hook:
    def __call__(self, kind, value, tb):
        print('told', kind.__name__, value, value.__notes__, repr(value.__cause__), sys.exc_info())
        while tb is not None:
            print(tb.tb_frame.f_code.co_name, tb.tb_lineno)
            tb = tb.tb_next
        sys.__excepthook__(kind, value, None)
        sys.exit('and left')


def deep(n):
    if n:
        deep(n - 1)
    error = Own(n)
    error.add_note('noted')
    raise error from KeyError('k')


sys.excepthook = Hook()
atexit.register(print, 'the end')
deep(2)

# What functions that CPython has compiled say of arguments that don't fit.
import encodings
import io
import marshal
import threading


def tried(what, *arguments, **named):
    try:
        print(what(*arguments, **named))
    except Exception as error:
        print(type(error).__name__, error)


file = io.BytesIO()
for what in (marshal.dump, marshal.dumps, marshal.load, marshal.loads):
    tried(what)
    tried(what, 'a')
    tried(what, zzz=1)
    tried(what, b'N', file, 4, 5)
    tried(what, 'a', file, zzz=1)
tried(marshal.dump, 1, file, 4, allow_code=False)
tried(marshal.dumps, 1, 2, allow_code=False, more=1)
tried(threading.stack_size, 1, 0)
tried(threading.stack_size, zzz=1)
tried(encodings.search_function, b'x')
tried(encodings.search_function, b'ut\xff')

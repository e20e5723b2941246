# Code of functions that exec() and eval() run, where instructions stand, and what frames, buffers and packages say of themselves.
import inspect
import os
import pickle
import sys
import types
import weakref
import zoneinfo


def tried(function, *arguments, **named):
    try:
        print(function(*arguments, **named))
    except BaseException as e:
        print(type(e).__name__, e)


def around():
    a, b = 1, 2

    def inner():
        print(a, b, seen)
    return inner


seen = 'global'
inner = around()
exec((lambda: print('run', seen)).__code__)
exec((lambda: print('run', seen)).__code__, {'seen': 'another'})
print(eval((lambda: seen * 2).__code__), eval((lambda: len('abc')).__code__, {}))
tried(eval, (lambda x: x).__code__)
tried(eval, inner.__code__)
tried(exec, inner.__code__)
tried(exec, inner.__code__, globals(), closure=inner.__closure__)
tried(exec, inner.__code__, {'seen': 'here', 'print': print}, closure=inner.__closure__)
tried(exec, inner.__code__, globals(), closure=inner.__closure__[:1])
tried(exec, inner.__code__, globals(), closure=[*inner.__closure__])
tried(exec, compile('pass', 'x', 'exec'), closure=())
tried(exec, 'pass', closure=())


def divides(a, b):
    x = 1
    return (a +
            b / 0)


try:
    divides(1, 2)
except ZeroDivisionError as e:
    trace = e.__traceback__
    print(dir(trace))
    for found in inspect.getinnerframes(trace):
        print(found.lineno, found.positions, found.code_context)
    while trace:
        print([*trace.tb_frame.f_code.co_positions()][trace.tb_lasti // 2], trace.tb_lasti % 2)
        trace = trace.tb_next


def asks():
    return inspect.stack()


first, second = asks()
print(first.function, first.positions, second.function, second.positions)


def waits():
    kept = 1
    yield kept
    yield 2


waiting = waits()
next(waiting)
tried(waiting.gi_frame.clear)
tried(lambda: sys._getframe().clear())
print([*waiting])

buffer = pickle.PickleBuffer(b'abc')
print(bytes(buffer), bytes(pickle.PickleBuffer(buffer)))
buffer.release()
buffer.release()
tried(buffer.raw)
tried(memoryview, buffer)
tried(pickle.dumps, buffer, protocol=5)
tried(pickle.PickleBuffer, buffer)

for call in (os.stat, os.lstat, os.listdir, os.path.getsize, os.path.getmtime, os.readlink):
    tried(call, 'a\0b')
    tried(call, b'a\0b')
tried(os.stat, '\udfff')

joined = bytearray(b',,')


def clears(parts):
    joined.clear()
    yield from parts

tried(joined.join, clears([b'a', b'b']))
print(joined, joined.join([b'a', b'b']))

fresh = zoneinfo.ZoneInfo.no_cache('Europe/Paris')
known = zoneinfo.ZoneInfo('Europe/Paris')
print(pickle.loads(pickle.dumps(fresh)) is known, pickle.loads(pickle.dumps(known)) is known)
print(fresh.__reduce__()[1], known.__reduce__()[1])

tried(__import__, '', {'__package__': None, '__spec__': None, '__name__': '__main__'}, {}, ('x',), 1)
tried(__import__, 'x', {'__name__': 'alone'}, {}, (), 1)


class Outer:
    class Inner:
        pass


kept = Outer.Inner()
print(repr(weakref.proxy(kept)).split("'")[1], repr(weakref.ref(kept)).split("'")[1])

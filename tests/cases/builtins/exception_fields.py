# The fields of particular exceptions are no attributes of the program's: `__dict__` has those alone.
import copy
import pickle


def caught(make):
    try:
        make()
    except Exception as e:
        return e


found = [caught(lambda: None.x), caught(lambda: nope), caught(lambda: exec('from sys import nope')), caught(lambda: b'\xff'.decode()),
         caught(lambda: exec('a b')), caught(lambda: next(iter(()))), OSError(2, 'x', 'f'), SystemExit(3)]
for e in found:
    before = vars(e)
    e.own = 1
    print(type(e).__name__, before, [getattr(e, name, '-') for name in ('name', 'errno', 'filename', 'reason', 'msg', 'value', 'code')])

e = OSError(2, 'x', 'f')
del e.errno
e.filename2 = 'g'
print(e, e.errno, e.__reduce__())
e.__init__(1, 2, 3)
print(e.args, e.strerror)
for e in (ImportError('m'), ImportError('m', name='n', path='p'), AttributeError('a', name='n', obj=1), NameError('x', name='n'),
          OSError(1, 'm', 'f', None, 'g'), SyntaxError('m', ('f', 1, 2, 't')), ValueError(1)):
    print(e.__reduce__(), repr(copy.copy(e)), repr(pickle.loads(pickle.dumps(e))))
print(OSError(1, 'm', None).args, OSError(1, 1, 1, 1, 1, 1, 1), repr(OSError(2, 'm', 'f')), BlockingIOError(11, 'm', 3).args)


class Mine(OSError):
    filename = 'of the class'

    def __init__(self, text):
        super().__init__(5, text, 'given')


e = Mine('t')
print(e, e.filename, vars(e), e.args)
for make in (lambda: ExceptionGroup('a', range(2)), lambda: ExceptionGroup('a', {}), lambda: BaseExceptionGroup(1, 2, key=3),
             lambda: ExceptionGroup('a', 'b')):
    print(repr(caught(make)))


# Fields are given by name to classes of the program's too.
class E(ImportError):
    pass


class A(AttributeError):
    pass


for make in (lambda: E('m', name='x', path='p'), lambda: A('m', name='x', obj=1), lambda: A(zzz=1), lambda: E(nam=1),
             lambda: type('V', (ValueError,), {})(z=1), lambda: type('N', (NameError,), {})('t', name='u')):
    try:
        e = make()
        print(repr(e), e.name, getattr(e, 'path', None), vars(e))
    except TypeError as e:
        print(e)


class Passing(ValueError):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)


for make in (lambda: Passing(1), lambda: Passing(1, zzz=2), lambda: ValueError().__init__(z=1), lambda: ImportError().__init__('m', name='n')):
    try:
        print(repr(make()))
    except TypeError as e:
        print(e)

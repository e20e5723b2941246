"""What a generator handles is its own: across suspensions, and when an exception is thrown in."""
import sys
def g():
    try: raise ValueError(1)
    except ValueError:
        yield 1
        print(repr(sys.exception()))
        yield 2
        raise
x=g(); next(x); next(x)
try: next(x)
except ValueError as e: print('re', repr(e))
def g():
    try: yield 0
    except ValueError:
        print(repr(sys.exception()))
        yield 1
        print(repr(sys.exception()))
        yield 2
        raise
x=g(); next(x); x.throw(ValueError(2)); next(x)
try: next(x)
except ValueError as e: print('re', repr(e), e.__context__)
x=g(); next(x)
try: raise ValueError(3)
except ValueError as e: 
    try: x.throw(e)
    except Exception as q: print('q', repr(q))
next(x)
try: next(x)
except ValueError as e: print('re', repr(e), e.__context__)
class A(Exception): pass
class B(Exception): pass
def g():
  try: raise A
  except A:
     yield 1
  print(repr(sys.exception()))
  yield 2
x = g()
try: raise B
except B: next(x)
next(x)
from contextlib import contextmanager, ExitStack
@contextmanager
def manager(exc):
    try:
        yield
    finally:
        raise exc
e1,e2=Exception(1),Exception(2)
try:
    with manager(e2):
        raise e1
except Exception as e:
    print(repr(e), repr(e.__context__), repr(e.__context__ and e.__context__.__context__))
e1,e2,e3=Exception(1),Exception(2),Exception(3)
try:
    with manager(e3):
        with manager(e2):
            raise e1
except Exception as e:
    while e: print(repr(e)); e=e.__context__
e1,e2,e3=Exception(1),Exception(2),Exception(3)
try:
    with ExitStack() as s:
        s.enter_context(manager(e3))
        s.enter_context(manager(e2))
        raise e1
except Exception as e:
    n=0
    while e and n<9: print(repr(e)); e=e.__context__;n+=1
print('--')
e1,e2,e3,e4=Exception(1),Exception(2),Exception(3),Exception(4)
try:
    with ExitStack() as s:
        s.enter_context(manager(e4))
        s.enter_context(manager(e3))
        s.enter_context(manager(e2))
        raise e1
except Exception as e:
    n=0
    while e and n<9: print(repr(e)); e=e.__context__;n+=1
print('--')
e1,e2,e3,e4=Exception(1),Exception(2),Exception(3),Exception(4)
try:
    with manager(e4):
      with manager(e3):
        with manager(e2):
          raise e1
except Exception as e:
    n=0
    while e and n<9: print(repr(e)); e=e.__context__;n+=1


def delegating():
    def inner():
        yield
    try:
        raise KeyError('a')
    except Exception:
        yield from inner()


x = delegating()
next(x)
try:
    x.throw(ValueError)
except ValueError as e:
    print(repr(e.__context__))


def fresh():
    yield


try:
    raise KeyError('outside')
except KeyError:
    try:
        fresh().throw(ValueError('thrown'))
    except ValueError as e:
        print(repr(e), e.__context__)


def nested():
    try:
        1 / 0
    except ZeroDivisionError:
        try:
            raise KeyError('inner')
        except KeyError:
            yield repr(sys.exception())
        yield repr(sys.exception())
    yield repr(sys.exception())


for g in nested(), nested():
    try:
        raise OSError('around')
    except OSError:
        print(next(g), next(g))
        try:
            raise IndexError('closer')
        except IndexError:
            print(next(g), list(g))
    print(sys.exception())


async def waits():
    class Step:
        def __await__(self):
            yield
    try:
        await Step()
    except ValueError as e:
        await Step()
        raise


c = waits()
c.send(None)
try:
    raise ValueError('told')
except ValueError as e:
    c.throw(e)
try:
    c.send(None)
except ValueError as e:
    print('raised again', e)

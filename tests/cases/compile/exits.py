# `return`, `break` and `continue` through `finally`, `with` and handlers.
def a(k):
    for i in range(3):
        try:
            try:
                if k == 0: return ('ret', i)
                if k == 1: break
                if k == 2: continue
                if k == 3: raise ValueError(i)
                if k == 4: raise KeyError(i)
            finally:
                print('inner', k, i)
                if k == 5: break
                if k == 6: continue
                if k == 7 and i == 1: return 'fin'
        except ValueError as e:
            print('caught', e)
            if i == 1: return 'from except'
            continue
        except KeyError:
            try:
                raise
            except KeyError as z:
                print('again', repr(z))
                break
        else:
            print('else', i)
        finally:
            print('outer', k, i)
    else:
        return 'exhausted'
    return 'broke'
for k in range(9): print(k, a(k))
def b():
    try:
        return 1
    finally:
        try:
            raise ValueError
        except ValueError:
            pass
print(b())
def c():
    try:
        raise ValueError('first')
    finally:
        return 'swallowed'
print(c())
def d():
    while True:
        try:
            raise ValueError('first')
        finally:
            break
    return 'ok'
print(d())
import sys
def e():
    try:
        try: 1/0
        finally:
            print('pending', sys.exception().__class__)
            raise KeyError('second')
    except KeyError as k:
        print(repr(k), repr(k.__context__), sys.exception())
    print(sys.exception())
e()
class M:
    def __init__(s, n, sw=False): s.n=n; s.sw=sw
    def __enter__(s): print('enter', s.n); return s.n
    def __exit__(s, t, v, tb): print('exit', s.n, t and t.__name__, v); return s.sw
def w(k):
    for i in range(2):
        with M('a') as x, M('b', k == 4) as (y):
            if k == 0: return x + y
            if k == 1: break
            if k == 2: continue
            if k == 3 or k == 4: raise ValueError(k)
            with M('c'): 
                if k == 5: return 'deep'
        print('after', i)
    return 'end'
for k in range(7):
    try: print(k, w(k))
    except ValueError as e: print('escaped', e)
def h():
    try:
        x = 1
        return x
    finally:
        x = 2
print(h())
def deep():
    for i in range(2):
        try:
            for j in range(2):
                try:
                    with M(f'{i}{j}'):
                        if j == 1: break
                        if i == 1: return 'done'
                finally: print('f2')
        finally: print('f1')
print(deep())
def names():
    e = 'outer'
    try: 1/0
    except ZeroDivisionError as e: pass
    try: e
    except UnboundLocalError as u: print(u)
    try:
        try: 1/0
        except ZeroDivisionError as q:
            del q
            raise ValueError from None
    except ValueError: pass
    try: q
    except NameError as n: print(n)
    for i in range(2):
        try:
            if i: print(e2)
            e2 = 5
            del e2
        except UnboundLocalError as n: print(n)
names()
def gen():
    try:
        yield 1
        try: yield 2
        finally: yield 3
    except GeneratorExit: print('closing'); raise
    finally: print('gen fin')
g = gen(); print(next(g), next(g))
try: print(g.throw(KeyError("x")))
except KeyError: print('?')
pass
g = gen(); next(g); g.close()
def star(x):
    out=[]
    try:
        raise x
    except* ValueError as eg: out.append(('V', [str(e) for e in eg.exceptions]))
    except* (KeyError, TypeError) as eg:
        out.append(('K', [str(e) for e in eg.exceptions]))
        if len(eg.exceptions) > 1: raise OSError('new')
    else: out.append('else')
    finally: out.append('fin'); print(out)
for x in (ExceptionGroup('g', [ValueError(1), KeyError(2)]), ValueError('n'), ExceptionGroup('g', [KeyError(1), TypeError(2), ValueError(3)]), ExceptionGroup('g', [OSError(1), ValueError(2)])):
    try: star(x)
    except BaseException as e: print(repr(e), [repr(i) for i in getattr(e, 'exceptions', [])])
def tfe():
    try: pass
    finally: print('empty body')
    try: x = 1
    except: pass
    else: print('else', x)
    while 1:
        try:
            break
        except: pass
        finally: print('brk')
    for _ in range(1):
        try: continue
        finally: print('cont')
tfe()

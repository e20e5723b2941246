import weakref, pickle, copy
class A: pass
class R(weakref.ref): pass
a = A(); r = weakref.ref(a)
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for x in (r, [r], {1: r}, R(a), weakref.WeakMethod(t.__get__(a))): t(lambda: pickle.dumps(x))
t(lambda: copy.copy(r) is r); t(lambda: copy.deepcopy([r])[0] is r); t(lambda: r.__reduce_ex__(2))

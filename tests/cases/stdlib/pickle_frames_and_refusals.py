"""Pickles: how they are framed, and what is refused when they are written and read."""
import pickle, io
for d in [b'I', b'L', b'B', b'S', b'(c', b'(cbuiltins', b'(cbuiltins\n', b'P', b'Pabc', b'F', b'g', b'V']:
    for f in (pickle.loads, lambda d: pickle.load(io.BytesIO(d))):
        try: f(d)
        except Exception as e: print(d, type(e).__name__, e)
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
u=pickle.Unpickler(io.BytesIO())
t(lambda: u.find_class('builtins','str.upper'))
t(lambda: u.find_class('','log'))
t(lambda: u.find_class(None,'log'))
t(lambda: u.find_class('math',None))
t(lambda: pickle.loads(b'c\nlog\n.'))
t(lambda: pickle.loads(b'cmath\n\n.'))
t(lambda: pickle.loads(b'(o.'))
t(lambda: pickle.loads(b'(Nd.'))
t(lambda: pickle.loads(b'}(Nu.'))
t(lambda: pickle.loads(b'1.'))
t(lambda: pickle.loads(b'N(\x85.'))
import copyreg
class REX:
    def __init__(self, v): self.v=v
    def __reduce_ex__(self,p): return self.v
t(lambda: pickle.dumps(REX((copyreg.__newobj_ex__, ()))))
t(lambda: pickle.dumps(REX((copyreg.__newobj_ex__, 42))))
t(lambda: pickle.dumps(REX((copyreg.__newobj_ex__, (REX, 42, {})))))
t(lambda: pickle.dumps(REX((copyreg.__newobj_ex__, (REX, (), [])))))
t(lambda: pickle.dumps(REX((copyreg.__newobj__, ()))))
t(lambda: pickle.dumps(REX((dict,(),None,None,42))))
t(lambda: pickle.dumps(REX((dict,(),None,None,iter([('a',)])))))
t(lambda: pickle.dumps(REX((dict,(),None,None,iter(['ab'])))))
t(lambda: pickle.dumps(REX((dict,(),None,None,[]))))
t(lambda: pickle.dumps(REX((list,(),None,[]))))
t(lambda: pickle.dumps(REX((list,(),None,42))))
t(lambda: pickle.dumps(REX((list,()))))
t(lambda: pickle.dumps(REX((42,()))))
t(lambda: pickle.dumps(REX((list,42))))
t(lambda: pickle.dumps(REX((list,))))
t(lambda: pickle.dumps(REX([])))
t(lambda: pickle.dumps(REX((print, (), 'state', None, None, 42))))
def s(v): u.memo=v
t(lambda: s(object)); t(lambda: s({-1:None})); t(lambda: s({'a':1}));t(lambda: s({1:2}));t(lambda: type(u.memo))
p=pickle.Pickler(io.BytesIO()); t(lambda: type(p.memo)); t(lambda: p.memo.copy()); t(lambda: type(u.memo))
t(lambda: pickle.Unpickler(zzz=1)); t(lambda: pickle.Pickler(zzz=1)); t(lambda: pickle.Unpickler()); t(lambda: pickle.Pickler())
t(lambda: pickle.dumps(pickle.PickleBuffer(memoryview(b'foobar')[::2]),5))
t(lambda: len(pickle.dumps(list(range(100000)))))
t(lambda: len(pickle.dumps([b'x'*100000, 3, 'z'*70000, [4]])))
t(lambda: pickle.dumps([b'x'*100000, 3, 'z'*70000, [4]])[-40:])
class W:
    def write(self, b): print(len(b), bytes(b[:20]))
pickle.dump(list(range(100000)), W()); pickle.dump([b'x'*100000, 3, 'z'*70000, [4]], W()); pickle.dump(3, W())


class Named:
    class Inner:
        pass
Named.ref = Named
Named.__qualname__ = 'Named.ref'
for protocol in range(6):
    for kind in (Named, Named.Inner, PermissionError, ImportError, map):
        data = pickle.dumps(kind, protocol)
        print(protocol, data, pickle.loads(data))
for old in (b"c__builtin__\nxrange\n.", b"cCookie\nSimpleCookie\n.", b"curllib\nquote\n.", b"cexceptions\nStandardError\n."):
    print(getattr(pickle.loads(old), '__name__', None))

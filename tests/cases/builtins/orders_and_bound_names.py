# what is said of bound builtins, of NotImplemented as a truth, and in which order arguments are looked at
import warnings
warnings.showwarning = lambda message, *rest: print('warned:', message)
warnings.simplefilter('always')
class L(list): pass
class D(dict): pass
def t(f,*a,**k):
    try: print(f(*a,**k))
    except BaseException as e: print(type(e).__name__, e)
t(bool, NotImplemented)
t(lambda: not NotImplemented)
t(sorted,[1,2],reverse=NotImplemented) if 0 else None
t(super, object, object)
t(super)
t(lambda: repr(super(int,bool)))
t(lambda: repr(super(int,True)))
t(bytes,'x',object,object) 
t(bytes,object,'x',object) 
t(bytes,'x','utf8',object) 
t(bytes,object,'utf8','x') 
t(bytearray,object,'x',object) 
t(pow,1j,2,object); t(pow,1j,object,3);t(pow,1j,2,3); t(1j.__pow__,2,3);t(1j.__pow__,False,object);t(2j.__rpow__,2,object);t(2j.__pow__,object,3)
print(True.as_integer_ratio.__qualname__, D.fromkeys.__qualname__, L().append.__qualname__)
t(lambda: None.__format__(k=1))
t(int.from_bytes, zip(),'big'); t(int.from_bytes, (1,2),'big');t(int.from_bytes, iter([1,2]),'big');t(int.from_bytes, {1:2},'big');t(int.from_bytes, 5,'big');t(int.from_bytes, 'ab','big');t(int.from_bytes, [300],'big')
print([].append.__qualname__, (1).__add__.__qualname__, dict.fromkeys.__qualname__, [].__init__.__qualname__)
class I:
    def __init__(self,n): self.n=n
    def __index__(self): print('idx',self.n); return self.n
def t(f,*a):
    try: print(f(*a))
    except BaseException as e: print(type(e).__name__, e)
def st(x,k,v): x[k]=v; return x
def de(x,k): del x[k]; return x
import array
A=lambda *a: array.array('b',a)
for v in (A(7),A(),A(7,8),A(1,2,3,4), [1], 5, 'x', b'ab', None, bytearray(b'q')):
    for k in (slice(I(0),I(2)), slice(I(3),I(0),I(-1)),slice(None,None,I(2)),slice(I(5),I(1)),slice(I(-3),None)):
        t(st, A(1,2,3,4), k, v)
        t(st, bytearray(b'abcd'), k, v)
        t(st, [1,2,3,4], k, v)
for k in (slice(I(0),I(2)), slice(I(3),I(0),I(-1)),slice(None,None,I(2)),slice(I(5),I(1)),slice('a',1),I(0)):
    t(de, A(1,2,3,4), k); t(de,bytearray(b'abcd'),k)
for v in ([I(65)],[300],['a'],iter([1,2]),(x for x in (1,2)),{1:2},[I(300)], 'é', 3.0, I(3), [1.5], memoryview(b'zz'),A(3)):
    t(st, bytearray(b'abcd'), slice(I(0),I(2)), v)
    t(st, bytearray(b'abcd'), slice(0,2), v)
    t(bytearray(b'ab').extend, v); 
    t(bytearray(b'ab').__iadd__, v); 

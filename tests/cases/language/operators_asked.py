# Which operator methods are asked, in which order, and builtin methods that stand for them.
class V:
    __eq__ = object.__eq__
    __lt__ = object.__lt__
print(V()==V(), V()!=V())
try: V()<V()
except TypeError as e: print(e)
class W(int):
    __add__ = int.__add__
    __lt__ = int.__lt__
print(W(1)+W(2), W(1)<W(3))
for f in (lambda: W(1)+'a', lambda: W(1)<'a', lambda: W(1)+2.5):
    try: print(f())
    except TypeError as e: print(e)
if V()==V(): print('yes')
else: print('no')
log=[]
class A:
    def __eq__(s,o): log.append('A.eq'); return NotImplemented
    def __lt__(s,o): log.append('A.lt'); return NotImplemented
    def __gt__(s,o): log.append('A.gt'); return NotImplemented
    def __add__(s,o): log.append('A.add'); return NotImplemented
    def __radd__(s,o): log.append('A.radd'); return NotImplemented
    def __iadd__(s,o): log.append('A.iadd'); return NotImplemented
class B(A):
    def __eq__(s,o): log.append('B.eq'); return NotImplemented
    def __gt__(s,o): log.append('B.gt'); return NotImplemented
    def __radd__(s,o): log.append('B.radd'); return NotImplemented
class C:
    def __radd__(s,o): log.append('C.radd'); return 'c'
    def __eq__(s,o): log.append('C.eq'); return 5
    def __gt__(s,o): log.append('C.gt'); return []
def iadd(a,b):
    a+=b
    return a
for x in (A(),B(),C(),1,'s',[1],None):
    for y in (A(),B(),C(),1,[2]):
        for f in (lambda: x==y, lambda: x!=y, lambda: x<y, lambda: x>y, lambda: x+y, lambda: iadd(x,y), lambda: 'T' if x==y else 'F', lambda: 'T' if x<y else 'F', lambda: [i for i in [0] if x==y or x!=y], lambda: x in [y], lambda: x+1, lambda: 1+x, lambda: 's'+x):
            log.clear()
            try: r=f()
            except TypeError as e: r=str(e)
            print(type(x).__name__, type(y).__name__, type(r).__name__, r if isinstance(r,(str,bool,int,list)) else '', *log)

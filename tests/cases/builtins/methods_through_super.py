"""Classes over builtin and library ones, whose methods go on to those of the base."""
from collections import *
import enum, datetime, decimal, fractions, json, logging, threading, queue, io, string, types, abc, random, argparse, configparser, html.parser, ast, unittest, contextlib
def t(n,f):
    try: print(n,f())
    except BaseException as e: print(n,type(e).__name__,e)
class LRU(OrderedDict):
    def __init__(s,m,*a,**k): s.m=m; super().__init__(*a,**k)
    def __getitem__(s,k): v=super().__getitem__(k); s.move_to_end(k); return v
    def __setitem__(s,k,v):
        super().__setitem__(k,v)
        if len(s)>s.m: del s[next(iter(s))]
def lru():
    c=LRU(2); c['a']=1; c['b']=2; c['a']; c['c']=3; return c, list(c), 'b' in c
class CI(dict):
    def __setitem__(s,k,v): super().__setitem__(k.lower(),v)
    def __getitem__(s,k): return super().__getitem__(k.lower())
    def __contains__(s,k): return super().__contains__(k.lower())
    def __delitem__(s,k): super().__delitem__(k.lower())
    def get(s,k,d=None): return super().get(k.lower(),d)
    def pop(s,k,*a): return super().pop(k.lower(),*a)
    def update(s,*a,**k):
        for x,y in dict(*a,**k).items(): s[x]=y
    def setdefault(s,k,d=None): return super().setdefault(k.lower(),d)
def ci():
    c=CI(); c['A']=1; c.update(B=2); del c['a']; c.setdefault('Z',5); return c,c['b'],c.get('B'),'B' in c,c.pop('z'),c.pop('q',9), super(CI,c).__len__(), c.keys(), super(CI,c).__repr__(), c|{'x':1}, copy_(c)
def copy_(c): import copy; return copy.copy(c), copy.deepcopy(c)
class TL(list):
    def append(s,x): super().append(int(x))
    def extend(s,it): super().extend(int(x) for x in it)
    def __getitem__(s,i): r=super().__getitem__(i); return TL(r) if isinstance(i,slice) else r
    def __setitem__(s,i,v): super().__setitem__(i,v)
    def insert(s,i,x): super().insert(i,int(x))
    def __add__(s,o): return TL(super().__add__(o))
    def __iadd__(s,o): s.extend(o); return s
    def __eq__(s,o): return super().__eq__(o)
    def __contains__(s,x): return super().__contains__(int(x))
    def sort(s,**k): super().sort(**k); return s
    def pop(s,i=-1): return super().pop(i)
    def __repr__(s): return 'TL'+super().__repr__()
    def index(s,*a): return super().index(*a)
    def __len__(s): return super().__len__()
    def __iter__(s): return super().__iter__()
    def __mul__(s,n): return TL(super().__mul__(n))
def tl():
    l=TL(); l.append('3'); l.extend('21'); l.insert(0,'9'); l+=['4']; l[0]=8; return l,l[1:3],l+[1],l==[8,3,2,1,4],'3' in l,l.sort(),l.pop(),l.index(2),len(l),list(l),l*2,type(l[:1]).__name__,super(TL,l).__class__ is TL
class TS(set):
    def add(s,x): super().add(x*2)
    def __contains__(s,x): return super().__contains__(x*2)
    def __or__(s,o): return TS(super().__or__(o))
    def update(s,*o): super().update(*o)
    def remove(s,x): super().remove(x)
    def pop(s): return super().pop()
def ts(): s=TS([1]); s.add(4); s.update([5],[6]); s.remove(5); return s, 4 in s, s|{9}, type(s|{1}).__name__, s.pop(), len(s)
class TT(tuple):
    def __new__(c,*a): return super().__new__(c,a)
    def __add__(s,o): return TT(*super().__add__(o))
    def __getitem__(s,i): return super().__getitem__(i)
    def __repr__(s): return 'TT'+super().__repr__()
    def __eq__(s,o): return super().__eq__(o)
    def __hash__(s): return super().__hash__()
    def __lt__(s,o): return super().__lt__(o)
    x=property(lambda s:s[0])
def tt(): a=TT(1,2); return a,a.x,a+(3,),a==(1,2),{a:1}[(1,2)],a<TT(2,),hash(a)==hash((1,2)),a[1:]
class TI(int):
    def __new__(c,v,u='m'): o=super().__new__(c,v); o.u=u; return o
    def __add__(s,o): return TI(super().__add__(int(o)),s.u)
    def __eq__(s,o): return super().__eq__(o)
    def __hash__(s): return super().__hash__()
    def __repr__(s): return f'{super().__repr__()}{s.u}'
    def __format__(s,f): return super().__format__(f)+s.u
    def __truediv__(s,o): return super().__truediv__(o)
    def __lt__(s,o): return super().__lt__(o)
    def __bool__(s): return super().__bool__()
    def __index__(s): return super().__index__()
    def bit_length(s): return super().bit_length()
def ti(): a=TI(5); return a,a+1,a==5,f'{a:03}',a/2,a<6,bool(a),[0]*6 and [1,2,3,4,5,6][a],a.bit_length(),{5:1}[a],a.u,sum([a,a]),-a,a.__class__.__name__,TI('7')
class TF(float):
    def __new__(c,v): return super().__new__(c,v)
    def __mul__(s,o): return TF(super().__mul__(o))
    def __str__(s): return f'{super().__str__()}F'
    def __round__(s,n=None): return super().__round__(n)
    def __eq__(s,o): return abs(s-o)<.1
    __hash__=float.__hash__
def tf(): a=TF('1.25'); return a,str(a),a*2,round(a,1),a==1.3,type(a*2).__name__,f'{a}',a.is_integer(),TF(3).as_integer_ratio()
class TStr(str):
    def __new__(c,v): return super().__new__(c,v.strip())
    def upper(s): return TStr(super().upper())
    def __add__(s,o): return TStr(super().__add__(o))
    def __getitem__(s,i): return TStr(super().__getitem__(i))
    def __eq__(s,o): return super().lower()==o.lower()
    def __hash__(s): return hash(s.lower())
    def split(s,*a): return [TStr(x) for x in super().split(*a)]
    def __contains__(s,x): return super().__contains__(x)
    def format(s,*a,**k): return TStr(super().format(*a,**k))
    def join(s,it): return super().join(it)
def tstr(): a=TStr(' aBc '); return a,a.upper(),a+'d',a[0],a=='ABC',{a:1},a.split('B'),'B' in a,TStr('{}x').format(1),a.join('12'),type(a.upper()).__name__,len(a),a.replace('a','b')
class TB(bytes):
    def __new__(c,v): return super().__new__(c,v)
    def hex(s,*a): return super().hex(*a)
    def __getitem__(s,i): return super().__getitem__(i)
def tb(): a=TB(b'ab'); return a,a.hex(),a[0],a[0:1],a+b'c',TB([1,2])
class TD(deque):
    def append(s,x): super().append(x+1)
    def __getitem__(s,i): return super().__getitem__(i)
    def popleft(s): return super().popleft()
    def __repr__(s): return super().__repr__()
def td(): d=TD([1,2],3); d.append(5); d.append(6); return d,d[0],d.popleft(),len(d),d.maxlen
class TE(ValueError):
    def __init__(s,m,code=0): super().__init__(m); s.code=code
    def __str__(s): return f'[{s.code}] {super().__str__()}'
    def __repr__(s): return super().__repr__()
def te():
    try: raise TE('bad',3)
    except ValueError as e: return str(e),repr(e),e.args,e.code
class TDt(datetime.datetime):
    def __new__(c,*a,**k): return super().__new__(c,*a,**k)
    def isoformat(s,*a,**k): return super().isoformat(*a,**k)+'!'
    def __add__(s,o): return super().__add__(o)
    def strftime(s,f): return super().strftime(f)
def tdt(): a=TDt(2020,1,2); return a,a.isoformat(),a+datetime.timedelta(1),type(a+datetime.timedelta(1)).__name__,a.strftime('%Y'),a.date(),a.replace(year=2021),TDt.fromisoformat('2020-01-01'),a<TDt(2021,1,1),a-TDt(2020,1,1)
class TDec(decimal.Decimal):
    def __new__(c,v): return super().__new__(c,v)
    def __add__(s,o): return TDec(super().__add__(o))
    def quantize(s,*a,**k): return super().quantize(*a,**k)
def tdec(): a=TDec('1.25'); return a,a+1,a.quantize(decimal.Decimal('.1')),type(a+1).__name__,str(a),a*2
class M(type):
    def __new__(m,n,b,d,**k): d['tag']=k.get('tag'); return super().__new__(m,n,b,d)
    def __init__(c,n,b,d,**k): super().__init__(n,b,d); c.inited=True
    def __call__(c,*a): o=super().__call__(*a); o.made=True; return o
    def __getattr__(c,n): return 'meta'+n
    def __iter__(c): return iter('ab')
    def __contains__(c,x): return x=='q'
    def __len__(c): return 3
    def __setattr__(c,n,v): super().__setattr__(n,v)
    def __instancecheck__(c,o): return super().__instancecheck__(o) or o==5
    @classmethod
    def __prepare__(m,n,b,**k): return super().__prepare__(n,b,**k)
class X(metaclass=M,tag=4): pass
def meta(): X.z=1; return X.tag,X.inited,X().made,X.foo,list(X),'q' in X,len(X),isinstance(5,X),X.z
class P(property):
    def __get__(s,o,t=None): return 'got' if o is None else super().__get__(o,t)*2
    def __set__(s,o,v): super().__set__(o,v+1)
class Y:
    def __init__(s): s._v=1
    @P
    def v(s): return s._v
    @v.setter
    def v(s,x): s._v=x
    def __getattribute__(s,n): return super().__getattribute__(n)
    def __setattr__(s,n,v): super().__setattr__(n,v)
    def __getattr__(s,n): return n
    def __delattr__(s,n): super().__delattr__(n)
    def __dir__(s): return [*super().__dir__(),'extra']
    def __eq__(s,o): return super().__eq__(o)
    def __hash__(s): return super().__hash__()
    def __repr__(s): return super().__repr__()[:9]
    def __reduce__(s): return super().__reduce__()
    def __format__(s,f): return super().__format__(f)[:3]
    def __sizeof__(s): return super().__sizeof__()
    def __init_subclass__(c,**k): super().__init_subclass__(**k)
    def __ne__(s,o): return super().__ne__(o)
def prop(): y=Y(); y.v=4; y.q=1; del y.q; return y.v,Y.v,y.q,'extra' in dir(y),y==y,y!=y,y==1,repr(y),f'{y}',hash(y)==hash(y)
class Th(threading.Thread):
    def __init__(s): super().__init__(daemon=True); s.r=None
    def run(s): s.r=7
    def join(s,*a): super().join(*a); return s.r
def th(): x=Th(); x.start(); return x.join()
class Q(queue.Queue):
    def put(s,x,*a,**k): super().put(x*2,*a,**k)
def qq(): q=Q(); q.put(2); return q.get()
class S(io.StringIO):
    def write(s,x): return super().write(x.upper())
def sio(): s=S(); print('ab',file=s); return s.getvalue()
class Pa(argparse.ArgumentParser):
    def error(s,m): raise ValueError(m)
    def add_argument(s,*a,**k): return super().add_argument(*a,**k)
def ap():
    p=Pa(prog='x'); p.add_argument('-n',type=int); return p.parse_args(['-n','3']), p.parse_args(['-n','q'])
class Fm(string.Formatter):
    def get_value(s,k,a,kw): return kw.get(k,'?') if isinstance(k,str) else super().get_value(k,a,kw)
    def format_field(s,v,f): return super().format_field(v,f)
def fm(): return Fm().format('{0:>3}{a}{b}',1,a=2)
class V(ast.NodeVisitor):
    def __init__(s): s.n=[]
    def visit_Name(s,n): s.n.append(n.id); super().generic_visit(n)
def vis(): v=V(); v.visit(ast.parse('a+b*c')); return v.n
class En(str,enum.Enum):
    A='a'; B='b'
    def __new__(c,v): o=str.__new__(c,v); o._value_=v; return o
    @classmethod
    def _missing_(c,v): return c.A if v=='z' else super()._missing_(v)
    def __str__(s): return super().__str__()
def en(): return En('z'),str(En.A),En.B=='b',f'{En.A}',En['B'],En('nope')
class UD(UserDict):
    def __setitem__(s,k,v): super().__setitem__(k,v*2)
    def __getitem__(s,k): return super().__getitem__(k)
class UL(UserList):
    def append(s,x): super().append(x*2)
def us(): d=UD(a=1); d['b']=2; d.update(c=3); l=UL([1]); l.append(2); return d,d['b'],l,l+[1],d|{'z':1}
class Cn(Counter):
    def __getitem__(s,k): return super().__getitem__(k)
    def update(s,*a,**k): super().update(*a,**k)
    def most_common(s,n=None): return super().most_common(n)
def cn(): c=Cn('aab'); c.update('b'); return c,c['z'],c.most_common(1),c+Cn('a'),c.total()
class DD(defaultdict):
    def __missing__(s,k): s[k]=v=super().__missing__(k) if s.default_factory else 'none'; return v
def ddd(): d=DD(list); d['a'].append(1); e=DD(); return d,e['x'],e
class GE(Exception): pass
class EG(ExceptionGroup):
    def derive(s,e): return EG(s.message,e)
    def __new__(c,m,e): return super().__new__(c,m,e)
def eg(): g=EG('m',[ValueError(1),TypeError(2)]); return g,g.split(ValueError),type(g.subgroup(TypeError)).__name__
class Ctx(contextlib.ExitStack):
    def __exit__(s,*a): r=super().__exit__(*a); return True
def ctx():
    with Ctx() as c: c.callback(print,'cb'); raise ValueError
    return 'ok'
class Rn(random.Random):
    def random(s): return 0.5
def rn(): r=Rn(1); return r.random(),r.choice([1,2,3]),r.randint(1,10),r.uniform(0,4),r.shuffle([1,2])
for n,f in list(globals().items()):
    if isinstance(f,types.FunctionType) and n not in('t','copy_') and f.__module__=='__main__': t(n,f)


class Keyed(defaultdict):
    def __getitem__(self, k):
        return super().__getitem__(k.lower())


class Shown(set):
    def __repr__(self):
        return super().__repr__()


class Frozen(frozenset):
    def __repr__(self):
        return super().__repr__()


class Bytes(bytearray):
    def __repr__(self):
        return super().__repr__()


class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


d = Keyed(list)
d['A'].append(1)
b = bytearray(b'ABC')
b[1:2] = [Index(70), Index(71)]
print(d, Shown([1]), Frozen(), Bytes(b'x'), b, Index(65) in b, Index(66) in b, Index(65) in bytes(b))

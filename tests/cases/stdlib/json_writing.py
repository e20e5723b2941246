# Values put together at random, written with every option.
import json, collections
r=[99]
def rnd(n):
    r[0]=(r[0]*1103515245+12345)&0x7fffffff
    return (r[0]>>8)%n
class S(str): pass
class I(int):
    def __repr__(self): return 'zz'
class D(dict): pass
class D2(dict):
    def items(self): return [('k',1)]
class L(list): pass
class L2(list):
    def __iter__(self): return iter([5])
class X: pass
leaf=[1,-5,0,2**70,1.5,1e100,float('inf'),float('nan'),-0.0,'a','é"\\\n','\x7f\u2028\ud800\U0001f600','',True,False,None,S('q'),I(7),X(),b'x',{1},(1,2),[],{},(),L(),D()]
keys=['a','b','é',1,2.5,True,None,S('k'),I(3),(1,),float('nan')]
def gen(d):
    k=rnd(6)
    if d==0 or k<2: return leaf[rnd(len(leaf))]
    if k==2: return [gen(d-1) for _ in range(rnd(4))]
    if k==3: return tuple(gen(d-1) for _ in range(rnd(3)))
    if k==4: return {keys[rnd(len(keys))]:gen(d-1) for _ in range(rnd(4))}
    c=[D,D2,L,L2][rnd(4)]
    if c in(D,D2): return c({keys[rnd(len(keys))]:gen(d-1) for _ in range(rnd(3))})
    return c([gen(d-1) for _ in range(rnd(3))])
for i in range(400):
    o=gen(3)
    kw={}
    if rnd(2): kw['indent']=[None,0,1,2,'\t','--'][rnd(6)]
    if rnd(3)==0: kw['sort_keys']=True
    if rnd(3)==0: kw['ensure_ascii']=False
    if rnd(3)==0: kw['skipkeys']=True
    if rnd(3)==0: kw['allow_nan']=False
    if rnd(2)==0: kw['default']=lambda o:[type(o).__name__] 
    if rnd(4)==0: kw['separators']=(',',':')
    out=[]
    try: out.append(json.dumps(o,**kw))
    except Exception as e: out.append((type(e).__name__, str(e)))
    try: out.append(''.join(json.JSONEncoder(**kw).iterencode(o)))
    except Exception as e: out.append((type(e).__name__, str(e)))
    print(i,ascii(out))

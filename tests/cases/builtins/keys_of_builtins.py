# keys that a builtin gives: in order, with errors, with guests among the items
def t(f,*a,**k):
    try: print(f(*a,**k))
    except BaseException as e: print(type(e).__name__, e)
w=['banana','fig','Apple','kiwi']
d={'a':3,'b':1,'c':2}
t(sorted,w,key=len); t(sorted,w,key=len,reverse=True); t(sorted,w,key=str.lower); t(max,w,key=len); t(min,w,key=len); t(max,d,key=d.get); t(min,d,key=d.get); t(sorted,d,key=d.get); t(sorted,d,key=d.__getitem__,reverse=1)
t(sorted,[3,-5,1],key=abs); t(max,[3,-5,1],key=abs); t(max,[],key=abs); t(max,[],key=abs,default=7); t(max,(),key=len); t(sorted,[1,'a'],key=len); t(sorted,[1,None],key=d.get); t(sorted,['a','z'],key=d.get); t(max,['a','z'],key=d.get)
t(sorted,['3','1','22'],key=int); t(sorted,['3','x'],key=int); t(sorted,5,key=len); t(sorted,None,key=None); t(sorted,(x for x in w),key=len); t(sorted,iter(w),key=lambda s:s[-1]); t(sorted,map(str,[3,1,2]),key=int); t(sorted,zip([3,1],[1,2]),key=lambda p:p[1])
x=[3,'a',1]
def srt(l,**k):
    try: l.sort(**k)
    except Exception as e: print(type(e).__name__, e)
    print(l)
srt([3,-1,2],key=abs); srt(list('bca'),key='abc'.index); srt(list('bca'),key=[ 'c','b','a'].index, reverse=True); srt([1,'b',2],key=d.get); srt(['bb','a',3],key=len); srt([b'b',b'a'],key=bytes.decode); srt(['a','z','b','q'],key=d.get)
class L(list):
    def __len__(self): print('len'); return 1
class I(int):
    def __abs__(self): print('abs', int(self)); return 5-int(self)
t(sorted,[I(1),I(3),I(2)],key=abs); t(max,[L(),L()],key=len); t(sorted,L([2,1]),key=abs); t(sorted,{3:1,1:2},key=abs); t(sorted,{'x','yy'},key=len); t(sorted,'hello',key=ord); t(max,'hello',key='hello'.count); t(sorted,d.items(),key=lambda kv:kv[1]); t(max,d.values(),key=abs)
t(sorted,w,key=5); t(sorted,w,key=len,reverse='x'); t(sorted,w,key=len,reverse=None); t(sorted,w,key=print); t(max,w,key=5); t(sorted,[],key=5); t(max,1,2,-7,key=abs); t(max,*w,key=len); t(min,1,key=abs)
class E(dict):
    def __missing__(self,k): print('miss',k); return 0
e=E(a=1); t(sorted,['a','b'],key=e.__getitem__); t(sorted,['b','a'],key=e.get) if 0 else None
srt(w,key=lambda s: w.append(1) or s)
srt([2,1],key=lambda s: 1/0)
it=iter([3,1,2]); next(it); t(sorted,it,key=len); print(list(it))
it=iter(['x','yy',3]); t(sorted,it,key=len); print(list(it))
it=iter(['b','a',I(3)]); t(sorted,it,key=abs); print(list(it))
t(sorted, [1.5, float('nan'), -2], key=abs); t(sorted,[True,2,'3'],key=int); t(sorted,['a','B'],key=str.casefold,reverse=True); t(sorted,[[1,2],[0]],key=len); t(sorted,[(2,),()],key=len)
